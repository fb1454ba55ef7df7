// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"

	"github.com/combgl/comb/internal/core"
)

// Count is a number of items: on the host, or in a GPU buffer with a maximum. It is a value, as a
// View. Operations take it without a read-back; Read and ReadAsync bring it to the host. The zero
// Count is no number, and operations refuse it (ErrCount).
type Count struct{ in core.Count }

// The limits of all operations.
const (
	MaxItems       = 1<<31 - 1 // the largest n; drivers usually limit buffers to less
	MaxItemBytes   = 64        // the largest item of an Operator: a mat4
	MaxRecordBytes = 1024      // the largest record of the caller
	UserBinding    = 8         // the first shader-storage binding for the caller's own GLSL
)

// N returns a Count of n items.
func N(n int) Count { return Count{core.N(n)} }

// CountAt returns a Count that the GPU reads from the first word of a view when the operation runs.
// max is the largest value that the word may have: buffers are checked against it, and grids are
// sized by it. For a larger word the operation uses max, and Device.Check returns ErrCount, for a
// max of 0 too. The word must not lie in what the operation writes (ErrOverlap); a count of a
// compaction's Result does not. A word in a Buffer of floats is refused (ErrView).
func CountAt(word View, max int) Count {
	return Count{core.Count{Max: max, Word: word.in, OnGPU: true, Given: true}}
}

// Max returns the number, or the maximum of a count on the GPU.
func (c Count) Max() int { return c.in.Max }

// Word returns the word of a count on the GPU. ok is false for a number on the host.
func (c Count) Word() (word View, ok bool) { return View{c.in.Word}, c.in.OnGPU }

// String returns the number, or the maximum and the place of the word.
func (c Count) String() string {
	if !c.in.OnGPU {
		return fmt.Sprint(c.in.Max)
	}
	return fmt.Sprintf("at most %d, in %v", c.in.Max, c.in.Word)
}

// Internal is for comb's own packages.
func (c Count) Internal() core.Count { return c.in }
