// SPDX-License-Identifier: MIT

// Package offscreen makes OpenGL contexts through EGL, without a window or an X server. It is for
// tests, benchmarks and rendering without a display.
//
//	runtime.LockOSThread()
//	ctx, err := offscreen.New(offscreen.Options{})
//	defer ctx.Release()
//	dev, err := ctx.Attach(gpu.Options{})
//
// New tries these platforms in order: each EGL device, hardware before software; Mesa's surfaceless
// platform; the default display. On each it requests a core profile of version 4.6, then 4.5, then
// 4.3. The environment variable COMB_EGL selects one platform: device, surfaceless or default.
//
// The context is current on the calling thread when New returns. It has no default framebuffer to
// rely on: draw into framebuffer objects. Where the driver supports it, the context has reset
// notification.
//
// # Requirements
//
// The package works on Linux and FreeBSD. On other systems New returns gpu.ErrNoContext.
//
// New loads libEGL.so.1 at run time. A program that imports this package starts without that
// library; New then returns gpu.ErrNoContext and names the packages to install. A build needs only
// EGL's headers.
//
// go-gl links libGL, without which the program does not start. Built with the tag egl, go-gl takes
// its functions from EGL instead, through this package if the program imports it.
package offscreen
