// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest is a case of TestSelfTestsPass.
type selfTest struct {
	Options
	path     int  // for gputest.Turn: where a test of results has the options, its path
	ordinary bool // taken by an ordinary run
}

// selfTests are options of every kind. An ordinary run takes each type, and each kind of segments.
func selfTests() (all []selfTest) {
	for i, typ := range gputest.NumberTypes {
		for _, op := range kernel.Ops {
			takes := [...]gpu.Op{gpu.Sum, gpu.Min, gpu.Max, gpu.Sum, gpu.Max, gpu.Min, gpu.Max}
			all = append(all, selfTest{Options{Op: op, Type: typ}, pathOf(i, int(op)), op == takes[i]})
		}
		for k, by := range []By{Flags, Keys, Offsets} {
			// An ordinary run takes what TestScanBySegments takes on the same paths.
			all = append(all, selfTest{Options{Op: kernel.Ops[i%len(kernel.Ops)], Type: typ, By: by, KeyBytes: twoWords(by)}, [...]int{3, 1, 2}[(i+k)%3], typ == gpu.Uint32})
		}
	}
	for i, op := range []*gpu.Operator{&affine, &matrix, &large} {
		for k, by := range []By{Whole, Flags, Offsets} {
			all = append(all, selfTest{Options{Operator: op, By: by}, 2*i + k, i == 0 && by != Flags || i == 1 && by == Flags})
		}
	}
	// Those of TestScanEndsEveryLanePath, so that no other kernels are compiled.
	for i, o := range []Options{
		{}, {Op: gpu.Max, Type: gpu.Vec4}, {Type: gpu.Int64, By: Flags}, {Operator: &affine, By: Keys}, {Operator: &mapped, Record: "uvec4", RecordBytes: 16}, resultsOf(mapped, true),
		{Input: gpu.InputStrided, Stride: 5}, {Input: gpu.InputGathered, Type: gpu.Int64, By: Keys}, {Input: gpu.InputCounting, Type: gpu.Float32}, countedMaps,
		{Type: gpu.Vec2, Compensated: true, Ends: true}, {Type: gpu.Vec4, Compensated: true, By: Flags},
	} {
		o.Ends = true
		all = append(all, selfTest{o, i, o.Operator == nil || o.Record != ""})
	}
	double, sums := Options{Type: gpu.Float64}, Options{Type: gpu.Float32, Compensated: true, Ends: true}
	bySegment := sums
	bySegment.By = Flags
	return append(all, selfTest{Options{By: Offsets, Ends: true}, 1, false}, selfTest{double, pathOf(7, 0), true},
		selfTest{Options{Op: gpu.Min, Type: gpu.Float64}, pathOf(7, 1), true}, selfTest{sums, 2, true}, selfTest{bySegment, 3, true})
}

// testableHistograms are histograms of every kind.
func testableHistograms() (all []HistogramOptions) {
	for _, typ := range histTypes {
		for _, bins := range []int{1, 7, 5000} {
			all = append(all, histEven(typ, bins, gpu.Tuning{}), HistogramOptions{Type: typ, Bins: bins, Edges: true})
		}
	}
	return append(all, HistogramOptions{Bins: 1, Upper: 1 << 32}, HistogramOptions{Type: gpu.Int32, Bins: 1 << 16, Lower: -1 << 31, Upper: 1 << 31})
}

