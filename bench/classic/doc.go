// SPDX-License-Identifier: MIT

// Package classic holds the ways of stream compaction that package compact is measured beside: those that one writes
// first and those of the textbooks. Each is a kernel of its own, and right. They are there to be measured, not to be used.
//
//	c, err := classic.New(dev, "append-group", 16)           // records of 16 bytes
//	err = c.Compact(dst, src, n)                             // a record is kept when its first word is not 0
//	c.Count()                                                // how many were kept, on the GPU
//
// [Ways] lists them. Those that append lose the order of the records; the others keep it. Two run on the CPU, by
// [OnHost]: their time is that of a loop over memory that the CPU has at hand. Moving the records there from the GPU, and the
// result back, is not part of it, and would be most of it.
//
// Sources:
//   - append: what atomicAdd is for. Microsoft's append buffers (Direct3D 11) are the same.
//   - append-subgroup, append-group: Adinetz, "CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics", NVIDIA
//     Developer Blog, 2014: shared memory there counts for a workgroup, a ballot for a subgroup.
//   - scan-scatter: Horn, "Stream Reduction Operations for GPGPU Applications", GPU Gems 2, 2005, chapter 36; its step-wise
//     scan is that of Hillis and Steele, "Data Parallel Algorithms", CACM 29(12), 1986, "Sum of an Array" and after. Horn
//     adds up the records that go, and as his GPU could not scatter, each place of the result searches its record by
//     bisection (sections 36.1 and 36.2). Here the records that stay are added up, and they are scattered.
//   - scan-tree: Harris, Sengupta and Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007, chapter 39: the
//     work-efficient scan of a block (39.2.2, after Blelloch, "Prefix Sums and Their Applications", 1990), without bank
//     conflicts (39.2.3), blocks of blocks (39.2.4), and the scatter (39.3.1).
//   - one-thread, cpu, cpu-parallel: the loop. cpu-parallel counts, adds up and writes, as Billeter, Olsson and Assarsson,
//     "Efficient Stream Compaction on Wide SIMD Many-Core Architectures", HPG 2009, do with a GPU.
package classic
