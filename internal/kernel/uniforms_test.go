// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// Load finds the uniforms of embedded structs too, and refuses a name that the kernel does not
// declare.
func TestLoadFillsUniforms(t *testing.T) {
	dev := gputest.Device(t)
	g, err := kernel.NewGatherer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Release()
	spec := g.Spec()
	type inner struct {
		Stride kernel.Uniform `uniform:"stride_words"`
	}
	good, err := kernel.Load[struct {
		inner
		None kernel.Uniform `uniform:"no_such_uniform,optional"`
	}](dev, spec)
	if err != nil {
		t.Fatal(err)
	}
	defer good.Release()
	if want, err := good.Uniform("stride_words"); err != nil || good.U.Stride != want || good.U.None != -1 {
		t.Errorf("got %+v, want Stride %d and None -1, %v", good.U, want, err)
	}
	if l, err := kernel.Load[struct {
		None kernel.Uniform `uniform:"no_such_uniform"`
	}](dev, spec); !errors.Is(err, gpu.ErrBinding) || l.Kernel != nil {
		t.Errorf("a uniform that is not declared: %v", err)
	}
	if _, err := kernel.Load[struct{ Stride kernel.Uniform }](dev, spec); !errors.Is(err, gpu.ErrBinding) {
		t.Errorf("a field without a tag: %v", err)
	}
	if _, err := kernel.Load[struct {
		Stride uint32 `uniform:"stride_words"`
	}](dev, spec); !errors.Is(err, gpu.ErrBinding) {
		t.Errorf("a field of another type: %v", err)
	}
}
