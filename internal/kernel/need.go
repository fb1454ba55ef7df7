// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
)

// Named puts the package and the method or constructor that was called before an error. It returns
// nil for nil. The checks of an operation need no name then.
func Named(pkg, called string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s: %w", pkg, called, err)
}

// ArgumentError returns an ErrArgument that says what is wrong with an option: "Stride is 3, want
// 4". Named puts the function before it.
func ArgumentError(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), gpu.ErrArgument)
}

// Attached returns an error for a Device that is nil, zero or released, of whose Caps nothing
// follows. pkg and constructor are named in it. Errors: ErrReleased.
func Attached(d *gpu.Device, pkg, constructor string) error {
	return Named(pkg, constructor, d.Internal().Attached())
}

// Need checks that a view belongs to the Device and has room for n.Max() items of itemBytes bytes.
// what names the view in the error: "scan: src". Errors: ErrView if it is too small or belongs to
// another Device; ErrCount; ErrReleased for a view or a count of a released buffer. ErrTooLarge:
// the call needs more of a buffer of the caller than a shader-storage block holds.
func Need(d *gpu.Device, what string, v gpu.View, n gpu.Count, itemBytes int) error {
	return d.Internal().Need(what, v.Internal(), n.Internal(), itemBytes)
}

// NeedCount checks a count on its own. what names the operation in the error: "scan". Errors:
// ErrCount; for the count's word ErrView and ErrReleased, as in Need, and ErrView for one in a
// Buffer of floats.
func NeedCount(d *gpu.Device, what string, n gpu.Count) error {
	return d.Internal().NeedCount(what, n.Internal())
}

// NeedCountWord returns an error for a count on the GPU in a Buffer of floats, whose bits the call
// would take for the number. NeedCount does so too. what is as there. Errors: ErrView.
func NeedCountWord(what string, n gpu.Count) error { return core.NeedCountWord(what, n.Internal()) }

// Own returns an error for a view of another Device's buffer or of a released one. what names the
// view in the error: "scan: src". The zero View passes. Need checks the same and more. Errors:
// ErrView, ErrReleased.
func Own(d *gpu.Device, what string, v gpu.View) error { return d.Internal().Own(what, v.Internal()) }

// NeedApart returns an error if two views overlap. Errors: ErrOverlap.
func NeedApart(what string, a, b gpu.View) error {
	return core.NeedApart(what, a.Internal(), b.Internal())
}

// NeedCountApart returns an error if the word of a count on the GPU lies in one of the views that
// an operation writes. Kernels read the word while they write, or later. what names the operation
// in the error: "scan". A count on the host passes, and so does the zero View. Errors: ErrOverlap.
func NeedCountApart(what string, n gpu.Count, written ...gpu.View) error {
	for _, v := range written {
		if err := core.NeedCountApart(what, n.Internal(), v.Internal()); err != nil {
			return err
		}
	}
	return nil
}

// NeedType returns an error if an operation on items of type t receives a view of a Buffer of
// floats of another type, or of integers of 64 bits for smaller items. Such a call would use the
// bits of the floats, or halves of the integers. Views of other Buffers pass, and so do views of
// the caller's own buffers (Wrap); they may hold any type. To use the bits of floats, make a Buffer
// of uint32 or uint64, or of a struct of one float. what names the view in the error: "radix: src
// keys". Errors: ErrView.
func NeedType(d *gpu.Device, what string, v gpu.View, t gpu.Type) error {
	of := v.Internal().Of
	switch {
	case of == nil:
		return nil
	case of.Int == 8 && t.Bytes() < 8:
		return notItems(what, of, t)
	case of.Float == 0:
		return nil
	}
	wants := 0
	switch t {
	case gpu.Float32, gpu.Vec2, gpu.Vec4:
		wants = 4
	case gpu.Float64:
		wants = 8
	}
	if of.Float == wants {
		return nil
	}
	return notItems(what, of, t)
}

