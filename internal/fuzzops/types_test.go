// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/merge"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// A Buffer of floats goes into no operation over integers or floats of another size. All else may
// hold any type.
func TestFloatBuffersAreRefusedAsIntegers(t *testing.T) {
	d := gputest.Device(t)
	type meters float32
	type boxed struct{ Value float32 }
	floats, doubles := made[*gpu.Buffer[float32]](t)(gpu.NewBuffer[float32](d, 8)), made[*gpu.Buffer[float64]](t)(gpu.NewBuffer[float64](d, 8))
	named, box := made[*gpu.Buffer[meters]](t)(gpu.NewBuffer[meters](d, 8)), made[*gpu.Buffer[boxed]](t)(gpu.NewBuffer[boxed](d, 8))
	words, dst, other := made[*gpu.Buffer[uint32]](t)(gpu.NewBuffer[uint32](d, 16)), gputest.Fresh(t, d, 16), gputest.Fresh(t, d, 16)
	part, err := floats.Slice(2, 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []gpu.Type{gpu.Uint32, gpu.Float32, gpu.Uint64, gpu.Float64} {
		gputest.Run(t, d, of.String(), func(t *testing.T) {
			tune := tuning(d)
			s := made[*radix.Sorter](t)(radix.New(d, radix.Options{Type: of, Tuning: tune}))
			calls := map[string]func(gpu.View, gpu.Count) error{
				"Keys": func(v gpu.View, n gpu.Count) error { return s.SortKeys(dst.View(), v, n) }, "Argsort": func(v gpu.View, n gpu.Count) error { return s.SortIndices(dst.View(), v, n) },
				"TopK": func(v gpu.View, n gpu.Count) error { return s.TopK(dst.View(), other.View(), v, 2, n) },
			}
			if of != gpu.Float64 { // which neither sums
				sum, sums := made[*reduce.Reducer](t)(reduce.New(d, reduce.Options{Type: of, Tuning: tune})), made[*scan.Scanner](t)(scan.New(d, scan.Options{Type: of, Tuning: tune}))
				calls["Reduce"] = func(v gpu.View, n gpu.Count) error { return sum.Reduce(dst.View(), v, n) }
				calls["Inclusive"] = func(v gpu.View, n gpu.Count) error { return sums.Inclusive(dst.View(), v, n) }
			}
			if of.Bytes() == 4 {
				h := made[*scan.Histogram](t)(scan.NewHistogram(d, scan.HistogramOptions{Type: of, Bins: 8, Upper: 8, Tuning: tune}))
				calls["Count"] = func(v gpu.View, n gpu.Count) error { return h.HistogramEven(dst.View(), v, n) }
			}
			fits := gpu.N(4) // of calls that are right
			if of != gpu.Uint32 && !gputest.Nightly() {
				fits = gpu.N(0) // which compiles nothing
			}
			for name, call := range calls {
				gputest.Run(t, d, name, func(t *testing.T) {
					for what, src := range map[string]struct {
						view  gpu.View
						float gpu.Type
					}{"floats": {floats.View(), gpu.Float32}, "a part": {part, gpu.Float32}, "named floats": {named.View(), gpu.Float32}, "doubles": {doubles.View(), gpu.Float64}} {
						gputest.Run(t, d, what, func(t *testing.T) {
							if src.view.Size() < 4*of.Bytes() {
								return
							}
							n := gpu.N(4)
							if of == src.float {
								n = fits
							}
							if err := call(src.view, n); of == src.float && err != nil || of != src.float && !errors.Is(err, gpu.ErrView) {
								t.Errorf("%s of %v from %s: %v", name, of, what, err)
							}
						})
					}
					for what, v := range map[string]gpu.View{"words": words.View(), "structs": box.View()} {
						gputest.Run(t, d, what, func(t *testing.T) {
							if v.Size() < 4*of.Bytes() {
								return
							}
							if err := call(v, fits); err != nil {
								t.Errorf("%s of %v from %s: %v", name, of, what, err)
							}
						})
					}
				})
			}
		})
	}
}

// Nor is a Buffer of floats an array of flags, offsets, indices or counts: the call would read or
// write their bits.
func TestFloatBuffersAreNoWords(t *testing.T) {
	d := gputest.Device(t)
	floats := made[*gpu.Buffer[float32]](t)(gpu.NewBuffer[float32](d, 8)).View()
	a, b, c := gputest.Fresh(t, d, 8).View(), gputest.Fresh(t, d, 8).View(), gputest.Fresh(t, d, 8).View()
	compactor := func(o compact.Options) *compact.Compactor {
		return made[*compact.Compactor](t)(compact.New(d, o))
	}
	flags, mask, indices := compactor(compact.Options{By: compact.Flags}), compactor(compact.Options{By: compact.Mask}), compactor(compact.Options{Output: compact.Indices, Clamp: true})
	keyed := compactor(compact.Options{Keyed: true, Predicate: "bool keep(uint x, out uint key) { key = x; return x > 0u; }", Record: "uint"})
	runs := compactor(compact.Options{Output: compact.Runs})
	byFlags, byOffsets := made[*scan.Scanner](t)(scan.New(d, scan.Options{By: scan.Flags})), made[*scan.Scanner](t)(scan.New(d, scan.Options{By: scan.Offsets}))
	segments, byKey := made[*reduce.Reducer](t)(reduce.New(d, reduce.Options{Segmented: true})), made[*reduce.Reducer](t)(reduce.New(d, reduce.Options{ByKey: true}))
	e, shuffler := made[*expand.Expander](t)(expand.New(d, expand.Options{})), made[*expand.Shuffler](t)(expand.NewShuffler(d, expand.ShuffleOptions{}))
	columns := made[*expand.Transposer](t)(expand.NewTransposer(d))
	sorter, search := made[*merge.Sorter](t)(merge.NewSorter(d, merge.Options{})), made[*merge.Searcher](t)(merge.NewSearcher(d, merge.Options{}))
	none, n, two := gpu.View{}, gpu.N(7), gpu.N(2)
	for what, err := range map[string]error{
		"flags":                  flags.CompactBy(a, b, floats, n),
		"a mask":                 mask.CompactBy(a, b, floats, n),
		"indices of records":     indices.Indices(floats, a, n),
		"keys of kept records":   keyed.CompactKeyed(a, floats, b, n),
		"starts of runs":         runs.RunLengths(a, floats, none, b, n),
		"lengths of runs":        runs.RunLengths(a, none, floats, b, n),
		"flags of segments":      byFlags.InclusiveBy(a, b, floats, n),
		"offsets of segments":    byOffsets.SegmentedInclusive(a, b, floats, two, n),
		"offsets of a reduction": segments.SegmentedReduce(a, b, floats, two, n),
		"a number of runs":       byKey.ReduceByKey(reduce.ByKey{Keys: a, Src: a, N: n, RunKeys: b, Dst: c, Runs: floats}),
		"owners":                 e.Owners(floats, none, a, two, n),
		"ranks":                  e.Owners(a, floats, b, two, n),
		"offsets of an Expander": e.Owners(a, none, floats, two, n),
		"lengths":                e.DecodeLengths(a, b, floats, two, n),
		"a permutation":          shuffler.Permutation(floats, n, 1),
		"a sample":               shuffler.Sample(floats, two, n, 1),
		"indices of columns":     columns.ColumnsAt(a, b, floats, 4, 7, n),
		"an argsort":             sorter.SortIndices(floats, a, n),
		"places":                 search.LowerBound(floats, a, b, n, n),
	} {
		if !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "a view of a Buffer of float32, want items of u32") {
			t.Errorf("%s in a Buffer of floats: %v", what, err)
		}
	}
	// What only moves may be floats.
	for what, err := range map[string]error{
		"records":             runs.RunLengths(floats, a, none, b, n),
		"run keys":            byKey.ReduceByKey(reduce.ByKey{Keys: a, Src: a, N: n, RunKeys: floats, Dst: b, Runs: c}),
		"values":              e.Decode(a, floats, b, two, n),
		"records in an order": shuffler.Shuffle(floats, a, 4, n, 1),
		"columns":             columns.Columns(a, floats, 4, 7, n),
	} {
		if err != nil {
			t.Errorf("%s of floats: %v", what, err)
		}
	}
}
