// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// A self-test gets the programs that were begun before it, each once. Those that it does not make
// are deleted.
func TestSelfTestsCompileAhead(t *testing.T) {
	spec := func(items int) kernel.Spec {
		s := kernel.CopySpec()
		s.Shape.ItemsPerThread = items
		return s
	}
	for _, c := range []struct {
		name       string
		ahead      bool
		begun      []kernel.Spec
		made       []kernel.Spec
		compiled   int // with those that are made after the self-test
		wantErr    error
		madeBehind int
	}{
		{"not ahead", false, []kernel.Spec{spec(4), spec(8)}, []kernel.Spec{spec(8), spec(4)}, 2, nil, 0},
		{"in another order", true, []kernel.Spec{spec(4), spec(8)}, []kernel.Spec{spec(8), spec(4)}, 2, nil, 0},
		{"one of them twice", true, []kernel.Spec{spec(4), spec(8), spec(4)}, []kernel.Spec{spec(4), spec(4)}, 2, nil, 0},
		{"none of them", true, []kernel.Spec{spec(4), spec(8)}, nil, 0, nil, 0},
		{"one of them later", true, []kernel.Spec{spec(4), spec(8)}, []kernel.Spec{spec(4)}, 2, nil, 8},
		{"a test that fails", true, []kernel.Spec{spec(4), spec(8)}, []kernel.Spec{spec(4)}, 1, gpu.ErrSelfTest, 0},
	} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
		dev.Internal().Faults.CompileAhead = c.ahead
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			before := programsOf(dev)
			gputest.LeavesNothing(t, dev, c.name, func() {
				err := kernel.RunSelfTest(dev, fmt.Sprint("test of ", c.name), c.begun[0].Shape, kernel.SelfTest{Specs: c.begun, Test: func() error {
					for _, s := range c.made {
						k, err := kernel.New(dev, s)
						if err != nil {
							return err
						}
						defer k.Release()
					}
					return c.wantErr // that of the self-test
				}})
				if !errors.Is(err, c.wantErr) {
					t.Error(err)
				}
				if c.madeBehind > 0 {
					k, err := kernel.New(dev, spec(c.madeBehind))
					if err != nil {
						t.Fatal(err)
					}
					k.Release()
				}
			})
			if after := programsOf(dev); after-before != c.compiled {
				t.Errorf("%d programs were made, want %d", after-before, c.compiled)
			}
		})
	}
}

// programsOf is the number of programs that were compiled, or came from the cache.
func programsOf(dev *gpu.Device) int {
	compiled, cached := dev.Internal().Programs()
	return compiled + cached
}
