// SPDX-License-Identifier: MIT

// Package limits measures what no compute kernel passes on a device: how fast its memory is read,
// by the width of a load and by the number of workgroups that read, and what a dispatch costs that
// does nothing.
//
//	f, err := limits.NewFetch(dev, 128, 4) // loads of 128 bits, 4 workgroups a multiprocessor
//	err = f.Run(dst, src, n)               // reads n words; dst: a sum for each worker
//
// A lane has the same number of loads under way whatever their width, so wider ones have more bytes
// under way: that is what a kernel gains by them. Run adds nothing to what it measures but a sum
// for each word.
//
// Source: Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core
// Architectures", HPG 2009: the input is split into a contiguous share for each worker, and the
// workers are a few for each multiprocessor.
package limits
