// SPDX-License-Identifier: MIT

// Package grid registers the GLSL of particles/grid with package shaders.
package grid

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("grid", files, slots.Grid...) }
