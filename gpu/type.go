// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Type is the type of an item, a key or an edge in a buffer.
type Type int

// The types. Types of 8 bytes are two words, the low word first. Types of 8 and 16 bits are packed,
// four and two per word; only package radix supports them.
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
	Vec4 // four float32, aligned to 4 bytes
	Int16
	Int8
	Float16 // a half: 1 bit of sign, 5 of exponent, 10 of fraction
	Uint128 // four words, the lowest first; only package radix supports it
)

var types = [...]struct {
	name  string
	bytes int
}{{"u32", 4}, {"i32", 4}, {"f32", 4}, {"u64", 8}, {"i64", 8}, {"f64", 8}, {"u16", 2}, {"u8", 1}, {"vec2", 8}, {"vec4", 16}, {"i16", 2}, {"i8", 1}, {"f16", 2}, {"u128", 16}}

// Bytes returns the size in bytes, or 0 for an invalid Type.
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
