// SPDX-License-Identifier: MIT

// Package reduce makes one result of many items on the GPU: a sum, the least or largest and where it is, a mean, or
// what an operator of yours in GLSL makes of them; for all items, for each segment, or for each tile of an image.
//
//	r, err := reduce.New(dev, reduce.Options{Op: reduce.Max, Type: gpu.Float32})
//	err = r.Reduce(dst, src, gpu.N(3))   // src = {1.5, -2, 0.25}  ->  dst = {1.5}
//
// Types are 32- and 64-bit integers, float32 and vectors of two and four float32 ([Options]). dst holds one item: of
// Mean a float32 (or that vector), of ArgMin and ArgMax the item and a uint32 index behind it. [Custom] takes records of
// any layout, maps each to an item, combines the items and finishes the result. [Reducer.SegmentedReduce] gives a result for
// each range between offsets, however uneven. [Image] reduces textures.
//
// Reduce only enqueues: one launch; the last workgroup to finish combines what the others left. Nothing is read back,
// nothing allocated after the first call. dst must not lie inside src.
//
// No items give the operator's identity: 0 for Sum and Mean; the largest number (or +Inf) for Min, the least (or -Inf)
// for Max; the index 0xFFFFFFFF. Integers are the same on every driver, sums modulo 2^32 or 2^64. Floats are added in a
// fixed order: the same input gives the same bits on every run, but on another machine, or with another
// Tuning.Workers, the last bits may differ. Min and Max pass over NaN and put -0 below +0, exactly everywhere. n may be
// as large as the buffer: at most gpu.MaxItems.
//
// Source: the first step of Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core
// Architectures", HPG 2009, section 4: a few workgroups for each multiprocessor walk the input. Theirs have contiguous
// chunks; here the tiles are dealt out in turn where the operator does not ask for order.
package reduce
