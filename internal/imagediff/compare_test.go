// SPDX-License-Identifier: MIT

package imagediff

import (
	"errors"
	"fmt"
	"image"
	"math"
	"math/rand"
	"testing"
)

func flat(width, height int, r, g, b uint8) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(p.Pix); i += 4 {
		copy(p.Pix[i:], []uint8{r, g, b, 255})
	}
	return p
}

// noise is an image of soft stripes with some noise.
func noise(width, height int, seed int64) *image.NRGBA {
	random := rand.New(rand.NewSource(seed))
	p := flat(width, height, 0, 0, 0)
	for i := range width * height {
		x, y := i%width, i/width
		for c := range 3 {
			p.Pix[4*i+c] = uint8(100 + 60*math.Sin(0.3*float64(x+c*y)) + 40*random.Float64())
		}
	}
	return p
}

func all(p *image.NRGBA) []bool {
	mask := make([]bool, p.Rect.Dx()*p.Rect.Dy())
	for i := range mask {
		mask[i] = true
	}
	return mask
}

func measure(t *testing.T, a, b *image.NRGBA, mask []bool) Figures {
	t.Helper()
	f, err := Measure(a, b, mask)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestEqualImagesHaveNoError(t *testing.T) {
	for _, p := range []*image.NRGBA{noise(40, 30, 1), flat(1, 1, 9, 9, 9), flat(13, 1, 0, 0, 0), flat(1, 50, 255, 255, 255)} {
		want := Figures{PSNR: MostPSNR, SSIM: 1}
		if f := measure(t, p, p, all(p)); f != want {
			t.Errorf("%v: %+v, want %+v", p.Rect, f, want)
		}
	}
}

func TestMetricsOfKnownDifference(t *testing.T) {
	// Half of the pixels are off by 16 in green, one of them by 51 in blue as well.
	a := flat(10, 10, 100, 100, 100)
	b := flat(10, 10, 100, 100, 100)
	for i := range 50 {
		b.Pix[4*i+1] += 16
	}
	b.Pix[2] += 51
	f := measure(t, b, a, all(a))
	squares := (50.0*16*16 + 51*51) / 300
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"psnr_db", f.PSNR, 20 * math.Log10(255/math.Sqrt(squares))}, {"mean_error", f.MeanError, (50*16 + 51) / 300.0 / 255},
		{"max_error", f.MaxError, 0.2}, {"pixels_off", f.PixelsOff, 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !near(c.got, c.want, 1e-12) {
				t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
			}
		})
	}
	// 8 is not off, 9 is.
	for by, want := range map[uint8]float64{8: 0, 9: 1} {
		t.Run(fmt.Sprint("by=", by), func(t *testing.T) {
			if f := measure(t, flat(4, 4, 20, 20, 20+by), flat(4, 4, 20, 20, 20), all(flat(4, 4, 0, 0, 0))); f.PixelsOff != want {
				t.Errorf("off by %d: %v pixels off, want %v", by, f.PixelsOff, want)
			}
		})
	}
}

// Pixels outside the mask do not count, except where windows and filters reach them.
func TestPixelsOutsideMaskAreIgnored(t *testing.T) {
	a, b := noise(64, 48, 1), noise(64, 48, 1)
	mask := all(a)
	for i := range mask {
		mask[i] = i%64 < 20
	}
	for y := range 48 {
		copy(b.Pix[b.PixOffset(50, y):], []uint8{255, 0, 255, 255})
	}
	want := Figures{PSNR: MostPSNR, SSIM: 1}
	if f := measure(t, a, b, mask); f != want {
		t.Errorf("%+v, want %+v", f, want)
	}
	if f := measure(t, a, b, all(a)); f.PSNR > 30 || f.SSIM > 0.99 || f.FLIP < 0.01 {
		t.Errorf("the whole image: %+v", f)
	}
}

func TestSubImages(t *testing.T) {
	big := noise(60, 50, 3)
	part := big.SubImage(image.Rect(7, 9, 39, 33)).(*image.NRGBA)
	other := noise(60, 50, 4).SubImage(image.Rect(20, 1, 52, 25)).(*image.NRGBA)
	whole := func(p *image.NRGBA) *image.NRGBA {
		out := flat(p.Rect.Dx(), p.Rect.Dy(), 0, 0, 0)
		each(p, func(i int, v []uint8) { copy(out.Pix[4*i:], v) })
		return out
	}
	if a, b := measure(t, part, other, all(part)), measure(t, whole(part), whole(other), all(part)); a != b {
		t.Errorf("parts of images: %+v, copies of them: %+v", a, b)
	}
}

