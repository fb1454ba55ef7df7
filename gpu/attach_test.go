// SPDX-License-Identifier: MIT

package gpu_test

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
)

func init() {
	contexts := map[*gpu.Device]*offscreen.Context{}
	gpu.OnAttach(func(t testing.TB, o gpu.Options) (*gpu.Device, func()) {
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
	gpu.OnRun(func(t *testing.T, d *gpu.Device, name string, f func(*testing.T)) bool {
		return gputest.RunIn(t, contexts[d], name, f)
	})
}
