// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// A partition in one pass waits for its last tile. If that is silent, each tile counts what follows
// it. Up to twice as many tiles as run at once are two a workgroup, and more are counted ahead of
// the move; where a count is missing, it is counted again. More records still take the other form.
func TestPartitionInOnePass(t *testing.T) {
	dev := gputest.Device(t)
	const atOnce = 40
	for at, tune := range gputest.Chains(dev) {
		if tune.Lanes != gpu.LanesKHR {
			continue // other lanes have no such kernel
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			for k, v := range []decision{
				{"words", Options{Classes: 2}, encodeValue, true},
				{"flags of pairs", Options{By: Flags, Classes: 2, Stride: 8}, encodeFlags, true},
				{"indices", Options{By: Mask, Classes: 2, Output: Indices}, encodeMask, true},
			} {
				if !gputest.Share(at+k, 3) {
					continue
				}
				gputest.Run(t, dev, v.name, func(t *testing.T) {
					r := rand.New(rand.NewSource(3))
					v.o.Tuning = tune.Tuning
					v.o.ResidentGroups = atOnce
					c, err := New(dev, v.o)
					if err != nil {
						t.Fatal(err)
					}
					defer c.Release()
					if !c.movers[0].chained() || c.movers[len(c.movers)-1].chained() {
						t.Fatal("want both forms")
					}
					tile := c.movers[0].Shape().TileSize()
					most := c.movers[len(c.movers)-2].Most // of those in one pass
					if few, many := c.VariantFor(most), c.VariantFor(most+1); few != "chained-khr" || many != "chunked-khr" {
						t.Errorf("the variants are %s and %s, want chained-khr and chunked-khr", few, many)
					}
					// Growing, and smaller after: each call leaves the other set of words to be
					// zeroed.
					for _, tiles := range []int{1, 3, 2, 0, 35, 33, 1, 5, atOnce, atOnce + 2, 2*atOnce - 3, 2*atOnce + 2, 4} {
						n := max(0, tiles*tile-5)
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							classes := make([]int, n)
							for i := range classes {
								classes[i] = r.Intn(2)
							}
							try(t, dev, c, v, fmt.Sprint(v.name, " of ", n), r, classes)
						})
					}
				})
			}
		})
	}
}

// The forms by size: in one pass as many tiles as run at once, or a few times as many. In software
// none run at once.
func TestPartitionShapes(t *testing.T) {
	caps := gpu.Caps{Renderer: "NVIDIA H200", Vendor: "NVIDIA Corporation", Multiprocessors: 132, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{Size: 32, KHR: true}}
	for _, c := range []struct {
		name     string
		o        Options
		software bool
		want     string // the most records of each kernel, ! if its tiles are few, and the workgroups that take several
	}{
		{"words", Options{Classes: 2}, false, "[65536 524288! 1081344! 4325376/264 67108864 2147483647]"},
		{"few at once", Options{Classes: 2, Tuning: gpu.Tuning{ResidentGroups: 10}}, false, "[20480 40960 81920 163840/10 67108864 2147483647]"},
		{"flags", Options{Classes: 2, By: Flags}, false, "[65536 524288! 1081344! 67108864 2147483647]"},
		{"none at once", Options{Classes: 2, Tuning: gpu.Tuning{ResidentGroups: -1}}, false, "[2147483647]"},
		{"software", Options{Classes: 2}, true, "[2147483647]"},
		{"large records", Options{Classes: 2, Stride: 12}, false, "[2147483647]"},
		{"three classes", Options{Classes: 3, By: Flags}, false, "[2147483647]"},
		{"compaction", Options{}, false, "[65536 524288! 2097152! 2147483647]"},
		{"split", Options{Output: Split}, false, "[65536 1048576! 2097152! 2147483647/528]"},
		{"split of large records", Options{Output: Split, Stride: 48}, false, "[2147483647]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := c.o.withDefaults("New")
			if err != nil {
				t.Fatal(err)
			}
			caps.Software = c.software
			t1 := o.Tuning
			t1.Lanes, t1.Algorithm = gpu.LanesKHR, gpu.SinglePass
			if !o.singlePass() {
				t1.Algorithm = gpu.ReduceThenScan
			}
			shape, err := kernel.Pick(caps, t1)
			if err != nil {
				t.Fatal(err)
			}
			chunks, err := o.chunks(caps, shape)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, one := range o.shapes(caps, shape, chunks) {
				text := fmt.Sprint(one.Most)
				if one.Shape.FewTiles {
					text += "!"
				}
				if one.turns > 0 {
					text += fmt.Sprint("/", one.turns)
				}
				got = append(got, text)
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("kernels for %v records, want %s", got, c.want)
			}
		})
	}
}

// The first call that needs a tile size between the first and the last tests it. If it is wrong,
// the next right one moves.
func TestPartitionSizesAreTestedLate(t *testing.T) {
	const more = "compact, more records: "
	for _, wrong := range []bool{false, true} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
		if !dev.Caps().Subgroup.KHR {
			t.Skip("no lanes exchange values")
		}
		gputest.Run(t, dev, fmt.Sprint("wrong=", wrong), func(t *testing.T) {
			v := decision{"words", Options{Classes: 2, Tuning: gpu.Tuning{Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR, ResidentGroups: 40}}, encodeValue, true}
			c, err := New(dev, v.o)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			if len(c.movers) < 3 || c.movers[1].Kernel != nil || strings.Contains(reported(dev), more) {
				t.Fatalf("New tested too much, or there is nothing more:\n%s", reported(dev))
			}
			if wrong {
				f := &dev.Internal().Faults
				f.WrongAlgorithm, f.WrongLanes = int(gpu.SinglePass), int(gpu.LanesKHR)
			}
			r := rand.New(rand.NewSource(4))
			classes := make([]int, c.movers[0].Most+5)
			for i := range classes {
				classes[i] = r.Intn(2)
			}
			for range 2 {
				try(t, dev, c, v, "more records", r, classes)
			}
			last := &c.movers[len(c.movers)-1]
			if m := c.moverFor(len(classes)); (m == last) != wrong || c.movers[1].wrong != wrong {
				t.Errorf("tiles of %d move, and those of %d are wrong: %v", m.Shape().TileSize(), c.movers[1].Shape().TileSize(), c.movers[1].wrong)
			}
			if report := reported(dev); strings.Contains(report, more+"not ") != wrong || !strings.Contains(report, more) {
				t.Errorf("the report:\n%s", report)
			}
		})
	}
}
