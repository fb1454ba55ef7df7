// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"strings"
	"testing"
)

// changed lists the operator and the changed line of each mutant.
func changed(all []Mutant) (lines []string) {
	for _, m := range all {
		lines = append(lines, m.Operator+": "+strings.TrimSpace(strings.Split(m.Apply(), "\n")[m.Line-1]))
	}
	return lines
}

func TestGLSLMutants(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"comments": {"// a < b; sync();\n/* a < b\n a + b */", nil},
		"macros":   {"#define F(a) \\\n  if (a < 1u) sync();\n#if A && B\n#endif", nil},
		"barrier":  {"{ sync(); }", []string{"barrier: { ; }"}},
		"fence":    {"if (a) memoryBarrierBuffer();", []string{"negate: if (!(a)) memoryBarrierBuffer();", "fence: if (a) ;"}},
		"declared": {"void sync()\n{\n}", nil},
		"boundary": {"x = a <= b ? 1 : 2;", []string{"boundary: x = a < b ? 1 : 2;"}},
		"shifts":   {"x = a << b >> c;", nil},
		"offbyone": {"x = n + 1u - 1;", []string{"offbyone: x = n + 0u - 1;", "offbyone: x = n + 1u - 0;"}},
		"negative": {"x = -1; return -y;", nil},
		"arith":    {"x += a - b;", []string{"arith: x -= a - b;", "arith: x += a + b;"}},
		"equal if": {"if (a == b) c;", []string{"equality: if (a != b) c;"}},
		"if": {"if (a == b && c) d;", []string{
			"negate: if (!(a == b && c)) d;", "equality: if (a != b && c) d;", "logic: if (a == b || c) d;",
		}},
		"loop": {"for (uint i = 0u; i < n; i += S + 2u) d;", []string{
			"boundary: for (uint i = 0u; i <= n; i += S + 2u) d;",
			"last: for (uint i = 0u; i + S + 2u < n; i += S + 2u) d;",
			"arith: for (uint i = 0u; i < n; i -= S + 2u) d;",
			"arith: for (uint i = 0u; i < n; i += S - 2u) d;",
		}},
		"swap":     {"ITEM combine(ITEM a, ITEM b); x = combine(f(a, b), c);", []string{"swap: ITEM combine(ITEM a, ITEM b); x = combine(c, f(a, b));"}},
		"coherent": {"layout(std430) coherent buffer B { uint b[]; };", []string{"coherent: layout(std430)  buffer B { uint b[]; };"}},
		"minmax":   {"x = min(a, b);", []string{"minmax: x = max(a, b);"}},
		"drop":     {"x = f(a); g(b);", []string{"drop: x = f(a); ;"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := changed(glslMutants("f", c.text))
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestConditionalSections(t *testing.T) {
	var regions []int
	for _, token := range tokens("a\n#if A\nb\n#if B\nc\n#endif\nd\n#else\ne\n#endif\nf") {
		regions = append(regions, token.region)
	}
	if want := []int{0, 1, 2, 3, 4, 0}; !slices.Equal(regions, want) {
		t.Errorf("sections: got %v, want %v", regions, want)
	}
}
