// SPDX-License-Identifier: MIT

// Package limits measures bounds that no compute kernel on a device exceeds. These are the speed of
// reading memory, by the width of a load and the number of workgroups, and the time of an empty
// dispatch.
//
//	f, err := limits.NewFetch(dev, 128, 4) // loads of 128 bits, 4 workgroups a multiprocessor
//	err = f.Run(dst, src, n)               // reads n words; dst: a sum for each worker
//
// A lane has the same number of loads in flight at any width, so wider loads have more bytes in
// flight. That is a kernel's gain from wide loads. Besides the loads, Run only adds up the words.
//
// Source: Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core
// Architectures", HPG 2009: the input is split into a contiguous share for each worker, and the
// workers are a few for each multiprocessor.
package limits
