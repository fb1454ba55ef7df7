// SPDX-License-Identifier: MIT

package grid

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the self-test of the grid's kernels. The sorter and the gatherer
// have their own.
func (g *Grid) selfTest(kernel.Shape) kernel.SelfTest {
	key, order := g.l.specs(g.shape)
	return kernel.SelfTest{Specs: []kernel.Spec{key, order}, Test: g.test}
}

// scatter makes positions in and around the box, or around the origin. Some are outside and some
// have a NaN.
func (l *layout) scatter(n int) [][3]float32 {
	all := make([][3]float32, n)
	r := uint32(1)
	for i := range all {
		for c := range all[i] {
			r = r*1664525 + 1013904223
			x := float32(r>>8) / (1 << 24)
			low, wide := float32(-9), float32(18)*l.Cell
			if l.Hashed {
				low *= l.Cell
			} else {
				wide = l.Max[c] - l.Min[c]
				low = l.Min[c] - 0.1*wide
				wide *= 1.2
			}
			all[i][c] = low + wide*x
		}
		if i%61 == 7 {
			all[i][i%2] = float32(math.NaN())
		}
	}
	return all
}

// records returns records with these positions, in the layout of src.
func (l *layout) records(places [][3]float32) []uint32 {
	words := make([]uint32, len(places)*l.Stride/4)
	for i := range words {
		words[i] = 0x7FC00000 // a NaN, which fails the test if a kernel reads it as a position
	}
	for i, p := range places {
		for c := range l.placeAxes {
			words[(i*l.Stride+l.Place)/4+c] = math.Float32bits(p[c])
		}
	}
	return words
}

// test compares builds with a plain loop: of some tiles of records, or of Capacity if that is less;
// and of fewer records, with the count on the GPU. It leaves a grid without records.
func (g *Grid) test() error {
	defer func() { g.built = false }() // the caller has built nothing
	most := min(g.l.Capacity, 3*g.shape.TileSize()+5)
	places := g.l.scatter(most)
	src, err := gpu.NewBufferFrom(g.d, g.l.records(places))
	defer src.Release()
	if err != nil {
		return err
	}
	count, err := gpu.NewBufferFrom(g.d, []uint32{uint32(most * 2 / 3)})
	defer count.Release()
	if err != nil {
		return err
	}
	for _, n := range []gpu.Count{gpu.N(most), gpu.CountAt(count.View(), most)} {
		if err := g.Build(src.View(), n); err != nil {
			return err
		}
		want := g.l.build(places)
		if _, onGPU := n.Word(); onGPU {
			want = g.l.build(places[:most*2/3])
		}
		if err := g.compare(want); err != nil {
			return err
		}
	}
	// A walk before the first Build finds no neighbours, and not those of the self-test.
	if err := g.Build(gpu.View{}, gpu.N(0)); err != nil {
		return err
	}
	return g.d.Check()
}

// compare reads a build back and returns the first difference as an error.
func (g *Grid) compare(want built) error {
	stats, err := g.StatsNow()
	if err != nil {
		return err
	}
	if stats != want.stats {
		return fmt.Errorf("grid: self-test: got %+v, want %+v: %w", stats, want.stats, gpu.ErrSelfTest)
	}
	places, err := g.places.Download()
	if err != nil {
		return err
	}
	for i, p := range want.places {
		if places[i] != p {
			return fmt.Errorf("grid: self-test: place %d: got %x, want %x: %w", i, places[i], p, gpu.ErrSelfTest)
		}
	}
	starts, err := g.starts.Download()
	if err != nil {
		return err
	}
	for i, s := range want.starts {
		if starts[i] != s {
			return fmt.Errorf("grid: self-test: start of cell %d of %d: got %d, want %d: %w", i, g.l.cells, starts[i], s, gpu.ErrSelfTest)
		}
	}
	return nil
}
