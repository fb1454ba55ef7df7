// SPDX-License-Identifier: MIT

// Package scan computes prefix sums on the GPU: where does each item's share begin?
//
//	s, err := scan.New(dev, scan.Options{})
//	err = s.Exclusive(dst, src, gpu.N(4))   // src = {3, 1, 0, 2}  ->  dst = {0, 3, 4, 4}
//	err = s.Inclusive(dst, src, gpu.N(4))   //                         dst = {3, 4, 4, 6}
//
// src and dst hold n uint32; dst may be src itself, and must else not overlap it. Sums are modulo 2^32, and the same
// on every driver. Nothing is read back, nothing allocated, nothing waited for: two launches, one when the input fits
// a workgroup's tile. With no items dst is not touched. n may be as large as the buffer: at most gpu.MaxItems.
//
// Each worker adds up its chunk, then walks it again, on from the sum of the chunks before it. The spine (the scan over
// those few hundred totals) has no launch of its own: every worker adds up the totals before its own.
//
// Source: Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core Architectures", HPG 2009,
// section 4; the workgroup's scan without lane operations rakes (Blelloch, "Prefix Sums and Their Applications", 1990).
package scan
