// SPDX-License-Identifier: MIT

//go:build !(linux || freebsd)

package offscreen

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// Context is empty: this system has no EGL.
type Context struct{}

// New returns gpu.ErrNoContext on this system.
func New(Options) (*Context, error) {
	return nil, fmt.Errorf("offscreen: New: the system is %s, want Linux or FreeBSD with EGL: %w", runtime.GOOS, gpu.ErrNoContext)
}

// ProcAddr returns nil on this system.
func ProcAddr(string) unsafe.Pointer { return nil }

// Platform returns "" on this system.
func (c *Context) Platform() string { return "" }

// MakeCurrent returns gpu.ErrNoContext on this system.
func (c *Context) MakeCurrent() error {
	return fmt.Errorf("offscreen: MakeCurrent: the system is %s, want Linux or FreeBSD with EGL: %w", runtime.GOOS, gpu.ErrNoContext)
}

func (c *Context) usable(string) error { return nil }

func (c *Context) displaced() bool { return false }

// Leave does nothing on this system.
func (c *Context) Leave() {}

// Release does nothing on this system.
func (c *Context) Release() {}
