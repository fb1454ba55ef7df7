// SPDX-License-Identifier: MIT

package main

import (
	"embed"

	"github.com/combgl/comb/shaders"
	"github.com/combgl/comb/shaders/slots"
)

//go:embed shaders/*.glsl
var files embed.FS

func init() { shaders.Register("sph", shaders.Below(files, "shaders"), slots.Fluid...) }
