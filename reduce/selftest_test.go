// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// ordered keeps the last word that is not zero.
var ordered = Custom{Ordered: true, Operator: gpu.Operator{
	GLSL: "uint combine(uint a, uint b) { return b != 0u ? b : a; }", Item: "uint", Bytes: 4, Identity: "0u",
}}

// selfTest is a case of TestSelfTestsPass.
type selfTest struct {
	Options
	path     int  // for gputest.Turn: that of a test of results
	ordinary bool // taken by an ordinary run
}

// selfTests are options of every kind. An ordinary run takes those that tests of results take on
// the same lanes, so it compiles few other kernels.
func selfTests() (all []selfTest) {
	takes := [...]Op{Sum, Mean, ArgMin, ArgMax, Max, Min, Sum} // of the types in turn
	segmented := segmentedOptions()
	for i, typ := range gputest.NumberTypes {
		for op := Sum; op <= Statistics; op++ {
			o := Options{Op: op, Type: typ}
			if !has(o) {
				continue
			}
			all = append(all, selfTest{o, i + int(op), op == takes[i] || op == Statistics && i == 0})
			path := slices.Index(segmented, o)
			o.Segmented = true
			all = append(all, selfTest{o, max(path, 0), path == 0 || path > 1})
		}
	}
	for i, o := range []Options{{Type: gpu.Float64}, {Op: Min, Type: gpu.Float64}, {Op: Statistics, Type: gpu.Float64}} {
		all = append(all, selfTest{o, 7 + int(o.Op), true}, selfTest{Options{Op: Mean + Op(i), Type: gpu.Float64}, i, false})
	}
	for i, o := range compensatedOptions() {
		all = append(all, selfTest{o, 1 + i, i < 2})
	}
	for i, o := range compensatedVectors() {
		all = append(all, selfTest{o, i, i < 2})
	}
	for i, o := range byKeyOptions() {
		all = append(all, selfTest{o, i, i == 0 || i == 2 || i == 5})
	}
	for i, o := range inputOptions() {
		all = append(all, selfTest{o, i, i%3 == 0})
	}
	for i, c := range []*Custom{&box, &ordered} {
		all = append(all, selfTest{Options{Custom: c}, 1 + i, true}, selfTest{Options{Custom: c, Segmented: true}, 3 + i, false})
	}
	return all
}

// testableImages are options of every kind: 9 for each size of tiles, and 3 more.
func testableImages() (all []ImageOptions) {
	linear, logarithm := ImageHistogram{Bins: 100, Lower: -0.3, Upper: 1.7}, ImageHistogram{Bins: 64, Lower: -10, Upper: 4, Log2: true}
	for i, tile := range [][2]int{{0, 0}, {16, 16}, {3, 5}, {1, 1}, {64, 17}} {
		w, h := tile[0], tile[1]
		all = append(all,
			ImageOptions{Op: Sum, TileWidth: w, TileHeight: h}, ImageOptions{Op: Mean, TileWidth: w, TileHeight: h},
			ImageOptions{Op: Min, TileWidth: w, TileHeight: h}, ImageOptions{Op: Max, TileWidth: w, TileHeight: h},
			ImageOptions{Op: Op(i % 4), Weighted: true, TileWidth: w, TileHeight: h},
			ImageOptions{Op: Sum, Weighted: true, Weights: [4]float32{1, -1, 1, -1}, TileWidth: w, TileHeight: h},
			ImageOptions{Statistics: true, Histogram: linear, Weights: halves, TileWidth: w, TileHeight: h},
			ImageOptions{Op: Mean, Histogram: logarithm, TileWidth: w, TileHeight: h},
			ImageOptions{Custom: &brightest, TileWidth: w, TileHeight: h, Histogram: linear})
	}
	return append(all, ImageOptions{Op: Mean, Weighted: true, Weights: [4]float32{1e30}},
		ImageOptions{Histogram: ImageHistogram{Bins: 1024, Lower: 1e6, Upper: 1e6 + 1}},
		ImageOptions{Histogram: ImageHistogram{Bins: 1, Lower: -1e30, Upper: 1e30}})
}

