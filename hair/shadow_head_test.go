// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// ball is a head: a sphere around the origin, of that radius.
func ball(radius float32) *groom.Head {
	const rings, sectors = 24, 48
	h := &groom.Head{}
	for i := range rings + 1 {
		for k := range sectors {
			st, ct := math.Sincos(math.Pi * float64(i) / rings)
			sp, cp := math.Sincos(2 * math.Pi * float64(k) / sectors)
			n := mgl32.Vec3{float32(st * cp), float32(ct), float32(st * sp)}
			h.Vertices = append(h.Vertices, n.Mul(radius))
			h.Normals = append(h.Normals, n)
			h.Scalp = append(h.Scalp, 0)
			if i < rings {
				a, b := uint32(i*sectors+k), uint32(i*sectors+(k+1)%sectors)
				h.Indices = append(h.Indices, a, b, a+sectors, b, b+sectors, a+sectors)
			}
		}
	}
	return h
}

// The head stops the light of hairs behind it, and a wide hair before it that of its skin.
func TestHeadCastsAndReceivesShadows(t *testing.T) {
	dev := gputest.Device(t)
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultColor: mgl32.Vec3{1, 1, 1}, DefaultThickness: 0.05, DefaultOpacity: 1}
	for _, p := range []struct{ z, opacity float32 }{{0.2, 0.5}, {-0.2, 0}, {0.25, 0}} {
		set.Points = append(set.Points, mgl32.Vec3{-0.02, 0, p.z}, mgl32.Vec3{0, 0, p.z}, mgl32.Vec3{0.02, 0, p.z})
		set.Opacity = append(set.Opacity, p.opacity, p.opacity, p.opacity)
		set.First = append(set.First, uint32(len(set.Points)))
	}
	head := ball(0.1)
	r := newStage(t, dev, set, Options{Head: head, Light: LightOptions{ShadowSize: 128, Lights: []Light{{Direction: mgl32.Vec3{0, 0, 1}, Strength: 1}, {Direction: mgl32.Vec3{0, 0, -1}, Strength: 1}}}})
	for method := range errorOf {
		gputest.Run(t, dev, method.String(), func(t *testing.T) {
			lit := litOf(t, r, method, Camera{Distance: 1, FieldOfView: 1})
			for i, want := range [][2]float64{{1, 0}, {0, 1}, {1, 0}} {
				if got := lit[3*i+1]; math.Abs(got[0]-want[0]) > 0.52 || math.Abs(got[1]-want[1]) > 0.01 || i != 0 && math.Abs(got[0]-want[0]) > 0.01 {
					t.Errorf("%v: hair %d gets %v, want %v", method, i, got[:2], want)
				}
			}
			for i, n := range head.Normals {
				got := lit[len(set.Points)+i]
				// Under the middle of the hair, and on the rest of the side to the light.
				under := max(abs(n[0]), abs(n[1])) < 0.08 && n[2] > 0
				free := n[2] > 0.7 && abs(n[1]) > 0.45
				if under && math.Abs(got[0]-0.5) > 0.05 || free && got[0] < 0.99 {
					t.Errorf("%v: the skin at %v gets %v", method, n, got[:2])
				}
			}
		})
	}
}

// card adds a rectangle that faces +z to a head: its middle, half its sides and a turn.
func card(h *groom.Head, middle mgl32.Vec3, wide, tall float32, turn float64) {
	first := uint32(len(h.Vertices))
	sin, cos := math.Sincos(turn)
	for _, c := range [][2]float32{{-wide, -tall}, {wide, -tall}, {wide, tall}, {-wide, tall}} {
		x, y := c[0]*float32(cos)-c[1]*float32(sin), c[0]*float32(sin)+c[1]*float32(cos)
		h.Vertices, h.Normals, h.Scalp = append(h.Vertices, middle.Add(mgl32.Vec3{x, y, 0})), append(h.Normals, mgl32.Vec3{0, 0, 1}), append(h.Scalp, 0)
	}
	h.Indices = append(h.Indices, first, first+1, first+2, first, first+2, first+3)
}

// The shadow of a straight edge is straight and smooth where an image shows less than a texel of
// the head's map in a pixel.
func TestHeadShadowEdgeIsSmooth(t *testing.T) {
	dev := gputest.Device(t)
	set := &strands.Set{First: []uint32{0, 2}, Unit: 1, DefaultThickness: 1e-5, DefaultOpacity: 1, DefaultColor: mgl32.Vec3{1, 1, 1}, Points: []mgl32.Vec3{{0.24, 0.24, 0}, {0.25, 0.25, 0}}}
	const size = 112
	for _, turn := range []float64{0.02, 0.11, 0.35, 0.7} {
		gputest.Run(t, dev, fmt.Sprint("turn=", turn), func(t *testing.T) {
			head := &groom.Head{}
			card(head, mgl32.Vec3{}, 0.25, 0.25, 0)
			sin, cos := math.Sincos(turn)
			card(head, mgl32.Vec3{float32(-0.1 * sin), float32(0.1 * cos), 0.05}, 0.08, 0.1, turn)
			o := Options{Head: head, Transparency: TransparencyOptions{Method: Tiles}, Light: LightOptions{Lights: []Light{{Direction: mgl32.Vec3{0.1, 0.9, 1}, Strength: 1}}}, Image: ImageOptions{Samples: 1, NoBackdrop: true}}
			// The shadow of the card's lower edge, 0.05 m behind it.
			r, _ := render(t, dev, set, o, func(*Renderer) Camera {
				return Camera{Target: mgl32.Vec3{-0.005, -0.045, 0}, FieldOfView: 0.21, Distance: 0.1}
			}, size, size)
			light := readLight(t, r)
			// From the light into the shadow it falls everywhere, with no plateau between.
			lit, dark := light[4*(25*size+105)], light[4*(105*size+10)]
			share := func(x, y int) float64 { return float64((light[4*(y*size+x)] - dark) / (lit - dark)) }
			falls, flat := 0, 0
			for x := range size {
				for y := range size - 1 {
					if here := share(x, y); here < 0.85 && here > 0.2 {
						falls++
						if here-share(x, y+1) < 0.02 {
							flat++
						}
					}
				}
			}
			t.Logf("%d of %d pixels of the edge are as bright as the next", flat, falls)
			if falls < 300 || flat > falls/50 {
				t.Errorf("%d of %d pixels of the edge are as bright as the next", flat, falls)
			}
		})
	}
}
