// SPDX-License-Identifier: MIT

package kernel_test

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
)

func init() {
	contexts := map[*gpu.Device]*offscreen.Context{}
	kernel.OnAttach(func(t testing.TB, o gpu.Options) (*gpu.Device, func()) {
		c, err := offscreen.New(offscreen.Options{})
		if err != nil {
			t.Skipf("no OpenGL here: %v", err)
		}
		d, err := c.Attach(o)
		if err != nil {
			t.Fatal(err)
		}
		contexts[d] = c
		return d, func() {
			delete(contexts, d)
			d.Release()
			c.Release()
		}
	})
	kernel.OnRun(func(t *testing.T, d *gpu.Device, name string, f func(*testing.T)) bool {
		return gputest.RunIn(t, contexts[d], name, f)
	})
}
