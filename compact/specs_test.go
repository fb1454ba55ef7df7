// SPDX-License-Identifier: MIT

package compact

import (
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// In a single pass lanes that exchange values move small records row by row. Other lanes and larger
// records go through shared memory.
func TestKernelsThatMove(t *testing.T) {
	khr := kernel.Shape{Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 256, ItemsPerThread: 4}
	shared := khr
	shared.Lanes = gpu.LanesShared
	twoStep := khr
	twoStep.Algorithm = gpu.ReduceThenScan
	word := Options{Predicate: "bool keep(uint v) { return v > 1u; }", Record: "uint", Stride: 4, Classes: 1}
	pair, index, flags := word, word, Options{By: Flags}
	pair.Record, pair.Stride, index.Record = "uvec2", 8, ""
	for name, c := range map[string]struct {
		o    Options
		s    kernel.Shape
		want string // the kernel, and the part that holds the records
	}{
		"words":                 {Options{}, khr, "compact_rows_chain rows"},
		"predicate of words":    {word, khr, "compact_rows_chain decided"},
		"in two steps":          {word, twoStep, "compact_rows_move rows"},
		"its stand-in":          {word.standIn(), khr, "compact_rows_chain decided"},
		"predicate of pairs":    {pair, khr, "compact_rows_chain rows"},
		"predicate of indices":  {index, khr, "compact_rows_chain rows"},
		"stand-in of that":      {index.standIn(), khr, "compact_rows_chain rows"},
		"flags":                 {flags, khr, "compact_rows_chain rows"},
		"words, shared memory":  {Options{}, shared, "compact_chain"},
		"indices":               {Options{Output: Indices}, khr, "compact_rows_chain rows"},
		"large records":         {Options{Stride: 12}, khr, "compact_chain"},
		"partition":             {Options{Classes: 2}, khr, "partition_chain"},
		"the rest in reverse":   {Options{Classes: 2, ReverseRest: true}, khr, "compact_rows_chain ends"},
		"runs":                  {Options{Output: Runs}, khr, "runs_chain"},
		"runs of large records": {Options{Output: Runs, Stride: 12}, khr, "compact_chain"},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := c.o.withDefaults("New")
			if err != nil {
				t.Fatal(err)
			}
			_, move := specs(c.s, o)
			got := strings.TrimSuffix(strings.TrimPrefix(move.File, "compact/"), ".comp.glsl")
			if _, part, ok := strings.Cut(move.Slots["ROWS"].File, "#"); ok {
				got += " " + part
			}
			if got != c.want {
				t.Errorf("the kernel is %s, want %s", got, c.want)
			}
		})
	}
}
