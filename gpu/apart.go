// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// NeedCountApart checks that the word of a count on the GPU lies in none of the views that an operation writes: its
// kernels read the word while, or after, they write. what is the operation, in the error: "scan". A count that the host
// knows, and the zero View, pass. Errors: ErrOverlap.
func NeedCountApart(what string, n Count, written ...View) error {
	if !n.onGPU {
		return nil
	}
	word := n.word
	word.size = min(word.size, 4) // no more of it is read
	for _, v := range written {
		if v.Overlaps(word) {
			return fmt.Errorf("%s: the count's word, at byte %d of buffer %d, lies in what the call writes, bytes %d to %d: %w",
				what, word.offset, word.ID(), v.offset, v.offset+v.size, ErrOverlap)
		}
	}
	return nil
}
