// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"reflect"
)

// floatBytes returns the size of T if it is a float type, named or not. Otherwise it returns 0.
func floatBytes[T Item]() int {
	if t := reflect.TypeFor[T](); t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64 {
		return int(t.Size())
	}
	return 0
}

// NeedType returns an error if an operation on items of type t receives a view of a Buffer of
// floats of another type. Such a call would use the bits of the floats. Views of other Buffers
// pass, and so do views of the caller's own buffers (Wrap); they may hold any type. To use the bits
// of floats, make a Buffer of uint32 or uint64, or of a struct of one float. what names the view in
// the error: "radix: src keys". Errors: ErrView.
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
	return fmt.Errorf("%s is a view of a Buffer of float%d, want items of %v (a Buffer of uint%d for the bits): %w", what, 8*v.of.float, t, 8*v.of.float, ErrView)
}
