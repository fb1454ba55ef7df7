// SPDX-License-Identifier: MIT

//go:build !(linux || freebsd)

package offscreen

import (
	"fmt"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// Context stands for an EGL context; this system has none.
type Context struct{}

// New returns gpu.ErrUnsupported here.
func New(Options) (*Context, error) {
	return nil, fmt.Errorf("%w: offscreen contexts need EGL, on Linux or FreeBSD", gpu.ErrUnsupported)
}

// ProcAddr finds nothing here.
func ProcAddr(string) unsafe.Pointer { return nil }

// Road is empty here.
func (c *Context) Road() string { return "" }

// MakeCurrent returns gpu.ErrUnsupported here.
func (c *Context) MakeCurrent() error { return gpu.ErrUnsupported }

// Leave does nothing here.
func (c *Context) Leave() {}

// Release does nothing here.
func (c *Context) Release() {}
