// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// reflect compares the program's shader-storage blocks with the Spec's list and finds their
// uniforms. A block at a wrong binding would read another buffer without a GL error. A block or a
// uniform that the compiler removed is no error.
func (p *Program) reflect(src shaders.Source) error {
	found := map[string]int{}
	for _, b := range BlocksOf(p.id, gl.SHADER_STORAGE_BLOCK) {
		found[b.Name] = int(b.Binding)
	}
	if err := matchBindings(p.spec.File, src, p.spec.Buffers, found); err != nil {
		return err
	}
	p.at = make([]int32, len(p.spec.Buffers))
	for i, name := range p.spec.Buffers {
		p.at[i] = p.Locate(shaders.OffsetUniform(strings.TrimSuffix(name, "?")))
	}
	p.count = p.counter("Count", "count")
	p.segmentCount = p.counter("SegmentCount", "segment")
	return nil
}

func (p *Program) counter(block, uniform string) counter {
	c := counter{buffer: slices.Index(p.spec.Buffers, block)}
	c.max = p.Locate(uniform + "_max")
	c.word = p.Locate(uniform + "_word_at")
	return c
}

// matchBindings checks the bindings. A block of the shader is in the list at the index of its
// binding, or it is the caller's own with a binding from UserBinding on. The shader's text declares
// every name in the list that does not end in "?". A block "Src4" is "Src" as an array of four-word
// vectors. Errors: ErrBinding; ErrArgument and ErrShader for a block in a text with GLSL of the
// caller, since comb's own blocks have the bindings that the Spec injects.
func matchBindings(file string, src shaders.Source, want []string, found map[string]int) error {
	wanted := map[string]int{}
	for i, name := range want {
		bare := strings.TrimSuffix(name, "?")
		wanted[bare] = i
		if _, ok := found[bare]; !ok && bare == name && !declaresBlock(src.Text, name) {
			return fmt.Errorf("gpu: %s declares no buffer %q, which its Spec lists: %w", file, name, ErrBinding)
		}
	}
	callers := strings.Join(src.Callers(), ", ")
	for _, name := range slices.Sorted(maps.Keys(found)) {
		binding := found[name]
		want, listed := wanted[name]
		if bare, wide := strings.CutSuffix(name, "4"); wide && !listed {
			want, listed = wanted[bare]
		}
		switch {
		case listed && binding == want, !listed && binding >= UserBinding:
		case listed && callers != "":
			return fmt.Errorf("gpu: %s with GLSL of the caller (%s): got a buffer %q at binding %d, want another name, since comb has a buffer %q: %w: %w", file, callers, name, binding, name, ErrArgument, ErrShader)
		case listed:
			return fmt.Errorf("gpu: %s has buffer %q at binding %d, want %d: %w", file, name, binding, want, ErrBinding)
		case callers != "":
			note := ""
			if binding == 0 {
				note = ", which a block without layout(binding) has"
			}
			return fmt.Errorf("gpu: %s with GLSL of the caller (%s): got a buffer %q at binding %d%s, want a binding from %d (gpu.UserBinding) on: %w: %w", file, callers, name, binding, note, UserBinding, ErrArgument, ErrShader)
		default:
			return fmt.Errorf("gpu: %s has a buffer %q at binding %d that its Spec does not list, want a binding from %d on: %w", file, name, binding, UserBinding, ErrBinding)
		}
	}
	return nil
}

// declaresUniform reports whether a text declares the uniform, or the array of an element such as
// "name[3]".
func declaresUniform(text, name string) bool {
	name, _, _ = strings.Cut(name, "[")
	return regexp.MustCompile(`(?m)^[^/\n]*\buniform\s+\w+\s+` + regexp.QuoteMeta(name) + `\b`).MatchString(text)
}

// declaresBlock reports whether a text declares the shader-storage block.
func declaresBlock(text, name string) bool {
	return regexp.MustCompile(`(?m)^[^/\n]*\bbuffer\s+` + regexp.QuoteMeta(name) + `\b`).MatchString(text)
}

// Block is a shader-storage block or a uniform block of a program.
type Block struct {
	Name    string
	Binding uint32
}

// BlocksOf lists the blocks of a program of one kind: gl.SHADER_STORAGE_BLOCK or gl.UNIFORM_BLOCK.
func BlocksOf(program, kind uint32) []Block {
	all := make([]Block, resources(program, kind))
	for i := range all {
		all[i] = Block{resourceName(program, kind, i), uint32(resource(program, kind, i, gl.BUFFER_BINDING))}
	}
	return all
}

// ArrayStride returns the std430 stride in bytes of the array in a block of one unsized array, such
// as "Records". It returns 0 if the shader does not use the block, or does not link.
func (p *Program) ArrayStride(block string) int {
	if !p.finish() {
		return 0
	}
	for i := range resources(p.id, gl.BUFFER_VARIABLE) {
		owner := resource(p.id, gl.BUFFER_VARIABLE, i, gl.BLOCK_INDEX)
		if resourceName(p.id, gl.SHADER_STORAGE_BLOCK, int(owner)) != block {
			continue
		}
		// An array of structs has a top-level stride; an array of numbers has only ARRAY_STRIDE.
		if s := resource(p.id, gl.BUFFER_VARIABLE, i, gl.TOP_LEVEL_ARRAY_STRIDE); s > 0 {
			return int(s)
		}
		return int(resource(p.id, gl.BUFFER_VARIABLE, i, gl.ARRAY_STRIDE))
	}
	return 0
}

func resources(program, kind uint32) int {
	var n int32
	gl.GetProgramInterfaceiv(program, kind, gl.ACTIVE_RESOURCES, &n)
	return int(n)
}

func resource(program, kind uint32, index int, property uint32) int32 {
	var v int32
	gl.GetProgramResourceiv(program, kind, uint32(index), 1, &property, 1, nil, &v)
	return v
}

func resourceName(program, kind uint32, index int) string {
	n := resource(program, kind, index, gl.NAME_LENGTH)
	name := make([]byte, n+1)
	gl.GetProgramResourceName(program, kind, uint32(index), n+1, nil, &name[0])
	return gl.GoStr(&name[0])
}
