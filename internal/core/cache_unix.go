// SPDX-License-Identifier: MIT

//go:build unix

package core

import (
	"os"
	"syscall"
)

// hasOwners reports whether the system gives files owners and permissions.
const hasOwners = true

// ownerOf returns the ID of the user who owns a file, or -1.
func ownerOf(info os.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}

// openEntry opens a file for reading. It follows no symbolic link and does not wait for the writer
// of a FIFO.
func openEntry(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
