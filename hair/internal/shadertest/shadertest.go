// SPDX-License-Identifier: MIT

// Package shadertest validates the shaders of hair's techniques in tests.
package shadertest

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
)

// Validate checks both stages of drawing programs with glslang.
func Validate(t *testing.T, programs ...scene.Program) {
	t.Helper()
	for _, p := range programs {
		vertex, fragment, err := p.Sources()
		if err != nil {
			t.Fatal(err)
		}
		gputest.ValidateSource(t, p.Vertex, "vert", vertex)
		gputest.ValidateSource(t, p.Fragment, "frag", fragment)
	}
}

// Lightings returns all lightings of ribbons.
func Lightings() []light.Lighting {
	return []light.Lighting{{}, {Shading: light.Dual, PerFragment: true}, {Shading: light.Single, PerFragment: true}, {Shading: light.Kajiya, PerFragment: true}}
}
