// SPDX-License-Identifier: MIT

package host

import (
	"bytes"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Predicate decides whether an item is kept, once in GLSL and once in Go.
type Predicate[T any] struct {
	// GLSL defines `bool keep(Record item)`, as compact.Options.Predicate does:
	//
	//	bool keep(float item) { return item > 0.5; }
	//
	// Nothing can set its uniforms and blocks, so it must declare none. A uniform with an initial
	// value and constants are fine.
	GLSL string

	// Record is the GLSL type of an item: built in, such as vec2, or a struct that GLSL declares.
	// Its std430 array stride must be the size of T. "" means float, int or uint for numbers of 4
	// bytes, and uvec2 for those of 8 bytes, the low word first. Other types need it.
	Record string
	Name   string // what compiler errors call GLSL; "" means "predicate"

	// Go gives the same answers where no OpenGL runs. comb cannot check that they are the same. If
	// it is nil, CompactIf returns an error there.
	Go func(item T) bool
}

// Compact returns a copy of the items whose flag is set, in their order. keep is as long as src.
// Both are only read. The result is empty if no item is kept. T is a number, or an array or a
// struct of numbers, of a multiple of 4 bytes up to compact.MaxStride and without bytes between its
// fields.
//
// On the GPU it copies the items and a bit for each flag there, and the kept items back. It waits
// twice: for the number of kept items, and for the items. Errors, before anything is enqueued:
// gpu.ErrCount for more than gpu.MaxItems items; gpu.ErrArgument for slices of different lengths,
// and for another T, such as one with a pointer.
func Compact[T any](src []T, keep []bool) ([]T, error) {
	const call = "Compact"
	if err := checkItem[T](call); err != nil {
		return nil, err
	}
	if err := checkBeside(call, "keep", len(keep), "src", len(src)); err != nil {
		return nil, err
	}
	var kept []T
	o := compact.Options{By: compact.Mask}
	return compacted(call, src, o, &kept, func(s *session, c *compact.Compactor, dst, v gpu.View) error {
		mask := make([]uint32, (len(keep)+31)/32)
		for i, flag := range keep {
			if flag {
				mask[i/32] |= 1 << (i % 32)
			}
		}
		by, err := upload(s, slotC, mask)
		if err != nil {
			return err
		}
		return c.CompactBy(dst, v, by, gpu.N(len(src)))
	}, func(error) error {
		n := 0
		for _, flag := range keep {
			if flag {
				n++
			}
		}
		if n == 0 {
			return nil
		}
		kept = make([]T, 0, n)
		for i, flag := range keep {
			if flag {
				kept = append(kept, src[i])
			}
		}
		return nil
	})
}

// CompactIf returns a copy of the items that the predicate keeps, in their order. src is only read.
// T is as for Compact.
//
// On the GPU it copies the items there and the kept items back, and waits twice. The first call
// with a text compiles it. Errors: as for Compact; gpu.ErrArgument for a predicate without GLSL,
// with a uniform or a block, without Record where T is no number of 4 or 8 bytes, or with one that
// is no name; gpu.ErrShader, with name and line, for GLSL that does not compile. gpu.ErrArgument
// too, where OpenGL runs, if the std430 array stride of Record is not the size of T. Without OpenGL
// and Predicate.Go it returns the error of Backend.
func CompactIf[T any](src []T, keep Predicate[T]) ([]T, error) {
	const call = "CompactIf"
	if err := checkItem[T](call); err != nil {
		return nil, err
	}
	if keep.GLSL == "" {
		return nil, fmt.Errorf("host: %s: keep.GLSL is empty, want a function keep: %w", call, gpu.ErrArgument)
	}
	if found := shaders.Interface(keep.GLSL); len(found) > 0 {
		return nil, fmt.Errorf("host: %s: got the %s, which nothing can set: write its value into GLSL: %w", call, found[0], gpu.ErrArgument)
	}
	record := keep.Record
	if record == "" {
		record = recordOf[T]()
	}
	if record == "" {
		return nil, fmt.Errorf("host: %s: keep.Record is empty, want the GLSL type of a %T: %w", call, *new(T), gpu.ErrArgument)
	}
	if !kernel.IsTypeName(record) {
		return nil, fmt.Errorf("host: %s: keep.Record is %q, want the name of a GLSL type: %w", call, record, gpu.ErrArgument)
	}
	var kept []T
	o := compact.Options{Predicate: keep.GLSL, Name: keep.Name, Record: record}
	return compacted(call, src, o, &kept, func(_ *session, c *compact.Compactor, dst, v gpu.View) error {
		return c.Compact(dst, v, gpu.N(len(src)))
	}, func(why error) error {
		if keep.Go == nil {
			return fmt.Errorf("host: %s: keep.Go is nil, want a function where no OpenGL runs: %w", call, why)
		}
		for _, item := range src {
			if keep.Go(item) {
				kept = append(kept, item)
			}
		}
		return nil
	})
}

// Unique returns a copy of the items that differ in any bit from the item before, in their order:
// the first of each run of equal items. Sort the items first for each value once. src is only read.
// Floats differ as their bits do: -0 and +0 are two values, and a NaN equals a NaN of the same
// bits. T is as for Compact.
//
// On the GPU it copies the items there and the result back, and waits twice. Errors, before
// anything is enqueued: gpu.ErrCount for more than gpu.MaxItems items; gpu.ErrArgument for a T that
// Compact refuses.
func Unique[T any](src []T) ([]T, error) {
	const call = "Unique"
	if err := checkItem[T](call); err != nil {
		return nil, err
	}
	var kept []T
	o := compact.Options{By: compact.Unique}
	return compacted(call, src, o, &kept, func(_ *session, c *compact.Compactor, dst, v gpu.View) error {
		return c.Compact(dst, v, gpu.N(len(src)))
	}, func(error) error {
		var item T
		switch size, aligned := unsafe.Sizeof(item), unsafe.Alignof(item); {
		case size == 4 && aligned == 4:
			kept = recast[T](uniqueInGo(recast[uint32](src)))
		case size == 8 && aligned == 8:
			kept = recast[T](uniqueInGo(recast[uint64](src)))
		default:
			all := bytesOf(src)
			size := int(size)
			for i, item := range src {
				if at := i * size; i == 0 || !bytes.Equal(all[at:at+size], all[at-size:at]) {
					kept = append(kept, item)
				}
			}
		}
		return nil
	})
}

func uniqueInGo[U unsigned](src []U) (kept []U) {
	for i, item := range src {
		if i == 0 || item != src[i-1] {
			kept = append(kept, item)
		}
	}
	return kept
}

// compactorKey finds a Compactor in session.operations.
type compactorKey struct {
	by                      compact.By
	stride                  int
	predicate, record, name string
}

// compacted runs a compaction of src into kept. enqueue gets the Compactor and its views.
func compacted[T any](call string, src []T, o compact.Options, kept *[]T,
	enqueue func(s *session, c *compact.Compactor, dst, src gpu.View) error, inGo func(why error) error) ([]T, error) {
	if err := checkLength(call, "src", len(src)); err != nil || len(src) == 0 {
		return nil, err
	}
	o.Stride = int(unsafe.Sizeof(src[0]))
	err := runOr(call, func(s *session) error {
		c, err := operation(s, compactorKey{o.By, o.Stride, o.Predicate, o.Record, o.Name}, func() (*compact.Compactor, error) {
			return compact.New(s.dev, o)
		})
		if err != nil {
			return err
		}
		v, err := upload(s, slotA, src)
		if err != nil {
			return err
		}
		dst, err := s.view(slotB, o.Stride*len(src))
		if err != nil {
			return err
		}
		if err := enqueue(s, c, dst, v); err != nil {
			return err
		}
		var n [1]uint32
		word, _ := c.Result().Count.Word()
		if err := gpu.Download(s.dev, word, n[:]); err != nil || n[0] == 0 {
			return err
		}
		*kept = make([]T, n[0])
		return gpu.Download(s.dev, dst, bytesOf(*kept))
	}, func(why error) error {
		*kept = nil
		return inGo(why)
	})
	return resultOf(*kept, err)
}

// recordOf returns the type in GLSL of a number of 4 or 8 bytes, or "".
func recordOf[T any]() string {
	t := reflect.TypeFor[T]()
	switch k := t.Kind(); {
	case k == reflect.Float32:
		return "float"
	case t.Size() == 4 && k >= reflect.Int && k <= reflect.Int64:
		return "int"
	case t.Size() == 4 && k >= reflect.Uint && k <= reflect.Uint64:
		return "uint"
	case t.Size() == 8 && (k == reflect.Float64 || k >= reflect.Int && k <= reflect.Uint64):
		return "uvec2"
	}
	return ""
}
