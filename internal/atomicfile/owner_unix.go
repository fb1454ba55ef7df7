// SPDX-License-Identifier: MIT

//go:build linux || darwin || freebsd

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// writable returns the system's error if this user may not write to what is at path. It opens
// nothing, as opening a FIFO waits for a reader and opening some devices has effects.
func writable(path string) error { return syscall.Access(path, 2) }

// takeOwner gives a file the owner and group of an older one, as far as the system allows: root's
// programs write to users' files too.
func takeOwner(f *os.File, older fs.FileInfo) {
	o, ok := older.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	info, err := f.Stat()
	if err != nil {
		return
	}
	if n, ok := info.Sys().(*syscall.Stat_t); ok && (n.Uid != o.Uid || n.Gid != o.Gid) {
		f.Chown(int(o.Uid), int(o.Gid))
	}
}
