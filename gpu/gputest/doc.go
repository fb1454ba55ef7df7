// SPDX-License-Identifier: MIT

// Package gputest is for tests that run kernels: a device on a locked thread with the driver's messages as errors,
// buffers with guard words around them, the awkward sizes, every lane path, and the validators of Khronos over
// assembled shaders.
//
//	func TestSomething(t *testing.T) {
//		dev := gputest.Device(t)
//		src := gputest.Words(t, dev, []uint32{1, 2, 3})
//		…
//		gputest.Equal(t, "dst", dst.Get(), want)
//	}
//
// A GL context belongs to one OS thread and t.Run changes threads: [Device] makes its own context for each test that
// calls it, so call it inside the subtest or loop instead of t.Run.
//
// Importing the package turns comb's cache in the user's home off (COMB_CACHE=off), for examples and for programs that a
// test runs too: tests neither write there nor pass by what lies there. gpu.Options.CacheDir turns one on.
package gputest
