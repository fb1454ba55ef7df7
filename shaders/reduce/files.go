// SPDX-License-Identifier: MIT

// Package reduce registers the GLSL of reduce with package shaders.
package reduce

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("reduce", files, slots.Reduce...) }
