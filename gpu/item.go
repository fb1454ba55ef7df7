// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"reflect"
	"sync"
)

// Item is a type whose bytes can be copied to a buffer: a number of fixed size, or an array or
// struct of those, of 1, 2 or a multiple of 4 bytes. std430 pads a vec3 to 16 bytes inside structs
// and arrays; the Go type must do the same.
//
// Calls check each type once and return ErrArgument with the field. Pointers, and types that
// contain them, are excluded. So are bool, which has 4 bytes in GLSL, and int, uint and uintptr.
type Item interface{}

// itemErrors caches the result of checkItem by reflect.Type, nil results too.
var itemErrors sync.Map

// checkItem returns an error for a type that Item excludes. Errors: ErrArgument.
func checkItem[T Item]() error {
	t := reflect.TypeFor[T]()
	cached, ok := itemErrors.Load(t)
	if !ok {
		cached, _ = itemErrors.LoadOrStore(t, itemError(t))
	}
	err, _ := cached.(error)
	return err
}

func itemError(t reflect.Type) error {
	if place, kind := notPlain(t); kind != "" {
		return fmt.Errorf("gpu: items of type %v: %v%s is %s, want numbers of fixed size, or arrays and structs of them: %w", t, t, place, kind, ErrArgument)
	}
	return nil
}

// notPlain returns the first part of a type that cannot lie in a buffer: its place, such as ".Name"
// or "[i].At", and its kind. kind is "" if there is none.
func notPlain(t reflect.Type) (place, kind string) {
	switch t.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return "", ""
	case reflect.Array:
		place, kind = notPlain(t.Elem())
		return "[i]" + place, kind
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if place, kind := notPlain(f.Type); kind != "" {
				return "." + f.Name + place, kind
			}
		}
		return "", ""
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return "", "of type " + t.Kind().String() + ", whose size depends on the machine"
	case reflect.Bool:
		return "", "a bool, which has another size in GLSL"
	case reflect.Pointer, reflect.UnsafePointer:
		return "", "a pointer"
	case reflect.Interface:
		return "", "an interface"
	}
	return "", "a " + t.Kind().String() // chan, func, map, slice, string
}

// numberOf returns the size of T if it is a type of floats or of integers, named or not, and
// whether the integers are signed. Otherwise it returns zeros.
func numberOf[T Item]() (float, integer int, signed bool) {
	switch t := reflect.TypeFor[T](); t.Kind() {
	case reflect.Float32, reflect.Float64:
		return int(t.Size()), 0, false
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return 0, int(t.Size()), true
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return 0, int(t.Size()), false
	}
	return 0, 0, false
}
