// SPDX-License-Identifier: MIT

package head

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/internal/shadertest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/mathgl/mgl32"
)

func TestShadersHead(t *testing.T) {
	for _, samples := range []int{1, 4} {
		for _, texels := range []bool{false, true} {
			find, shade := headTraceSpecs(samples, texels)
			gputest.Validate(t, []kernel.Spec{find, shade})
		}
	}
	for _, samples := range []int{1, 4} {
		find, shade := pairSpecs(samples, []string{"GL_ARB_gpu_shader_int64", "GL_NV_shader_atomic_int64"})
		gputest.Validate(t, []kernel.Spec{find, shade})
	}
	shadertest.Validate(t, headProgram())
}

func TestFindsPairs(t *testing.T) {
	able := gpu.Caps{Int64Atomics: []string{"GL_NV_shader_atomic_int64"}}
	for _, c := range []struct {
		caps   gpu.Caps
		texels bool
		want   bool
	}{{gpu.Caps{}, false, false}, {able, false, true}, {able, true, false}} {
		if got := findsPairs(c.caps, c.texels); got != c.want {
			t.Errorf("extensions %v, texels %v: got %v, want %v", c.caps.Int64Atomics, c.texels, got, c.want)
		}
	}
}

func TestLanesPerTriangle(t *testing.T) {
	gpuCaps, software := gpu.Caps{}, gpu.Caps{Software: true}
	for _, c := range []struct {
		caps   gpu.Caps
		pixels float32
		want   int
	}{{gpuCaps, 0, 1}, {gpuCaps, 0.9, 1}, {gpuCaps, 2, 8}, {gpuCaps, 20, 16}, {gpuCaps, 1000, 16}, {software, 1000, 1}} {
		if got := lanesPerTriangle(c.caps, c.pixels); got != c.want {
			t.Errorf("software %v, %v pixels: got %d, want %d", c.caps.Software, c.pixels, got, c.want)
		}
	}
}

// The estimate decides nothing but time. It has to be right for a triangle that faces the eye.
func TestPixelsPerTriangle(t *testing.T) {
	h := &groom.Head{Vertices: []mgl32.Vec3{{0, 0, 0}, {0.02, 0, 0}, {0, 0.01, 0}}, Indices: []uint32{0, 1, 2}}
	tr := &tracer{s: &scene.Scene{Frame: &scene.Frame{Eye: mgl32.Vec4{0.01, 0.005, 2, 1000}}}, area: meanArea(h), centre: centreOf(h)}
	// A metre covers 500 pixels at a distance of 2 metres: the triangle has half of 10 x 5.
	if got := tr.pixelsPerTriangle(); got < 24.9 || got > 25.1 {
		t.Errorf("got %v pixels, want 25", got)
	}
}

// An image that is too large is refused with its size, the limit and what to change.
func TestImagesOfTooManySamplesAreRefused(t *testing.T) {
	for _, c := range []struct {
		block                  int
		together               bool
		width, height, samples int
		wantText               string
	}{
		{1 << 27, false, 4096, 2048, 4, ""},
		{1 << 27, false, 7680, 4320, 4, "got 7680x4320, which are 33177600 pixels, want at most 8388608 of Samples 4 on this driver, or Options.Image.Samples 1 for up to 33554432"},
		{1 << 27, false, 7680, 4320, 1, ""},
		{1 << 27, false, 8192, 8192, 1, "want at most 33554432 of Samples 1 on this driver, or a smaller image"},
		{1 << 27, true, 4096, 2048, 4, "at most 4194304"},
		{1 << 31, true, 7680, 4320, 4, ""},
	} {
		err := checkSize(c.block, c.together, c.width, c.height, c.samples)
		if c.wantText == "" && err != nil || c.wantText != "" && (!errors.Is(err, gpu.ErrTooLarge) || !strings.Contains(err.Error(), c.wantText)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
