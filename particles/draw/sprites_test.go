// SPDX-License-Identifier: MIT

package draw

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles"
	"github.com/go-gl/mathgl/mgl32"
)

// strange is the uniforms of a system whose sprites have one number of the test's.
type strange struct {
	Which  uint32
	Number float32
}

// A sprite or a ribbon with a NaN or an infinity is not drawn. Other ones that the documents do not
// exclude are drawn, and leave finite colours that are not below 0.
func TestStrangeSprites(t *testing.T) {
	dev := gputest.Device(t)
	o := options()
	o.Uniforms, o.Curves = strange{}, nil
	s, err := particles.New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	camera := particles.Camera{View: mgl32.LookAtV(mgl32.Vec3{0, 0, 5}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0}), Projection: mgl32.Perspective(1, 1, 1, 9), Near: 1, Far: 9}
	s.SetCamera(camera)
	sprites := []string{
		"Sprite(vec3(0.0), 0.5, vec4(1.0), vec3(0.0), 0.0)",
		"Sprite(vec3(0.0, u.number, 0.0), 0.5, vec4(1.0), vec3(0.0), 0.0)",
		"Sprite(vec3(0.0), u.number, vec4(1.0), vec3(0.0), 0.0)",
		"Sprite(vec3(0.0), 0.5, vec4(1.0, u.number, 1.0, 1.0), vec3(0.0), 0.0)",
		"Sprite(vec3(0.0), 0.5, vec4(1.0, 1.0, 1.0, u.number), vec3(0.0), 0.0)",
		"Sprite(vec3(0.0), 0.5, vec4(1.0), vec3(0.0, 0.0, u.number), 0.0)",
		"Sprite(vec3(0.0), 0.5, vec4(1.0), vec3(0.0), u.number)",
	}
	ribbons := []string{
		"Ribbon(0.5, vec4(1.0), 0.0)",
		"Ribbon(u.number, vec4(1.0), 0.0)",
		"Ribbon(0.5, vec4(1.0, u.number, 1.0, 1.0), 0.0)",
		"Ribbon(0.5, vec4(1.0, 1.0, 1.0, u.number), 0.0)",
		"Ribbon(0.5, vec4(1.0), u.number)",
	}
	list := func(kind string, all []string) (text string) {
		for i, one := range all {
			text += fmt.Sprintf("    %s x%d = %s;\n    if (u.which == %du) return x%d;\n", kind, i, one, i, i)
		}
		return text + "    return x0;\n}\n"
	}
	look := "Sprite look(Particle p) {\n" + list("Sprite", sprites)
	ribbon := "Ribbon ribbon(Particle p, float t) {\n" + list("Ribbon", ribbons)
	out := newScreen(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	pixels := make([]float32, 4*size*size)
	for kind, all := range map[string][]string{"Sprite": sprites, "Ribbon": ribbons} {
		options := Options{Look: look}
		if kind == "Ribbon" {
			options = Options{Ribbon: ribbon}
		}
		r, err := New(dev, s, options)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Release()
		for which, text := range all {
			for _, number := range []float32{nan, inf, -inf, 3, -2} {
				what := strings.ReplaceAll(text, "u.number", fmt.Sprint(number))
				if err := s.SetUniforms(&strange{uint32(which), number}); err != nil {
					t.Fatal(err)
				}
				if err := s.Reset(); err != nil {
					t.Fatal(err)
				}
				if err := s.Emit(0, 1); err != nil {
					t.Fatal(err)
				}
				for range 4 {
					if err := s.Step(0.02); err != nil {
						t.Fatal(err)
					}
				}
				out.clear(1)
				if err := r.Draw(camera, Target{}); err != nil {
					t.Fatal(err)
				}
				out.read(pixels)
				lit, wrong := 0, 0
				for i := 0; i < len(pixels); i += 4 {
					c := [4]float32(pixels[i : i+4])
					if c != [4]float32{} {
						lit++
					}
					for _, x := range c {
						if !(x >= 0 && x < 1e3) {
							wrong++
							break
						}
					}
				}
				strangeNumber := what != text && number-number != 0
				invisible := strings.HasSuffix(what, "-2), vec3(0.0), 0.0)") || strings.HasSuffix(what, "1.0, -2), 0.0)") // alpha
				if (lit == 0) != (strangeNumber || invisible) {
					t.Errorf("%s: %d pixels are lit", what, lit)
				}
				if wrong > 0 && !strings.Contains(what, "vec4(1.0, -2,") {
					t.Errorf("%s: %d pixels are no colours", what, wrong)
				}
			}
		}
	}
}
