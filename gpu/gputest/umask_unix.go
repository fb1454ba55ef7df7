// SPDX-License-Identifier: MIT

//go:build unix

package gputest

import "syscall"

// comb uses only folders that other users cannot write to as its cache, and the user's umask may be
// 002.
func init() { syscall.Umask(0o022) }
