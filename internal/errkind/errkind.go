// SPDX-License-Identifier: MIT

// Package errkind holds what packages beneath gpu need of comb's kinds of errors. Package gpu exports the kinds.
package errkind

import "errors"

// ErrArgument is gpu.ErrArgument.
var ErrArgument = errors.New("invalid argument")

// reason is an error of one kind.
type reason struct {
	kind error
	text string
}

// Reason is an error with a text that errors.Is takes for one of a kind too.
func Reason(kind error, text string) error { return &reason{kind, text} }

func (e *reason) Error() string { return e.text }

func (e *reason) Unwrap() error { return e.kind }
