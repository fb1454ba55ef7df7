// SPDX-License-Identifier: MIT

//go:build unix

package gpu

import (
	"os"
	"syscall"
)

// hasOwners says whether files have an owner and permissions that mean something.
const hasOwners = true

// ownerOf is the user who owns a file.
func ownerOf(info os.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}

// openEntry opens a file for reading. It follows no link, and does not wait for the writer of a FIFO.
func openEntry(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
