// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Key is a type that can be sorted.
type Key interface {
	Number | ~float64 | ~uint16 | ~int16 | ~uint8 | ~int8
}

// Number is a type that can be scanned and reduced. Whether int and uint have 32 or 64 bits depends
// on the platform, as everywhere in Go.
type Number interface {
	~uint32 | ~int32 | ~float32 | ~uint64 | ~int64 | ~int | ~uint
}

// Binned is a type that can be counted by bin.
type Binned interface {
	~uint32 | ~int32 | ~float32
}

// Order is the direction of a sort. Equal keys keep their order either way.
type Order int

// The orders.
const (
	Ascending Order = iota
	Descending
)

func (o Order) String() string {
	if o < Ascending || o > Descending {
		return fmt.Sprintf("order(%d)", int(o))
	}
	return [...]string{"ascending", "descending"}[o]
}

func (o Order) check(call string) error {
	if o < Ascending || o > Descending {
		return fmt.Errorf("host: %s: order is %d, want Ascending or Descending: %w", call, int(o), gpu.ErrArgument)
	}
	return nil
}

func checkOp(call string, op gpu.Op) error {
	if !slices.Contains(kernel.Ops, op) {
		return fmt.Errorf("host: %s: op is %v, want one of %v: %w", call, op, kernel.Ops, gpu.ErrArgument)
	}
	return nil
}

// checkLength returns an error for more items than an operation takes.
func checkLength(call, name string, n int) error {
	if n > gpu.MaxItems {
		return fmt.Errorf("host: %s: %s has %d items, want at most %d: %w", call, name, n, gpu.MaxItems, gpu.ErrCount)
	}
	return nil
}

// checkBeside returns an error for a slice that must be as long as another.
func checkBeside(call, name string, n int, other string, want int) error {
	if n != want {
		return fmt.Errorf("host: %s: %s has %s, want %d, as %s has: %w", call, name, number(n, "item"), want, other, gpu.ErrArgument)
	}
	return nil
}

// number returns "1 item" or "2 items".
func number(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// typeOf returns the type of items in a buffer.
func typeOf[T Key]() gpu.Type {
	switch t := reflect.TypeFor[T](); t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8:
		return [...]gpu.Type{1: gpu.Int8, 2: gpu.Int16, 4: gpu.Int32, 8: gpu.Int64}[t.Size()]
	case reflect.Float64:
		return gpu.Float64
	case reflect.Float32:
		return gpu.Float32
	default:
		return [...]gpu.Type{1: gpu.Uint8, 2: gpu.Uint16, 4: gpu.Uint32, 8: gpu.Uint64}[t.Size()]
	}
}

// checkItem returns an error for a type of items that cannot go to the GPU as records: they have
// pointers, bytes between fields, or a size that compactions do not take.
func checkItem[T any](call string) error {
	t := reflect.TypeFor[T]()
	if place, why := notFlat(t); why != "" {
		return fmt.Errorf("host: %s: items of type %v: %v%s %s, want numbers, and arrays and structs of them: %w",
			call, t, t, place, why, gpu.ErrArgument)
	}
	if size := t.Size(); size == 0 || size%4 != 0 || size > compact.MaxStride {
		return fmt.Errorf("host: %s: items are of type %v, which has %s, want a multiple of 4 from 4 to %d: %w",
			call, t, number(int(size), "byte"), compact.MaxStride, gpu.ErrArgument)
	}
	return nil
}

// notFlat returns the first part of a type that has more than numbers: its place, such as ".Name"
// or "[i].At", and what it is or has. why is "" if there is none.
func notFlat(t reflect.Type) (place, why string) {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Complex128 && k != reflect.Uintptr:
		return "", ""
	case k == reflect.Array:
		place, why = notFlat(t.Elem())
		return "[i]" + place, why
	case k == reflect.Struct:
		var size uintptr
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Offset != size {
				return "", "has unused bytes before " + f.Name
			}
			if place, why := notFlat(f.Type); why != "" {
				return "." + f.Name + place, why
			}
			size += f.Type.Size()
		}
		if size != t.Size() {
			return "", "has unused bytes at its end"
		}
		return "", ""
	case k == reflect.Pointer || k == reflect.UnsafePointer:
		return "", "is a pointer"
	case k == reflect.Interface:
		return "", "is an interface"
	default:
		return "", "is a " + k.String()
	}
}

// bytesOf returns the same memory as bytes. Package gpu takes no int and no uint.
func bytesOf[T any](items []T) []byte {
	if len(items) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&items[0])), len(items)*int(unsafe.Sizeof(items[0])))
}

// recast returns the same memory as items of another type, which must have the same size.
func recast[U, T any](items []T) []U {
	return unsafe.Slice((*U)(unsafe.Pointer(unsafe.SliceData(items))), len(items))
}

// overlap reports whether two slices share a byte.
func overlap[A, B any](a []A, b []B) bool {
	x, y := bytesOf(a), bytesOf(b)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	from, other := uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&y[0]))
	return from < other+uintptr(len(y)) && other < from+uintptr(len(x))
}
