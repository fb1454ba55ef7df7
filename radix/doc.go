// SPDX-License-Identifier: MIT

// Package radix sorts 32-bit keys on the GPU, alone, with a word of payload beside each, or into indices.
//
//	s, err := radix.New(dev, radix.Options{})
//	err = s.Keys(dst, src, gpu.N(4))                      // src = {30, 10, 20, 10}  ->  dst = {10, 10, 20, 30}
//	err = s.Pairs(dstKeys, dstVals, keys, vals, gpu.N(4)) // vals = {5, 6, 7, 8}     ->  dstVals = {6, 8, 7, 5}
//	err = s.Argsort(order, keys, gpu.N(4))                // nothing to fill         ->  order = {1, 3, 2, 0}
//
// Keys are uint32, int32 or float32 (Options.Type; floats by their bits: -0 before +0, NaNs at the ends).
//
// The sort is stable, also when descending: equal keys keep their order. Options.FirstBit and Bits sort by a part of
// the key, and cost one pass for each 8 bits of it: a 16-bit key takes half the time of a 32-bit one. dst may be src
// itself (payload likewise), and must else not overlap it. Results are the same on every driver.
//
// Nothing is read back and nothing waited for: three launches a pass. Scratch for n keys (and payload) is kept and
// grows when a call needs more than any before; [Sorter.Reserve] takes it in advance, [Sorter.Lend] gives it yours.
// n may be as large as the buffer: at most gpu.MaxItems. With no items dst is not touched.
//
// Each pass is a compaction with 256 outcomes: count the digits of each worker's chunk, scan the counts over workers
// and digits, walk again and scatter. Sources: Billeter, Olsson, Assarsson, HPG 2009; Merrill and Grimshaw, "High
// Performance and Scalable Radix Sorting", 2011, for ranking in shared memory before the scatter.
package radix
