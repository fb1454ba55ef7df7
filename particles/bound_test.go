// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
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
