// SPDX-License-Identifier: MIT

package compact

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// In a single pass lanes that exchange values move small records row by row. Other lanes and larger
// records go through shared memory.
func TestKernelsOfASinglePass(t *testing.T) {
	khr := kernel.Shape{Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 256, ItemsPerThread: 4}
	shared := khr
	shared.Lanes = gpu.LanesShared
	for name, c := range map[string]struct {
		o    Options
		s    kernel.Shape
		want string
	}{
		"words":                 {Options{}, khr, "compact_rows_chain"},
		"words, shared memory":  {Options{}, shared, "compact_chain"},
		"indices":               {Options{Output: Indices}, khr, "compact_rows_chain"},
		"large records":         {Options{Stride: 12}, khr, "compact_chain"},
		"partition":             {Options{Classes: 2}, khr, "partition_chain"},
		"runs":                  {Options{Output: Runs}, khr, "runs_chain"},
		"runs of large records": {Options{Output: Runs, Stride: 12}, khr, "compact_chain"},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := c.o.withDefaults()
			if err != nil {
				t.Fatal(err)
			}
			_, move := specs(c.s, o)
			if want := "compact/" + c.want + ".comp.glsl"; move.File != want {
				t.Errorf("the kernel is %s, want %s", move.File, want)
			}
		})
	}
}
