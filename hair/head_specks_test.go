// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/mathgl/mgl32"
)

// The near and the far plane hold a head that is much larger than its hair.
func TestPlanesHoldALargeHead(t *testing.T) {
	c := Camera{Distance: 0.5, FieldOfView: fieldOfView}
	tiny, large := mgl32.Vec3{0.001, 0.001, 0.001}, mgl32.Vec3{0.2, 0.2, 0.2}
	o, err := Options{}.withDefaults(4)
	if err != nil {
		t.Fatal(err)
	}
	var f scene.Frame
	fillFrame(&f, c, 64, 64, tiny.Mul(-1), tiny, box{large.Mul(-1), large}, 1, o)
	for _, z := range []float32{-0.2, 0.2} {
		p := f.ViewProjection.Mul4x1(mgl32.Vec4{0, 0, z, 1})
		if depth := p[2] / p[3]; !(depth > -1 && depth < 1) {
			t.Errorf("the head at %v m has depth %v", z, depth)
		}
	}
}

// The head has no black pixel and no speck, from eight sides, in light from the front and from
// behind. An ordinary run takes every second side in each. A speck is much darker than all that is
// two pixels away. The dark scalp is left out: it may be that thin at an edge.
func TestHeadHasNoSpecks(t *testing.T) {
	dev := gputest.Device(t)
	const size = 96
	set := tuft(3)
	set.Unit = 0.01 // inside the head
	bare := *bust()
	bare.Scalp = make([]float32, len(bare.Scalp))
	low, high := mgl32.Vec3{-0.09, -0.14, -0.11}, mgl32.Vec3{0.09, 0.09, 0.11}
	for i, lights := range [][]Light{
		{{Direction: mgl32.Vec3{-0.55, 0.65, 0.75}, Strength: 2.8}},
		{{Direction: mgl32.Vec3{0.4, 0.6, -1}, Strength: 4}},
	} {
		name := []string{"front", "behind"}[i]
		gputest.Run(t, dev, name, func(t *testing.T) {
			o := Options{Head: &bare, Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Lights: lights}}
			r, _ := render(t, dev, set, o, front, size, size)
			framebuffer := newTarget(t, size, size)
			for side := range 8 {
				if !gputest.Share(side+i, 2) {
					continue
				}
				camera := Fit(low, high, 1).Orbit(float32(side)*math.Pi/4, 0.07, 0.9)
				if err := r.Frame(camera, Target{Framebuffer: framebuffer}, nil); err != nil {
					t.Fatal(err)
				}
				pixels := readTarget(framebuffer, size, size)
				at := func(x, y int) int {
					p := pixels[4*(y*size+x):]
					return int(p[0]) + int(p[1]) + int(p[2])
				}
				for y := range size {
					for x := range size {
						here := at(x, y)
						if here == 0 {
							t.Fatalf("side %d: the pixel %d, %d is black", side, x, y)
						}
						if x < 2 || y < 2 || x >= size-2 || y >= size-2 {
							continue
						}
						around := 3 * 255
						for k := -2; k <= 2; k++ {
							around = min(around, at(x+k, y-2), at(x+k, y+2), at(x-2, y+k), at(x+2, y+k))
						}
						if 10*here < 8*around-60 {
							t.Errorf("side %d: a speck at %s: %d, and at least %d around it", side, fmt.Sprint(x, ", ", y), here, around)
						}
					}
				}
			}
		})
	}
}

// Where the normal points at the eye, its product with the direction to the eye exceeds 1 by
// rounding in some of the pixels.
func TestHeadThatFacesTheEyeIsFinite(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(3)
	set.Unit = 0.01 // inside the head
	camera := Camera{Distance: 0.5, FieldOfView: fieldOfView, Azimuth: 0.3, Elevation: 0.2}
	head := ball(0.1)
	for i, v := range head.Vertices {
		head.Normals[i] = camera.Eye().Sub(v)
	}
	for _, method := range []Transparency{Tiles, Blend} {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			r, _ := render(t, dev, set, Options{Head: head, Transparency: TransparencyOptions{Method: method}}, func(*Renderer) Camera { return camera }, 64, 64)
			bad := 0
			for _, v := range readLight(t, r) {
				if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
					bad++
				}
			}
			if bad > 0 {
				t.Errorf("%d values are not finite", bad)
			}
		})
	}
}
