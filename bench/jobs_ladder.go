// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"

	"github.com/combgl/comb/bench/ladder"
	"github.com/combgl/comb/internal/kernel"
)

// floats are what the ladder reduces: whole numbers from -3 to 3, of which every sum on the way is
// exact in float32 whatever its order, so that one item left out shows. Least and largest are found
// where tails get lost: at the end.
func (m maker) floats(channels int) []uint32 {
	out := each(m.n*channels, func(i int) uint32 { return math.Float32bits(float32(int(draw(m.seed, 7, i)%7) - 3)) })
	for c := range channels {
		switch m.operator {
		case ladder.Min.String():
			out[len(out)-channels+c] = math.Float32bits(float32(-10 - c))
		case ladder.Max.String():
			out[len(out)-channels+c] = math.Float32bits(float32(10 + c))
		}
	}
	return out
}

// reduced is what must come of them, channel by channel.
func reduced(in []uint32, channels int, operator string) []uint32 {
	out := make([]uint32, channels)
	for c := range channels {
		sum, least, largest := 0.0, math.Inf(1), math.Inf(-1)
		for i := c; i < len(in); i += channels {
			v := float64(math.Float32frombits(in[i]))
			sum, least, largest = sum+v, min(least, v), max(largest, v)
		}
		v := map[string]float64{"sum": sum, "mean": sum / float64(len(in)/channels), "min": least, "max": largest}[operator]
		out[c] = math.Float32bits(float32(v))
	}
	return out
}

func (m maker) ladderJob() *job {
	channels := 1
	operator, element := ladder.Sum, ladder.F32
	if m.element == ladder.Vec4.String() {
		channels, element = 4, ladder.Vec4
	}
	for operator.String() != m.operator && operator < ladder.Max {
		operator++
	}
	j := m.newJob(4 * int64(m.n*channels))
	r, err := ladder.New(m.d, m.variant, operator, element, m.n)
	if err != nil {
		return j.fail(err)
	}
	j.release = r.Release
	in, src := m.inputAt(j, areaSrc, "floats", func() []uint32 { return m.floats(channels) })
	want := m.known(j, "reduced", func() []uint32 { return reduced(in, channels, m.operator) })
	m.poisoned(j, r.Result())
	j.run = func() error { return r.Run(src) }
	j.check = func() error {
		got, err := m.pool.read(r.Result(), channels)
		if err != nil {
			return err
		}
		return near(m.variant, got, want, m.slack(operator))
	}
	return j
}

// slack is how far a sum or mean may be off: less than any item left out makes it.
func (m maker) slack(o ladder.Operator) float64 {
	switch o {
	case ladder.Sum:
		return 0.25
	case ladder.Mean:
		return 0.25 / float64(m.n)
	}
	return 0
}

// near compares floats: each may be off by slack and by a millionth of itself, the rounding of a
// division or two.
func near(what string, got, want []uint32, slack float64) error {
	for i := range want {
		g, w := float64(math.Float32frombits(got[i])), float64(math.Float32frombits(want[i]))
		off := math.Abs(g - w)
		if slack > 0 {
			off -= 1e-6 * math.Abs(w)
		}
		if !(off <= slack) { // NaN is not near
			return fmt.Errorf("%s: item %d of %d is %g, want %g", what, i, len(want), g, w)
		}
	}
	return nil
}

// An image and its tiles.
const (
	fullWidth, fullHeight   = 1920, 1080
	quickWidth, quickHeight = 480, 270
)

// imageSize is the size of an image of n texels.
func imageSize(n int) (width, height int) {
	if n == quickWidth*quickHeight {
		return quickWidth, quickHeight
	}
	return fullWidth, fullHeight
}

func (m maker) tilesJob() *job {
	width, height := imageSize(m.n)
	j := m.newJob(16 * int64(m.n))
	t, err := ladder.NewTiles(m.d, m.variant, width, height, m.tile)
	if err != nil {
		return j.fail(err)
	}
	j.release = t.Release
	columns, rows := t.Size()
	j.row.Note = fmt.Sprintf("%dx%d to %dx%d", width, height, columns, rows)
	texels := remember(m.pool, "texels", m.tag("texels"), func() []float32 {
		out := make([]float32, 4*m.n)
		for i := range out {
			out[i] = float32(draw(m.seed, 10, i)>>8) / (1 << 24)
		}
		return out
	})
	texture, free, err := kernel.NewTextureLevel(m.d, width, height, texels)
	if err != nil {
		return j.fail(err)
	}
	j.release = func() {
		free()
		t.Release()
	}
	want := m.known(j, "luminances", func() []uint32 { return luminances(texels, width, height, m.tile) })
	m.poisoned(j, t.Result())
	j.run = func() error { return t.Run(texture) }
	j.check = func() error {
		got, err := m.pool.read(t.Result(), columns*rows)
		if err != nil {
			return err
		}
		return near(m.variant, got, want, t.Bound())
	}
	return j
}

// luminances are the mean luminances (Rec. 709) of the tiles, row by row; at the edges of the
// texels that are there.
func luminances(texels []float32, width, height, tile int) []uint32 {
	columns, rows := (width+tile-1)/tile, (height+tile-1)/tile
	sums, counts := make([]float64, columns*rows), make([]float64, columns*rows)
	for y := range height {
		for x := range width {
			at, i := y/tile*columns+x/tile, 4*(y*width+x)
			sums[at] += 0.2126*float64(texels[i]) + 0.7152*float64(texels[i+1]) + 0.0722*float64(texels[i+2])
			counts[at]++
		}
	}
	return each(len(sums), func(i int) uint32 { return math.Float32bits(float32(sums[i] / counts[i])) })
}
