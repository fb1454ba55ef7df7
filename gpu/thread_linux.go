// SPDX-License-Identifier: MIT

package gpu

import "syscall"

// threadID is the calling OS thread; 0 where the system does not tell.
func threadID() int { return syscall.Gettid() }
