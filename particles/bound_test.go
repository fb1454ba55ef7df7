// SPDX-License-Identifier: MIT

package particles

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

// A step refuses a storage block of the caller's without a buffer, in each kernel that may have it.
func TestUnboundBlocksAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	const block = "layout(std430, binding = 9) readonly buffer Wind { float gusts[]; };\n"
	for _, c := range []struct {
		change   func(*Options)
		wantText string
	}{
		{func(o *Options) { o.Functions = "// " + block }, ""},
		{func(o *Options) {
			o.Functions, o.Update = block, "bool update(inout Particle p) { p.position.x += gusts[0]; return true; }"
		}, "the storage block Wind at binding 9"},
		{func(o *Options) {
			o.Sort = Sort{By: ByKey, Key: block + "uint key(Particle p) { return uint(gusts[0]); }"}
		}, "the storage block Wind at binding 9"},
	} {
		o := moteOptions(10)
		o.Emitters = []Emitter{{Rate: 100}}
		c.change(&o)
		s := newSystem(t, dev, o)
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 9, 0)
		err := s.Step(0.1)
		if c.wantText == "" && err != nil || c.wantText != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.wantText) || s.Steps() != 0) {
			t.Errorf("%d steps, %v, expected %s", s.Steps(), err, c.wantText)
		}
		bindBuffer(t, dev, 9, []float32{1})
		steps(t, s, 1)
		err = nil
		if n := testing.AllocsPerRun(5, func() { err = errors.Join(err, s.Step(0)) }); n != 0 || err != nil {
			t.Errorf("a step with a block of the caller's allocates %v times, %v", n, err)
		}
	}
}

// New refuses a block of the caller's that would read another buffer: a grid's, or comb's uniforms.
// Two of the caller's may share one.
func TestBlocksAtTakenBindingsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	grid := "layout(std430, binding = 10) readonly buffer GridPlaces { uvec4 places_of_grid[]; };\n" +
		"layout(std430, binding = 11) readonly buffer GridStarts { uint starts_of_grid[]; };\n"
	own := func(binding int) string {
		return fmt.Sprintf("layout(std430, binding = %d) readonly buffer Wind { float gusts[]; };\n", binding)
	}
	last := kernel.NewUniformBindings(dev).First()
	uniforms := func(binding int) string {
		return fmt.Sprintf("layout(std140, binding = %d) uniform Wind { vec4 gusts[2]; };\n", binding)
	}
	const update = "bool update(inout Particle p) { p.position.x += float(gusts[0]%s); return true; }"
	words, vectors := fmt.Sprintf(update, ""), fmt.Sprintf(update, ".x")
	both := strings.Replace(words, "return", "p.sum += uint(places_of_grid[0].x) + starts_of_grid[1]; return", 1)
	for _, c := range []struct{ functions, update, wantText string }{
		{grid + own(10), both, "the storage block Wind at binding 10, where that of a grid has GridPlaces"},
		{own(11) + grid, both, "the storage block Wind at binding 11, where that of a grid has GridStarts"},
		{grid + own(12), both, ""},
		{own(9) + "layout(std430, binding = 9) readonly buffer Same { uint bits[]; };\n", strings.Replace(words, "return", "p.sum += bits[0]; return", 1), ""},
		{uniforms(last), vectors, fmt.Sprintf("the uniform block Wind at binding %d, want one below %d", last, last)},
		{uniforms(last + 1), vectors, fmt.Sprintf("the uniform block Wind at binding %d", last+1)},
		{uniforms(last - 1), vectors, ""},
	} {
		o := moteOptions(10)
		o.Functions, o.Update = c.functions, c.update
		s, err := New(dev, o)
		s.Release()
		if c.wantText == "" && err != nil || c.wantText != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.wantText)) {
			t.Errorf("%v, expected %q", err, c.wantText)
		}
	}
}

// bindBuffer binds a buffer of numbers until the test ends.
func bindBuffer(t *testing.T, dev *gpu.Device, binding uint32, numbers []float32) {
	t.Helper()
	b, err := gpu.NewBufferFrom(dev, numbers)
	if err != nil {
		t.Fatal(err)
	}
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, binding, b.View().ID())
	t.Cleanup(b.Release)
}