func TestSelfTestsPass(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	taken := 0
	for i, c := range selfTests() {
		if !c.ordinary && !gputest.Nightly() {
			continue
		}
		if taken++; !gputest.ShareOfSelfTests(taken) {
			continue
		}
		o := c.Options
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,segmented=%v,bykey=%v,%d", o.Op, o.Type, o.Segmented, o.ByKey, i), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, c.path) {
				if tune.Workers == 7 {
					continue // the same kernels as with 3
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					if _, p, err := o.prepare("New"); err != nil || !o.inOnePass(p) {
						o.Algorithm = gpu.ReduceThenScan // the only form
					}
					gputest.LeavesNothing(t, dev, "a reducer", func() {
						r, err := New(dev, o)
						if err != nil {
							t.Fatalf("%+v: %v", o, err)
						}
						r.Release()
					})
				})
			}
		})
	}
	for i, o := range testableImages() {
		if kind, tile := i%9, i/9; tile < 5 && tile != 2*kind%5 && !gputest.Nightly() || tile == 5 && !gputest.Share(kind, 2) {
			continue // an ordinary run takes each kind with one size of tiles
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,tile=%dx%d,%d", o.Op, o.TileWidth, o.TileHeight, i), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, 1+i) {
				if tune.Workers == 7 {
					continue
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					o.Algorithm = gpu.ReduceThenScan
					gputest.LeavesNothing(t, dev, "an image reduction", func() {
						im, err := NewImage(dev, o)
						if err != nil {
							t.Fatalf("%+v: %v", o, err)
						}
						im.Release()
					})
				})
			}
		})
	}
	for _, line := range dev.Report() {
		t.Log(line)
		if strings.Contains(line, "not tested") || strings.Contains(line, ": not ") {
			t.Error(line)
		}
	}
}

// An ordinary run takes the first three.
func TestWrongReductionFallsBack(t *testing.T) {
	for i, o := range []Options{
		{}, {Segmented: true, Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}, {ByKey: true, Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}, {Segmented: true}, {Custom: &box},
		{Op: Mean}, {Op: ArgMax, Type: gpu.Float32}, {Op: Min, Type: gpu.Uint64, Segmented: true}, {Custom: &ordered, Segmented: true}, {ByKey: true}, {Op: Statistics},
	} {
		if i > 2 && !gputest.Nightly() {
			continue
		}
		t.Run(fmt.Sprintf("%v,%v,segmented=%v,bykey=%v,custom=%v,%v", o.Op, o.Type, o.Segmented, o.ByKey, o.Custom != nil, o.Algorithm), func(t *testing.T) {
			algorithm := max(o.Algorithm, gpu.ReduceThenScan)
			if o.Segmented || o.ByKey {
				o.Algorithm = algorithm
			}
			gputest.PassedOver(t, "reduce", algorithm, func(dev *gpu.Device) (string, error) {
				r, err := New(dev, o)
				if err != nil {
					return "", err
				}
				defer r.Release()
				if o != (Options{}) {
					return r.Variant(), nil
				}
				src, dst := gputest.Words(t, dev, []uint32{3, 1, 4, 1}), gputest.Fresh(t, dev, 1)
				defer src.Free()
				defer dst.Free()
				if err := r.Reduce(dst.View(), src.View(), gpu.N(4)); err != nil {
					return "", err
				}
				gputest.Equal(t, "after a fallback", dst.Get(), []uint32{9})
				return r.Variant(), nil
			})
		})
	}
}

// An ordinary run takes statistics with a histogram.
func TestWrongImageReductionFallsBack(t *testing.T) {
	h := ImageHistogram{Bins: 10, Upper: 1}
	for i, o := range []ImageOptions{
		{}, {Op: Max, TileWidth: 16, TileHeight: 16}, {Op: Min}, {Op: Mean, Weighted: true}, {Statistics: true, TileWidth: 2, TileHeight: 2, Histogram: h}, {Custom: &brightest},
	} {
		if !gputest.Share(i+2, 6) {
			continue
		}
		t.Run(fmt.Sprint("options=", i), func(t *testing.T) {
			gputest.PassedOver(t, "reduce: image", gpu.ReduceThenScan, func(dev *gpu.Device) (string, error) {
				im, err := NewImage(dev, o)
				if err != nil {
					return "", err
				}
				defer im.Release()
				return im.shape.Variant(), nil
			})
		})
	}
}

