// SPDX-License-Identifier: MIT

// Package gpu runs OpenGL 4.3 compute kernels in a context that the program already has. The other
// packages of comb are built on it.
//
//	runtime.LockOSThread()
//	… make a context current (GLFW, SDL, or package offscreen) …
//	dev, err := gpu.Attach(gpu.Options{})
//	keys, err := gpu.NewBufferFrom(dev, []uint32{3, 1, 2})   // a buffer of comb's
//	mine, err := dev.Wrap(bufferID, 0, sizeInBytes)          // a buffer of the program's
//
// [Attach] returns a [Device] for the current context. The Device describes the driver and makes
// buffers, kernels, timers and read-backs. The package creates no windows. Each Device uses one
// context. [Device] lists the GL state that operations change.
//
// # Views and counts
//
// Operations take a [View]: a buffer, an offset and a size. Offset and size are bytes, and
// multiples of 4. They also take a [Count]: [N] is a number on the host; [CountAt] is a word that
// the GPU wrote, with its maximum.
//
// # Waiting
//
// Operations only enqueue. These calls wait for the GPU: Download, Check, Finish, FinishPolling,
// Timer.Begin, Timer.Stages, Readback.Wait and Readback.Take. Upload waits if it ends within a
// word. The constructor of an operation waits while its self-test runs.
//
// # Errors
//
// Each call checks that the Device's context is current on the thread. It also checks that its
// views belong to the Device and that their buffers were not released. An error that the CPU can
// detect is returned before anything is enqueued. [Device.Check] returns the errors that only the
// GPU can detect, such as a count above its maximum or a lost context.
//
// Errors are of four kinds, which errors.Is matches:
//
//   - [ErrArgument]: a mistake of the caller;
//   - [ErrUnsupported]: a limit of the driver;
//   - [ErrEnvironment]: the state of the process or the machine;
//   - [ErrInternal]: a mistake of comb.
//
// # Variants
//
// An operation has variants: reduce-then-scan or single pass, with one of three lane tiers
// ([Variants]). [SelectVariant] uses the best variant that passes a self-test on the driver. The self-test
// runs the operation on some thousand items. [Device.Report] lists the variants in use and the
// reasons.
//
// Compiled programs and self-test results are cached on disk, in the user's cache folder unless
// [Options] name another. Only the first start of a program compiles and tests.
//
// # Sources
//
// Reduce-then-scan: Billeter, Olsson and Assarsson, "Efficient Stream Compaction on Wide SIMD
// Many-Core Architectures", HPG 2009. Single pass: Merrill and Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back", 2016. Decoupled fallback: Smith, Levien and Owens,
// "Decoupled Fallback", SPAA 2025.
package gpu
