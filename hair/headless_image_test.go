// SPDX-License-Identifier: MIT

package hair

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Without a head the image of the head is empty, whatever its memory held: a driver need not zero a
// new texture.
func TestImageOfNoHeadIsEmpty(t *testing.T) {
	dev := gputest.Device(t)
	const width, height = 32, 24
	r := newRenderer(t, dev, tuft(5), Options{Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Shadow: NoShadow}, Image: ImageOptions{NoBackdrop: true}}, width, height)
	if !r.scene.Traces {
		t.Fatal("tiles without a traced head: the test looks at nothing")
	}
	litter := make([]float32, 4*width*height)
	for i := range litter {
		litter[i] = 7
	}
	gl.BindTexture(gl.TEXTURE_2D, r.scene.Traced.Image)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.FLOAT, gl.Ptr(litter))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	light := lightOf(t, r, front(r))
	empty := 0
	for i := 0; i < len(light); i += 4 {
		if light[i+3] > 1.001 {
			t.Fatalf("pixel %d has %v without a head", i/4, light[i:i+4])
		}
		if light[i+3] == 0 {
			empty++
		}
	}
	if empty < width*height/4 {
		t.Errorf("%d of %d pixels are empty, want a quarter at least", empty, width*height)
	}
}