func TestSelfTestsPass(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	taken := 0
	for _, c := range selfTests() {
		if !c.ordinary && !gputest.Nightly() {
			continue
		}
		if taken++; !gputest.ShareOfSelfTests(taken) {
			continue
		}
		o := c.Options
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,by=%v,ends=%v", o.Op, o.Type, o.By, o.Ends), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, c.path) {
				if tune.Workers == 7 {
					continue // the same kernels as with 3
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					gputest.LeavesNothing(t, dev, "a scanner", func() {
						s, err := New(dev, o)
						if err != nil {
							t.Fatalf("%+v: %v", o, err)
						}
						s.Release()
					})
				})
			}
		})
	}
	for i, o := range testableHistograms() {
		if !gputest.Share(i+i/6, 6) {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,bins=%d,edges=%v,upper=%v", o.Type, o.Bins, o.Edges, o.Upper), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					o.Algorithm = gpu.ReduceThenScan // the only form of histograms
					h, err := NewHistogram(dev, o)
					if err != nil {
						t.Fatalf("%+v: %v", o, err)
					}
					h.Release()
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

// Both forms in one scanner, as on a driver for which comb chooses a single pass. An ordinary run
// takes the lanes that every driver has.
func TestSelfTestsOfBothAlgorithms(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
		if l != gpu.LanesShared && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, l.String(), func(t *testing.T) {
			shape, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: l, Algorithm: gpu.SinglePass})
			if err != nil {
				return
			}
			shape.MayReduceThenScan = true
			o, g, err := Options{Type: gpu.Uint64}.prepare("New")
			if err != nil {
				t.Fatal(err)
			}
			s := &Scanner{d: dev, o: o, glue: g, shape: shape.ForItems(g.Bytes), scratch: kernel.NewScratch(dev, "scan")}
			defer s.Release()
			if err := s.build(); err != nil {
				t.Fatal(err)
			}
			p := s.selfTest(shape)
			if s.walk.Kernel != nil {
				t.Error("the kernels of chunks were compiled before they were needed")
			}
			forms, err := s.forms()
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Specs) != 3 || len(forms) != 3 {
				t.Errorf("%d kernels and %d forms are tested, want 3 and 3", len(p.Specs), len(forms))
			}
			if few := forms[2].shape; few.WorkersFor(5*few.TileSize()) >= 5 {
				t.Errorf("no worker has several of 5 tiles: %d workers", few.Workers)
			}
			one := *s
			one.shape.MayReduceThenScan = false
			if specs := one.specs(); len(specs) != 1 {
				t.Errorf("%d kernels of a single pass alone are proven, want 1", len(specs))
			}
			if err := p.Test(); err != nil {
				t.Error(err)
			}
			// One of the two forms is wrong: its Inclusive is invalid.
			for what, spoil := range map[string]func(bad *Scanner){
				"single pass": func(bad *Scanner) {
					bad.tiles = slices.Clone(bad.tiles)
					bad.tiles[0].U.Inclusive = -1
				},
				"chunked": func(bad *Scanner) { bad.walk.U.Inclusive = -1 },
			} {
				gputest.Run(t, dev, what, func(t *testing.T) {
					bad := *s
					spoil(&bad)
					if err := bad.selfTest(shape).Test(); !errors.Is(err, gpu.ErrSelfTest) || !strings.Contains(err.Error(), fmt.Sprint("single pass ", what == "single pass")) {
						t.Errorf("%s is wrong: %v", what, err)
					}
				})
			}
		})
	}
}

// An ordinary run takes words in both forms.
func TestWrongScanFallsBack(t *testing.T) {
	for i, o := range []Options{
		{}, {Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}},
		{Op: gpu.Max, Type: gpu.Vec4, By: Flags}, {Type: gpu.Int64, By: Offsets}, {Operator: &affine}, {Ends: true},
	} {
		if i > 1 && !gputest.Nightly() {
			continue
		}
		t.Run(fmt.Sprintf("%v,%v,by=%v,%v", o.Op, o.Type, o.By, o.Algorithm), func(t *testing.T) {
			o.Algorithm = max(o.Algorithm, gpu.ReduceThenScan)
			gputest.PassedOver(t, "scan", o.Algorithm, func(dev *gpu.Device) (variant string, err error) {
				s, err := New(dev, o)
				if err != nil {
					return "", err
				}
				defer s.Release()
				return s.Variant(), s.rightly(t, dev)
			})
		})
	}
}

