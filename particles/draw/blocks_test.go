// SPDX-License-Identifier: MIT

package draw

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Look may read storage blocks of the caller's: not at comb's bindings, and not without a buffer.
func TestStorageBlocksOfTheCaller(t *testing.T) {
	dev := gputest.Device(t)
	s := newRenderer(t, dev).s
	out := newScreen(t)
	at := func(binding int) Options {
		return Options{Look: fmt.Sprintf("layout(std430, binding = %d) readonly buffer Sizes { float sizes[]; };\n", binding) +
			"Sprite look(Particle p) { return Sprite(p.position, sizes[0], vec4(1.0), vec3(0.0), 0.0); }"}
	}
	for binding := range 4 {
		if r, err := New(dev, s, at(binding)); r != nil || !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), fmt.Sprintf("the storage block Sizes at binding %d, want one from 4 on", binding)) {
			t.Errorf("binding %d: %v", binding, err)
		}
	}
	r, err := New(dev, s, at(gpu.UserBinding))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	out.clear(1)
	if err := r.Draw(camera, Target{}); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "the storage block Sizes at binding 8, where no buffer is bound") {
		t.Error(err)
	}
	sizes, err := gpu.NewBufferFrom(dev, []float32{0.5})
	if err != nil {
		t.Fatal(err)
	}
	defer sizes.Release()
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, sizes.View().ID())
	defer gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, gpu.UserBinding, 0)
	if err := r.Draw(camera, Target{}); err != nil || out.pixel(size/2, size/2)[3] < 0.9 {
		t.Errorf("%v, %v in the middle", err, out.pixel(size/2, size/2))
	}
}

// At comb's uniform bindings a block would read the uniforms of the system.
func TestUniformBlocksAtCombsBindingsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	s := newRenderer(t, dev).s
	last := kernel.NewUniformBindings(dev).First()
	for _, c := range []struct {
		binding int
		refused bool
	}{{last - 1, false}, {last, true}, {last + 1, true}} {
		r, err := New(dev, s, Options{Look: fmt.Sprintf("layout(std140, binding = %d) uniform Sizes { vec4 sizes; };\n", c.binding) +
			"Sprite look(Particle p) { return Sprite(p.position, sizes.x, u.color, vec3(0.0), 0.0); }"})
		r.Release()
		if !c.refused && err != nil || c.refused && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), fmt.Sprintf("the uniform block Sizes at binding %d, want one below %d", c.binding, last))) {
			t.Errorf("binding %d: %v", c.binding, err)
		}
	}
}
