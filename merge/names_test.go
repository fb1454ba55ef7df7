// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Errors name the method that was called, and not what several methods share.
func TestErrorsNameTheMethod(t *testing.T) {
	dev := gputest.Device(t)
	search, err := NewSearcher(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer search.Release()
	sorter, err := NewSorter(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer sorter.Release()
	m, err := NewMerger(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	s, err := NewSets(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	none, n := gpu.View{}, gpu.N(2)
	for what, err := range map[string]error{
		"LowerBound":          search.LowerBound(none, none, none, n, n),
		"UpperBound":          search.UpperBound(none, none, none, n, n),
		"SortKeys":            sorter.SortKeys(none, none, n),
		"SortPairs":           sorter.SortPairs(Pairs{}, Pairs{}, n),
		"SortIndices":         sorter.SortIndices(none, none, n),
		"Merge":               m.Merge(none, none, none, n, n),
		"MergePairs":          m.MergePairs(Pairs{}, Pairs{}, Pairs{}, n, n),
		"Union":               s.Union(none, none, none, n, n),
		"Intersection":        s.Intersection(none, none, none, n, n),
		"Difference":          s.Difference(none, none, none, n, n),
		"SymmetricDifference": s.SymmetricDifference(none, none, none, n, n),
	} {
		if !strings.HasPrefix(fmt.Sprint(err), "merge: "+what+": ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
