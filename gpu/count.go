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
func CountAt(word View, max int) Count { return Count{max: max, word: word, onGPU: true} }

// Max is the number, or the most that it can be.
func (c Count) Max() int { return c.max }

// Word is the view of the count's word; ok is false when the host holds the number.
func (c Count) Word() (word View, ok bool) { return c.word, c.onGPU }

// Need checks that a view holds what a count may ask of it, itemBytes for each item. what names it in the error:
// "scan: src". Errors: ErrView, ErrCount.
func Need(what string, v View, n Count, itemBytes int) error {
	if n.max < 0 || n.max > MaxItems {
		return fmt.Errorf("%w: %s: %d items, from 0 to %d are possible", ErrCount, what, n.max, MaxItems)
	}
	if n.onGPU && (n.word.id == 0 || n.word.size < 4) {
		return fmt.Errorf("%w: %s: the count's view has no word", ErrCount, what)
	}
	if n.max > 0 && v.id == 0 {
		return fmt.Errorf("%w: %s is no buffer", ErrView, what)
	}
	if v.size/itemBytes < n.max {
		return fmt.Errorf("%w: %s holds %d items of %d bytes, n may be %d", ErrView, what, v.size/itemBytes, itemBytes, n.max)
	}
	return nil
}

// NeedApart checks that two views share nothing. Errors: ErrOverlap.
func NeedApart(what string, a, b View) error {
	if a.Overlaps(b) {
		return fmt.Errorf("%w: %s share bytes of buffer %d", ErrOverlap, what, a.id)
	}
	return nil
}
