// SPDX-License-Identifier: MIT

//go:build unix

package gputest

import "syscall"

// Folders of tests are their owner's alone, also where the user's own umask is 002: comb uses no other as its cache.
func init() { syscall.Umask(0o022) }
