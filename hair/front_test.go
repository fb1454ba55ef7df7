// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"image"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/go-gl/mathgl/mgl32"
)

// thinScene draws a groom at several levels of detail from one camera.
type thinScene struct {
	r      *Renderer
	camera Camera
	target uint32
	size   int
}

func newThinScene(t *testing.T, size int, o Options) *thinScene {
	set, _ := groomed(t)
	o.Transparency.Method = Tiles
	r, _ := render(t, gputest.Device(t), set, o, front, size, size)
	return &thinScene{r, front(r), newTarget(t, size, size), size}
}

func (s *thinScene) shoot(t *testing.T, share float32) *image.NRGBA {
	s.r.SetDetail(share)
	pixels, row := frameOf(t, s.r, s.camera, s.target, s.size, s.size), 4*s.size
	flipped := make([]byte, 0, len(pixels))
	for y := s.size - 1; y >= 0; y-- {
		flipped = append(flipped, pixels[y*row:][:row]...)
	}
	return &image.NRGBA{Pix: flipped, Stride: 4 * s.size, Rect: image.Rect(0, 0, s.size, s.size)}
}

// cover is the part of the image that hair hides, in pixels.
func (s *thinScene) cover(t *testing.T) (sum float64) {
	l, err := s.r.Linear()
	if err != nil {
		t.Fatal(err)
	}
	for i := 3; i < len(l.Pixels); i += 4 {
		sum += float64(l.Pixels[i])
	}
	return sum
}

// A level of detail leaves out hair that other hair hides, so that a share looks like all strands
// and hides as much. By ranks alone half of the strands had 26 dB and a quarter 22.
func TestSharesLookLikeAllStrands(t *testing.T) {
	s := newThinScene(t, 256, Options{Image: ImageOptions{NoBackdrop: true, Samples: 1}, Light: LightOptions{ShadowSize: 256}})
	all, cover := s.shoot(t, 1), s.cover(t)
	layers, err := s.r.Layers()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		share float32
		least float64 // dB
	}{{0.5, 38}, {0.25, 31}} {
		gputest.Run(t, s.r.d, fmt.Sprint("share=", c.share), func(t *testing.T) {
			f, err := imagediff.Measure(s.shoot(t, c.share), all, layers.Mask())
			if err != nil {
				t.Fatal(err)
			}
			part := s.cover(t) / cover
			t.Logf("at %v: %.2f dB, %.4f of the cover", c.share, f.PSNR, part)
			if f.PSNR < c.least {
				t.Errorf("at %v the image is %.2f dB from that of all strands, want %v", c.share, f.PSNR, c.least)
			}
			if math.Abs(part-1) > 0.03 {
				t.Errorf("at %v hair hides %.4f of what all strands hide", c.share, part)
			}
		})
	}
	if again := s.shoot(t, 1); string(again.Pix) != string(all.Pix) {
		t.Error("all strands look different after a share was drawn")
	}
}

// The image changes little where the share does.
func TestSharesAreContinuous(t *testing.T) {
	s := newThinScene(t, 160, Options{Light: LightOptions{Shadow: NoShadow}})
	mask := make([]bool, s.size*s.size)
	for i := range mask {
		mask[i] = true
	}
	for _, share := range []float32{0.98, 0.5, 0.1} {
		gputest.Run(t, s.r.d, fmt.Sprint("share=", share), func(t *testing.T) {
			f, err := imagediff.Measure(s.shoot(t, share), s.shoot(t, 1.01*share), mask)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("at %v one part in 100 more is %.2f dB away", share, f.PSNR)
			if f.PSNR < 40 {
				t.Errorf("at %v one part in 100 more is %.2f dB away", share, f.PSNR)
			}
		})
	}
}

// Before a wall of hair all strands are drawn as wide as they are, and far in it nothing is.
func TestHiddenHairIsLeftOut(t *testing.T) {
	const n, width, thick = 4000, 0.004, 0.2
	random := rand.New(rand.NewSource(1))
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1, DefaultThickness: width, DefaultColor: mgl32.Vec3{1, 1, 1}}
	for range n {
		p := mgl32.Vec3{random.Float32() - 0.5, -0.5, thick * (random.Float32() - 1)}
		set.Points = append(set.Points, p, p.Add(mgl32.Vec3{0, 0.5, 0}), p.Add(mgl32.Vec3{0, 1, 0}))
		set.First = append(set.First, uint32(len(set.Points)))
	}
	ahead := func(*Renderer) Camera { return Camera{FieldOfView: fieldOfView, Distance: 3} }
	r, _ := render(t, gputest.Device(t), set, Options{Strands: StrandOptions{Detail: 0.5}, Light: LightOptions{Shadow: NoShadow}}, ahead, 128, 128)
	own, err := r.m.hair.Points.Download()
	if err != nil {
		t.Fatal(err)
	}
	thinned, err := r.front.Hair.Points.Download()
	if err != nil {
		t.Fatal(err)
	}
	ranksOf := func(p [4]float32) uint32 { return math.Float32bits(p[3]) & (cull.RankSteps - 1) }
	front, back := 0, 0
	for i, p := range thinned {
		if [3]float32(p[:3]) != [3]float32(own[i][:3]) || ranksOf(p) != ranksOf(own[i]) {
			t.Fatalf("point %d is %v, of %v", i, p, own[i])
		}
		// Within the wall, away from its sides.
		if max(p[0], -p[0]) > 0.4 || i%3 != 1 {
			continue
		}
		switch depth := -p[2] / thick; {
		case depth < 0.02:
			if front++; math.Abs(float64(p[3]/own[i][3])-1) > 0.001 {
				t.Errorf("in front a hair is %v wide, want %v", p[3], own[i][3])
			}
		case depth > 0.8:
			if back++; p[3] > width/1000 {
				t.Errorf("behind the wall a hair is %v wide", p[3])
			}
		}
	}
	if front == 0 || back == 0 {
		t.Errorf("%d hairs in front and %d behind", front, back)
	}
}

// The first frame finds the light of the points that its camera sees, and a frame from another
// camera that of all points. Both are the same where points are drawn.
func TestLightOfSeenPointsIsThatOfAll(t *testing.T) {
	blocks := false
	scene.TexelsForTests = &blocks
	defer func() { scene.TexelsForTests = nil }()
	lights := []Light{{Direction: mgl32.Vec3{1, 1, 1}, Strength: 2}}
	s := newThinScene(t, 96, Options{Light: LightOptions{Lights: lights, ShadowSize: 64}, Strands: StrandOptions{Detail: 0.5}})
	s.shoot(t, 0.25)
	s.camera.Azimuth += 0.8
	all := s.shoot(t, 0.25)
	s.r.RedoShadow()
	if seen := s.shoot(t, 0.25); string(seen.Pix) != string(all.Pix) {
		t.Error("the light of all points differs from that of the seen ones")
	}
}
