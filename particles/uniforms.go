// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// block is a uniform block: a Go struct and its copy in std140 layout.
type block struct {
	t      reflect.Type
	fields []field
	moves  []move
	packed []byte // separate, because cgo takes its address
}

// move copies bytes of the Go struct to the block.
type move struct{ from, to, bytes int }

// maxBlockBytes is the size of a uniform block that every driver accepts.
const maxBlockBytes = 16 << 10

// newBlock lays out a block for a struct. sample is the struct or a pointer to it; nil gives no
// block. Errors: ErrLayout, with the field.
func newBlock(sample any) (*block, error) {
	if sample == nil {
		return nil, nil
	}
	t := reflect.TypeOf(sample)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	all, err := fieldsOf("Uniforms", t)
	if err != nil {
		return nil, err
	}
	b := &block{t: t}
	end := 0
	for _, f := range all {
		if f.goName == "_" {
			continue // std140 has padding of its own
		}
		b.fields = append(b.fields, f)
		align, stride := f.align, 0
		if f.array > 0 {
			align, stride = 16, (f.size+15)/16*16
		}
		end = (end + align - 1) / align * align
		for i := range max(1, f.array) {
			b.moves = append(b.moves, move{f.at + i*f.size, end + i*stride, f.size})
		}
		end += max(f.size, f.array*stride)
	}
	if len(b.fields) == 0 {
		return nil, badLayout("New: Uniforms %v has no fields besides padding, want one", t)
	}
	end = (end + 15) / 16 * 16
	if end > maxBlockBytes {
		return nil, badLayout("New: Uniforms %v take %d bytes in std140, want at most %d", t, end, maxBlockBytes)
	}
	b.packed = make([]byte, end)
	return b, nil
}

// pack copies the values of v. Errors: ErrLayout if v is no pointer to a struct of the type of
// Options.Uniforms.
func (b *block) pack(v any) error {
	r := reflect.ValueOf(v)
	switch {
	case b == nil:
		return badLayout("SetUniforms: got %T for a system without Options.Uniforms, want one with them", v)
	case v == nil || r.Kind() != reflect.Pointer:
		return badLayout("SetUniforms: got %T, want a pointer: *%v", v, b.t)
	case r.Type().Elem() != b.t:
		return badLayout("SetUniforms: got %T, want the type of Options.Uniforms: *%v", v, b.t)
	case r.IsNil():
		return badLayout("SetUniforms: got a nil %T, want values", v)
	}
	b.take(r.UnsafePointer())
	return nil
}

// begin copies the values of the sample, a struct or a pointer to one.
func (b *block) begin(sample any) {
	v := reflect.New(b.t)
	if r := reflect.ValueOf(sample); r.Kind() != reflect.Pointer {
		v.Elem().Set(r)
	} else if !r.IsNil() {
		v = r
	}
	b.take(v.UnsafePointer())
}

func (b *block) take(p unsafe.Pointer) {
	src := unsafe.Slice((*byte)(p), int(b.t.Size()))
	for _, m := range b.moves {
		copy(b.packed[m.to:m.to+m.bytes], src[m.from:m.from+m.bytes])
	}
}

// glsl returns the declaration of the block, whose members are u.name.
func (b *block) glsl(binding int) string {
	if b == nil {
		return "// The caller has no uniforms.\n"
	}
	var s strings.Builder
	fmt.Fprintf(&s, "layout(std140, binding = %d) uniform Uniforms {\n", binding)
	for _, f := range b.fields {
		fmt.Fprintf(&s, "    %s;\n", f.declared())
	}
	s.WriteString("} u;\n")
	return s.String()
}

// SetUniforms copies the values of the uniforms for the next steps. v is a pointer to a struct of
// the type of Options.Uniforms.
//
// Errors: ErrLayout for any other v; gpu.ErrWrongThread, gpu.ErrReleased.
func (s *System) SetUniforms(v any) error {
	if err := s.ready("SetUniforms"); err != nil {
		return err
	}
	if err := s.uniforms.pack(v); err != nil {
		return err
	}
	s.uniformsNew = true
	return nil
}
