// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"image"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// As the camera recedes the automatic level of detail leaves out more and more strands. What
// flickers by that, beside all strands from the same cameras, is no more than by drawing fewer
// strands at all.
func TestAutoDetailHasNoPopping(t *testing.T) {
	dev := gputest.Device(t)
	set, head := groomed(t)
	const size = 160
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Release)
	r, err := NewRenderer(dev, m, Options{Head: gputest.InNightly(head, nil), Light: LightOptions{Shadow: NoShadow}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Release)
	if err := r.Resize(size, size); err != nil {
		t.Fatal(err)
	}
	target := Target{Framebuffer: newTarget(t, size, size)}
	mask := make([]bool, size*size)
	for i := range mask {
		mask[i] = true
	}
	low, high := r.Bounds()
	near := Fit(low, high, 1).Orbit(2.4, 0.1, 2)
	shoot := func(t *testing.T, detail, distance float32) *image.NRGBA {
		r.SetDetail(detail)
		c := near
		c.Distance *= distance
		if err := r.Frame(c, target, nil); err != nil {
			t.Fatal(err)
		}
		img := image.NewNRGBA(image.Rect(0, 0, size, size))
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, target.Framebuffer)
		gl.ReadPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
		return img
	}
	const step = 1.01
	for i, distance := range []float32{2.5, 1} {
		if !gputest.Share(i, 2) {
			continue
		}
		gputest.Run(t, dev, fmt.Sprint("distance=", distance), func(t *testing.T) {
			a, b := shoot(t, AutoDetail, distance), shoot(t, AutoDetail, distance*step)
			share := r.Detail()
			if share >= 0.9 || share <= LeastDetail {
				t.Fatalf("the share is %v at %v: nothing comes or goes", share, distance)
			}
			fullA, fullB := shoot(t, 1, distance), shoot(t, 1, distance*step)
			stillA, stillB := shoot(t, share, distance), shoot(t, share, distance*step)
			auto, err := imagediff.TemporalRMS(a, b, fullA, fullB, mask)
			if err != nil {
				t.Fatal(err)
			}
			still, err := imagediff.TemporalRMS(stillA, stillB, fullA, fullB, mask)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("at %v, share %.3f: temporal RMS %.5f by itself, %.5f with the share held", distance, share, auto, still)
			if auto > 1.15*still+0.0005 {
				t.Errorf("at %v: temporal RMS %.5f, %.5f with the share held", distance, auto, still)
			}
		})
	}
}
