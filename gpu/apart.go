// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// NeedCountApart returns an error if the word of a count on the GPU lies in a view that an
// operation writes. Kernels read the word while they write, or later. what names the operation in
// the error: "scan". A count on the host passes, and so does the zero View. Errors: ErrOverlap.
func NeedCountApart(what string, n Count, written ...View) error {
	if !n.onGPU {
		return nil
	}
	word := n.word
	word.size = min(word.size, 4) // kernels read one word
	for _, v := range written {
		if v.Overlaps(word) {
			return fmt.Errorf("%s: the word of the count is at byte %d of buffer %d, want it outside bytes %d to %d, which the call writes: %w",
				what, word.offset, word.ID(), v.offset, v.offset+v.size, ErrOverlap)
		}
	}
	return nil
}
