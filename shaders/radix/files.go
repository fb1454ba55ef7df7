// SPDX-License-Identifier: MIT

// Package radix registers the GLSL of radix with package shaders.
package radix

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("radix", files, slots.Radix...) }
