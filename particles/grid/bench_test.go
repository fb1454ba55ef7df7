// SPDX-License-Identifier: MIT

package grid

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A build of n records of 32 bytes, some four in a cell. gpu-us is the median of its GPU time;
// moved is with records that lie in the grid's order already, large with large pages.
func BenchmarkBuild(b *testing.B) {
	for _, large := range []bool{false, true} {
		for _, hashed := range []bool{false, true} {
			for _, moved := range []bool{false, true} {
				for _, log := range []int{14, 20, 22, 23, 24} {
					b.Run(fmt.Sprintf("large=%v/hashed=%v/moved=%v/n=2^%d", large, hashed, moved, log), func(b *testing.B) {
						benchmarkBuild(b, gputest.DeviceWith(b, gpu.Options{LargePages: large}), log, hashed, moved)
					})
				}
			}
		}
	}
}

func benchmarkBuild(b *testing.B, dev *gpu.Device, log int, hashed, moved bool) {
	n := 1 << log
	if dev.Caps().Software && n > 1<<16 {
		b.Skip("a software renderer")
	}
	side := float32(int(1) << ((log - 2) / 3)) // cells along an axis
	o := Options{Capacity: n, Cell: 2 / side, Min: [3]float32{-1, -1, -1}, Max: [3]float32{1, 1, 1}, Stride: 32}
	if o.Hashed = hashed; hashed {
		o.Min, o.Max = [3]float32{}, [3]float32{}
	}
	g, err := New(dev, o)
	if err != nil {
		b.Fatal(err)
	}
	defer g.Release()
	words := make([]uint32, 8*n)
	box := Options{Capacity: n, Cell: 2 / side, Min: [3]float32{-0.8, -0.8, -0.8}, Max: [3]float32{0.8, 0.8, 0.8}, Stride: 32}
	l, err := box.layout()
	if err != nil {
		b.Fatal(err)
	}
	copy(words, l.records(l.scatter(n)))
	src, err := gpu.NewBufferFrom(dev, words)
	if err != nil {
		b.Fatal(err)
	}
	defer src.Release()
	timer, err := dev.NewTimer(1)
	if err != nil {
		b.Fatal(err)
	}
	defer timer.Release()
	build := func() time.Duration {
		timer.Begin()
		if err := g.Build(src.View(), gpu.N(n)); err != nil {
			b.Fatal(err)
		}
		timer.Mark("build")
		stages, _, err := timer.Stages()
		if err != nil {
			b.Fatal(err)
		}
		return stages[0].Time
	}
	build()
	if moved {
		again, err := gpu.NewBuffer[uint32](dev, len(words))
		if err != nil {
			b.Fatal(err)
		}
		defer again.Release()
		if err := g.Reorder(again.View(), src.View(), 32); err != nil {
			b.Fatal(err)
		}
		src = again
	}
	var took []time.Duration
	b.ResetTimer()
	for range b.N {
		took = append(took, build())
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "gpu-us")
	b.ReportMetric(float64(n)*1e3/float64(max(1, took[len(took)/2].Nanoseconds())), "records/us")
}
