// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// testImage is an image as the plain loop sees it.
type testImage struct {
	width, height int
	texels        []float32 // RGBA
}

// integerImage holds small whole numbers, so that sums are exact in any order.
func integerImage(r *rand.Rand, width, height int) testImage {
	p := testImage{width, height, make([]float32, 4*width*height)}
	for i := range p.texels {
		p.texels[i] = float32(r.Intn(15) - 7)
	}
	return p
}

// specialImage holds all that floats may be.
func specialImage(r *rand.Rand, width, height int) testImage {
	p := testImage{width, height, make([]float32, 4*width*height)}
	for i := range p.texels {
		p.texels[i] = float32(r.NormFloat64())
		if s := r.Intn(60); s < 6 {
			p.texels[i] = [...]float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1)), 1e30}[s]
		}
	}
	return p
}

// weightedOf is the channel that the weights make, with every rounding spelt out.
func weightedOf(o ImageOptions, texel []float32) float32 {
	w := o.weighting()
	var part [4]float32
	for c := range part {
		if w[c] != 0 {
			part[c] = float32(texel[c] * w[c])
		}
	}
	return float32(float32(float32(part[0]+part[1])+part[2]) + part[3])
}

// imageOracle is the plain loop: the results' words, and the counts.
func imageOracle(o ImageOptions, p testImage) (words, counts []uint32) {
	columns, rows := o.Size(p.width, p.height)
	w, h := o.tile(p.width, p.height)
	channels := 4
	if o.Weighted || o.Statistics {
		channels = 1
	}
	for tile := range columns * rows {
		x0, y0 := tile%columns*w, tile/columns*h
		sum, low, high := make([]float64, channels), make([]uint32, channels), make([]uint32, channels)
		least, most := gputest.OracleOf(gpu.Min, gpu.Float32), gputest.OracleOf(gpu.Max, gpu.Float32)
		for c := range channels {
			low[c], high[c] = least.Identity[0], most.Identity[0]
		}
		n := 0
		for y := y0; y < min(y0+h, p.height); y++ {
			for x := x0; x < min(x0+w, p.width); x++ {
				texel := p.texels[4*(y*p.width+x):][:4]
				if channels == 1 {
					texel = []float32{weightedOf(o, texel)}
				}
				n++
				for c, v := range texel {
					sum[c] += float64(v)
					low[c] = lesser(low[c], v)
					high[c] = larger(high[c], v)
				}
			}
		}
		for c := range channels {
			mean := math.Float32bits(float32(sum[c] / float64(n)))
			switch {
			case o.Statistics:
				words = append(words, mean, low[c], high[c], math.Float32bits(float32(n)))
			case o.Op == Mean:
				words = append(words, mean)
			case o.Op == Sum:
				words = append(words, math.Float32bits(float32(sum[c])))
			case o.Op == Min:
				words = append(words, low[c])
			case o.Op == Max:
				words = append(words, high[c])
			}
		}
	}
	if o.Histogram.Bins > 0 {
		counts = make([]uint32, o.Histogram.Bins)
		for i := 0; i < len(p.texels); i += 4 {
			if v := weightedOf(o, p.texels[i:i+4]); v == v {
				counts[imageBin(o.Histogram, v)]++
			}
		}
	}
	return words, counts
}

// lesser and larger pass over NaN and put -0 below +0, as Go's min and max do.
func lesser(bits uint32, v float32) uint32 {
	if v != v {
		return bits
	}
	return math.Float32bits(min(math.Float32frombits(bits), v))
}

func larger(bits uint32, v float32) uint32 {
	if v != v {
		return bits
	}
	return math.Float32bits(max(math.Float32frombits(bits), v))
}

func imageBin(h ImageHistogram, v float32) int {
	if h.Log2 {
		if v <= 0 {
			return 0
		}
		v = float32(math.Log2(float64(v)))
	}
	lower, upper, scale := h.rounded()
	switch {
	case v < lower:
		return 0
	case v >= upper:
		return h.Bins - 1
	}
	return min(h.Bins-1, int(float32(float32(v-lower)*scale)))
}

// alike compares words: as bits, or as floats some roundings apart where float sums were made.
func alike(got, want []uint32, near bool) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d words, want %d", len(got), len(want))
	}
	for i := range got {
		x, y := float64(math.Float32frombits(got[i])), float64(math.Float32frombits(want[i]))
		if got[i] == want[i] || near && (x == y || x != x && y != y || math.Abs(x-y) <= 2.5e-7*math.Abs(y)) {
			continue
		}
		return fmt.Errorf("word %d of %d is %v (%#x), want %v (%#x)", i, len(got), x, got[i], y, want[i])
	}
	return nil
}

// imageTry reduces a texture, twice when asked, and looks at everything afterwards.
func imageTry(t *testing.T, dev *gpu.Device, im *Image, texture uint32, level int, p testImage) {
	t.Helper()
	want, counts := imageOracle(im.o, p)
	// A few words more than the results, which are not theirs.
	dst, histogram := gputest.Fresh(t, dev, len(want)+3), gputest.Fresh(t, dev, len(counts)+3)
	defer dst.Free()
	defer histogram.Free()
	spare, spareCounts := dst.Get()[len(want):], histogram.Get()[len(counts):]
	var err error
	if counts != nil {
		err = im.ReduceHistogram(dst.View(), histogram.View(), texture, level)
	} else {
		err = im.Reduce(dst.View(), texture, level)
	}
	if err != nil {
		t.Fatal(err)
	}
	got, counted := dst.Get(), histogram.Get()
	what := fmt.Sprintf("%v (weighted %v, statistics %v) of %dx%d by %dx%d, %s", im.o.Op, im.o.Weighted, im.o.Statistics, p.width, p.height, im.o.TileWidth, im.o.TileHeight, gputest.Name(im.o.Tuning))
	near := im.o.Op == Mean || im.o.Statistics || im.o.Op == Sum && im.o.Weighted
	if err := alike(got[:len(want)], want, near); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	gputest.Equal(t, what+": behind the results", got[len(want):], spare)
	gputest.Equal(t, what+": counts", counted[:len(counts)], counts)
	gputest.Equal(t, what+": behind the counts", counted[len(counts):], spareCounts)
}

func newImage(t *testing.T, dev *gpu.Device, o ImageOptions) *Image {
	t.Helper()
	im, err := NewImage(dev, o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return im
}
