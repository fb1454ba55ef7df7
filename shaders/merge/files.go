// SPDX-License-Identifier: MIT

// Package merge registers the GLSL of merge with package shaders.
package merge

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("merge", files, slots.Merge...) }
