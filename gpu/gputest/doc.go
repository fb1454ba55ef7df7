// SPDX-License-Identifier: MIT

// Package gputest is for tests that run kernels. It has a device on a locked thread with the
// driver's messages as errors, and subtests on a GL context. It has buffers with guard words around
// them, the sizes that break kernels, every lane tier, and the validators of Khronos.
//
//	func TestSomething(t *testing.T) {
//		dev := gputest.Device(t)
//		for _, tune := range gputest.Tunings(dev) {
//			gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
//				src := gputest.Words(t, dev, []uint32{1, 2, 3})
//				…
//				gputest.Equal(t, "dst", dst.Get(), want)
//			})
//		}
//	}
//
// # Subtests
//
// A GL context is current on one OS thread at a time and t.Run changes threads. [Run] moves the
// context to the subtest and back, for about 0.2 ms. Inside plain t.Run a test that needs a Device
// calls [Device], which makes a context of its own.
//
// A subtest's name gives the whole case without spaces, such as
// single-pass-shared,workers=3/stride=12/n=4097. [Name] is the part for a tuning. The name that a
// failure prints runs that case alone:
//
//	go test ./scan -run 'TestScan/single-pass-shared,workers=3/n=4097$'
//
// So a case must not depend on the cases before it: a random generator is made inside the subtest.
//
// # Cache
//
// Importing the package turns comb's cache in the user's home off (COMB_CACHE=off), also for the
// examples and the programs that a test runs: tests neither write there nor depend on what lies
// there. gpu.Options.CacheDir turns a cache on, and with it self-tests, which are otherwise off on
// software renderers but in a nightly run.
package gputest
