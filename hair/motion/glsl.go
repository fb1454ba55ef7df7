// SPDX-License-Identifier: MIT

package motion

import _ "github.com/combgl/comb/shaders/hair" // its GLSL