// The items of a histogram's self-test lie in all bins and in none, whatever their type.
func TestHistogramSelfTestCoversEveryBin(t *testing.T) {
	for _, typ := range histTypes {
		for _, o := range []HistogramOptions{histEven(typ, 20, gpu.Tuning{}), {Type: typ, Bins: 20, Edges: true}} {
			t.Run(fmt.Sprintf("%v,edges=%v", typ, o.Edges), func(t *testing.T) {
				x := o.x()
				edges, found := x.madeEdges(), make([]int, o.Bins+1)
				for _, w := range x.madeItems(edges, 2000, 2654435761) {
					found[x.plainBin(edges, w)]++
				}
				if bin := slices.Index(found, 0); bin >= 0 {
					t.Errorf("no item is in bin %d of %d: %v", bin, o.Bins, found)
				}
			})
		}
	}
}

// Half an unit in the last place below Upper the distance from Lower rounds to the whole range.
func TestHistogramSelfTestRoundsIntoLastBin(t *testing.T) {
	x := Axis{Type: gpu.Float32, Bins: 5, Lower: -1, Upper: 1}
	below := math.Float32bits(math.Nextafter32(1, 0))
	if got := x.plainBin(nil, below); got != 4 {
		t.Errorf("the largest number below Upper is in bin %d, want 4", got)
	}
}

// The self-tests have enough items for a worker of several tiles, with the largest tiles too.
func TestSelfTestWorkersOfSeveralTiles(t *testing.T) {
	shape := kernel.Shape{LaneCount: 32, GroupSize: 256, ItemsPerThread: 8, Workers: 40}
	several := slices.ContainsFunc((&Histogram{shape: shape}).forms(), func(h *Histogram) bool {
		return h.shape.WorkersFor(5*shape.TileSize()) < 5
	})
	if !several {
		t.Error("histograms: each worker has one tile")
	}
	for _, h := range (&Histogram{shape: kernel.Shape{GroupSize: 256, ItemsPerThread: 8, Workers: 1}}).forms() {
		if h.shape.Workers != 1 {
			t.Errorf("%d workers, want at most the 1 that there is memory for", h.shape.Workers)
		}
	}
	small, large := shape.With(256, 4), shape.With(512, 16)
	s := &Scanner{shape: shape, tiles: []tile{{Sized: kernel.Sized{Shape: small}}, {Sized: kernel.Sized{Shape: large}}}}
	if got := s.largestTile(); got != large.TileSize() {
		t.Errorf("scans: the largest tile is %d, want %d", got, large.TileSize())
	}
}

func TestWrongHistogramFallsBack(t *testing.T) {
	second := Axis{Type: gpu.Int32, Bins: 3, Lower: -3, Upper: 3}
	for _, o := range []HistogramOptions{{Bins: 5, Upper: 10}, {Bins: 5, Edges: true}, {Bins: 5, Upper: 10, Y: second, Weighted: true}, histMapped(HistogramOptions{Bins: 5, Upper: 10, Input: gpu.InputStrided, Stride: 2})} {
		t.Run(fmt.Sprint("edges=", o.Edges, ",weighted=", o.Weighted, ",record=", o.Record), func(t *testing.T) {
			gputest.PassedOver(t, "scan: histogram", gpu.ReduceThenScan, func(dev *gpu.Device) (string, error) {
				h, err := NewHistogram(dev, o)
				if err != nil {
					return "", err
				}
				defer h.Release()
				return h.Variant(), h.selfTest(h.shape).Test()
			})
		})
	}
}

// rightly scans a few items with the built-in operators, without the code of the self-test.
func (s *Scanner) rightly(t *testing.T, dev *gpu.Device) error {
	if s.o.Operator != nil || s.o.By != Whole {
		return nil
	}
	src := gputest.Words(t, dev, []uint32{3, 1, 4, 1})
	defer src.Free()
	if err := s.Inclusive(src.View(), src.View(), gpu.N(4)); err != nil {
		return err
	}
	gputest.Equal(t, "after a fallback", src.Get(), []uint32{3, 4, 8, 9})
	return nil
}
