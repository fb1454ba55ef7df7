// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/internal/scene"
)

// GPUs and software list the segments of tiles by kernels of their own. The images are the same
// bits. The tiles of thin hairs are kept as bits, those of wide ones are found again. The items of
// a workgroup fill what it stages once, more than once, and too often.
func TestTilesAreListedAlike(t *testing.T) {
	dev := gputest.Device(t)
	for _, width := range []float32{0, 12, 30, 90} {
		gputest.Run(t, dev, fmt.Sprint("width=", width), func(t *testing.T) {
			form := func(texels bool) []byte {
				scene.TexelsForTests = &texels
				defer func() { scene.TexelsForTests = nil }()
				o := Options{Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Shadow: NoShadow}, Strands: StrandOptions{Opacity: 0.2}}
				o.Debug.WidthPixels = width
				r, image := render(t, dev, tuft(40), o, front, 133, 101)
				if drawn, err := r.Inspect(); err != nil || drawn.Leftover != 0 {
					t.Fatalf("%d items found no room: %v", drawn.Leftover, err)
				}
				return image
			}
			if !bytes.Equal(form(true), form(false)) {
				t.Error("the images differ")
			}
		})
	}
}

// Tiles read a record of each segment, or project its points again. The images are the same bits:
// of thin hairs, wide ones whose ribbons fold, and hairs that the near plane cuts. The items of a
// workgroup fill what it stages, or are too many. The number of segments is no multiple of a
// workgroup's.
func TestRecordsMatchPoints(t *testing.T) {
	dev := gputest.Device(t)
	inside := func(r *Renderer) Camera {
		low, high := r.Bounds()
		return Fit(low, high, 1).Orbit(0.4, 0.2, 0.1)
	}
	for _, c := range []struct {
		name    string
		strands int
		o       Options
		camera  func(*Renderer) Camera
	}{
		{"thin", 301, Options{Head: ball(0.1)}, front},
		{"wide", 301, Options{Debug: DebugOptions{WidthPixels: 30}, Transparency: TransparencyOptions{Resort: 8}}, front},
		{"very wide", 41, Options{Debug: DebugOptions{WidthPixels: 90}}, front},
		{"near", 301, Options{Shading: ShadingOptions{PerFragment: true}, Image: ImageOptions{Samples: 1}}, inside},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			form := func(records bool) []byte {
				table, texels := false, false
				oit.RecordsForTests, oit.TableForTests, scene.TexelsForTests = &records, &table, &texels
				defer func() { oit.RecordsForTests, oit.TableForTests, scene.TexelsForTests = nil, nil, nil }()
				o := c.o
				o.Transparency.Method, o.Light.Shadow, o.Strands.Opacity = Tiles, NoShadow, 0.3
				r, image := render(t, dev, thick(c.strands), o, c.camera, 133, 101)
				if drawn, err := r.Inspect(); err != nil || drawn.Segments == 0 || drawn.Leftover != 0 {
					t.Fatalf("%d segments, %d items found no room: %v", drawn.Segments, drawn.Leftover, err)
				}
				return image
			}
			if !bytes.Equal(form(true), form(false)) {
				t.Error("the images differ")
			}
		})
	}
}
