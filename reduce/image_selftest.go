// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the image reduction's self-test. An operator of the caller is replaced, because
// the buffers that it reads may not be bound yet. Weights are replaced if their sums would leave
// the range of float32.
func (im *Image) selfTest(shape kernel.Shape) kernel.SelfTest {
	o := im.o
	if o.Custom != nil {
		o.Op, o.Weighted, o.Custom = Sum, o.Custom.Bytes <= 4, nil
	}
	for _, w := range o.Weights {
		if w != 0 && !(math.Abs(float64(w)) > 1e-20 && math.Abs(float64(w)) < 1e20) {
			o.Weights = Rec709
		}
	}
	if o == im.o {
		return kernel.SelfTest{Specs: imageSpecs(im.shape, im.plan, im.o), Test: im.test}
	}
	shape, p, err := o.fit(shape)
	return kernel.SelfTest{Specs: imageSpecs(shape, p, o), Test: func() error {
		if err != nil {
			return err
		}
		in := &Image{d: im.d, o: o, shape: shape, plan: p, scratch: kernel.NewScratch(im.d, "Image")}
		defer in.Release()
		if err := in.build(); err != nil {
			return err
		}
		return in.test()
	}}
}

// madeWidth and madeHeight are the size of the test image. It is larger than a workgroup's share of
// a large tile.
const madeWidth, madeHeight = 97, 61

// test reduces small whole numbers, which differ in their channels. The last texel is also reduced
// alone.
func (im *Image) test() error {
	texels := make([]float32, 4*madeWidth*madeHeight)
	for i := range texels {
		texels[i] = float32(uint32(i+1)*2654435761>>28) - 7
	}
	for c, far := range []float32{100, 117, 134, 151} {
		if im.o.Op == Min {
			far = -far
		}
		texels[len(texels)-4+c] = far
	}
	for _, p := range []struct {
		width, height int
		texels        []float32
	}{{1, 1, texels[len(texels)-4:]}, {madeWidth, madeHeight, texels}} {
		got, _, err := im.once(p.width, p.height, p.texels)
		if err != nil {
			return err
		}
		if err := im.compare(got, p.width, p.height, p.texels); err != nil {
			return err
		}
	}
	if im.o.Histogram.Bins == 0 {
		return nil
	}
	im.spread(texels)
	_, counts, err := im.once(madeWidth, madeHeight, texels)
	if err != nil {
		return err
	}
	return im.compareCounts(counts, texels)
}

func (im *Image) once(width, height int, texels []float32) (results []float32, counts []uint32, err error) {
	texture, free, err := kernel.NewTextureLevel(im.d, width, height, texels)
	if err != nil {
		return nil, nil, err
	}
	defer free()
	columns, rows := im.Size(width, height)
	dst, err := gpu.NewBuffer[float32](im.d, columns*rows*im.ResultBytes()/4)
	if err != nil {
		return nil, nil, err
	}
	defer dst.Release()
	if im.o.Histogram.Bins == 0 {
		if err := im.Reduce(dst.View(), texture, 0); err != nil {
			return nil, nil, err
		}
		results, err = dst.Download()
		return results, nil, err
	}
	bins, err := gpu.NewBuffer[uint32](im.d, im.o.Histogram.Bins)
	if err != nil {
		return nil, nil, err
	}
	defer bins.Release()
	if err := im.ReduceHistogram(dst.View(), bins.View(), texture, 0); err != nil {
		return nil, nil, err
	}
	if results, err = dst.Download(); err != nil {
		return nil, nil, err
	}
	counts, err = bins.Download()
	return results, counts, err
}

// values returns the values of a texel that are reduced: its channels, or their weighted sum.
func (im *Image) values(texel []float32) []float64 {
	sum := 0.0
	all := make([]float64, 4)
	w := im.o.weighting()
	for c, v := range texel {
		all[c] = float64(v)
		sum += float64(v) * float64(w[c])
	}
	if im.o.Weighted || im.o.Statistics {
		return []float64{sum}
	}
	return all
}

