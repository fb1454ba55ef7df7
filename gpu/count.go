// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Count is a number of items: a number on the host, or a word in a GPU buffer with a maximum.
type Count struct {
	max   int
	word  View
	onGPU bool
}

// MaxItems is the largest n of any operation: 2^31 - 1. The driver's limit on the size of a buffer
// is usually reached first.
const MaxItems = 1<<31 - 1

// N returns a Count with a number on the host.
func N(n int) Count { return Count{max: n} }

// CountAt returns a Count that is the first word of a view. The GPU reads the word when the
// operation runs. max is the largest value that the word may have: buffers are checked against it,
// and grids are sized by it. If the word is larger, the operation uses max, and Device.Check
// returns ErrCount. The word must not lie in what the operation writes (ErrOverlap); a count of a
// compaction's Result does not.
func CountAt(word View, max int) Count { return Count{max: max, word: word, onGPU: true} }

// Max returns the number, or the maximum of a count on the GPU.
func (c Count) Max() int { return c.max }

// Word returns the view of the count's word. ok is false for a number on the host.
func (c Count) Word() (word View, ok bool) { return c.word, c.onGPU }

// String returns the number, or the maximum and the place of a count on the GPU. It is for error
// messages and logs.
func (c Count) String() string {
	if !c.onGPU {
		return fmt.Sprint(c.max)
	}
	return fmt.Sprintf("at most %d, in %v", c.max, c.word)
}

// NeedCount checks a count on its own. what names the operation in the error: "scan". Errors:
// ErrCount; for the count's word ErrView and ErrReleased, as in Need.
func (d *Device) NeedCount(what string, n Count) error {
	if n.max < 0 || n.max > MaxItems {
		return fmt.Errorf("%s: the count is %d, want 0 to %d: %w", what, n.max, MaxItems, ErrCount)
	}
	if !n.onGPU {
		return nil
	}
	if n.word.of == nil || n.word.size < 4 {
		return fmt.Errorf("%s: the view of the count has %d bytes, want at least 4: %w", what, n.word.size, ErrCount)
	}
	return d.own(what, ": the count", n.word)
}

// Need checks that a view belongs to this Device and has room for n.Max() items of itemBytes bytes.
// what names the view in the error: "scan: src". Errors: ErrView if it is too small or belongs to
// another Device; ErrCount; ErrReleased for a view or a count of a released buffer.
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
		return fmt.Errorf("%s is the zero View, want a view of a buffer: %w", what, ErrView)
	}
	if v.size/itemBytes < n.max {
		return fmt.Errorf("%s holds %d items of %d bytes; n can be up to %d: %w", what, v.size/itemBytes, itemBytes, n.max, ErrView)
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
