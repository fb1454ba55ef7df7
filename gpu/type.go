// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Type is the type of an item, a key or an edge in a buffer.
type Type int

// The types. Those of 8 bytes lie as two words, the low one first, as Go lays them out on every machine that has
// OpenGL. Uint8 and Uint16 lie packed, four and two to a word; only radix takes them.
const (
	Uint32 Type = iota
	Int32
	Float32
	Uint64
	Int64
	Float64
	Uint16
	Uint8
	Vec2 // two float32
	Vec4 // four float32; it needs no alignment here
)

var types = [...]struct {
	name  string
	bytes int
}{{"u32", 4}, {"i32", 4}, {"f32", 4}, {"u64", 8}, {"i64", 8}, {"f64", 8}, {"u16", 2}, {"u8", 1}, {"vec2", 8}, {"vec4", 16}}

// Bytes is the size of an item; 0 for no type.
func (t Type) Bytes() int {
	if t < 0 || int(t) >= len(types) {
		return 0
	}
	return types[t].bytes
}

func (t Type) String() string {
	if t < 0 || int(t) >= len(types) {
		return fmt.Sprintf("type(%d)", int(t))
	}
	return types[t].name
}
