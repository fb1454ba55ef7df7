// SPDX-License-Identifier: MIT

// Package errkind holds the kinds of errors that packages below gpu need. Package gpu exports the
// kinds.
package errkind

import "errors"

var (
	// ErrArgument is gpu.ErrArgument.
	ErrArgument = errors.New("invalid argument")
	// ErrShader is gpu.ErrShader.
	ErrShader = errors.New("shader rejected")
)

// reason is an error that belongs to a kind.
type reason struct {
	kind error
	text string
}

// Reason returns an error with a text. errors.Is also matches it with kind.
func Reason(kind error, text string) error { return &reason{kind, text} }

func (e *reason) Error() string { return e.text }

func (e *reason) Unwrap() error { return e.kind }
