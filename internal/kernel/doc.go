// SPDX-License-Identifier: MIT

// Package kernel makes operations of kernels, for comb's own packages. A [Spec] describes a kernel
// and [New] compiles it; [Load] also finds its uniforms. [SelectVariant] makes an operation of the
// best variant that passes its [SelfTest]. [Shape], [TilesFor] and [Sized] lay out the work.
// [Scratch] and [Chain] hold an operation's memory. [Need] and its relatives check operands.
//
// It is built on package gpu, and on package core below gpu.
package kernel
