// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Declarations contain the record, the uniforms and the curves that the options have, and nothing
// else.
func TestDeclarationsMatchOptions(t *testing.T) {
	const (
		table = "layout(std430, binding = 5) readonly buffer Tables"
		fade  = "vec4 fade(float t) { return curveAt(0u, t); }"
		grow  = "vec4 grow(float t) { return curveAt(1u, t); }"
	)
	dev := gputest.Device(t)
	var bindings int32
	gl.GetIntegerv(gl.MAX_UNIFORM_BUFFER_BINDINGS, &bindings)
	uniforms := fmt.Sprintf("layout(std140, binding = %d) uniform Uniforms {", bindings-1) // the last one: see BindUniforms
	keys := []Key{{At: 0}, {At: 1, Value: [4]float32{1, 1, 1, 1}}}
	for _, c := range []struct {
		what       string
		change     func(*Options)
		has, lacks []string
	}{
		{"a record and uniforms", func(o *Options) {}, []string{"struct Particle {", uniforms}, []string{table, fade}},
		{"a record alone", func(o *Options) {
			o.Uniforms, o.Record = nil, struct{ Left uint32 }{}
			o.Init, o.Update = "void init(inout Particle p, Birth b) { p.left = 1u; }", "bool update(inout Particle p) { return p.left > 0u; }"
		}, []string{"struct Particle {"}, []string{"Uniforms", table}},
		{"curves", func(o *Options) { o.Curves = []Curve{{Name: "fade", Keys: keys}, {Name: "grow", Keys: keys}} }, []string{table, fade, grow}, nil},
	} {
		o := moteOptions(10)
		c.change(&o)
		text := newSystem(t, dev, o).Declarations(5)
		for _, part := range c.has {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the declarations lack %q:\n%s", c.what, part, text)
			}
		}
		for _, part := range c.lacks {
			if strings.Contains(text, part) {
				t.Errorf("%s: the declarations have %q:\n%s", c.what, part, text)
			}
		}
	}
}
