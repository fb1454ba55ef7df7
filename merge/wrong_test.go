// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Each operation names the variant of its line in the report, and a nil one none.
func TestVariant(t *testing.T) {
	dev := gputest.Device(t)
	made := map[string]interface{ Variant() string }{
		"merge: sort":   built[*Sorter](t)(NewSorter(dev, Options{})),
		"merge: merge":  built[*Merger](t)(NewMerger(dev, Options{})),
		"merge: search": built[*Searcher](t)(NewSearcher(dev, Options{})),
		"merge: sets":   built[*Sets](t)(NewSets(dev, Options{})),
	}
	report := strings.Join(dev.Report(), "\n")
	for name, o := range made {
		if line := name + ": " + o.Variant() + ","; !strings.Contains(report, line) {
			t.Errorf("the report has no line %q:\n%s", line, report)
		}
	}
	for _, o := range []interface{ Variant() string }{(*Sorter)(nil), (*Merger)(nil), (*Searcher)(nil), (*Sets)(nil)} {
		if v := o.Variant(); v != "" {
			t.Errorf("a nil %T has the variant %q", o, v)
		}
	}
}

// Signed integers are no items of an order of unsigned ones: -1 would come last.
func TestSignedBuffersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	ints := built[*gpu.Buffer[int32]](t)(gpu.NewBufferFrom(dev, []int32{4, -1, 2, 3}))
	s := built[*Sorter](t)(NewSorter(dev, Options{}))
	if err := s.SortKeys(ints.View(), ints.View(), gpu.N(4)); !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "a view of a Buffer of int32, want items of u32") {
		t.Errorf("a sort of uint32: %v", err)
	}
	s = built[*Sorter](t)(NewSorter(dev, Options{Type: gpu.Int32}))
	if err := s.SortKeys(ints.View(), ints.View(), gpu.N(4)); err != nil {
		t.Error(err)
	}
	if got, err := ints.Download(); err != nil || got[0] != -1 || got[3] != 4 {
		t.Errorf("%v, %v", got, err)
	}
}

// Indices that the input does not use are an error.
func TestIndicesWithoutTheirInputAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	v, dst := gputest.Words(t, dev, []uint32{0, 1, 2, 3}).View(), gputest.Fresh(t, dev, 4).View()
	s, f := built[*Sorter](t)(NewSorter(dev, Options{})), built[*Searcher](t)(NewSearcher(dev, Options{}))
	s.SetIndices(v)
	f.SetIndices(v)
	for what, err := range map[string]error{"SortKeys": s.SortKeys(dst, v, gpu.N(4)), "LowerBound": f.LowerBound(dst, v, v, gpu.N(4), gpu.N(4))} {
		if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "merge: "+what+": indices of SetIndices are given with Input direct") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
