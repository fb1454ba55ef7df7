// SPDX-License-Identifier: MIT

package merge

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev := gputest.Device(t)
	search, sorter, m := built[*Searcher](t)(NewSearcher(dev, Options{})), built[*Sorter](t)(NewSorter(dev, Options{})), built[*Merger](t)(NewMerger(dev, Options{}))
	byLength := Options{Less: "bool less(vec2 a, vec2 b) { return length(a) < length(b); }", Item: "vec2", Bytes: 8, Input: gpu.InputGathered}
	points, near := built[*Sorter](t)(NewSorter(dev, byLength)), built[*Searcher](t)(NewSearcher(dev, byLength))
	five, none, zero := gputest.Fresh(t, dev, 5).View(), gpu.View{}, gpu.N(0)
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"LowerBound":        func(n gpu.Count) error { return search.LowerBound(none, five, none, gpu.N(5), n) },
		"LowerBound, items": func(n gpu.Count) error { return search.LowerBound(none, none, none, n, zero) },
		"LowerBound of five": func(n gpu.Count) error {
			return search.LowerBound(gputest.Fresh(t, dev, 5).View(), none, five, n, gpu.N(5))
		},
		"SortKeys":             func(n gpu.Count) error { return sorter.SortKeys(none, none, n) },
		"SortPairs":            func(n gpu.Count) error { return sorter.SortPairs(Pairs{}, Pairs{}, n) },
		"SortIndices":          func(n gpu.Count) error { return sorter.SortIndices(none, none, n) },
		"SortKeys of points":   func(n gpu.Count) error { return points.SortKeys(none, none, n) },
		"UpperBound of points": func(n gpu.Count) error { return near.UpperBound(none, none, none, n, n) },
		"Merge, na":            func(n gpu.Count) error { return m.Merge(none, none, none, n, zero) },
		"Merge, nb":            func(n gpu.Count) error { return m.Merge(none, none, none, zero, n) },
		"Merge, nb with five":  func(n gpu.Count) error { return m.Merge(gputest.Fresh(t, dev, 5).View(), five, none, gpu.N(5), n) },
	})
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s := built[*Sets](t)(NewSets(dev, Options{Tuning: tune}))
			gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
				"Union":      func(n gpu.Count) error { return s.Union(none, none, none, n, zero) },
				"Difference": func(n gpu.Count) error { return s.Difference(none, none, none, zero, n) },
			})
		})
	}
}
