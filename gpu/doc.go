// SPDX-License-Identifier: MIT

// Package gpu is comb's hold on OpenGL: the only package that speaks GL for compute.
//
// It attaches to the context that a program already has, tells what the driver can do, and gives the packages above
// it buffers, counts that live on the GPU, checked kernels and a timer.
//
//	runtime.LockOSThread()
//	… make a context current (GLFW, SDL, or package offscreen) …
//	dev, err := gpu.Attach(gpu.Options{})
//	keys, err := gpu.NewBufferFrom(dev, []uint32{3, 1, 2})   // ours
//	mine, err := dev.Wrap(bufferID, 0, sizeInBytes)          // yours
//
// Views and counts: operations take a [View] (buffer, offset, size in bytes; any multiple of 4) and a [Count]: [N] of
// the host, or [CountAt] a word that the GPU wrote, with the most that it can be.
//
// Each call checks that its Device's context is current on the thread, and that its views belong to the Device and to
// buffers that were not released. Errors are of four kinds, which errors.Is finds: [ErrArgument] for the caller's
// mistakes, [ErrUnsupported] for limits of the driver, [ErrEnvironment] and [ErrInternal].
//
// One convention: operations only enqueue. Nothing waits for the GPU but Download, Check, Finish, Timer.Begin,
// Timer.Stages and Readback.Take, and each says so. An error that can be known is returned before anything is
// enqueued; what only the GPU can know (a count above its maximum, a lost context) is told by [Device.Check].
//
// An operation takes the best of its variants ([Variants]) that computes right on the driver at hand: it tries itself
// on some thousand items when it is made ([Choose]). [Device.Report] tells what runs and why. Compiled programs and
// the verdicts are kept on disk, in the user's cache folder unless [Options] say otherwise, so that only a
// program's first start compiles and tries.
//
// It does not create windows. Each Device uses one context. [Device] lists the GL state that operations change.
package gpu