func TestInvalidComparisonsAreRefused(t *testing.T) {
	p := flat(4, 3, 1, 2, 3)
	for _, c := range []struct {
		name string
		a, b *image.NRGBA
		mask []bool
		want error
	}{
		{"sizes", p, flat(3, 4, 1, 2, 3), all(p), ErrSize},
		{"a short mask", p, p, make([]bool, 11), ErrMask},
		{"no mask", p, p, nil, ErrMask},
		{"an empty mask", p, p, make([]bool, 12), ErrMask},
		{"no pixels", flat(0, 0, 0, 0, 0), flat(0, 0, 0, 0, 0), nil, ErrMask},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Measure(c.a, c.b, c.mask); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
			if _, err := TemporalRMS(c.a, c.a, c.b, c.b, c.mask); !errors.Is(err, c.want) {
				t.Errorf("%s, temporal: %v, want %v", c.name, err, c.want)
			}
		})
	}
	_, flip := FLIP(p, flat(1, 1, 0, 0, 0))
	_, errs := Errors(p, flat(1, 1, 0, 0, 0))
	_, difference := Difference(p, flat(1, 1, 0, 0, 0), 1)
	_, wipe := Wipe(p, flat(1, 1, 0, 0, 0), 0.5)
	for _, err := range []error{flip, errs, difference, wipe} {
		if !errors.Is(err, ErrSize) {
			t.Errorf("%v, want %v", err, ErrSize)
		}
	}
}

func TestTemporalRMS(t *testing.T) {
	a0, a1, r0, r1 := flat(5, 5, 10, 10, 10), flat(5, 5, 30, 10, 10), flat(5, 5, 50, 50, 50), flat(5, 5, 70, 50, 50)
	if rms, err := TemporalRMS(a0, a1, r0, r1, all(a0)); err != nil || rms != 0 {
		t.Errorf("an error that stays: %v, %v", rms, err)
	}
	if rms, err := TemporalRMS(a0, a0, r0, r1, all(a0)); err != nil || !near(rms, 20/255.0/math.Sqrt(3), 1e-12) {
		t.Errorf("20 in one of three channels: %v, %v", rms, err)
	}
}

// The similarity of a window by the formula, without a separable filter.
func TestSSIMMatchesFormula(t *testing.T) {
	a, b := noise(23, 19, 1), noise(23, 19, 2)
	got, la, lb := ssim(a, b), luma(a), luma(b)
	for _, at := range [][2]int{{11, 9}, {0, 0}, {22, 18}, {3, 12}} {
		t.Run(fmt.Sprintf("at=%d,%d", at[0], at[1]), func(t *testing.T) {
			var w, x, y, xx, yy, xy float64
			for dy := -5; dy <= 5; dy++ {
				for dx := -5; dx <= 5; dx++ {
					px, py := at[0]+dx, at[1]+dy
					if px < 0 || px >= 23 || py < 0 || py >= 19 {
						continue
					}
					g := math.Exp(-float64(dx*dx+dy*dy) / (2 * 1.5 * 1.5))
					va, vb := la.Values[py*23+px], lb.Values[py*23+px]
					w, x, y, xx, yy, xy = w+g, x+g*va, y+g*vb, xx+g*va*va, yy+g*vb*vb, xy+g*va*vb
				}
			}
			x, y, xx, yy, xy = x/w, y/w, xx/w, yy/w, xy/w
			c1, c2 := 6.5025, 58.5225
			want := (2*x*y + c1) * (2*(xy-x*y) + c2) / ((x*x + y*y + c1) * (xx - x*x + yy - y*y + c2))
			if v := got.Values[at[1]*23+at[0]]; !near(v, want, 1e-9) {
				t.Errorf("at %v: %v, want %v", at, v, want)
			}
		})
	}
	// Two flat images differ in luminance alone.
	f := measure(t, flat(20, 20, 100, 100, 100), flat(20, 20, 200, 200, 200), all(flat(20, 20, 0, 0, 0)))
	if want := (2*100*200 + 6.5025) / (100*100 + 200*200 + 6.5025); !near(f.SSIM, want, 1e-9) {
		t.Errorf("flat images: %v, want %v", f.SSIM, want)
	}
}

func FuzzMeasure(f *testing.F) {
	f.Add(uint8(3), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 200, 201, 202})
	f.Add(uint8(1), []byte{0, 0, 0, 255, 255, 255, 1})
	f.Add(uint8(255), []byte{})
	f.Fuzz(func(t *testing.T, w uint8, data []byte) {
		width := 1 + int(w)%40
		height := 1 + len(data)/7/width%40
		a, b := flat(width, height, 0, 0, 0), flat(width, height, 0, 0, 0)
		mask := make([]bool, width*height)
		n := 0
		for i := range mask {
			if len(data) < 7*(i+1) {
				break
			}
			copy(a.Pix[4*i:], data[7*i:][:3])
			copy(b.Pix[4*i:], data[7*i+3:][:3])
			if mask[i] = data[7*i+6]&1 == 1; mask[i] {
				n++
			}
		}
		x, err := Measure(a, b, mask)
		if n == 0 {
			if !errors.Is(err, ErrMask) {
				t.Fatalf("an empty mask: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		y := measure(t, b, a, mask)
		if x.PSNR != y.PSNR || x.MeanError != y.MeanError || x.MaxError != y.MaxError || x.PixelsOff != y.PixelsOff ||
			!near(x.SSIM, y.SSIM, 1e-9) || !near(x.FLIP, y.FLIP, 1e-9) {
			t.Errorf("not symmetric: %+v, %+v", x, y)
		}
		for _, v := range []float64{x.MeanError, x.MaxError, x.PixelsOff, x.FLIP, (x.SSIM + 1) / 2, x.PSNR / MostPSNR} {
			if !(v >= 0 && v <= 1) {
				t.Errorf("out of range: %+v", x)
			}
		}
		if (x.PSNR == MostPSNR) != (x.MaxError == 0) {
			t.Errorf("%+v", x)
		}
	})
}
