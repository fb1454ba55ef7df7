// SPDX-License-Identifier: MIT

package gputest

import "github.com/go-gl/gl/v4.3-core/gl"

// Lose is a gpu.Options.ResetStatus of a context that is lost after the driver has been asked so many times; it tells
// the loss once, as drivers do. asked, which may be nil, counts. No driver in a test loses a context by itself.
func Lose(after int, asked *int) func() uint32 {
	n := 0
	return func() uint32 {
		n++
		if asked != nil {
			*asked = n
		}
		if n == after+1 {
			return gl.GUILTY_CONTEXT_RESET
		}
		return gl.NO_ERROR
	}
}
