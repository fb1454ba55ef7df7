// SPDX-License-Identifier: MIT

package core

import "fmt"

// NeedCountApart returns an error if the word of a count on the GPU lies in a view that an
// operation writes. Kernels read the word while they write, or later. what names the operation in
// the error: "scan". A count on the host passes, and so does the zero View. Errors: ErrOverlap.
func NeedCountApart(what string, n Count, written View) error {
	word := n.Word
	word.Size = min(word.Size, 4) // kernels read one word
	if !n.OnGPU || !written.Overlaps(word) {
		return nil
	}
	return fmt.Errorf("%s: the word of the count is at byte %d of buffer %d, want it outside bytes %d to %d, which the call writes: %w",
		what, word.Offset, word.ID(), written.Offset, written.Offset+written.Size, ErrOverlap)
}

// NeedWords returns an error for a view of a Buffer of floats where an operation writes uint32.
// what names the view in the error: "gpu: CombineCounts: dst". Errors: ErrView.
func NeedWords(what string, v View) error {
	if v.float() == 0 {
		return nil
	}
	return fmt.Errorf("%s is a view of a Buffer of float%d, want items of u32 (a Buffer of uint%d for the bits): %w", what, 8*v.float(), 8*v.float(), ErrView)
}

// float returns the size of the floats of a Buffer of them, otherwise 0.
func (v View) float() int {
	if v.Of == nil {
		return 0
	}
	return v.Of.Float
}

// NeedCount checks a count on its own. what names the operation in the error: "scan". Errors:
// ErrCount; for the count's word ErrView and ErrReleased, as in Need, and ErrView for one in a
// Buffer of floats.
func (d *Device) NeedCount(what string, n Count) error {
	if err := d.needCount(what, n); err != nil {
		return err
	}
	return NeedCountWord(what, n)
}

// NeedCountWord returns an error for a count on the GPU in a Buffer of floats. Need does not check
// that: an operation may keep a count in scratch of any type. what is as in NeedCount. Errors:
// ErrView.
func NeedCountWord(what string, n Count) error {
	if n.OnGPU && n.Word.float() > 0 {
		return NeedWords(what+": the count", n.Word)
	}
	return nil
}

// needCount is NeedCount without NeedCountWord.
func (d *Device) needCount(what string, n Count) error {
	if !n.Given {
		return fmt.Errorf("%s: the count is the zero Count, want gpu.N or gpu.CountAt: %w", what, ErrCount)
	}
	if n.Max < 0 || n.Max > MaxItems {
		return fmt.Errorf("%s: the count is %d, want 0 to %d: %w", what, n.Max, MaxItems, ErrCount)
	}
	if !n.OnGPU {
		return nil
	}
	if n.Word.Of == nil || n.Word.Size < 4 {
		return fmt.Errorf("%s: the view of the count has %d bytes, want at least 4: %w", what, n.Word.Size, ErrCount)
	}
	return d.OwnPart(what, ": the count", n.Word)
}

// Need checks that a view belongs to this Device and has room for n.Max() items of itemBytes bytes.
// These may be other items than those of the call, such as words of a mask. So the error has no
// limit of the call's n, but what the view has and what the call needs. what names the view in the
// error: "scan: src". A buffer of the caller may be larger than a shader-storage block, of which a
// call needs at most as much. Errors: ErrView if it is too small or belongs to another Device;
// ErrCount; ErrReleased for a view or a count of a released buffer; ErrTooLarge.
func (d *Device) Need(what string, v View, n Count, itemBytes int) error {
	if n.Max < 0 || n.Max > MaxItems || n.OnGPU || !n.Given {
		if err := d.needCount(what, n); err != nil {
			return err
		}
	}
	if err := d.Own(what, v); err != nil {
		return err
	}
	if n.Max > 0 && v.Of == nil {
		return fmt.Errorf("%s is the zero View, want a view of a buffer: %w", what, ErrView)
	}
	if v.Size/itemBytes < n.Max {
		return fmt.Errorf("%s holds %d items of %d bytes, want %d (the view has %d of %d bytes): %w",
			what, v.Size/itemBytes, itemBytes, n.Max, v.Size, int64(n.Max)*int64(itemBytes), ErrView)
	}
	if bytes := n.Max * itemBytes; itemBytes < 4 && v.Of != nil && v.Of.Filled > 0 && v.Offset+bytes > v.Of.Filled {
		return fmt.Errorf("%s holds %d items of %d bytes, want %d (the rest of the Buffer's last word is no item): %w",
			what, max(0, v.Of.Filled-v.Offset)/itemBytes, itemBytes, n.Max, ErrView)
	}
	if bytes := n.Max * itemBytes; bytes > d.Facts.MaxStorageBytes {
		return fmt.Errorf("%s has to hold %d items of %d bytes, want at most %d bytes in a shader-storage block, not %d: %w",
			what, n.Max, itemBytes, d.Facts.MaxStorageBytes, bytes, ErrTooLarge)
	}
	return nil
}

// NeedApart returns an error if two views overlap. Errors: ErrOverlap.
func NeedApart(what string, a, b View) error {
	if a.Overlaps(b) {
		return fmt.Errorf("%s share bytes: %v and %v: %w", what, a, b, ErrOverlap)
	}
	return nil
}
