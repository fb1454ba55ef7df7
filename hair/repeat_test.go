// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A frame depends on its own inputs alone: it has the same bits in another renderer, and after a
// frame of another view. Machines of a render farm make one sequence.
func TestFramesAreTheSameBitsEachTime(t *testing.T) {
	dev := gputest.Device(t)
	type kind struct {
		name string
		o    Options
	}
	kinds := []kind{
		{"usual", Options{Transparency: TransparencyOptions{Method: Tiles}, Image: ImageOptions{AutoExposure: true}}},
		{"less detail", Options{Transparency: TransparencyOptions{Method: Tiles}, Strands: StrandOptions{Detail: 0.4}}},
		{"exact", Options{Transparency: TransparencyOptions{Method: Exact}}},
	}
	if gputest.Nightly() {
		for _, method := range []Transparency{Blend, Weighted, Occupancy} {
			kinds = append(kinds, kind{method.String(), Options{Transparency: TransparencyOptions{Method: method}}})
		}
		for _, s := range Shadows() {
			kinds = append(kinds, kind{"shadow " + s.String(), Options{Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Shadow: s}}})
		}
	}
	for _, c := range kinds {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			image, light := repeatable(t, dev, c.o, false)
			again, lightAgain := repeatable(t, dev, c.o, true)
			if !bytes.Equal(image, again) || !slices.Equal(light, lightAgain) {
				t.Error("the second frame has other bits")
			}
		})
	}
}

// repeatable is a frame of a new renderer, also after one of another view.
func repeatable(t *testing.T, dev *gpu.Device, o Options, after bool) ([]byte, []float32) {
	t.Helper()
	const width, height = 96, 80
	o.Head = ball(0.06)
	other := func(r *Renderer) Camera { return front(r).Orbit(2, -0.3, 0.6) }
	first := front
	if after {
		first = other
	}
	r, image := render(t, dev, tuft(600), o, first, width, height)
	if after || o.Transparency.Method == Exact {
		framebuffer := newTarget(t, width, height)
		if err := r.Reserve(front(r)); err != nil {
			t.Fatal(err)
		}
		if err := r.Frame(front(r), Target{Framebuffer: framebuffer}, nil); err != nil {
			t.Fatal(err)
		}
		image = readTarget(framebuffer, width, height)
	}
	l, err := r.Linear()
	if err != nil {
		t.Fatal(err)
	}
	return image, l.Pixels
}
