// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/internal/shadertest"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// tuft is a small set of strands of different lengths around the origin.
func tuft(n int) *strands.Set {
	s := &strands.Set{First: []uint32{0}, Unit: 0.5, DefaultThickness: 0.004, DefaultOpacity: 0.9, DefaultColor: mgl32.Vec3{0.8, 0.4, 0.2}}
	for i := range n {
		sin, cos := math.Sincos(float64(i) * 2.4)
		for k := range 2 + i%5 {
			r := 0.05 * float32(i%7) * float32(k)
			s.Points = append(s.Points, mgl32.Vec3{r * float32(cos), float32(k)*0.2 - 0.3, r * float32(sin)})
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// newTarget is a framebuffer of 8-bit pixels that lives as long as the test.
func newTarget(t testing.TB, width, height int) uint32 {
	var framebuffer, color uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(width), int32(height))
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	t.Cleanup(func() {
		gl.DeleteFramebuffers(1, &framebuffer)
		gl.DeleteRenderbuffers(1, &color)
	})
	return framebuffer
}

func render(t *testing.T, dev *gpu.Device, set *strands.Set, o Options, c func(*Renderer) Camera, width, height int) (*Renderer, []byte) {
	t.Helper()
	if o.Light.ShadowSize == 0 {
		o.Light.ShadowSize = 64 // enough for small images, and quick
	}
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRenderer(dev, m, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Release()
		m.Release()
	})
	if err := r.Resize(width, height); err != nil {
		t.Fatal(err)
	}
	framebuffer := newTarget(t, width, height)
	if err := r.Frame(c(r), Target{Framebuffer: framebuffer}, nil); err != nil {
		t.Fatal(err)
	}
	return r, readTarget(framebuffer, width, height)
}

func front(r *Renderer) Camera {
	low, high := r.Bounds()
	return Fit(low, high, 1).Orbit(0.4, 0.2, 1)
}

func TestFrameMatchesCPUExpandKeysAndSort(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	for _, bits := range []int{5, 6, 8, 12, 16, 24, 32} {
		gputest.Run(t, dev, fmt.Sprint("bits=", bits), func(t *testing.T) {
			r, _ := render(t, dev, set, Options{Transparency: TransparencyOptions{KeyBits: bits}}, front, 64, 64)
			segments, err := r.scene.Expanded.Segments.Download()
			if err != nil {
				t.Fatal(err)
			}
			want := cull.Expand(set.First)
			gputest.Equal(t, "segments", segments, want)
			drawn, err := r.Inspect()
			if err != nil {
				t.Fatal(err)
			}
			if drawn.Segments != len(want) || drawn.Inversions != 0 {
				t.Errorf("%d bits: %+v of %d segments", bits, drawn, len(want))
			}
			keys, _ := r.scene.Kept.Keys.Download() // as Inspect left them: of the segments as they were drawn
			order, _ := r.scene.Sorted.Download()
			seen := map[uint32]bool{}
			for i, s := range order {
				if seen[s] {
					t.Fatalf("segment %#x is drawn twice", s)
				}
				seen[s] = true
				p := scene.PointOf(s)
				middle := set.Points[p].Add(set.Points[p+1]).Mul(0.5 * set.Unit)
				depth := -r.scene.Frame.View.Mul4x1(middle.Vec4(1))[2]
				at := float64(depth-r.scene.Frame.DepthKeys[0]) * float64(r.scene.Frame.DepthKeys[1])
				exact := at * float64(r.scene.Frame.DepthKeys[2])
				if off := math.Abs(float64(keys[i]) - exact); off > 2+exact*1e-5 {
					t.Fatalf("%d bits: the key of segment %#x is %d, its depth makes %v", bits, s, keys[i], exact)
				}
			}
		})
	}
}

func TestUnsortedKeepsFileOrder(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(700), Options{Transparency: TransparencyOptions{Order: Unsorted}}, front, 64, 64)
	drawn, err := r.Inspect()
	if err != nil {
		t.Fatal(err)
	}
	if drawn.Inversions == 0 {
		t.Error("hair in the file's order has no inversions: the count counts nothing")
	}
	kept, _ := r.scene.Kept.Segments.Download()
	gputest.Equal(t, "drawn", kept, cull.Expand(tuft(700).First))
}

