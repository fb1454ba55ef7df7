// SPDX-License-Identifier: MIT

package gpu_test

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Load finds the uniforms of embedded structs too, and refuses a name that the kernel does not
// declare.
func TestLoadFillsUniforms(t *testing.T) {
	dev := gputest.Device(t)
	g, err := dev.NewGatherer()
	if err != nil {
		t.Fatal(err)
	}
	defer g.Release()
	spec := g.Spec()
	type inner struct {
		Stride gpu.Uniform `uniform:"stride_words"`
	}
	good, err := gpu.Load[struct {
		inner
		None gpu.Uniform `uniform:"no_such_uniform,optional"`
	}](dev, spec)
	if err != nil {
		t.Fatal(err)
	}
	defer good.Release()
	if want, err := good.Uniform("stride_words"); err != nil || good.U.Stride != want || good.U.None != -1 {
		t.Errorf("got %+v, want Stride %d and None -1, %v", good.U, want, err)
	}
	if l, err := gpu.Load[struct {
		None gpu.Uniform `uniform:"no_such_uniform"`
	}](dev, spec); !errors.Is(err, gpu.ErrBinding) || l.Kernel != nil {
		t.Errorf("a uniform that is not declared: %v", err)
	}
	if _, err := gpu.Load[struct{ Stride gpu.Uniform }](dev, spec); !errors.Is(err, gpu.ErrBinding) {
		t.Errorf("a field without a tag: %v", err)
	}
	if _, err := gpu.Load[struct {
		Stride uint32 `uniform:"stride_words"`
	}](dev, spec); !errors.Is(err, gpu.ErrBinding) {
		t.Errorf("a field of another type: %v", err)
	}
}