// compare compares the results with a plain loop. Weighted and divided numbers may differ by the
// rounding of float32.
func (im *Image) compare(got []float32, width, height int, texels []float32) error {
	columns, rows := im.Size(width, height)
	w, h := im.o.tile(width, height)
	var want, slack []float64
	for tile := range columns * rows {
		x0, y0 := tile%columns*w, tile/columns*h
		var sum, least, most []float64
		n := 0
		for y := y0; y < min(y0+h, height); y++ {
			for x := x0; x < min(x0+w, width); x++ {
				v := im.values(texels[4*(y*width+x):][:4])
				if n == 0 {
					sum = make([]float64, len(v))
					least, most = append(least, v...), append(most, v...)
				}
				n++
				for c := range v {
					sum[c] += v[c]
					least[c], most[c] = min(least[c], v[c]), max(most[c], v[c])
				}
			}
		}
		for c := range sum {
			mean := sum[c] / float64(n)
			switch {
			case im.o.Statistics:
				want = append(want, mean, least[c], most[c], float64(n))
			case im.o.Op == Mean:
				want = append(want, mean)
			case im.o.Op == Min:
				want = append(want, least[c])
			case im.o.Op == Max:
				want = append(want, most[c])
			default:
				want = append(want, sum[c])
			}
			for len(slack) < len(want) {
				slack = append(slack, im.rounding(n))
			}
		}
	}
	for i := range want {
		if !(math.Abs(float64(got[i])-want[i]) <= slack[i]) {
			return fmt.Errorf("reduce: image: %v, %dx%d texels: word %d is %v, want %v: %w", im.o.Op, width, height, i, got[i], want[i], gpu.ErrSelfTest)
		}
	}
	return nil
}

// rounding is the allowed error of a result of n texels. It is 0 if whole numbers are added or
// compared.
func (im *Image) rounding(n int) float64 {
	if !im.o.Weighted && !im.o.Statistics {
		if im.o.Op == Mean {
			return 1e-5
		}
		return 0
	}
	weight := 0.0
	for _, w := range im.o.weighting() {
		weight += math.Abs(float64(w))
	}
	if im.o.Op == Sum && !im.o.Statistics {
		return 1e-4 * weight * float64(n)
	}
	return 1e-4 * weight
}

// spread changes the texels so that their weighted sums lie in all bins of the histogram, and
// outside.
func (im *Image) spread(texels []float32) {
	h, w := im.o.Histogram, im.o.weighting()
	heaviest := 0
	for c := range w {
		if math.Abs(float64(w[c])) > math.Abs(float64(w[heaviest])) {
			heaviest = c
		}
	}
	clear(texels)
	for i := 0; i < len(texels); i += 4 {
		x := h.Lower + (h.Upper-h.Lower)*(float64(uint32(i+1)*2654435761)/(1<<32)*1.2-0.1)
		if h.Log2 {
			x = math.Exp2(min(max(x, -60), 60))
		}
		texels[i+heaviest] = float32(max(-1e18, min(1e18, x/float64(w[heaviest]))))
	}
}

// compareCounts allows a texel very near an edge of bins to be on either side. It compares the
// counts up to each bin with the least and the most possible.
func (im *Image) compareCounts(counts []uint32, texels []float32) error {
	h := im.o.Histogram
	lower, upper, scale := h.rounded()
	bin := func(x float64) int {
		place := (x - float64(lower)) * float64(scale)
		return int(max(0, min(float64(h.Bins-1), math.Floor(place))))
	}
	most, least := make([]uint32, h.Bins), make([]uint32, h.Bins)
	for i := 0; i < len(texels); i += 4 {
		x := 0.0
		for c, w := range im.o.weighting() {
			x += float64(w) * float64(texels[i+c])
		}
		slack := 1e-6*(math.Abs(x)+math.Abs(float64(lower))+math.Abs(float64(upper))) + 1e-37
		if h.Log2 {
			x = math.Log2(x)
			slack = 2e-5 * (1 + math.Abs(x))
		}
		most[bin(x-slack)]++
		least[bin(x+slack)]++
	}
	var sum, low, high uint32
	for b, n := range counts {
		sum, low, high = sum+n, low+least[b], high+most[b]
		if sum < low || sum > high {
			return fmt.Errorf("reduce: image: histogram of %d texels: %d in bins up to %d, want %d to %d: %w", len(texels)/4, sum, b, low, high, gpu.ErrSelfTest)
		}
	}
	return nil
}
