// SPDX-License-Identifier: MIT

package gpu_test

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/offscreen"
)

func init() {
	gpu.OnAttach(func(t testing.TB, o gpu.Options) (*gpu.Device, func()) {
		c, err := offscreen.New(offscreen.Options{})
		if err != nil {
			t.Skipf("no OpenGL here: %v", err)
		}
		d, err := c.Attach(o)
		if err != nil {
			t.Fatal(err)
		}
		return d, func() {
			d.Release()
			c.Release()
		}
	})
}
