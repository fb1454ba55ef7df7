// SPDX-License-Identifier: MIT

// Package radix sorts keys on the GPU: alone, with values or records, by segment, or the first k.
//
//	s, err := radix.New(dev, radix.Options{})
//	err = s.SortKeys(dst, src, gpu.N(4))              // {30, 10, 20, 10} -> {10, 10, 20, 30}
//	err = s.SortPairs(dst, out, src, vals, gpu.N(4))  // {5, 6, 7, 8}     -> {6, 8, 7, 5}
//	err = s.SortIndices(out, src, gpu.N(4))           //                  -> {1, 3, 2, 0}
//	err = s.TopK(dst, out, src, 2, gpu.N(4))          // dst = {10, 10}, out = {1, 3}
//
// # Choosing an operation
//
//   - [Sorter.SortKeys]: the keys alone;
//   - [Sorter.SortPairs]: a word of value moves with each key;
//   - [Sorter.SortValues]: the values in the order of their keys, without the sorted keys;
//   - [Sorter.SortIndices]: the indices in the order of their keys (argsort);
//   - [Sorter.SortRecords]: records of any stride, moved once at the end;
//   - [Sorter.SegmentedSort]: each segment on its own;
//   - [Sorter.TopK], [Sorter.PartialSort]: the first k;
//   - [Sorter.SegmentedTopK]: the first k of each segment.
//
// Keys are integers of 8 to 128 bits or floats of 16 to 64 bits ([Options.Type]). Those of 8 and 16
// bits lie packed. With [Options.Key] the items are records of any layout, and a GLSL function
// computes the key of each.
//
// # Guarantees
//
// Every sort is stable, also when descending: equal keys keep their order. The results are the same
// bits on every driver and in every variant, but for the rest behind the first k of PartialSort. n
// is at most [gpu.MaxItems]. For n = 0 the destinations stay as they are. What lies behind the last
// result stays too, also bytes of its word.
//
// A destination must not overlap another view, unless a method says that it works in place. Sources
// may overlap. [Sorter.SortPairs] is in place for both arrays or for none; merge takes one alone.
// The word of a count on the GPU may lie in a source, but not in a destination or the scratch. A
// count above its maximum counts as the maximum, and [gpu.Device.Check] returns [gpu.ErrCount].
// That holds for a maximum of 0 too.
//
// A call enqueues its work and returns. It reads nothing back. After the first call of a size it
// allocates nothing. [Sorter.Reserve] takes memory and compiles ahead of time, and
// [Sorter.ReserveCall] and [Sorter.ReserveTopK] do so for calls of one size. [Sorter.UseScratch]
// uses the caller's memory, and [ScratchBytes] returns its size without a device.
//
// # Cost
//
// On a GPU with subgroups of 32 lanes or more that exchange values, a sort of few keys takes one
// dispatch, whatever its bits. Keys of 8 and 16 bits take two more, or one if no keys are written;
// records take one more; items with a Key and keys of 128 bits take some more.
// Otherwise the bit range, which SetBits changes between calls, costs one pass for each 8 bits. A
// pass takes one dispatch in the single-pass form, and a sort of many keys one more. In
// reduce-then-scan it takes three dispatches, for few keys two. On a software renderer it takes
// three small ones. [Sorter.VariantFor] names the form that sorts n items. A pass whose digit is
// the same in all keys only copies; with [Options.SkipSorted] it is left out, and sorted keys are
// not sorted again.
//
// # Sources
//
// Reduce-then-scan by digits: Billeter, Olsson and Assarsson, HPG 2009; Merrill and Grimshaw, "High
// Performance and Scalable Radix Sorting", 2011, for ranking in shared memory. Single-pass digit
// passes: Adinets and Merrill, "Onesweep", 2022; Smith, Levien and Owens, "Decoupled Fallback",
// 2025. Some thousand keys: Leischner, Osipov and Sanders, "GPU Sample Sort", 2010. First k: Alabi
// and others, "Fast k-Selection Algorithms for Graphics Processors", 2012. Segments: Baxter,
// "Segmented Sort and Locality Sort", moderngpu, 2013; merge path: Green, McColl and Bader, "GPU
// Merge Path", 2012.
package radix
