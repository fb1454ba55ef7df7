// SPDX-License-Identifier: MIT

// Package shaders registers the GLSL of bench with package shaders.
package shaders

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("bench", files, slots.Bench...) }
