// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// provable are options of every kind.
func provable() (all []Options) {
	for _, typ := range gputest.NumberTypes {
		for op := gpu.Sum; op <= gpu.Max; op++ {
			all = append(all, Options{Op: op, Type: typ})
		}
		all = append(all, Options{Op: gpu.Max, Type: typ, By: Flags}, Options{Op: gpu.Sum, Type: typ, By: Keys, KeyBytes: 8}, Options{Op: gpu.Min, Type: typ, By: Offsets})
	}
	for _, op := range []*gpu.Operator{&affine, &matrix, &large} {
		all = append(all, Options{Operator: op}, Options{Operator: op, By: Flags}, Options{Operator: op, By: Offsets})
	}
	return all
}

// provenBy are histograms of every kind.
func provenBy() (all []HistogramOptions) {
	for _, typ := range histTypes {
		for _, bins := range []int{1, 7, 5000} {
			all = append(all, histEven(typ, bins, gpu.Tuning{}), HistogramOptions{Type: typ, Bins: bins, Edges: true})
		}
	}
	return append(all, HistogramOptions{Bins: 1, Upper: 1 << 32}, HistogramOptions{Type: gpu.Int32, Bins: 1 << 16, Lower: -1 << 31, Upper: 1 << 31})
}

func TestEveryScanProvesItself(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	for i, o := range provable() {
		if !gputest.Share(i+i/6, 4) && o.Operator == nil {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,by=%v", o.Op, o.Type, o.By), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i/4) {
				if tune.Workers == 7 {
					continue // the same kernels as with 3
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					gputest.LeavesNothing(t, dev, "a proven scanner", func() {
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
	for i, o := range provenBy() {
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

// Both forms in one scanner, as on a driver for which comb chooses a single pass.
func TestEitherWayOfAScanIsProven(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
		gputest.Run(t, dev, l.String(), func(t *testing.T) {
			shape, err := gpu.Pick(dev.Caps(), gpu.Tuning{Lanes: l, Algorithm: gpu.SinglePass})
			if err != nil {
				return
			}
			shape.Either = true
			o, g, err := Options{By: Keys}.prepare()
			if err != nil {
				t.Fatal(err)
			}
			s := &Scanner{d: dev, o: o, glue: g, shape: shape.ForItems(g.Bytes), scratch: dev.NewScratch("scan")}
			defer s.Release()
			if err := s.build(); err != nil {
				t.Fatal(err)
			}
			p := s.proof(shape)
			if s.walk.Kernel != nil {
				t.Error("the kernels of chunks were compiled before they were needed")
			}
			ways, err := s.ways()
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Specs) != 3 || len(ways) != 3 {
				t.Errorf("%d kernels and %d ways are proven, want 3 and 3", len(p.Specs), len(ways))
			}
			if err := p.Test(); err != nil {
				t.Error(err)
			}
			// Either one wrong: inclusive does not reach it.
			for what, spoil := range map[string]func(bad *Scanner){
				"chained": func(bad *Scanner) {
					bad.tiles = slices.Clone(bad.tiles)
					bad.tiles[0].U.Inclusive = -1
				},
				"chunked": func(bad *Scanner) { bad.walk.U.Inclusive = -1 },
			} {
				gputest.Run(t, dev, what, func(t *testing.T) {
					bad := *s
					spoil(&bad)
					if err := bad.proof(shape).Test(); !errors.Is(err, gpu.ErrSelfTest) || !strings.Contains(err.Error(), fmt.Sprint("single pass ", what == "chained")) {
						t.Errorf("%s is wrong: %v", what, err)
					}
				})
			}
		})
	}
}

func TestAWrongScanIsPassedOver(t *testing.T) {
	for _, o := range []Options{{}, {Op: gpu.Max, Type: gpu.Vec4, By: Flags}, {Type: gpu.Int64, By: Offsets}, {Operator: &affine}, {Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}} {
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
func TestItemsOfTheHistogramSelfTest(t *testing.T) {
	for _, typ := range histTypes {
		for _, o := range []HistogramOptions{histEven(typ, 20, gpu.Tuning{}), {Type: typ, Bins: 20, Edges: true}} {
			t.Run(fmt.Sprintf("%v,edges=%v", typ, o.Edges), func(t *testing.T) {
				h := &Histogram{o: o}
				edges, found := h.madeEdges(), make([]int, o.Bins+1)
				for _, w := range h.madeItems(edges, 2000) {
					found[h.plainBin(edges, w)]++
				}
				if bin := slices.Index(found, 0); bin >= 0 {
					t.Errorf("no item is in bin %d of %d: %v", bin, o.Bins, found)
				}
			})
		}
	}
}

func TestAWrongHistogramIsPassedOver(t *testing.T) {
	for _, o := range []HistogramOptions{{Bins: 5, Upper: 10}, {Bins: 5, Edges: true}} {
		t.Run(fmt.Sprint("edges=", o.Edges), func(t *testing.T) {
			gputest.PassedOver(t, "scan: histogram", gpu.ReduceThenScan, func(dev *gpu.Device) (string, error) {
				h, err := NewHistogram(dev, o)
				if err != nil {
					return "", err
				}
				defer h.Release()
				return h.Variant(), h.test()
			})
		})
	}
}

// rightly scans a few items of built-in operators on their own account.
func (s *Scanner) rightly(t *testing.T, dev *gpu.Device) error {
	if s.o.Operator != nil || s.o.By != Whole {
		return nil
	}
	src := gputest.Words(t, dev, []uint32{3, 1, 4, 1})
	defer src.Free()
	if err := s.Inclusive(src.View(), src.View(), gpu.N(4)); err != nil {
		return err
	}
	gputest.Equal(t, "after a fall", src.Get(), []uint32{3, 4, 8, 9})
	return nil
}
