// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersRadix(t *testing.T) {
	var all []kernel.Spec
	for _, shape := range gputest.Shapes() {
		for _, typ := range []gpu.Type{gpu.Uint32, gpu.Int32, gpu.Float32, gpu.Uint64, gpu.Int64, gpu.Float64} {
			o := Options{Type: typ}
			f := specs(o.shape(shape), typ, shape.Lanes == gpu.LanesKHR)
			all = append(all, f.count, f.scatter[withPayload])
			in := o.layout(gpu.Caps{}, shape).segmentSpecs(typ, shape.Lanes == gpu.LanesKHR)
			if sortsInLanes(in.lanes.Shape, o.windowShape(gpu.Caps{})) {
				all = append(all, in.lanes)
				if keyTypes[typ].words == 1 {
					all = append(all, in.pieces[:]...)
				}
			}
			if typ == gpu.Uint32 || typ == gpu.Float64 {
				all = append(all, f.spine, f.order, f.scatter[keysAlone], f.scatter[withIndex], f.scatter[payloadAlone])
				all = append(all, f.histogram)
				movers := f.movers(gpu.Caps{}, gpu.Tuning{})
				for _, kind := range append(movers[:], f.counters(gpu.Caps{}, gpu.Tuning{})) {
					for _, l := range kind {
						all = append(all, l.spec)
					}
				}
				waits := f.chain[withPayload]
				waits.Shape.Spins, waits.Shape.Silent = 64, 2
				for _, chain := range []kernel.Spec{f.chain[keysAlone], f.chain[withPayload], f.chain[withIndex], f.chain[packsIndex], f.chain[packsValues], waits} {
					all = append(all, firstOf(chain))
				}
				byPlan := f.planned()
				all = append(all, waits, f.chain[packsIndex], f.chain[packsPayload], f.chain[packsValues], f.chain[packedWords], byPlan.count, byPlan.scatter[withPayload])
				for _, kind := range tileKinds {
					all = append(all, tileSpec(specs(o.shape(shape), typ, shape.Lanes == gpu.LanesKHR), kind))
					if shape.Lanes == gpu.LanesKHR {
						all = append(all, cellSpec(specs(o.shape(shape), typ, true), kind), splitterSpec(specs(shape.With(splitterGroup, splitterRoom/splitterGroup), typ, false), kind))
					}
				}
				if takesTeams(shape, typ) {
					all = append(all, topSpec(in.windows[0], o.shape(shape), typ))
				}
				if typ == gpu.Float64 {
					all = append(all, f.msdSpecs(gpu.Caps{}, gpu.Tuning{}).all()...)
				}
				if keyTypes[typ].words == 1 {
					all = append(all, f.bucketSpecs(gpu.Caps{}, gpu.Tuning{}).all()...)
				}
				runCount, runSpine, runScatter := f.runSpecs()
				all = append(append(all, runCount, runSpine), runScatter[:]...)
				all = append(append(all, in.all()...), in.listed()...)
				choose, count, scatter := selectionSpecs(o.shape(shape), typ, shape.Lanes == gpu.LanesKHR)
				all = append(all, choose, count, scatter)
				bound, keep, sort := o.sampleSpecs(o.shape(shape))
				all = append(all, bound, keep, sort)
				single := shape
				single.Algorithm, single.Spins = gpu.SinglePass, 64
				all = append(all, candidateSpec(choose, single))
			}
		}
	}
	byMatch := specs(Options{}.shape(gputest.Shapes()[0]), gpu.Uint32, false)
	all = append(all, byMatch.scatter[withPayload], byMatch.movers(gpu.Caps{}, gpu.Tuning{})[withPayload][0].spec)
	for _, k := range keyed {
		all = append(all, k.o.itemSpec())
	}
	all = append(all, Options{Type: gpu.Uint128}.itemSpec())
	gputest.Validate(t, append(all, narrowSpec(unpackFile, 4), narrowSpec(packFile, 2), segmentSpec(), segmentsFirstSpec(flat, 1), segmentsFirstSpec(flat, 4)))
}

func TestRadixAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	n := gputest.InNightly(50_000, 2500)
	k, v, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
	offsets := gputest.Words(t, dev, []uint32{0, 3, 700, uint32(n)}).View() // short and long
	counts := []gpu.Count{gpu.N(n), gpu.CountAt(gputest.Words(t, dev, []uint32{uint32(n)}).View(), n)}
	for i, bits := range []int{8, 32, 8, 32} {
		gputest.Run(t, dev, fmt.Sprintf("%d,bits=%d", i, bits), func(t *testing.T) { // in one pass a sort in place copies first
			op, err := New(dev, Options{Bits: bits, Tuning: []gpu.Tuning{{Algorithm: gpu.ReduceThenScan}, oneSinglePass}[i/2]})
			if err != nil {
				t.Fatal(err)
			}
			for _, count := range counts {
				sorts := map[string]func() error{
					"Pairs": func() error { return op.SortPairs(k, v, k, v, count) }, "Keys": func() error { return op.SortKeys(dst, k, count) },
					"Argsort": func() error { return op.SortIndices(dst, k, count) }, "Payload": func() error { return op.SortValues(dst, k, v, count) },
				}
				if i < 2 || gputest.Nightly() { // the same in both forms of passes
					sorts["Segments"] = func() error { return op.SegmentedSort(dst, gpu.View{}, k, gpu.View{}, 0, offsets, gpu.N(3), count) }
				}
				for name, sort := range sorts {
					run := func() {
						if err := sort(); err != nil {
							t.Fatal(err)
						}
					}
					run() // warm-up: scratch
					if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
						t.Errorf("%s of %d bits: %v allocations a call", name, bits, allocs)
					}
				}
			}
			op.Release()
		})
	}
}

// Neither do calls of another number of items, for which kernels and memory are there.
func TestSortsOfOtherNumbersAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	const most = 20_000
	keys, values := gputest.Fresh(t, dev, most).View(), gputest.Fresh(t, dev, most).View()
	toKeys, toValues := gputest.Fresh(t, dev, most).View(), gputest.Fresh(t, dev, most).View()
	for _, tune := range append([]gpu.Tuning{{}}, gputest.Paths(dev)...) {
		s, err := New(dev, Options{Tuning: tune})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Reserve(ForPairs, most); err != nil {
			t.Fatal(err)
		}
		for name, call := range map[string]func(gpu.Count) error{
			"SortPairs":   func(n gpu.Count) error { return s.SortPairs(toKeys, toValues, keys, values, n) },
			"ReserveCall": func(n gpu.Count) error { return s.ReserveCall(ForPairs, n) },
		} {
			n := most - 100
			allocs := testing.AllocsPerRun(10, func() {
				n++
				if err := call(gpu.N(n)); err != nil {
					t.Fatal(err)
				}
			})
			if allocs != 0 {
				t.Errorf("%s, %s: %v allocations a call", name, gputest.Name(tune), allocs)
			}
		}
		s.Release()
	}
}
