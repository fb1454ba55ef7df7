// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"reflect"
)

// floatBytes is the size of T where it is a float, named or not, and 0 where it is anything else.
func floatBytes[T Item]() int {
	if t := reflect.TypeFor[T](); t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64 {
		return int(t.Size())
	}
	return 0
}

// NeedType refuses a view of a Buffer of floats where an operation takes its items for integers, or for floats of another
// size: integers that are read from floats are their bits. Buffers of anything else, of structs too, and the caller's own
// (Wrap) may hold any type and pass. To mean the bits of floats, make a Buffer of uint32 or uint64, or of a struct of one
// float. what names the view in the error: "radix: src keys". Errors: ErrView.
func (d *Device) NeedType(what string, v View, t Type) error {
	if v.of == nil || v.of.float == 0 {
		return nil
	}
	wants := 0
	switch t {
	case Float32, Vec2, Vec4:
		wants = 4
	case Float64:
		wants = 8
	}
	if v.of.float == wants {
		return nil
	}
	return fmt.Errorf("%s is a view of a Buffer of float%d, want items of %v; a Buffer of uint%d holds bits: %w", what, 8*v.of.float, t, 8*v.of.float, ErrView)
}
