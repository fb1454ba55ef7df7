// SPDX-License-Identifier: MIT

package hair

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
)

// Light computed at the points is nearly that computed at each fragment, in all methods that draw
// and in tiles.
func TestPointShadingMatchesFragmentShading(t *testing.T) {
	dev := gputest.Device(t)
	set, head := thick(300), gputest.InNightly(bust, func() *groom.Head { return ball(0.1) })()
	for i, method := range []Transparency{Blend, Tiles, Lists8} {
		for k, s := range Shadings() {
			if !gputest.Share(i+k, 3) && i > 0 {
				continue // blended hair has them all
			}
			gputest.Run(t, dev, method.String()+"/"+s.String(), func(t *testing.T) {
				o := Options{Transparency: TransparencyOptions{Method: method}, Shading: ShadingOptions{Model: s}, Image: ImageOptions{Samples: 1}, Head: head}
				points := newRenderer(t, dev, set, o, 96, 72)
				o.Shading.PerFragment = true
				fragments := newRenderer(t, dev, set, o, 96, 72)
				got, want := lightOf(t, points, front(points)), lightOf(t, fragments, front(fragments))
				if psnr := decibels(got, want); psnr < 38 {
					t.Errorf("%v, %v: %.1f dB between light of points and of fragments", method, s, psnr)
				}
				if furthest(got, want) == 0 {
					t.Error("there is no difference at all: both compute light alike")
				}
			})
		}
	}
}

// decibels is the peak signal-to-noise ratio of two images' light, for a peak of 1.
func decibels(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d / float64(len(a))
	}
	return -10 * math.Log10(sum)
}

// Only what is drawn is shaded: points of culled segments keep what they had.
func TestShadeSkipsUndrawnPoints(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev, tuft(200), Options{Image: ImageOptions{Samples: 1}}, 64, 64)
	camera := front(r)
	camera.Target[0] += 0.5 * (r.m.high[0] - r.m.low[0]) // half of it leaves the image
	camera.FieldOfView /= 2
	lightOf(t, r, camera)
	drawn, err := r.Inspect()
	if err != nil {
		t.Fatal(err)
	}
	marks, err := r.light.Points().Marks.Download()
	if err != nil {
		t.Fatal(err)
	}
	shaded, err := r.light.Points().Shaded.Download()
	if err != nil {
		t.Fatal(err)
	}
	marked := 0
	for q, number := range marks {
		if number == r.light.Points().Number {
			marked++
		}
		if (shaded[q] != [2]uint32{}) != (number != 0) {
			t.Fatalf("point %d has mark %d and light %x", q, number, shaded[q])
		}
	}
	if drawn.Outside == 0 || marked <= drawn.Segments || marked > 2*drawn.Segments {
		t.Errorf("%d points are marked for %d segments that are drawn, %d are outside", marked, drawn.Segments, drawn.Outside)
	}
}
