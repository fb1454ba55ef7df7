// SPDX-License-Identifier: MIT

package core

import "syscall"

// threadID returns the ID of the calling OS thread, or 0 if the system does not report it.
func threadID() int { return syscall.Gettid() }
