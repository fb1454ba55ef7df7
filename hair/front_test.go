// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"image"
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/imagediff"
)

// thinScene draws a groom at several levels of detail from one camera.
type thinScene struct {
	r      *Renderer
	camera Camera
	target uint32
	size   int
}

func newThinScene(t *testing.T, size int, o Options) *thinScene {
	set, _ := groomed(t)
	o.Transparency.Method = Tiles
	r, _ := render(t, gputest.Device(t), set, o, front, size, size)
	return &thinScene{r, front(r), newTarget(t, size, size), size}
}

func (s *thinScene) shoot(t *testing.T, share float32) *image.NRGBA {
	s.r.SetDetail(share)
	pixels, row := frameOf(t, s.r, s.camera, s.target, s.size, s.size), 4*s.size
	flipped := make([]byte, 0, len(pixels))
	for y := s.size - 1; y >= 0; y-- {
		flipped = append(flipped, pixels[y*row:][:row]...)
	}
	return &image.NRGBA{Pix: flipped, Stride: 4 * s.size, Rect: image.Rect(0, 0, s.size, s.size)}
}

// cover is the part of the image that hair hides, in pixels.
func (s *thinScene) cover(t *testing.T) (sum float64) {
	l, err := s.r.Linear()
	if err != nil {
		t.Fatal(err)
	}
	for i := 3; i < len(l.Pixels); i += 4 {
		sum += float64(l.Pixels[i])
	}
	return sum
}

// A level of detail leaves out hair that other hair hides, so that a share looks like all strands
// and hides as much. By ranks alone half of the strands had 26 dB and a quarter 22.
func TestSharesLookLikeAllStrands(t *testing.T) {
	s := newThinScene(t, 256, Options{Image: ImageOptions{NoBackdrop: true, Samples: 1}, Light: LightOptions{ShadowSize: 256}})
	all, cover := s.shoot(t, 1), s.cover(t)
	layers, err := s.r.Layers()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		share float32
		least float64 // dB
	}{{0.5, 38}, {0.25, 31}} {
		gputest.Run(t, s.r.d, fmt.Sprint("share=", c.share), func(t *testing.T) {
			f, err := imagediff.Measure(s.shoot(t, c.share), all, layers.Mask())
			if err != nil {
				t.Fatal(err)
			}
			part := s.cover(t) / cover
			t.Logf("at %v: %.2f dB, %.4f of the cover", c.share, f.PSNR, part)
			if f.PSNR < c.least {
				t.Errorf("at %v the image is %.2f dB from that of all strands, want %v", c.share, f.PSNR, c.least)
			}
			if math.Abs(part-1) > 0.03 {
				t.Errorf("at %v hair hides %.4f of what all strands hide", c.share, part)
			}
		})
	}
	if again := s.shoot(t, 1); string(again.Pix) != string(all.Pix) {
		t.Error("all strands look different after a share was drawn")
	}
}

// The image changes little where the share does.
func TestSharesAreContinuous(t *testing.T) {
	s := newThinScene(t, 160, Options{Light: LightOptions{Shadow: NoShadow}})
	mask := make([]bool, s.size*s.size)
	for i := range mask {
		mask[i] = true
	}
	for _, share := range []float32{0.98, 0.5, 0.1} {
		gputest.Run(t, s.r.d, fmt.Sprint("share=", share), func(t *testing.T) {
			f, err := imagediff.Measure(s.shoot(t, share), s.shoot(t, 1.01*share), mask)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("at %v one part in 100 more is %.2f dB away", share, f.PSNR)
			if f.PSNR < 40 {
				t.Errorf("at %v one part in 100 more is %.2f dB away", share, f.PSNR)
			}
		})
	}
}
