// SPDX-License-Identifier: MIT

// Package errkind holds the kinds of comb's errors that packages beneath gpu need. Package gpu exports them.
package errkind

import "errors"

// Argument is gpu.ErrArgument.
var Argument = errors.New("invalid argument")
