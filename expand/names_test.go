// SPDX-License-Identifier: MIT

package expand

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
	e := makeExpander(t, dev, Options{})
	tr, err := NewTransposer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Release()
	s := makeShuffler(t, dev)
	none, n := gpu.View{}, gpu.N(2)
	for what, err := range map[string]error{
		"Owners":          e.Owners(none, none, none, n, n),
		"OwnersOfLengths": e.OwnersOfLengths(none, none, none, n, n),
		"Decode":          e.Decode(none, none, none, n, n),
		"DecodeLengths":   e.DecodeLengths(none, none, none, n, n),
		"Columns":         tr.Columns(none, none, 3, 2, n),
		"ColumnsAt":       tr.ColumnsAt(none, none, none, 4, 2, n),
		"Records":         tr.Records(none, none, 4, 2, n),
		"Permutation":     s.Permutation(none, n, 1),
		"Sample":          s.Sample(none, n, n, 1),
		"Shuffle":         s.Shuffle(none, none, 3, n, 1),
		"SampleRecords":   s.SampleRecords(none, none, 4, n, n, 1),
	} {
		if !strings.HasPrefix(fmt.Sprint(err), "expand: "+what+": ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
