// SPDX-License-Identifier: MIT

// Package merge works on sorted arrays on the GPU: it sorts by a comparison, merges, searches, and
// computes unions, intersections and differences.
//
//	s, err := merge.NewSorter(dev, merge.Options{
//		Less: `struct Hit { vec3 at; float depth; };
//		       bool less(Hit a, Hit b) { return a.depth < b.depth; }`,
//		Item: "Hit", Bytes: 16,
//	})
//	err = s.SortKeys(hits, hits, n)
//
// # Choosing an operation
//
//   - [Sorter]: a stable merge sort of items, of items with a payload ([Sorter.SortPairs]), or of
//     indices ([Sorter.SortIndices]);
//   - [Merger]: two sorted arrays become one;
//   - [Sets]: the union, intersection, difference and symmetric difference of two sorted arrays, in
//     which items may occur several times;
//   - [Searcher]: the places of many queries in a sorted array.
//
// All of them take the same [Options]: a built-in type, or items of the caller's type with a less
// in GLSL. Package radix sorts built-in types with far fewer reads of memory. The merge sort is for
// an order that no key of 64 bits can express, and for records that move with their key.
//
// With [Options.Map] sources hold records, of which a GLSL function makes the items.
// [Options.Input] reads records at a stride or at indices, or makes the items from the numbers 0,
// 1, 2 and so on. A search for these numbers finds where the items of each number begin. With
// [Options.Finish] another function makes what is written.
//
// # Guarantees
//
// Sorts and merges are stable: equal items keep their order, and those of the first array come
// first. The results are the same bits on every driver and with every Tuning, if less gives the
// same answer each time. n is at most [gpu.MaxItems], also for two arrays together. For n = 0 the
// destinations stay as they were. Each method says whether it works in place. Words of a
// destination behind the last result stay as they were.
//
// A call enqueues its work and returns. It reads nothing back. After the first call of a size it
// allocates nothing. Counts may live on the GPU: work is enqueued for the maximum, and workgroups
// without items exit. A count on the GPU that is above its maximum counts as the maximum, and
// gpu.Device.Check returns gpu.ErrCount. That holds for a maximum of 0 too.
//
// # Cost
//
// A search takes one dispatch. A merge takes one, or two from 2^23 items on. A set operation takes
// as many as a merge in the single-pass form, which is the default on NVIDIA GPUs, and two in the
// other form. A sort takes one dispatch that sorts tiles in shared memory, and then a merge for
// each doubling from a tile to the number of items: 2^20 words take 9 dispatches. A merge or a pass
// of a sort reads each item once and writes it once. The docs of comb have a comparison with CUB
// and Thrust (docs/performance.md).
//
// # GLSL of the caller
//
// less, map, mapSorted and finish may call the built-in functions of GLSL and their own; comb adds
// none. [Options] has their forms.
//
// # Sources
//
// Merge path: Odeh, Green, Mwassi, Shmueli and Birk, "Merge Path - Parallel Merging Made Simple",
// IPDPS Workshops 2012; Green, McColl and Bader, "GPU Merge Path - A GPU Merging Algorithm", ICS
// 2012. Many places are searched at once, by each workgroup or in a dispatch before. Tiles sorted
// in registers and joined by merge path in shared memory, and sets along the merge path: Baxter,
// "Modern GPU", 2013, Mergesort and Multisets. Set operations in a single pass: Merrill and
// Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016. Sets of equal items:
// std::set_union and its relatives in C++, whose rules Thrust follows.
package merge
