// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"strings"
)

// partWords is the number of words that kernels load and store at once: the largest of 4, 2 and 1
// that divides the record. With an array of structs a compiler moves a record word by word, and the
// lanes of each load are a record apart.
func (l layout) partWords() int {
	switch {
	case l.stride%16 == 0:
		return 4
	case l.stride%8 == 0:
		return 2
	}
	return 1
}

// parts is the number of parts of a record.
func (l layout) parts() int { return l.stride / 4 / l.partWords() }

// word returns GLSL for word i of a record in parts w.
func (l layout) word(i int) string {
	n := l.partWords()
	if n == 1 {
		return fmt.Sprintf("w[%d]", i)
	}
	return fmt.Sprintf("w[%d].%c", i/n, "xyzw"[i%n])
}

// packing returns GLSL that unpacks a record from its parts and packs it again, bit by bit. For
// Particle it defines the type ParticlePart, PARTICLE_PARTS, LOAD_PARTICLE(array, record) and
// STORE_PARTICLE(array, record, w). It has no loops: a compiler that does not unroll them would
// keep w in memory instead of registers.
func (l layout) packing(name string) string {
	part := [...]string{1: "uint", 2: "uvec2", 4: "uvec4"}[l.partWords()]
	upper := strings.ToUpper(name)
	var values, loads, stores []string
	all := make([]string, l.stride/4) // the words of p
	for _, f := range l.fields {
		var elements []string
		for e := range max(1, f.array) {
			at := "p." + f.name
			if f.array > 0 {
				at += fmt.Sprintf("[%d]", e)
			}
			elements = append(elements, f.glslType.unpack(l, (f.at+e*f.stride)/4))
			f.glslType.pack(at, all[(f.at+e*f.stride)/4:])
		}
		value := elements[0]
		if f.array > 0 {
			value = fmt.Sprintf("%s[%d](%s)", f.glslType.name, f.array, strings.Join(elements, ", "))
		}
		values = append(values, value)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#define %sPart %s\n#define %s_PARTS %du\n", name, part, upper, l.parts())
	fmt.Fprintf(&b, "%s unpack%s(%sPart w[%s_PARTS])\n{\n    return %s(\n        %s);\n}\n", name, name, name, upper, name, strings.Join(values, ",\n        "))
	fmt.Fprintf(&b, "void pack%s(%s p, out %sPart w[%s_PARTS])\n{\n", name, name, name, upper)
	for i := range l.parts() {
		n := l.partWords()
		fmt.Fprintf(&b, "    w[%d] = %s(%s);\n", i, part, strings.Join(all[i*n:(i+1)*n], ", "))
		place := fmt.Sprintf("b[(at) * %s_PARTS + %du]", upper, i)
		loads, stores = append(loads, place), append(stores, fmt.Sprintf("%s = w[%d]", place, i))
	}
	b.WriteString("}\n")
	fmt.Fprintf(&b, "#define LOAD_%s(b, at) unpack%s(%sPart[%s_PARTS](%s))\n", upper, name, name, upper, strings.Join(loads, ", "))
	fmt.Fprintf(&b, "#define STORE_%s(b, at, w) %s\n", upper, strings.Join(stores, "; "))
	return b.String()
}

// bits returns the GLSL functions that convert a field's components from and to words; "" for a
// uint.
func (t glslType) bits() (fromWord, toWord string) {
	switch {
	case strings.HasPrefix(t.name, "u"):
		return "", ""
	case strings.HasPrefix(t.name, "i"):
		return "int", "uint"
	}
	return "uintBitsToFloat", "floatBitsToUint"
}

// unpack returns GLSL for the value whose first word is at.
func (t glslType) unpack(l layout, at int) string {
	from, _ := t.bits()
	var words []string
	for i := range t.size / 4 {
		words = append(words, fmt.Sprintf("%s(%s)", from, l.word(at+i)))
	}
	if len(words) == 1 {
		return words[0]
	}
	return fmt.Sprintf("%s(%s)", t.name, strings.Join(words, ", "))
}

// pack writes GLSL for the words of a value into words.
func (t glslType) pack(value string, words []string) {
	_, to := t.bits()
	n := t.size / 4
	for i := range n {
		component := value
		switch {
		case t.name == "mat4":
			component += fmt.Sprintf("[%d][%d]", i/4, i%4)
		case n > 1:
			component += fmt.Sprintf(".%c", "xyzw"[i])
		}
		words[i] = fmt.Sprintf("%s(%s)", to, component)
	}
}
