// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// caged is a tuft, turned, in a cage of thin hairs that decide the box.
func caged(turn float32) *strands.Set {
	s := tuft(40)
	for i, p := range s.Points {
		s.Points[i] = mgl32.Rotate3DY(turn).Mul3x1(p)
	}
	for i := range 8 {
		p := mgl32.Vec3{1.5, 1.5, 1.5}
		for a := range 3 {
			if i>>a&1 == 1 {
				p[a] = -1.5
			}
		}
		s.Points = append(s.Points, p, p.Mul(0.99))
		s.First = append(s.First, uint32(len(s.Points)))
	}
	s.Color = make([]mgl32.Vec3, len(s.Points)) // a model's pigment differs by where hair was when it was made
	for i := range s.Color {
		s.Color[i] = s.DefaultColor
	}
	return s
}

// pointsOf are a set's points as a model has them.
func pointsOf(s *strands.Set) [][4]float32 {
	out := make([][4]float32, len(s.Points))
	for i, p := range s.Points {
		p = p.Mul(s.Unit)
		out[i] = [4]float32{p[0], p[1], p[2], s.DefaultThickness * s.Unit}
	}
	return out
}

// Nothing that a frame draws is left from where points were when the renderer was made.
func TestMovedPointsLookLikeANewModel(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []Options{
		{Image: ImageOptions{Samples: 1}}, {Light: LightOptions{Shadow: SliceShadow}, Image: ImageOptions{Samples: 1}}, {Light: LightOptions{Shadow: OccupancyShadow}, Image: ImageOptions{Samples: 1}}, {Light: LightOptions{Shadow: NoShadow}, Image: ImageOptions{Samples: 1}, Transparency: TransparencyOptions{Core: true}},
		{Transparency: TransparencyOptions{Order: PerStrand}, Light: LightOptions{Shadow: DeepShadow}, Image: ImageOptions{Samples: 1}}, {Transparency: TransparencyOptions{Method: Weighted}, Light: LightOptions{Shadow: NoShadow}},
	} {
		gputest.Run(t, dev, fmt.Sprintf("%d,%v,%v", i, o.Transparency.Method, o.Light.Shadow), func(t *testing.T) {
			r, was := render(t, dev, caged(0), o, front, 48, 48)
			_, want := render(t, dev, caged(1), o, front, 48, 48)
			if bytes.Equal(was, want) {
				t.Fatal("both sets look alike: the test sees nothing")
			}
			points, err := r.m.Moving(0)
			if err != nil {
				t.Fatal(err)
			}
			if err := gpu.Upload(dev, points, pointsOf(caged(1))); err != nil {
				t.Fatal(err)
			}
			target := newTarget(t, 48, 48)
			if err := r.Frame(front(r), Target{Framebuffer: target}, nil); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, 4*48*48)
			gl.BindFramebuffer(gl.READ_FRAMEBUFFER, target)
			gl.ReadPixels(0, 0, 48, 48, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(got))
			if !bytes.Equal(got, want) {
				t.Errorf("%v, %v, shadow %v: moved points look unlike those of a model made there", o.Transparency.Method, o.Transparency.Order, o.Light.Shadow)
			}
			if d, err := r.Inspect(); err != nil || o.Transparency.Method == Blend && o.Transparency.Order == Sorted && d.Inversions != 0 {
				t.Errorf("%v, %v", d, err)
			}
		})
	}
}

// Points that leave the box by no more than the margin have order and shadow as others have.
func TestPointsWithinTheMarginKeepOrderAndShadow(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(60)
	moved := pointsOf(set)
	for i := range moved {
		moved[i][0] += 0.3
		moved[i][2] += 0.3
	}
	outside := map[float32]int{} // of lights' maps, by margin
	for _, margin := range []float32{0, 0.3} {
		m, err := NewModel(dev, set)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Release()
		points, err := m.Moving(margin)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewRenderer(dev, m, Options{Light: LightOptions{ShadowSize: 256}})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		if err := gpu.Upload(dev, points, moved); err != nil {
			t.Fatal(err)
		}
		if err := r.Resize(32, 32); err != nil {
			t.Fatal(err)
		}
		if err := r.Frame(front(r), Target{Framebuffer: newTarget(t, 32, 32)}, nil); err != nil {
			t.Fatal(err)
		}
		for light := range r.o.Light.Lights {
			for _, p := range moved {
				clip := r.scene.Frame.LightClip[light].Mul4x1(mgl32.Vec4{p[0], p[1], p[2], 1})
				depth := r.scene.Frame.LightDepth[light].Dot(mgl32.Vec4{p[0], p[1], p[2], 1})
				among := depth*r.scene.Frame.LightScale[light][0] + r.scene.Frame.LightScale[light][1]
				if abs(clip[0]) > clip[3] || abs(clip[1]) > clip[3] || among < -0.03 || among > 1.03 {
					outside[margin]++
				}
			}
		}
		nearest, farthest := r.scene.Frame.DepthKeys[0], r.scene.Frame.DepthKeys[0]+1/r.scene.Frame.DepthKeys[1]
		for i, p := range moved {
			if depth := -r.scene.Frame.View.Mul4x1(mgl32.Vec4{p[0], p[1], p[2], 1})[2]; margin > 0 && (depth < nearest || depth > farthest) {
				t.Errorf("margin %v: point %d lies at depth %v, keys are for %v to %v", margin, i, depth, nearest, farthest)
			}
		}
		low, high := r.Bounds()
		if l, h := m.Bounds(); l != low || h != high || h[0] > 1 {
			t.Errorf("the margin %v changed the bounds: %v to %v, %v to %v", margin, low, high, l, h)
		}
	}
	if outside[0.3] != 0 || outside[0] == 0 {
		t.Errorf("outside of lights' maps, by margin: %v", outside)
	}
}

func TestMovingRefuses(t *testing.T) {
	dev := gputest.Device(t)
	m, err := NewModel(dev, tuft(3))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	for _, margin := range []float32{-1, 101, float32(math.NaN())} {
		gputest.Run(t, dev, fmt.Sprint("margin=", margin), func(t *testing.T) {
			if _, err := m.Moving(margin); !errors.Is(err, gpu.ErrArgument) {
				t.Errorf("a margin of %v: %v", margin, err)
			}
		})
	}
	// The larger margin holds, and the hull reaches as far.
	before := append([]mgl32.Vec3(nil), m.hull...)
	for _, margin := range []float32{0.5, 0.2} {
		gputest.Run(t, dev, fmt.Sprint("margin=", margin), func(t *testing.T) {
			if _, err := m.Moving(margin); err != nil {
				t.Fatal(err)
			}
		})
	}
	for i := range 50 {
		sin, cos := math.Sincos(float64(i))
		d := mgl32.Vec3{float32(cos), float32(sin), float32(cos * sin)}.Normalize()
		near, far := along(d, before)
		nearer, farther := along(d, m.hull)
		if off := max(abs(near-nearer-0.5), abs(farther-far-0.5)); off > 0.03 {
			t.Errorf("along %v the hull grew from %v, %v to %v, %v", d, near, far, nearer, farther)
		}
	}
}
