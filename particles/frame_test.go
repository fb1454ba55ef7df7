// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// A camera whose range is empty makes finite keys too.
func TestDepthKeysAreFinite(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct{ near, far, want float32 }{{1, 5, 0.25}, {-3, -1, 0.5}, {3, 3, 1}, {5, 1, 1}, {1, nan, 1}} {
		if got, want := (Camera{Near: c.near, Far: c.far}).depthKeys(16), [4]float32{c.near, c.want, 65535}; got != want {
			t.Errorf("from %v to %v: got %v, want %v", c.near, c.far, got, want)
		}
	}
}

// A sort by depth needs a range of depths. Other systems ignore the camera's.
func TestStepRefusesCameraWithoutDepths(t *testing.T) {
	dev := gputest.Device(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, by := range []Criterion{Unsorted, ByDepth} {
		o := moteOptions(10)
		o.Sort.By, o.Emitters = by, []Emitter{{Rate: 10}}
		s := newSystem(t, dev, o)
		steps(t, s, 1)
		for _, c := range []Camera{
			{}, {Near: 100, Far: 0.1}, {Near: 5, Far: 5}, {Near: nan, Far: 10}, {Near: 1, Far: nan}, {Near: 1, Far: inf}, {Near: -inf, Far: 1},
			{Near: -3e38, Far: 3e38}, {Near: 0, Far: 1e-40},
		} {
			c.View = mgl32.Ident4()
			s.SetCamera(c)
			err := s.Step(0.1)
			if by == Unsorted && err != nil || by == ByDepth && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), fmt.Sprintf("Near is %v and Far %v, want", c.Near, c.Far))) {
				t.Errorf("sort by %v, camera from %v to %v: %v", by, c.Near, c.Far, err)
			}
			if by == ByDepth && s.Steps() != 1 {
				t.Errorf("camera from %v to %v: %d steps", c.Near, c.Far, s.Steps())
			}
		}
		s.SetCamera(Camera{View: mgl32.Ident4(), Near: -5000, Far: 10})
		steps(t, s, 1)
	}
}

// A step refuses a camera and a depth texture that its stages cannot use, and what it refuses
// leaves no error of OpenGL. Nothing else needs a camera.
func TestStepRefusesUselessCameraAndDepth(t *testing.T) {
	dev := gputest.Device(t)
	var cube uint32
	gl.GenTextures(1, &cube)
	defer gl.DeleteTextures(1, &cube)
	gl.BindTexture(gl.TEXTURE_CUBE_MAP, cube)
	gl.BindTexture(gl.TEXTURE_CUBE_MAP, 0)
	nan := float32(math.NaN())
	good := Camera{View: mgl32.Ident4(), Projection: mgl32.Perspective(1, 1, 1, 9), Near: 1, Far: 9}
	flat := good
	flat.Projection[10], flat.Projection[14] = 0, 0
	for _, c := range []struct {
		change    func(*Options)
		camera    Camera
		texture   uint32
		thickness float32
		wantText  string
	}{
		{func(o *Options) { o.Sort.By = ByDepth }, Camera{Near: 0, Far: 1}, 0, 0, "the camera's View has [0 0 0 0] as its third row"},
		{func(o *Options) { o.Cull = "bool visible(Particle p) { return inView(p.position, 1.0); }" }, Camera{View: good.View}, 0, 0, "the camera's Projection times View is [0 0"},
		{func(o *Options) { o.Cull = "bool visible(Particle p) { return p.position.x > 1.0; }" }, Camera{}, 0, 0, ""},
		{func(o *Options) { o.DepthCollider = true }, Camera{}, 0, nan, ""},
		{func(o *Options) {}, good, cube, 1, fmt.Sprintf("SetDepth got texture %d, want Options.DepthCollider", cube)},
		{func(o *Options) { o.DepthCollider = true }, good, cube, nan, "SetDepth got the thickness NaN, want a number from 0 up"},
		{func(o *Options) { o.DepthCollider = true }, flat, cube, 1, "the camera's Projection times View is [1.8"},
		{func(o *Options) { o.DepthCollider = true }, good, cube, 1, fmt.Sprintf("the texture of SetDepth is %d, want the name of a GL_TEXTURE_2D, or 0", cube)},
	} {
		o := moteOptions(10)
		c.change(&o)
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		if c.camera.Far > 0 && o.Sort.By == ByDepth {
			if err := s.Step(0.1); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "Sort ByDepth needs a camera, want a SetCamera before") {
				t.Error(err)
			}
		}
		s.SetCamera(c.camera)
		s.SetDepth(c.texture, c.thickness)
		err = s.Step(0.1)
		if c.wantText == "" && err != nil || c.wantText != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "particles: Step: "+c.wantText) || s.Steps() != 0) {
			t.Errorf("%d steps, %v, expected %s", s.Steps(), err, c.wantText)
		}
		if err := dev.Check(); err != nil {
			t.Error(err)
		}
		gputest.DropMessages(t, dev)
	}
}

// Between two keys a curve is linear. Before the first and after the last it is constant.
func TestCurveAt(t *testing.T) {
	c := Curve{"fade", []Key{{0.25, [4]float32{1, 0, 0, 8}}, {0.5, [4]float32{3, 0, 0, 8}}, {0.5, [4]float32{5, 0, 0, 8}}, {1, [4]float32{9, 0, 0, 8}}}}
	for at, want := range map[float32]float32{0: 1, 0.25: 1, 0.375: 2, 0.5: 5, 0.75: 7, 1: 9} {
		if got := c.at(at); got != [4]float32{want, 0, 0, 8} {
			t.Errorf("at %v: got %v, want %v", at, got, want)
		}
	}
}

func TestInvalidMeshesAreRefused(t *testing.T) {
	corners := [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}
	for _, c := range []struct {
		positions [][3]float32
		indices   []uint32
		wantText  string
	}{
		{corners[:2], nil, "2 corners"},
		{corners, []uint32{0, 1, 2, 0, 1, 3}, "index 5 is 3, want one below the 3 positions"},
		{[][3]float32{{0, 0, 0}, {1, 0, 0}, {0, float32(math.Inf(1)), 0}}, nil, "triangle 0 has the area"},
		{corners, []uint32{0, 1, 1}, "none of 1 triangles"},
	} {
		if m, err := NewMesh(c.positions, c.indices); m != nil || !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.wantText) {
			t.Errorf("got %v, want %s", err, c.wantText)
		}
	}
}
