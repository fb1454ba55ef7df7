// SPDX-License-Identifier: MIT

// Package reduce combines many items to one result on the GPU: a sum, the least or largest item and
// its index, a mean, or the result of an operator in GLSL. It reduces a whole input, each segment,
// or each tile of a texture.
//
//	r, err := reduce.New(dev, reduce.Options{Op: reduce.Max, Type: gpu.Float32})
//	err = r.Reduce(dst, src, gpu.N(3)) // {1.5, -2, 0.25} -> {1.5}
//
// # Choosing an operation
//
//   - [Reducer.Reduce]: one result of all items;
//   - [Reducer.SegmentedReduce]: a result of each range between offsets;
//   - [Reducer.ReduceByKey]: a result of each run of equal keys, the keys, and the number of runs;
//   - [Custom]: records of any layout, each mapped to an item, then combined and finished;
//   - [Image.Reduce]: a result of each tile of a texture.
//
// [Options.Input] takes items from records at a stride or at indices, or from no memory: the
// numbers from 0 on, which a Custom may map. An image has an input of its own.
//
// Types are integers of 32 and 64 bits, float32, float64, and vectors of two and four float32
// ([Options]). Sums of float64 use GLSL's double, which every driver has; on many GPUs it is slow.
// dst holds one item. With ArgMin and ArgMax it holds the item and a uint32 index behind it, and
// with Statistics a [Stats]. With Mean of integers it holds a float32.
//
// # Guarantees
//
// Without items the result is the operator's identity: 0 for Sum and Mean; the largest number (or
// +Inf) for Min, the least (or -Inf) for Max; the index 0xFFFFFFFF. Min and Max skip NaN and order
// -0 below +0, exactly on every driver.
//
// Integers are the same bits on every driver, with sums modulo 2^32 or 2^64. Floats are added in a
// fixed order: the same bits on every run. On another machine, or with another Tuning.Workers, the
// last bits may differ. An invocation adds some items one after the other, and the results are
// added in pairs; [Options.Compensated] also adds up what roundings lose.
//
// dst must not overlap src. n is at most [gpu.MaxItems]. A count on the GPU that is above its
// maximum counts as the maximum, and gpu.Device.Check returns gpu.ErrCount. That holds for a
// maximum of 0 too.
//
// A call enqueues its work and returns. It reads nothing back. After the first call it allocates
// nothing, unless a call of the single-pass form has more items: see [Reducer.Reserve].
//
// # Cost
//
// Reduce takes one dispatch: the last workgroup to finish combines the partial results. Statistics
// does not take more. A reduction by segment or by key takes one in the single-pass form, which
// exact operators have. In its other form it takes two, or one if n fits a workgroup's tile, and
// reads its input twice.
//
// # GLSL of the caller
//
// An operator may call the built-in functions of GLSL and its own; comb adds none. [Custom] and
// [ImageCustom] have the forms of map, combine and finish.
//
// Outside of functions it must not define a name that a kernel of comb has, such as src, dst or
// staged: the compiler reports that. Which names a kernel has depends on the options and on the
// driver's variant. A name that begins with the caller's own prefix is none of them.
//
// # Sources
//
// The first step of Billeter, Olsson and Assarsson, "Efficient Stream Compaction on Wide SIMD
// Many-Core Architectures", HPG 2009, section 4: a few workgroups for each multiprocessor walk the
// input. Theirs have contiguous chunks. Here workgroup w takes tiles w, w+W, w+2W, ... of W
// workgroups, unless the operator needs the order.
package reduce
