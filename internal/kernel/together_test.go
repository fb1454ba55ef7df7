// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// pair is an operation of two kernels.
type pair [2]*kernel.Kernel

func (p *pair) Release() {
	if p != nil {
		p[0].Release()
		p[1].Release()
	}
}

// copied runs a copy of n words, and reports whether it is right.
func copied(t *testing.T, dev *gpu.Device, k *kernel.Kernel, n int) bool {
	t.Helper()
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(i) * 2654435761
	}
	src, err := gpu.NewBufferFrom(dev, words)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Release()
	dst, err := gpu.NewBuffer[uint32](dev, n)
	if err != nil {
		t.Fatal(err)
	}
	defer dst.Release()
	k.SetBuffer(0, src.View())
	k.SetBuffer(1, dst.View())
	k.SetCount(gpu.N(n))
	k.Dispatch((n + k.Shape().TileSize() - 1) / k.Shape().TileSize())
	dev.MemoryBarrier()
	got, err := dst.Download()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Equal(got, words)
}

// Kernels that are made together are those that are made in turn. After an error they are made in
// turn.
func TestTogether(t *testing.T) {
	spec := func(items int) kernel.Spec {
		s := kernel.CopySpec()
		s.Shape.ItemsPerThread = items
		return s
	}
	broken := spec(2)
	broken.Buffers = []string{"Src", "Dst", "Count", "Fault", "Missing"}
	for _, c := range []struct {
		name             string
		ahead            bool
		second           kernel.Spec
		uses             bool  // a kernel runs before all are made
		usesSecond       bool  // and the second one, once it is made
		tested           error // the result of the self-test
		wantMade         int
		wantTests        int
		wantErr          error
		wantTestedBehind bool // the self-test runs when all kernels are made
	}{
		{"in turn", false, spec(8), true, false, nil, 1, 1, nil, false},
		{"together", true, spec(8), false, false, nil, 1, 1, nil, true},
		{"one runs at once", true, spec(8), true, false, nil, 1, 1, nil, true},
		{"the same twice", true, spec(4), true, false, nil, 1, 1, nil, true},
		{"one is wrong", true, broken, false, false, nil, 2, 1, gpu.ErrBinding, false},
		{"one that runs at once is wrong", true, broken, false, true, nil, 2, 1, gpu.ErrBinding, false},
		{"a test that fails", true, spec(8), false, false, gpu.ErrSelfTest, 2, 1, gpu.ErrSelfTest, true},
	} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
		dev.Internal().Faults.CompileAhead = c.ahead
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			made, tests, behind := 0, 0, false
			p, err := kernel.Together(dev, func() (_ *pair, err error) {
				made++
				p, all := new(pair), false
				defer func() {
					if all = true; err != nil {
						p.Release()
					}
				}()
				if p[0], err = kernel.New(dev, spec(4)); err != nil {
					return nil, err
				}
				for range 2 { // the second has its result
					if err := kernel.RunSelfTest(dev, c.name, spec(4).Shape, kernel.SelfTest{Specs: []kernel.Spec{spec(4)}, Test: func() error {
						tests++
						behind = all
						return c.tested
					}}); err != nil {
						return nil, err
					}
				}
				if c.uses && !copied(t, dev, p[0], 100) {
					t.Error("a copy is wrong inside")
				}
				if p[1], err = kernel.New(dev, c.second); err == nil && c.usesSecond {
					var u kernel.Uniform
					if u, err = p[1].Uniform("count_max"); err == nil {
						copied(t, dev, p[1], 100)
						p[1].Set(u, 100) // nothing, if it did not link
					}
				}
				return p, err
			})
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
			if !errors.Is(err, c.wantErr) || made != c.wantMade || tests != c.wantTests || behind != c.wantTestedBehind {
				t.Fatalf("%v; made %d times, tested %d times, behind: %v", err, made, tests, behind)
			}
			if err == nil {
				defer p.Release()
				if !copied(t, dev, p[0], 5000) || !copied(t, dev, p[1], 5000) {
					t.Error("a copy is wrong")
				}
			}
		})
	}
}

// Uniforms may be located and set before the kernel is linked.
func TestUniformsTogether(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{NoCache: true})
	dev.Internal().Faults.CompileAhead = true
	s := kernel.CopySpec()
	s.Constants = shaders.Constants{"UNUSED": 1} // a text of its own
	k, err := kernel.Together(dev, func() (*kernel.Kernel, error) {
		k, err := kernel.New(dev, s)
		if err == nil {
			var u kernel.Uniform
			if u, err = k.Uniform("count_max"); err == nil {
				k.Set(u, 7)
			}
		}
		return k, err
	})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Release()
	if !copied(t, dev, k, 300) {
		t.Error("a copy is wrong")
	}
}
