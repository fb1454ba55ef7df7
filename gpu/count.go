// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/combgl/comb/internal/core"
)

// Count is a number of items: a number on the host, or a word in a GPU buffer with a maximum.
type Count struct{ in core.Count }

// MaxItems is the largest n of any operation: 2^31 - 1. The driver's limit on the size of a buffer
// is usually reached first.
const MaxItems = 1<<31 - 1

// MaxRecordBytes is the largest size of a record of the caller.
const MaxRecordBytes = 1024

// N returns a Count with a number on the host.
func N(n int) Count { return Count{core.Count{Max: n}} }

// CountAt returns a Count that is the first word of a view. The GPU reads the word when the
// operation runs. max is the largest value that the word may have: buffers are checked against it,
// and grids are sized by it. If the word is larger, the operation uses max, and Device.Check
// returns ErrCount. The word must not lie in what the operation writes (ErrOverlap); a count of a
// compaction's Result does not.
func CountAt(word View, max int) Count {
	return Count{core.Count{Max: max, Word: word.in, OnGPU: true}}
}

// Max returns the number, or the maximum of a count on the GPU.
func (c Count) Max() int { return c.in.Max }

// Word returns the view of the count's word. ok is false for a number on the host.
func (c Count) Word() (word View, ok bool) { return View{c.in.Word}, c.in.OnGPU }

// String returns the number, or the maximum and the place of a count on the GPU. It is for error
// messages and logs.
func (c Count) String() string {
	if !c.in.OnGPU {
		return fmt.Sprint(c.in.Max)
	}
	return fmt.Sprintf("at most %d, in %v", c.in.Max, c.in.Word)
}

// Internal returns the inner part of the count. It is for comb's own packages.
func (c Count) Internal() core.Count { return c.in }
