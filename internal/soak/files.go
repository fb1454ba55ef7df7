// SPDX-License-Identifier: MIT

package soak

import (
	"embed"

	"github.com/combgl/comb/shaders"
)

//go:embed shaders/*.glsl
var files embed.FS

func init() { shaders.Register("soak", shaders.Below(files, "shaders")) }
