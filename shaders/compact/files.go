// SPDX-License-Identifier: MIT

// Package compact registers the GLSL of compact with package shaders.
package compact

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("compact", files, slots.Compact...) }
