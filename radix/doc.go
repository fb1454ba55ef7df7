// SPDX-License-Identifier: MIT

// Package radix sorts keys on the GPU: alone, with payload beside each, into indices, by segment, or only the first k.
//
//	s, err := radix.New(dev, radix.Options{})
//	err = s.SortKeys(dst, src, gpu.N(4))                      // src = {30, 10, 20, 10}  ->  dst = {10, 10, 20, 30}
//	err = s.SortPairs(dstKeys, dstVals, keys, vals, gpu.N(4)) // vals = {5, 6, 7, 8}     ->  dstVals = {6, 8, 7, 5}
//	err = s.SortValues(dstVals, keys, vals, gpu.N(4))        // the keys are not wanted ->  dstVals = {6, 8, 7, 5}
//	err = s.SortIndices(order, keys, gpu.N(4))                // nothing to fill         ->  order = {1, 3, 2, 0}
//	err = s.TopK(dstKeys, indices, keys, 2, gpu.N(4))     // dstKeys = {10, 10}, indices = {1, 3}
//
// Keys are integers of 8 (packed), 16 (packed), 32 or 64 bits, signed ones of 32 and 64, float32 or float64
// (Options.Type; floats by their bits: -0 before +0, NaNs at the ends). Payload is a word a key ([Sorter.SortPairs], [Sorter.SortValues]) or
// records of any stride, moved once at the end ([Sorter.SortRecords]). [Sorter.SegmentedSort] sorts each segment on its own.
//
// Every sort is stable, also when descending: equal keys keep their order. The bit range, which SetBits changes between
// calls, costs one pass for each 8 bits: 16 bits take half the time of 32. A pass whose digit is the same in all keys
// only copies; with Options.SkipSorted there is none, and keys that are in order already are not sorted again. Each
// method says whether it works in place. Results are the same on every driver.
//
// Nothing is read back and nothing waited for: three launches a pass, two of few keys, or when chained (Tuning.Algorithm) one, and of
// many keys one before the first. On NVIDIA keys are ranked in the order in which lanes add to shared memory, which comb checks and GLSL
// does not promise: see [Ranks]. Scratch ([ScratchBytes] tells its size without a device) grows when a call needs more than any
// before; [Sorter.Reserve] takes it in advance, [Sorter.UseScratch] gives it yours. n may be as large as the buffer: at most
// gpu.MaxItems. With no items dst is not touched.
//
// Each pass is a compaction with 256 outcomes: count the digits of each worker's chunk, scan the counts over workers
// and digits, walk again and scatter. Sources: Billeter, Olsson, Assarsson, HPG 2009; Merrill and Grimshaw, "High
// Performance and Scalable Radix Sorting", 2011, for ranking in shared memory before the scatter; Alabi and others,
// "Fast k-Selection Algorithms for Graphics Processors", 2012, for finding the k-th key by its digits;
// Adinets and Merrill, "Onesweep", 2022, and Smith, Levien and Owens, "Decoupled Fallback", 2025, for chained passes.
package radix
