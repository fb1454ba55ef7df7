// SPDX-License-Identifier: MIT

package hair

import _ "github.com/combgl/comb/shaders/hair" // its GLSL
