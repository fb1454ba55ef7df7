// SPDX-License-Identifier: MIT

//go:build linux || freebsd

package gpu

// Libraries that no function of the program comes from are left out: with the tag egl go-gl names libEGL, whose function
// gpu/offscreen then has. The flag is here too, since it holds only for what the linker meets after it: it must come
// before go-gl's flags.

// #cgo LDFLAGS: -Wl,--as-needed
import "C"
