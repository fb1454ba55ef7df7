// SPDX-License-Identifier: MIT

// Package scan registers the GLSL of scan with package shaders.
package scan

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed *.glsl
var files embed.FS

func init() { shaders.Register("scan", files, slots.Scan...) }
