// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"unicode"
)

// glslType is a field's type in GLSL.
type glslType struct {
	name        string // "vec3"
	zero        string // an expression for its zero value
	size, align int
	array       int // number of elements, 0 if it is no array
	stride      int // bytes from one element to the next in std430
}

// field is a field of a struct with its GLSL type.
type field struct {
	glslType
	goName, name string
	index        int // in the Go struct
	at           int // its offset in Go
}

var (
	scalars  = map[reflect.Kind]string{reflect.Float32: "float", reflect.Int32: "int", reflect.Uint32: "uint"}
	vectors  = map[reflect.Kind]string{reflect.Float32: "vec", reflect.Int32: "ivec", reflect.Uint32: "uvec"}
	glslName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
)

// typeOf returns the GLSL type of a Go type: numbers of 32 bits, arrays of 2 to 4 of them as
// vectors, mgl32.Mat4, and arrays of those.
func typeOf(t reflect.Type) (glslType, error) {
	if name, ok := scalars[t.Kind()]; ok {
		return glslType{name: name, zero: name + "(0)", size: 4, align: 4}, nil
	}
	if t.Kind() != reflect.Array || t.Len() == 0 {
		return glslType{}, fmt.Errorf("%v is none of float32, int32, uint32, arrays of 2 to 4 of them (vectors), Mat4, and arrays of these", t)
	}
	if t.Elem().Kind() == reflect.Float32 && t.Len() == 16 && t.Name() == "Mat4" {
		return glslType{name: "mat4", zero: "mat4(0)", size: 64, align: 16}, nil
	}
	if name, ok := vectors[t.Elem().Kind()]; ok && t.Len() >= 2 && t.Len() <= 4 {
		n := t.Len()
		v := fmt.Sprintf("%s%d", name, n)
		return glslType{name: v, zero: v + "(0)", size: 4 * n, align: []int{8, 16, 16}[n-2]}, nil
	}
	e, err := typeOf(t.Elem())
	if err != nil {
		return e, err
	}
	if e.array > 0 {
		return e, fmt.Errorf("%v is an array of arrays", t)
	}
	e.array, e.stride = t.Len(), (e.size+e.align-1)/e.align*e.align
	e.size = int(t.Elem().Size())
	return e, nil
}

// fieldsOf lists a struct's fields. Errors: ErrLayout, with the field.
func fieldsOf(what string, t reflect.Type) ([]field, error) {
	if t == nil || t.Kind() != reflect.Struct {
		return nil, badLayout("New: %s is %v, want a struct", what, t)
	}
	var all []field
	seen := map[string]string{}
	for i := range t.NumField() {
		f := t.Field(i)
		g, err := typeOf(f.Type)
		if err != nil {
			return nil, badLayout("New: %s %v: field %s: %v", what, t, f.Name, err)
		}
		name := f.Tag.Get("glsl")
		if name == "" {
			name = lowerFirst(f.Name)
		}
		if f.Name == "_" {
			// Padding may start at any offset.
			name = fmt.Sprintf("unused%d", i)
			g = glslType{name: "uint", zero: "uint(0)", size: 4, align: 4, stride: 4}
			if n := int(f.Type.Size()) / 4; n > 1 {
				g.array = n
			}
		}
		if !glslName.MatchString(name) || strings.Contains(name, "__") || strings.HasPrefix(name, "gl_") || keywords()[name] {
			return nil, badLayout("New: %s %v: field %s: %q cannot be a name in GLSL (a tag glsl:\"name\" gives another)", what, t, f.Name, name)
		}
		if other, twice := seen[name]; twice {
			return nil, badLayout("New: %s %v: fields %s and %s are both %q in GLSL", what, t, other, f.Name, name)
		}
		seen[name] = f.Name
		all = append(all, field{g, f.Name, name, i, int(f.Offset)})
	}
	if len(all) == 0 {
		return nil, badLayout("New: %s %v has no fields", what, t)
	}
	return all, nil
}

