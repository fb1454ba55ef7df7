// SPDX-License-Identifier: MIT

// Package gpu attaches comb to an OpenGL 4.3 context that the program already has. The operations
// of the other packages run there as compute kernels.
//
//	runtime.LockOSThread()
//	… make a context current (GLFW, SDL, or package offscreen) …
//	dev, err := gpu.Attach(gpu.Options{})
//	keys, err := gpu.NewBufferFrom(dev, []uint32{3, 1, 2})   // a buffer of comb's
//	mine, err := dev.Wrap(bufferID, 0, sizeInBytes)          // a buffer of the program's
//
// Operations take a [View] of each buffer, and a [Count]: on the host ([N]) or on the GPU
// ([CountAt]). [Device.CombineCounts] adds, multiplies and limits counts on the GPU.
//
// # Waiting
//
// Operations only enqueue. These calls wait for the GPU: Download, Check, Finish, FinishPolling,
// Count.Read, Timer.Begin, Timer.Stages, and Wait and Take of Readback and CountReadback; Upload
// sometimes does. The constructor of an operation waits while its self-test runs.
//
// # Errors
//
// An error that the CPU can detect is returned before anything is enqueued. [Device.Check] returns
// the others. errors.Is matches a reason, such as [ErrView], and its kind, such as [ErrArgument].
//
// The doc comments of calls leave out the errors that any call may return. ErrWrongContext: another
// context is current. ErrNoContext: none is, on the thread of Attach. ErrWrongThread: none is, on
// another thread. ErrReleased: the Device or the buffer of a view was released. ErrView: a view is
// of another Device. ErrTooLarge: a call needs more of a buffer of the program's than
// Caps.MaxStorageBytes. ErrContextLost: the context was lost, and the driver reports it.
//
// # Variants
//
// An operation has variants: an [Algorithm] with a lane tier ([Lanes]). Its constructor uses the
// best one that passes a self-test on the driver. [Device.Report] lists them with the reasons.
// Programs and self-test results are cached on disk ([Options]), so only a program's first start
// compiles and tests.
package gpu
