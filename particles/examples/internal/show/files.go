// SPDX-License-Identifier: MIT

package show

import (
	"embed"

	"github.com/combgl/comb/shaders"
)

//go:embed shaders/*.glsl
var files embed.FS

func init() { shaders.Register("show", shaders.Below(files, "shaders")) }
