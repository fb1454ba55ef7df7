// SPDX-License-Identifier: MIT

package hair

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/mathgl/mgl32"
)

// The head that kernels find is the one that is drawn: from afar, from so near that triangles cross
// the near plane, and from inside of it.
func TestTracedHeadMatchesDrawnHead(t *testing.T) {
	dev := gputest.Device(t)
	head := gputest.InNightly(groom.NewHead, bust)()
	for _, samples := range []int{1, 4} {
		for i, distance := range []float32{1, 0.12, 0.02} {
			if samples > 1 && !gputest.Share(i, 3) {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("samples=%d,distance=%v", samples, distance), func(t *testing.T) {
				camera := func(*Renderer) Camera {
					low, high := groom.HeadBox()
					c := Fit(low, high, 4.0/3).Orbit(0.4, 0.2, distance)
					c.Target = mgl32.Vec3{0, 0.05, 0}
					return c
				}
				set := tuft(3)
				set.Unit = 0.01
				o := Options{Transparency: TransparencyOptions{Method: Tiles}, Head: head, Image: ImageOptions{Samples: samples}, Light: LightOptions{Shadow: gputest.InNightly(Shadow(0), NoShadow)}}
				traced, got := render(t, dev, set, o, camera, 96, 72)
				o.Transparency.Method = Blend
				drawn, want := render(t, dev, set, o, camera, 96, 72)
				if !traced.scene.Traces || drawn.scene.Traces {
					t.Fatal("the head is traced for both, or for none")
				}
				wrong := 0
				for i := range got {
					if d := int(got[i]) - int(want[i]); d < -6 || d > 6 {
						wrong++
					}
				}
				// Of a pixel at an edge inside of the head the mean of colours is taken before the
				// tone curve.
				if wrong > len(got)/100 {
					t.Errorf("%d of %d values are more than 6 of 255 apart", wrong, len(got))
				}
			})
		}
	}
}

// Resize refuses too many samples before it takes memory, and the size stays.
func TestResizeRefusesTooManySamples(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev, tuft(3), Options{Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Shadow: NoShadow}}, 16, 16)
	side := 16384
	if dev.Caps().MaxStorageBytes >= side*side*16 {
		t.Skip("the driver's storage blocks hold the samples of any image")
	}
	if err := r.Resize(side, side); !errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), "Options.Image.Samples 1") {
		t.Errorf("%v", err)
	}
	lightOf(t, r, front(r))
}
