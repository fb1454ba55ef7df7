// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
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
