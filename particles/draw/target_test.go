// SPDX-License-Identifier: MIT

package draw

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// newRenderer makes a renderer of a system with one particle, which is drawn in the middle.
func newRenderer(t *testing.T, dev *gpu.Device) *Renderer {
	s, err := particles.New(dev, options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	s.SetCamera(camera)
	if err := s.Emit(0, 1); err != nil {
		t.Fatal(err)
	}
	s.Emitter(0).At = [3]float32{0, 0, -5}
	if err := s.Step(0); err != nil {
		t.Fatal(err)
	}
	r, err := New(dev, s, Options{Look: "Sprite look(Particle p) { return Sprite(p.position, 0.5, u.color, vec3(0.0), 0.0); }"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Release)
	return r
}

// filled makes a texture of one number.
func filled(t *testing.T, format uint32, width, height int32, x float32) (name uint32) {
	gl.GenTextures(1, &name)
	t.Cleanup(func() { gl.DeleteTextures(1, &name) })
	gl.BindTexture(gl.TEXTURE_2D, name)
	defer gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, format, width, height)
	texels := make([]float32, 4*width*height)
	for i := range texels {
		texels[i] = x
	}
	layout := uint32(gl.RED)
	switch format {
	case gl.RGBA16F:
		layout = gl.RGBA
	case gl.RG32F:
		layout = gl.RG
	case gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT32F:
		layout = gl.DEPTH_COMPONENT
	case gl.R32UI:
		return name
	}
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, layout, gl.FLOAT, gl.Ptr(texels))
	return name
}

// Depth has a texel for each pixel that is drawn, and holds depth. The names of texels are those of
// pixels of the framebuffer, wherever the viewport begins.
func TestDepthFitsTheTarget(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev)
	out := newScreen(t)
	for _, c := range []struct {
		viewport      [4]int32
		format        uint32
		width, height int32
		wantText      string // "" draws
	}{
		{[4]int32{0, 0, size, size}, gl.DEPTH_COMPONENT32F, size, size, ""},
		{[4]int32{0, 0, size, size}, gl.DEPTH_COMPONENT24, 2 * size, 2 * size, ""},
		{[4]int32{0, 0, size, size}, gl.R32F, size, size, ""},
		{[4]int32{0, 0, size, size}, gl.DEPTH_COMPONENT32F, size - 1, size, "of 63x64 texels, want at least 64x64"},
		{[4]int32{0, 0, size, size}, gl.DEPTH_COMPONENT32F, size, size / 2, "of 64x32 texels, want at least 64x64"},
		{[4]int32{0, 0, size / 2, size / 2}, gl.DEPTH_COMPONENT32F, size / 2, size / 2, ""},
		{[4]int32{size / 2, 0, size / 2, size / 2}, gl.DEPTH_COMPONENT32F, size / 2, size / 2, "of 32x32 texels, want at least 64x32"},
		{[4]int32{size / 2, size / 4, size / 2, size / 2}, gl.DEPTH_COMPONENT32F, size, size, ""},
		{[4]int32{-size, -size / 2, 3 * size, 2 * size}, gl.DEPTH_COMPONENT32F, size, size, ""}, // a tile of a larger image
		{[4]int32{-size, -size / 2, 3 * size, 2 * size}, gl.DEPTH_COMPONENT32F, size / 2, size, "of 32x64 texels, want at least 64x64"},
		{[4]int32{0, 0, size, size}, gl.RGBA16F, size, size, "of the format 0x881A, want one of depth, or of one channel of floats"},
		{[4]int32{0, 0, size, size}, gl.RG32F, size, size, "of the format 0x8230, want one of depth"},
		{[4]int32{0, 0, size, size}, gl.R32UI, size, size, "of the format 0x8236, want one of depth"},
	} {
		gputest.Run(t, dev, fmt.Sprintf("viewport=%v,format=%X,size=%dx%d", c.viewport, c.format, c.width, c.height), func(t *testing.T) {
			depth := filled(t, c.format, c.width, c.height, 1)
			gl.Viewport(c.viewport[0], c.viewport[1], c.viewport[2], c.viewport[3])
			defer gl.Viewport(0, 0, size, size)
			out.clear(1)
			err := r.Draw(camera, Target{Depth: depth, Soft: 1})
			middle := out.pixel(c.viewport[0]+c.viewport[2]/2, c.viewport[1]+c.viewport[3]/2)
			if c.wantText == "" && (err != nil || middle[3] < 0.5) {
				t.Errorf("%v in the middle, %v", middle, err)
			}
			if c.wantText != "" && (!errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), fmt.Sprintf("draw: Draw: Target.Depth is %d, %s", depth, c.wantText)) || middle != [4]float32{}) {
				t.Errorf("%v in the middle, %v, expected %s", middle, err, c.wantText)
			}
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Before an empty scene a sprite is not soft, whatever the far plane is: also without one, and
// where float32 cannot hold how far it is.
func TestSoftBeforeTheSky(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev)
	out := newScreen(t)
	depth := filled(t, gl.DEPTH_COMPONENT32F, size, size, 1)
	for name, projection := range map[string]mgl32.Mat4{
		"near": mgl32.Perspective(1, 1, 1, 9), "far": mgl32.Perspective(1, 1, 0.01, 1e7), "parallel": mgl32.Ortho(-2, 2, -2, 2, 1, 9),
		"none":   {1.83, 0, 0, 0, 0, 1.83, 0, 0, 0, 0, -1, -1, 0, 0, -2, 0},
		"beyond": {1.83, 0, 0, 0, 0, 1.83, 0, 0, 0, 0, -1 + 1.0/(1<<22), -1, 0, 0, -2, 0}, // Lengyel's
	} {
		gputest.Run(t, dev, "far="+name, func(t *testing.T) {
			var drawn [2][4]float32
			for i, soft := range []float32{0, 1} {
				out.clear(1)
				if err := r.Draw(particles.Camera{View: mgl32.Ident4(), Projection: projection}, Target{Depth: depth, Soft: soft}); err != nil {
					t.Fatal(err)
				}
				drawn[i] = out.pixel(size/2, size/2)
			}
			if drawn[0][3] < 0.5 || !near(drawn[0], drawn[1]) {
				t.Errorf("the sprite is %v, and %v if it is soft", drawn[0], drawn[1])
			}
		})
	}
}

