// SPDX-License-Identifier: MIT

// Package expand registers the GLSL of expand with package shaders.
package expand

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("expand", files, slots.Expand...) }
