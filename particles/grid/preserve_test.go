// SPDX-License-Identifier: MIT

package grid

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// With PreserveState every call but Bind leaves the state of the caller unchanged. Without it calls
// change the documented state only.
func TestStateIsPreservedOrAsDocumented(t *testing.T) {
	for _, preserve := range []bool{true, false} {
		t.Run(fmt.Sprint("preserve=", preserve), func(t *testing.T) {
			dev := gputest.DeviceWith(t, gpu.Options{PreserveState: preserve, CacheDir: t.TempDir()}) // with self-tests
			litter := gputest.Litter(t, dev)
			var allowed []string
			if !preserve {
				allowed = []string{"program:", "storage:", "dispatch:", "copy read:", "copy write:"}
				for i := range gpu.UserBinding {
					allowed = append(allowed, fmt.Sprintf("storage %d ", i))
				}
			}
			call := func(name string, f func() error, allowed ...string) {
				t.Helper()
				gputest.Unchanged(t, litter, fmt.Sprintf("PreserveState %v: %s", preserve, name), f, allowed...)
			}
			o := kinds()["box"]
			o.Capacity = 100
			var g *Grid
			var err error
			call("New", func() error { g, err = New(dev, o); return err }, allowed...)
			if g == nil {
				t.FailNow()
			}
			src, dst := gputest.Words(t, dev, g.l.records(g.l.scatter(100))), gputest.Fresh(t, dev, 500)
			word := gputest.Words(t, dev, []uint32{50})
			call("Build", func() error { return g.Build(src.View(), gpu.N(100)) }, allowed...)
			call("Build by a count on the GPU", func() error { return g.Build(src.View(), gpu.CountAt(word.View(), 100)) }, allowed...)
			call("a refused Build", func() error { _ = g.Build(g.Places(), gpu.N(100)); return nil }, allowed...)
			call("Reorder", func() error { return g.Reorder(dst.View(), src.View(), 20) }, allowed...)
			call("Stats", func() error { _, _, err := g.Stats(); return err }, allowed...)
			call("StatsNow", func() error { _, err := g.StatsNow(); return err }, allowed...)
			call("Bind", func() error { g.Bind(); return nil }, "storage:", "storage 8 ", "storage 9 ")
			call("Release", func() error { g.Release(); return nil }, append([]string{"storage 8 ", "storage 9 "}, allowed...)...)
		})
	}
}
