// SPDX-License-Identifier: MIT

package draw

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// A texture of the caller's and the scene's depth do not share a unit.
func TestTexturesNeedTheirOwnUnit(t *testing.T) {
	dev := gputest.Device(t)
	s := newRenderer(t, dev).s
	out := newScreen(t)
	depth := filled(t, gl.DEPTH_COMPONENT32F, size, size, 1)
	half := filled(t, gl.R32F, 1, 1, 0.5)
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, half)
	defer gl.BindTexture(gl.TEXTURE_2D, 0)
	o := Options{
		Look:  "Sprite look(Particle p) { return Sprite(p.position, 0.5, vec4(1.0), vec3(0.0), 0.0); }",
		Shade: "layout(binding = 0) uniform sampler2D smoke;\nfloat shade(vec2 at) { return texelFetch(smoke, ivec2(0), 0).r; }",
	}
	for _, unit := range []uint32{0, 3} {
		o.DepthUnit = unit
		r, err := New(dev, s, o)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		for _, with := range []uint32{0, depth} {
			out.clear(1)
			err := r.Draw(camera, Target{Depth: with, Soft: 1})
			if unit == 0 && with != 0 {
				if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "your GLSL has the sampler smoke at its texture unit 0, want another") {
					t.Errorf("unit %d, depth %d: %v", unit, with, err)
				}
				continue
			}
			if c := out.pixel(size/2, size/2); err != nil || !near(c, [4]float32{0.5, 0.5, 0.5, 0.5}) {
				t.Errorf("unit %d, depth %d: %v, %v", unit, with, c, err)
			}
		}
	}
	for _, kind := range []string{"samplerCube", "isampler2D", "sampler2DArray", "sampler2DMS", "samplerCubeArray"} {
		o.DepthUnit = 2
		o.Shade = "layout(binding = 1) uniform " + kind + " some[2];\nfloat shade(vec2 at) { return float(textureSize(some[1]" + map[bool]string{true: "", false: ", 0"}[kind == "sampler2DMS"] + ").x); }"
		if r, err := New(dev, s, o); r != nil || !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "at texture unit 2, want another: it is DepthUnit") {
			t.Errorf("%s: %v", kind, err)
		}
		o.DepthUnit = 3
		r, err := New(dev, s, o)
		if err != nil {
			t.Errorf("%s at other units: %v", kind, err)
		}
		r.Release()
	}
}
