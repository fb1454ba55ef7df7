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
	all := makeEach(t, dev, Options{})
	none, n := gpu.View{}, gpu.N(2)
	for what, err := range map[string]error{
		"LowerBound":          all.search.LowerBound(none, none, none, n, n),
		"UpperBound":          all.search.UpperBound(none, none, none, n, n),
		"SortKeys":            all.sorter.SortKeys(none, none, n),
		"SortPairs":           all.sorter.SortPairs(Pairs{}, Pairs{}, n),
		"SortIndices":         all.sorter.SortIndices(none, none, n),
		"Merge":               all.merger.Merge(none, none, none, n, n),
		"MergePairs":          all.merger.MergePairs(Pairs{}, Pairs{}, Pairs{}, n, n),
		"Union":               all.sets.Union(none, none, none, n, n),
		"Intersection":        all.sets.Intersection(none, none, none, n, n),
		"Difference":          all.sets.Difference(none, none, none, n, n),
		"SymmetricDifference": all.sets.SymmetricDifference(none, none, none, n, n),
	} {
		if !strings.HasPrefix(fmt.Sprint(err), "merge: "+what+": ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
