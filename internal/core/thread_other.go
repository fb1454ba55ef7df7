// SPDX-License-Identifier: MIT

//go:build !linux

package core

// threadID returns the ID of the calling OS thread, or 0 if the system does not report it.
func threadID() int { return 0 }
