// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Culling changes no pixel, and each of its reasons is met: hair is behind the head and out of the
// image.
func TestCullingChangesNoPixel(t *testing.T) {
	dev := gputest.Device(t)
	set, head := thinned(t)
	width, height, samples := gputest.InNightly(200, 120), gputest.InNightly(160, 96), gputest.InNightly(0, 1)
	for _, c := range []struct {
		name    string
		camera  func(*Renderer) Camera
		options Options
		outside bool
	}{
		{"front", front, Options{}, false},
		{"above, 1 sample", func(r *Renderer) Camera { return front(r).Orbit(2, 0.8, 1) }, Options{Image: ImageOptions{Samples: 1}, Light: LightOptions{Shadow: NoShadow}}, false},
		{"near", func(r *Renderer) Camera { return front(r).Orbit(0, 0, 0.4) }, Options{Image: ImageOptions{Samples: samples}, Light: LightOptions{Shadow: NoShadow}}, true},
		{"within", func(r *Renderer) Camera { return front(r).Orbit(1, 0.1, 0.15) }, Options{Strands: StrandOptions{Detail: 0.3}, Image: ImageOptions{Samples: samples}, Light: LightOptions{Shadow: NoShadow}}, true},
		{"weighted, wide", front, Options{Transparency: TransparencyOptions{Method: Weighted}, Strands: StrandOptions{WidthScale: 8}, Light: LightOptions{Shadow: NoShadow}}, false},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			c.options.Head = head
			r, with := render(t, dev, set, c.options, c.camera, width, height)
			drawn, err := r.Inspect()
			if err != nil {
				t.Fatal(err)
			}
			c.options.Debug.KeepAll = true
			plain, without := render(t, dev, set, c.options, c.camera, width, height)
			all, err := plain.Inspect()
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %+v", c.name, drawn)
			if !bytes.Equal(with, without) {
				t.Errorf("%s: the image changes", c.name)
			}
			if all.Segments != all.Expanded || all.Expanded != drawn.Expanded {
				t.Errorf("%s: without culling %+v", c.name, all)
			}
			if drawn.Hidden == 0 || (drawn.Outside > 0) != c.outside {
				t.Errorf("%s: %+v", c.name, drawn)
			}
		})
	}
}

// farthestOf is the CPU twin of tiles_depth.comp.glsl.
func farthestOf(depth []float32, width, height int) []float32 {
	across, down := (width+cull.DepthTile-1)/cull.DepthTile, (height+cull.DepthTile-1)/cull.DepthTile
	out := make([]float32, across*down)
	for y := range height {
		for x := range width {
			tile := &out[y/cull.DepthTile*across+x/cull.DepthTile]
			*tile = max(*tile, depth[y*width+x])
		}
	}
	return out
}

func TestDepthTilesMatchCPU(t *testing.T) {
	dev := gputest.Device(t)
	set, head := thinned(t)
	const width, height = 203, 165 // no whole number of tiles
	r, _ := render(t, dev, set, Options{Head: head, Image: ImageOptions{Samples: 1}}, front, width, height)
	depth := r.sceneDepth(t, width, height)
	got, err := r.cull.Farthest.Download()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "farthest", got, farthestOf(depth, width, height))
	before := 0
	for _, d := range got {
		if d < 1 {
			before++
		}
	}
	if before < 10 {
		t.Errorf("the head fills %d tiles", before)
	}
}

// A light's map sees hair that the camera does not.
func TestHairOutsideTheImageCastsShadows(t *testing.T) {
	dev := gputest.Device(t)
	sun := []Light{{Direction: mgl32.Vec3{0, 1, 0}, Strength: 1}}
	light := func(c func(*Renderer) Camera) ([]uint32, Drawn) {
		r, _ := render(t, dev, tuft(700), Options{Light: LightOptions{Lights: sun}}, c, 64, 64)
		drawn, err := r.Inspect()
		if err != nil {
			t.Fatal(err)
		}
		lit, err := r.shadows.Lit.Download()
		if err != nil {
			t.Fatal(err)
		}
		return lit, drawn
	}
	all, _ := light(front)
	near, drawn := light(func(r *Renderer) Camera {
		c := front(r).Orbit(0, 0, 0.3)
		c.Target[1] -= 0.1 // the lower half
		return c
	})
	if drawn.Outside == 0 || drawn.Segments == 0 {
		t.Fatalf("%+v", drawn)
	}
	gputest.Equal(t, "light", near, all)
}

// Hairs that are next to nothing are drawn by chance, as many and as wide as makes the same cover.
func TestCullKeepsMeanCoverageOfSmallHairs(t *testing.T) {
	dev := gputest.Device(t)
	set := sparse(6000, 2e-6)
	camera := func(*Renderer) Camera {
		return Camera{Target: mgl32.Vec3{0, 0, 0.1}, FieldOfView: fieldOfView, Distance: 3}
	}
	r, _ := render(t, dev, set, Options{Image: ImageOptions{Samples: 1}}, camera, 256, 256)
	drawn, err := r.Inspect()
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Coverage()
	if err != nil {
		t.Fatal(err)
	}
	want := areaOf(set, camera(r), r.scene.Frame.Eye[3])
	t.Logf("%+v: %.4f of %.4f pixels", drawn, got, want)
	if drawn.Small < drawn.Expanded/3 || drawn.Segments == 0 {
		t.Errorf("%+v", drawn)
	}
	if math.Abs(got/want-1) > 0.06 {
		t.Errorf("%.4f pixels are covered of %.4f", got, want)
	}
}

// sceneDepth reads the depth of the scene back.
func (r *Renderer) sceneDepth(t *testing.T, width, height int) []float32 {
	t.Helper()
	depth := make([]float32, width*height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.scene.Canvas.Framebuffer)
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.DEPTH_COMPONENT, gl.FLOAT, gl.Ptr(depth))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
	return depth
}
