// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/mathgl/mgl32"
)

// Kernels that read buffers as textures, as software does, compute the same bits as kernels that
// read storage blocks: the light of all places and the image.
func TestTexelsMatchBlocks(t *testing.T) {
	dev := gputest.Device(t)
	set, head := tuft(200), ball(0.1)
	for i, o := range []Options{
		{Head: head, Light: LightOptions{ShadowSize: 64, ShadowShare: 0.4}},
		{Light: LightOptions{ShadowSize: 24, Lights: []Light{{Point: true, Position: mgl32.Vec3{2, 1, 1}, Strength: 1}}}, Image: ImageOptions{Samples: 1}},
		{Strands: StrandOptions{Detail: 0.5}, Shading: ShadingOptions{PerFragment: true}},
		{Light: LightOptions{Shadow: Deep8Shadow}},
		{Light: LightOptions{Shadow: OccupancyShadow}},
	} {
		if !gputest.Share(i, 3) && i > 0 {
			continue
		}
		o.Transparency.Method = Tiles
		gputest.Run(t, dev, fmt.Sprint("options=", i), func(t *testing.T) {
			form := func(texels bool) ([]uint32, []byte) {
				scene.TexelsForTests = &texels
				defer func() { scene.TexelsForTests = nil }()
				r, image := render(t, dev, set, o, front, 64, 48)
				lit, err := r.shadows.Lit.Download()
				if err != nil {
					t.Fatal(err)
				}
				return lit, image
			}
			lit, image := form(true)
			wantLit, wantImage := form(false)
			gputest.Equal(t, "light", lit, wantLit)
			if !bytes.Equal(image, wantImage) {
				t.Error("the images differ")
			}
		})
	}
}
