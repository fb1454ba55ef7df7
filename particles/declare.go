// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"strings"

	"github.com/combgl/comb/gpu"
)

// Declarations returns GLSL (430) for a drawing program of the caller's: struct Particle; the
// uniform block u, if there are uniforms (see BindUniforms); and a function for each curve. The
// curves read Tables, which the caller binds at storage binding tables. A nil System has none.
func (s *System) Declarations(tables int) string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(s.text.record.declaration("Particle"))
	b.WriteString(s.text.block.glsl(s.frameBinding + 1))
	if len(s.o.Curves) == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, `layout(std430, binding = %d) readonly buffer Tables { vec4 tables[]; };
vec4 curveAt(uint curve, float t)
{
    float x = clamp(t, 0.0, 1.0) * %d.0;
    uint i = min(uint(x), %du);
    return mix(tables[curve * %du + i], tables[curve * %du + i + 1u], x - float(i));
}
`, tables, curveSamples-1, curveSamples-2, curveSamples, curveSamples)
	for i, c := range s.o.Curves {
		fmt.Fprintf(&b, "vec4 %s(float t) { return curveAt(%du, t); }\n", c.Name, i)
	}
	return b.String()
}

// Tables is the buffer that the curves of Declarations read.
func (s *System) Tables() gpu.View {
	if s.gone() {
		return gpu.View{}
	}
	return s.tables.View()
}
