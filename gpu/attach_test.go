// SPDX-License-Identifier: MIT

package gpu_test

import (
	"os"
	"strings"
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

func TestShadersProbes(t *testing.T) {
	for lanes, file := range map[gpu.Lanes]string{gpu.LanesKHR: "gpu/probe_khr.glsl", gpu.LanesBallot: "gpu/probe_ballot.glsl"} {
		turns := 0
		if lanes == gpu.LanesBallot {
			turns = 60_000 // as on a software renderer
		}
		src, err := gpu.ProbeSpec(lanes, file, turns).Source()
		if err != nil {
			t.Fatal(err)
		}
		if lanes == gpu.LanesBallot && os.Getenv("COMB_KERNELS") == "" {
			// glslang declares the built-ins of the ballot from version 450 on.
			src.Text = strings.Replace(src.Text, "#version 430", "#version 450", 1)
		}
		gputest.ValidateSource(t, file, "comp", src)
	}
}
