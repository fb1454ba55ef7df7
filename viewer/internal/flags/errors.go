// SPDX-License-Identifier: MIT

package flags

import "errors"

// badInput is an error of the command line or of an input file, not of the machine.
type badInput struct{ err error }

func (e badInput) Error() string { return e.err.Error() }
func (e badInput) Unwrap() error { return e.err }

// InputError marks an error as one of the command line or of an input file. Its text stays.
func InputError(err error) error { return badInput{err} }

// IsInputError reports whether inputError marked the error.
func IsInputError(err error) bool { return errors.As(err, &badInput{}) }
