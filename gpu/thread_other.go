// SPDX-License-Identifier: MIT

//go:build !linux

package gpu

// threadID is the calling OS thread; 0 where the system does not tell.
func threadID() int { return 0 }