func TestCullDropsInvisibleSegments(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	count := func(c func(*Renderer) Camera, s *strands.Set) int {
		r, _ := render(t, dev, s, Options{}, c, 64, 64)
		drawn, err := r.Inspect()
		if err != nil {
			t.Fatal(err)
		}
		return drawn.Segments
	}
	all := count(front, set)
	if n := count(func(r *Renderer) Camera { return front(r).Pan(0.5, 0) }, set); n == 0 || n >= all {
		t.Errorf("half out of the image: %d of %d segments are drawn", n, all)
	}
	if n := count(func(r *Renderer) Camera { return front(r).Pan(30, 0) }, set); n != 0 {
		t.Errorf("out of the image: %d segments are drawn", n)
	}
	if n := count(func(r *Renderer) Camera {
		c := front(r)
		c.Target = c.Target.Add(c.direction().Mul(-10 * c.Distance)) // the eye is past the model, looking away
		return c
	}, set); n != 0 {
		t.Errorf("behind the camera: %d segments are drawn", n)
	}
	thin := tuft(700)
	thin.DefaultThickness = 1e-9
	if n := count(front, thin); n != 0 {
		t.Errorf("thinner than shows: %d segments are drawn", n)
	}
}

// The image of one hair: as bright as its width says, on either side of a pixel.
func TestWidthBelowAPixelIsCoverage(t *testing.T) {
	dev := gputest.Device(t)
	ink := func(width float32) float64 {
		set := &strands.Set{First: []uint32{0, 3}, Points: []mgl32.Vec3{{-1, 0.013, 0}, {0, 0.013, 0}, {1, 0.013, 0}}, Unit: 1,
			DefaultThickness: width, DefaultOpacity: 1, DefaultColor: mgl32.Vec3{1, 1, 1}}
		camera := func(*Renderer) Camera { return Camera{FieldOfView: fieldOfView, Distance: 1} }
		r, with := render(t, dev, set, Options{}, camera, 128, 128)
		set.DefaultThickness = 1e-12
		_, without := render(t, dev, set, Options{}, camera, 128, 128)
		pixel := float64(1 / r.scene.Frame.Eye[3]) // metres
		sum := 0.0
		for i := range with {
			sum += math.Abs(float64(with[i]) - float64(without[i]))
		}
		return sum / (float64(width) / pixel)
	}
	pixel := float32(2 * math.Tan(fieldOfView/2) / 128)
	wide := ink(3 * pixel)
	for _, part := range []float32{1, 0.5, 0.25} {
		// The tone curve is not a straight line: thin hair is a little brighter than its share.
		if thin := ink(part * pixel); thin < 0.7*wide || thin > 2.8*wide {
			t.Errorf("a hair of %v pixels has %.2f times the ink for its width", part, thin/wide)
		}
	}
}

func TestCameraFramesAndPans(t *testing.T) {
	low, high := mgl32.Vec3{-1, -2, -1}, mgl32.Vec3{1, 2, 1}
	for _, aspect := range []float32{0.5, 1, 2} {
		t.Run(fmt.Sprint("aspect=", aspect), func(t *testing.T) {
			c := Fit(low, high, aspect)
			for turn := range 8 {
				t.Run(fmt.Sprint("turn=", turn), func(t *testing.T) {
					o := c.Orbit(float32(turn)*math.Pi/4, 0, 1)
					view, projection, _ := o.matrices(aspect, 4)
					for corner := range 8 {
						p := mgl32.Vec3{low[0], low[1], low[2]}
						for a := range 3 {
							if corner>>a&1 == 1 {
								p[a] = high[a]
							}
						}
						// A corner of the box turned by 45 degrees may just leave the image; the
						// model's sides do not.
						q := projection.Mul4(view).Mul4x1(p.Vec4(1))
						if x, y := q[0]/q[3], q[1]/q[3]; max(abs(x), abs(y)) > 1.35 {
							t.Errorf("aspect %v, turn %d: corner %v lands at %v, %v", aspect, turn, p, x, y)
						}
					}
				})
			}
		})
	}
	c := Camera{FieldOfView: fieldOfView, Distance: 2}
	if moved := c.Pan(1, 0).Target; moved[0] <= 0 || moved[1] != 0 {
		t.Errorf("a pan to the right moves the target by %v", moved)
	}
	if up := c.Orbit(0, math.Pi/2, 1).up(); up.Sub(mgl32.Vec3{0, 0, -1}).Len() > 1e-6 {
		t.Errorf("from straight above, up is %v", up)
	}
}

func TestFrameAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	r, _ := render(t, dev, tuft(700), Options{}, front, 64, 64)
	camera, target := front(r), Target{Framebuffer: newTarget(t, 64, 64)}
	frame := func() {
		if err := r.Frame(camera, target, nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(5, frame); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func TestShadersHair(t *testing.T) {
	for _, l := range shadertest.Lightings() {
		shadertest.Validate(t, sumProgram(l, 1), sumProgram(l, 4))
	}
}