// lowerFirst turns a Go name into a GLSL name: Position into position, ID into id, UVRect into
// uvRect.
func lowerFirst(s string) string {
	r := []rune(s)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

// layout is the common layout of a record in Go and GLSL.
type layout struct {
	fields []field
	stride int
	id     bool // it has a uint field id
}

// MaxRecordBytes is the largest size of a record, in bytes.
const MaxRecordBytes = 256

// layoutOf checks that Go lays out a struct as std430 lays out an array of its GLSL twin. Errors:
// ErrLayout, with the field.
func layoutOf(what string, t reflect.Type) (layout, error) {
	fields, err := fieldsOf(what, t)
	if err != nil {
		return layout{}, err
	}
	end, align := 0, 4
	l := layout{fields: fields}
	for _, f := range fields {
		want := (end + f.align - 1) / f.align * f.align
		switch {
		case f.array > 0 && f.size != f.stride:
			return l, badLayout("New: %s %v: field %s: an element of it takes %d bytes in Go and %d in std430", what, t, f.goName, f.size, f.stride)
		case f.at != want:
			return l, badLayout("New: %s %v: field %s (%s) begins at byte %d in Go and %d in std430: put %d bytes before it, such as _ [%d]uint32, or another order",
				what, t, f.goName, f.name, f.at, want, want-f.at, (want-f.at)/4)
		}
		end = f.at + f.size*max(1, f.array)
		align = max(align, f.align)
		if f.name == "id" && (f.glslType.name != "uint" || f.array > 0) {
			return l, badLayout("New: %s %v: field %s is %s, want uint32 for the particle's number, or a tag glsl:\"name\" with another name", what, t, f.goName, t.Field(f.index).Type)
		}
		l.id = l.id || f.name == "id"
	}
	l.stride = (end + align - 1) / align * align
	if l.stride != int(t.Size()) {
		return l, badLayout("New: %s %v: field %s ends at byte %d, and std430 gives a record %d: put %d bytes behind it, such as _ [%d]uint32",
			what, t, fields[len(fields)-1].goName, end, l.stride, l.stride-int(t.Size()), (l.stride-int(t.Size()))/4)
	}
	if l.stride > MaxRecordBytes {
		return l, badLayout("New: %s %v has %d bytes, want at most %d", what, t, l.stride, MaxRecordBytes)
	}
	return l, nil
}

// declaration returns the GLSL struct.
func (l layout) declaration(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "struct %s {\n", name)
	for _, f := range l.fields {
		fmt.Fprintf(&b, "    %s;\n", f.declared())
	}
	b.WriteString("};\n")
	return b.String()
}

func (f field) declared() string {
	if f.array > 0 {
		return fmt.Sprintf("%s %s[%d]", f.glslType.name, f.name, f.array)
	}
	return f.glslType.name + " " + f.name
}

// glsl returns the struct and the functions of slot RECORD.
func (l layout) glsl() string {
	var zeros []string
	for _, f := range l.fields {
		z := f.zero
		if f.array > 0 {
			z = fmt.Sprintf("%s[%d](%s)", f.glslType.name, f.array, strings.TrimSuffix(strings.Repeat(z+", ", f.array), ", "))
		}
		zeros = append(zeros, z)
	}
	get, set := "i", ""
	if l.id {
		get, set = "p.id", "p.id = id;"
	}
	return l.declaration("Particle") + l.packing("Particle") +
		fmt.Sprintf("Particle noParticle() { return Particle(%s); }\n", strings.Join(zeros, ", ")) +
		fmt.Sprintf("uint idOf(Particle p, uint i) { return %s; }\n", get) +
		fmt.Sprintf("void setId(inout Particle p, uint id) { %s }\n", set)
}

// field returns the field of a GLSL name.
func (l layout) field(name string) (field, bool) {
	for _, f := range l.fields {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}