// A texture for depth in an attachment for colour would be read while it is drawn to.
func TestDepthIsNoColorAttachment(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev)
	depth, other := filled(t, gl.R32F, size, size, 1), filled(t, gl.R32F, size, size, 1)
	var framebuffer uint32
	gl.GenFramebuffers(1, &framebuffer)
	defer gl.DeleteFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	defer gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, size, size)
	for i := range uint32(colorAttachments) {
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0+i, gl.TEXTURE_2D, depth, 0)
		gl.DrawBuffer(gl.COLOR_ATTACHMENT0 + i)
		if err := r.Draw(camera, Target{Depth: depth, Soft: 1}); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "which is attached to the current framebuffer") {
			t.Errorf("attachment %d: %v", i, err)
		}
		if err := r.Draw(camera, Target{Depth: other, Soft: 1}); err != nil {
			t.Errorf("attachment %d, another texture: %v", i, err)
		}
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0+i, gl.TEXTURE_2D, 0, 0)
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// The size of a framebuffer is that of its renderbuffers too. Of attachments with layers it is
// unknown, and the viewport counts.
func TestDepthFitsRenderbuffers(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev)
	depth := filled(t, gl.DEPTH_COMPONENT32F, size, size, 1)
	var framebuffer, renderbuffer, other, layers uint32
	gl.GenFramebuffers(1, &framebuffer)
	gl.GenRenderbuffers(1, &renderbuffer)
	gl.GenRenderbuffers(1, &other)
	gl.GenTextures(1, &layers)
	defer gl.DeleteFramebuffers(1, &framebuffer)
	defer gl.DeleteRenderbuffers(1, &renderbuffer)
	defer gl.DeleteRenderbuffers(1, &other)
	defer gl.DeleteTextures(1, &layers)
	gl.BindRenderbuffer(gl.RENDERBUFFER, renderbuffer)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, size, size)
	gl.BindRenderbuffer(gl.RENDERBUFFER, other)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, layers)
	gl.TexStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA8, size, size, 2)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, 0)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.Viewport(0, 0, 2*size, 2*size)
	defer gl.Viewport(0, 0, size, size)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, renderbuffer)
	if err := r.Draw(camera, Target{Depth: depth, Soft: 1}); err != nil {
		t.Error(err)
	}
	var bound int32
	if gl.GetIntegerv(gl.RENDERBUFFER_BINDING, &bound); uint32(bound) != other {
		t.Errorf("Draw binds renderbuffer %d, and %d was bound", bound, other)
	}
	if n := testing.AllocsPerRun(20, func() { _ = r.Draw(camera, Target{Depth: depth, Soft: 1}) }); n != 0 {
		t.Errorf("Draw allocates %v times", n)
	}
	gl.FramebufferTextureLayer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, layers, 0, 1)
	if err := r.Draw(camera, Target{Depth: depth, Soft: 1}); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "want at least 128x128") {
		t.Error(err)
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
	gputest.DropMessages(t, dev)
}

// Draw blends the first draw buffer. Of the others it changes nothing.
func TestBlendingOfOtherDrawBuffersIsKept(t *testing.T) {
	dev := gputest.Device(t)
	r := newRenderer(t, dev)
	newScreen(t)
	defer func() {
		gl.Disable(gl.BLEND)
		gl.BlendFunc(gl.ONE, gl.ZERO)
		gl.BlendEquation(gl.FUNC_ADD)
	}()
	names := [...]uint32{gl.BLEND_SRC_RGB, gl.BLEND_DST_RGB, gl.BLEND_SRC_ALPHA, gl.BLEND_DST_ALPHA, gl.BLEND_EQUATION_RGB, gl.BLEND_EQUATION_ALPHA}
	now := func() (all [2][len(names) + 1]int32) {
		for i := range uint32(2) {
			for j, name := range names {
				gl.GetIntegeri_v(name, i, &all[i][j])
			}
			if gl.IsEnabledi(gl.BLEND, i) {
				all[i][len(names)] = 1
			}
		}
		return all
	}
	for _, first := range []bool{true, false} {
		gl.BlendFuncSeparatei(0, gl.ZERO, gl.SRC_COLOR, gl.ONE, gl.DST_ALPHA)
		gl.BlendEquationSeparatei(0, gl.MIN, gl.FUNC_SUBTRACT)
		gl.BlendFuncSeparatei(1, gl.DST_COLOR, gl.ONE, gl.SRC_ALPHA, gl.ZERO)
		gl.BlendEquationSeparatei(1, gl.MAX, gl.FUNC_REVERSE_SUBTRACT)
		on, off := uint32(0), uint32(1)
		if !first {
			on, off = off, on
		}
		gl.Enablei(gl.BLEND, on)
		gl.Disablei(gl.BLEND, off)
		before := now()
		if err := r.Draw(camera, Target{}); err != nil {
			t.Fatal(err)
		}
		if after := now(); after != before {
			t.Errorf("the blending of two draw buffers was %v and is %v", before, after)
		}
	}
}
