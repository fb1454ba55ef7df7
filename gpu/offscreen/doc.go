// SPDX-License-Identifier: MIT

// Package offscreen makes an OpenGL context with no window and no X server, through EGL: for tests, benchmarks and
// headless rendering.
//
//	runtime.LockOSThread()
//	ctx, err := offscreen.New(offscreen.Options{})
//	defer ctx.Release()
//	dev, err := ctx.Attach(gpu.Options{})
//
// It tries the EGL device platform (a GPU server; hardware before software), then Mesa's surfaceless platform, then the
// default display, and asks for a core profile of 4.6, 4.5, then 4.3. COMB_EGL=device, surfaceless or default in the
// environment forces one road. Draw into framebuffer objects of your own: there is no default framebuffer to rely on.
//
// The context is current on the calling thread when New returns. Errors name every road tried. It works on Linux and
// FreeBSD. On other systems New returns gpu.ErrNoContext.
//
// New loads libEGL.so.1: a program that imports this package starts without it, and New then returns gpu.ErrNoContext and
// names the packages to install. Only EGL's headers are needed to build. go-gl adds a library of its own: libGL, which the
// program then does not start without. Built with the tag egl it takes its functions from EGL instead, through this
// package where it is imported.
package offscreen
