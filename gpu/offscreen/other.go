// SPDX-License-Identifier: MIT

//go:build !(linux || freebsd)

package offscreen

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// Context stands for an EGL context; this system has none.
type Context struct{}

// New returns gpu.ErrNoContext here.
func New(Options) (*Context, error) {
	return nil, fmt.Errorf("offscreen: New: contexts without a window need EGL on Linux or FreeBSD, this is %s: %w", runtime.GOOS, gpu.ErrNoContext)
}

// ProcAddr finds nothing here.
func ProcAddr(string) unsafe.Pointer { return nil }

// Road is empty here.
func (c *Context) Road() string { return "" }

// MakeCurrent returns gpu.ErrNoContext here.
func (c *Context) MakeCurrent() error {
	return fmt.Errorf("offscreen: MakeCurrent: there is no EGL on %s: %w", runtime.GOOS, gpu.ErrNoContext)
}

// Leave does nothing here.
func (c *Context) Leave() {}

// Release does nothing here.
func (c *Context) Release() {}
