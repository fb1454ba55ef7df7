// SPDX-License-Identifier: MIT

package gputest

import (
	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Lose returns a core.Faults.ResetStatus that reports a loss once, as drivers do, after it was
// called a number of times. queries counts the calls, and may be nil. No driver in a test loses a
// context by itself.
func Lose(after int, queries *int) func() uint32 {
	n := 0
	return func() uint32 {
		n++
		if queries != nil {
			*queries = n
		}
		if n == after+1 {
			return gl.GUILTY_CONTEXT_RESET
		}
		return gl.NO_ERROR
	}
}

// LoseNext gives devices that are attached from now on the reset status of Lose, until stop is
// called. It is for programs that attach by themselves.
func LoseNext(after int, queries *int) (stop func()) {
	core.OnAttach = func(d *core.Device) { d.Faults.ResetStatus = Lose(after, queries) }
	return func() { core.OnAttach = nil }
}