// NeedItems is NeedType that also refuses a Buffer of int32 or int64 for floats and, if the result
// depends on the signs, for unsigned integers: -1 would be the largest number. The bits of other
// types lie in Buffers of unsigned integers. Errors: ErrView.
func NeedItems(d *gpu.Device, what string, v gpu.View, t gpu.Type, signs bool) error {
	if err := NeedType(d, what, v, t); err != nil {
		return err
	}
	of := v.Internal().Of
	if of == nil || !of.Signed || of.Int < 4 {
		return nil
	}
	switch t {
	case gpu.Int32, gpu.Int64:
		return nil
	case gpu.Uint32, gpu.Uint64:
		if !signs {
			return nil
		}
	}
	return notItems(what, of, t)
}

// NeedWhole returns an error if an operation takes words of a Buffer of 64-bit numbers: it would
// move or compare halves of them. bytes is the size of what the call takes at a time; others than 4
// pass. what names the view in the error, as in NeedType, and want says what fits: "words". Errors:
// ErrView.
func NeedWhole(what string, v gpu.View, bytes int, want string) error {
	of := v.Internal().Of
	if bytes != 4 || of == nil || max(of.Float, of.Int) != 8 {
		return nil
	}
	return fmt.Errorf("%s is a view of a Buffer of 64-bit numbers, want %s: %w", what, want, gpu.ErrView)
}

// NeedRecords is Need and NeedWhole for items of a type that no option names: records that move,
// keys that are compared bit for bit, and types of the caller. Errors: those of both.
func NeedRecords(d *gpu.Device, what string, v gpu.View, n gpu.Count, itemBytes int) error {
	if err := Need(d, what, v, n, itemBytes); err != nil {
		return err
	}
	return NeedWhole(what, v, itemBytes, "items of 4 bytes")
}

// NeedPayload is Need and NeedWhole for a word of payload beside each item. Errors: those of both.
func NeedPayload(d *gpu.Device, what string, v gpu.View, n gpu.Count) error {
	if err := Need(d, what, v, n, 4); err != nil {
		return err
	}
	return NeedWhole(what, v, 4, "words")
}

// notItems is the error for a view of a Buffer of numbers of another type.
func notItems(what string, of *core.Object, t gpu.Type) error {
	has := fmt.Sprintf("float%d", 8*of.Float)
	switch {
	case of.Int > 0 && of.Signed:
		has = fmt.Sprintf("int%d", 8*of.Int)
	case of.Int > 0:
		has = fmt.Sprintf("uint%d", 8*of.Int)
	}
	bits := 8 * max(of.Float, of.Int)
	if of.Int == 8 && t.Bytes() < 8 {
		bits = 32
	}
	return fmt.Errorf("%s is a view of a Buffer of %s, want items of %v (a Buffer of uint%d for the bits): %w", what, has, t, bits, gpu.ErrView)
}

// NeedOffsets checks a number of segments and their offsets: one word more than segments. what
// names the view in the error, and count the number: "segments". Errors: those of NeedWords and
// NeedCount; ErrCount for gpu.MaxItems segments.
func NeedOffsets(d *gpu.Device, what, count string, v gpu.View, segments gpu.Count) error {
	if err := NeedCount(d, count, segments); err != nil {
		return err
	}
	if segments.Max() == gpu.MaxItems {
		return fmt.Errorf("%s: the count is %d, want at most %d, as %s holds one word more: %w", count, segments.Max(), gpu.MaxItems-1, what, gpu.ErrCount)
	}
	return NeedWords(d, what, v, gpu.N(segments.Max()+1))
}

// NeedWords is Need and NeedType for uint32: flags, offsets, indices, counts. Errors: those of
// both.
func NeedWords(d *gpu.Device, what string, v gpu.View, n gpu.Count) error {
	if err := Need(d, what, v, n, 4); err != nil {
		return err
	}
	return NeedType(d, what, v, gpu.Uint32)
}
