// SPDX-License-Identifier: MIT

// Package hair registers the GLSL of hair with package shaders.
package hair

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl motion
var files embed.FS

func init() { shaders.Register("hair", files, slots.Hair...) }
