// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"fmt"
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

// Payload is words. Of a Buffer of 64-bit numbers a call would move halves. Floats of 32 bits move.
func TestPayloadOf64BitsIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	doubles := gputest.BufferOf[float64](t, dev, 4)
	wide := gputest.BufferOf[uint64](t, dev, 4)
	floats := built[*gpu.Buffer[float32]](t)(gpu.NewBuffer[float32](dev, 4)).View()
	words := func() gpu.View { return gputest.Fresh(t, dev, 4).View() }
	s, m := built[*Sorter](t)(NewSorter(dev, Options{})), built[*Merger](t)(NewMerger(dev, Options{}))
	two, four := gpu.N(2), gpu.N(4)
	pairs := func(payload gpu.View) Pairs { return Pairs{words(), payload} }
	for what, err := range map[string]error{
		"SortPairs: payload of dst":  s.SortPairs(pairs(doubles), pairs(words()), four),
		"SortPairs: payload of src":  s.SortPairs(pairs(words()), pairs(wide), four),
		"MergePairs: payload of a":   m.MergePairs(pairs(words()), pairs(wide), pairs(words()), two, two),
		"MergePairs: payload of b":   m.MergePairs(pairs(words()), pairs(words()), pairs(doubles), two, two),
		"MergePairs: payload of dst": m.MergePairs(pairs(wide), pairs(words()), pairs(words()), two, two),
	} {
		if want := "merge: " + what + " is a view of a Buffer of 64-bit numbers, want words"; !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
	for what, err := range map[string]error{
		"SortPairs": s.SortPairs(pairs(floats), pairs(words()), four), "MergePairs": m.MergePairs(pairs(words()), pairs(floats), pairs(words()), two, two),
	} {
		if err != nil {
			t.Errorf("%s with floats for a payload: %v", what, err)
		}
	}
}

// Nor does such a Buffer hold items or results of the caller's of 4 bytes.
func TestItemsOf4BytesInWideBuffersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	wide := gputest.BufferOf[float64](t, dev, 4)
	words := func() gpu.View { return gputest.Fresh(t, dev, 4).View() }
	byLess := Options{Less: "bool less(float a, float b) { return a < b; }", Item: "float", Bytes: 4}
	finish := Options{Finish: "float finish(uint at, uint index) { return 1.0; }", Result: "float", ResultBytes: 4}
	s, n := built[*Sorter](t)(NewSorter(dev, byLess)), gpu.N(4)
	f := built[*Searcher](t)(NewSearcher(dev, finish))
	for what, err := range map[string]error{
		"SortKeys: src":   s.SortKeys(words(), wide, n),
		"SortKeys: dst":   s.SortKeys(wide, words(), n),
		"LowerBound: dst": f.LowerBound(wide, words(), words(), n, n),
	} {
		if want := "merge: " + what + " is a view of a Buffer of 64-bit numbers, want items of 4 bytes"; !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
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

// An error of the caller's scratch names the method too.
func TestErrorsOfScratchNameTheMethod(t *testing.T) {
	dev := gputest.Device(t)
	s, few := built[*Sorter](t)(NewSorter(dev, Options{})), gputest.Fresh(t, dev, 4).View()
	s.UseScratch(few)
	a, b := gputest.Fresh(t, dev, 4).View(), gputest.Fresh(t, dev, 4).View()
	for what, err := range map[string]error{"SortKeys": s.SortKeys(a, b, gpu.N(4)), "SortIndices": s.SortIndices(a, b, gpu.N(4)), "Reserve": s.Reserve(ForKeys, 4)} {
		if want := "merge: " + what + ": Sorter: the caller's scratch has 16 bytes"; !errors.Is(err, gpu.ErrView) || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}

// An error of a count names the parameter of the method.
func TestErrorsNameTheCount(t *testing.T) {
	dev := gputest.Device(t)
	s, f, m := built[*Sorter](t)(NewSorter(dev, Options{})), built[*Searcher](t)(NewSearcher(dev, Options{})), built[*Merger](t)(NewMerger(dev, Options{}))
	a, b, n, zero := gputest.Fresh(t, dev, 4).View(), gputest.Fresh(t, dev, 8).View(), gpu.N(4), gpu.Count{}
	for what, err := range map[string]error{
		"SortKeys: n": s.SortKeys(a, b, zero), "LowerBound: n": f.LowerBound(a, b, b, n, zero), "UpperBound: items": f.UpperBound(a, b, b, zero, n),
		"Merge: na": m.Merge(b, a, a, zero, n), "Merge: nb": m.Merge(b, a, a, n, zero),
	} {
		if want := "merge: " + what + ": the count is the zero Count"; !errors.Is(err, gpu.ErrCount) || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}
