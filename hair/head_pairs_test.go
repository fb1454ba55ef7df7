// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/internal/head"
	"github.com/go-gl/mathgl/mgl32"
)

// One dispatch by atomics of 64 bits finds the head that two dispatches find: the depths and the
// image are the same bits. A second frame from another side begins with what the first one left.
func TestHeadFoundTogetherMatchesInTurn(t *testing.T) {
	dev := gputest.Device(t)
	if dev.Caps().Int64Atomics == nil {
		t.Skip("no atomics of 64 bits")
	}
	shown := gputest.InNightly(groom.NewHead, bust)()
	for _, c := range []struct {
		samples       int
		distance      float32
		width, height int
	}{{1, 1, 97, 71}, {4, 3, 97, 71}, {1, 0.12, 96, 72}, {4, 0.02, 131, 9}, {4, 0.05, 1, 1}} {
		gputest.Run(t, dev, fmt.Sprintf("samples=%d,distance=%v,%dx%d", c.samples, c.distance, c.width, c.height), func(t *testing.T) {
			view := func(azimuth float32) Camera {
				low, high := groom.HeadBox()
				camera := Fit(low, high, 4.0/3).Orbit(azimuth, 0.2, c.distance)
				camera.Target = mgl32.Vec3{0, 0.05, 0}
				return camera
			}
			set := tuft(3)
			set.Unit = 0.01
			o := Options{Transparency: TransparencyOptions{Method: Tiles}, Head: shown, Image: ImageOptions{Samples: c.samples}, Light: LightOptions{Shadow: NoShadow}}
			defer func() { head.PairsForTests = nil }()
			var depths [2][]uint32
			var images [2][]byte
			for i, together := range []bool{false, true} {
				head.PairsForTests = &together
				r, _ := render(t, dev, set, o, func(*Renderer) Camera { return view(0.4) }, c.width, c.height)
				target := newTarget(t, c.width, c.height)
				if err := r.Frame(view(1.9), Target{Framebuffer: target}, nil); err != nil {
					t.Fatal(err)
				}
				images[i] = readTarget(target, c.width, c.height)
				depths[i] = make([]uint32, r.scene.Traced.Depths.Size()/4)
				if err := gpu.Download(dev, r.scene.Traced.Depths, depths[i]); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(depths[0], depths[1]) {
				t.Error("the depths differ")
			}
			if !bytes.Equal(images[0], images[1]) {
				t.Error("the images differ")
			}
		})
	}
}