// Whichever variant is taken in the end, memory by ImageScratchBytes is enough.
func TestImageScratchIsEnoughForEveryVariant(t *testing.T) {
	c := gpu.Caps{Multiprocessors: 1, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{KHR: true, Ballot: true, Size: 8}}
	o := ImageOptions{Tuning: gpu.Tuning{Workers: 1}}
	for _, side := range []int{30, 33, 64, 65, 1000, 1200, 2000, 3000} {
		t.Run(fmt.Sprint("side=", side), func(t *testing.T) {
			bytes, err := ImageScratchBytes(c, o, side, side)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
				t.Run(l.String(), func(t *testing.T) {
					o := o
					o.Lanes = l
					s, p, err := o.pick("NewImage", c)
					if err != nil {
						t.Fatal(err)
					}
					if need := o.layout(s, p, side, side).scratch(p); need > bytes {
						t.Errorf("%v, %d texels wide: %d bytes are needed, ImageScratchBytes says %d", l, side, need, bytes)
					}
				})
			}
		})
	}
}

// Several of the self-test's items are the least or the largest, so that ArgMin and ArgMax have to
// choose the first.
func TestSelfTestTies(t *testing.T) {
	const n = 1000
	for _, o := range []Options{{Op: ArgMin, Type: gpu.Int32}, {Op: ArgMax, Type: gpu.Float32}} {
		oracle := kernel.OracleOf(ops[o.Op].of, o.Type)
		items := tiedItems(oracle, n)
		best := (&Reducer{o: o}).plain(oracle, items, 0, n)
		if best[1] != n/3 || items[n-1] != best[0] || items[n/2] != best[0] {
			t.Errorf("%v: item %d is %#x, the last is %#x, want equal ones", o.Op, best[1], best[0], items[n-1])
		}
	}
}

// The self-test has a worker with several tiles, and no more workers than there is memory for.
func TestSelfTestWorkersOfSeveralTiles(t *testing.T) {
	shape := kernel.Shape{GroupSize: 256, ItemsPerThread: 8, Workers: 40}
	forms := (&Reducer{shape: shape}).forms()
	if !slices.ContainsFunc(forms, func(r *Reducer) bool { return r.shape.WorkersFor(5*shape.TileSize()) < 5 }) {
		t.Error("each worker has one tile")
	}
	shape.Workers = 1
	for _, r := range (&Reducer{shape: shape}).forms() {
		if r.shape.Workers != 1 {
			t.Errorf("%d workers, want at most the 1 that there is memory for", r.shape.Workers)
		}
	}
}

// The means that the self-test expects, of no items too.
func TestSelfTestMeans(t *testing.T) {
	for typ, items := range map[gpu.Type][]uint32{
		gpu.Uint32: {1, 2, 6}, gpu.Float32: {math.Float32bits(1), math.Float32bits(2), math.Float32bits(6)},
	} {
		r := &Reducer{o: Options{Op: Mean, Type: typ}}
		for to, want := range map[int]float32{0: 0, 2: 1.5, 3: 3} {
			got := r.plain(kernel.OracleOf(gpu.Sum, typ), items, 0, to)
			gputest.Equal(t, fmt.Sprint(typ, " of ", to), got, []uint32{math.Float32bits(want)})
		}
	}
}

// The self-test has segments of each kind at every size: without a segment it would compare
// nothing.
func TestMadeOffsetsHaveEverySegment(t *testing.T) {
	const tile = 64
	for _, n := range []int{1, 2, 3, 4, 5*tile + tile/2 + 2} {
		t.Run(fmt.Sprint("n=", n), func(t *testing.T) {
			offsets := madeOffsets(n, tile)
			if len(offsets) < 2 || !slices.IsSorted(offsets) || offsets[0] > 3 || offsets[len(offsets)-1] != uint32(n) {
				t.Fatalf("offsets %v, want segments of ascending offsets from at most 3 to %d", offsets, n)
			}
			empty, longest := false, uint32(0)
			for s := range len(offsets) - 1 {
				empty, longest = empty || offsets[s] == offsets[s+1], max(longest, offsets[s+1]-offsets[s])
			}
			if longest == 0 {
				t.Errorf("offsets %v have no segment with items", offsets)
			}
			if n > 3*tile && (!empty || longest <= 2*tile || offsets[0] == 0) {
				t.Errorf("offsets %v: want an empty segment, one of more than two tiles, and items before the first", offsets)
			}
		})
	}
}
