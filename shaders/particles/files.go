// SPDX-License-Identifier: MIT

// Package particles registers the GLSL of particles with package shaders.
package particles

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("particles", files, slots.Particles...) }
