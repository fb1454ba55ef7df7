// SPDX-License-Identifier: MIT

//go:build linux || freebsd

package core

// The linker drops libraries from which the program uses no function. With the tag egl, go-gl names
// libEGL, whose function gpu/offscreen then defines. The linker applies the flag to later libraries
// only, so it must precede go-gl's flags.

// #cgo LDFLAGS: -Wl,--as-needed
import "C"
