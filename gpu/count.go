// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Count is a number of items: known to the host, or a word in a GPU buffer with a known maximum.
type Count struct {
	max   int
	word  View
	onGPU bool
}

// MaxItems is the largest n of any operation: 2^31 - 1. The driver's limit on a buffer's size mostly comes first.
const MaxItems = 1<<31 - 1

// N is a number that the host knows.
func N(n int) Count { return Count{max: n} }

// CountAt is the first word of a view, read by the GPU when the operation runs. max is the most that it may hold:
// buffers are checked against it and grids are sized by it. A larger word counts as max and makes Device.Check fail.
// The word must not lie in what the operation writes (ErrOverlap): a count of a compaction's own Result does not.
func CountAt(word View, max int) Count { return Count{max: max, word: word, onGPU: true} }

// Max is the number, or the most that it can be.
func (c Count) Max() int { return c.max }

// Word is the view of the count's word; ok is false when the host holds the number.
func (c Count) Word() (word View, ok bool) { return c.word, c.onGPU }

// String is the number, or where it lies and the most that it can be, for error messages and logs.
func (c Count) String() string {
	if !c.onGPU {
		return fmt.Sprint(c.max)
	}
	return fmt.Sprintf("at most %d, in %v", c.max, c.word)
}

// NeedCount checks a count that no view comes with. what names the operation in the error: "scan".
// Errors: ErrCount, and for its word ErrView and ErrReleased as in Need.
func (d *Device) NeedCount(what string, n Count) error {
	if n.max < 0 || n.max > MaxItems {
		return fmt.Errorf("%s: a count of %d items, want 0 to %d: %w", what, n.max, MaxItems, ErrCount)
	}
	if !n.onGPU {
		return nil
	}
	if n.word.of == nil || n.word.size < 4 {
		return fmt.Errorf("%s: the count's view has %d bytes, want a word of 4: %w", what, n.word.size, ErrCount)
	}
	return d.own(what, ": the count", n.word)
}

// Need checks that a view is one of this Device's and holds what a count may ask of it, itemBytes
// for each item. what names it in the error: "scan: src". Errors: ErrView, also for a view or a
// count of another Device, ErrCount, ErrReleased for a view or a count of a released buffer.
func (d *Device) Need(what string, v View, n Count, itemBytes int) error {
	if n.max < 0 || n.max > MaxItems || n.onGPU {
		if err := d.NeedCount(what, n); err != nil {
			return err
		}
	}
	if err := d.Own(what, v); err != nil {
		return err
	}
	if n.max > 0 && v.of == nil {
		return fmt.Errorf("%s is no buffer, want a view of one: %w", what, ErrView)
	}
	if v.size/itemBytes < n.max {
		return fmt.Errorf("%s holds %d items of %d bytes; n can be up to %d: %w", what, v.size/itemBytes, itemBytes, n.max, ErrView)
	}
	return nil
}

// NeedApart checks that two views share nothing. Errors: ErrOverlap.
func NeedApart(what string, a, b View) error {
	if a.Overlaps(b) {
		return fmt.Errorf("%s share bytes: %v and %v: %w", what, a, b, ErrOverlap)
	}
	return nil
}
