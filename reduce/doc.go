// SPDX-License-Identifier: MIT

// Package reduce sums, or finds the least or largest, of many numbers on the GPU.
//
//	r, err := reduce.New(dev, reduce.Options{Op: reduce.Max, Type: gpu.Float32})
//	err = r.Reduce(dst, src, gpu.N(3))   // src = {1.5, -2, 0.25}  ->  dst = {1.5}
//
// src holds n items of 4 bytes, dst one. Reduce only enqueues: one launch when the input fits a workgroup's tile, two
// else. Nothing is read back and nothing allocated. dst must not lie inside src.
//
// No items give the operator's identity: 0 for Sum; the largest number (or +Inf) for Min; the least (or -Inf) for Max.
// Integer sums are modulo 2^32 and the same on every driver. Sums of floats are added in a fixed order for a given
// number of workers, so they repeat on one machine but may differ in the last bits between machines. With NaN among
// the items the result of Min and Max is not specified. n may be as large as the buffer: at most gpu.MaxItems.
//
// Source: the first step of Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core
// Architectures", HPG 2009, section 4: a few workgroups for each multiprocessor walk the input. Theirs have contiguous
// chunks; here the tiles are dealt out in turn, as a sum, a least or a largest does not ask for order.
package reduce
