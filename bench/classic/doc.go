// SPDX-License-Identifier: MIT

// Package classic has the methods of stream compaction that bench compares package compact with:
// the obvious ones and those of the textbooks. Each has kernels of its own and gives correct
// results. They exist to be measured, not to be used.
//
//	c, err := classic.New(dev, "append-group", 16) // records of 16 bytes
//	err = c.Compact(dst, src, n)                   // keeps records whose first word is not 0
//	c.Count()                                      // the number of kept records, on the GPU
//
// [Methods] lists them. Those that append lose the order of the records; the others keep it. All
// move records as values of a type, by the widest loads and stores that their size allows. An
// append begins with a dispatch that sets its counter to 0. Its time counts, because every program
// needs that dispatch.
//
// Two methods run on the CPU, by [OnHost]. Their time is that of a loop over the CPU's memory. It
// does not include copies of the records from the GPU and of the result back.
//
// Sources:
//   - append: an atomic addition for each record, as Direct3D 11's append buffers do. Compilers may
//     join the additions of a subgroup by themselves.
//   - append-subgroup, append-group: Adinetz, "CUDA Pro Tip: Optimized Filtering with
//     Warp-Aggregated Atomics", NVIDIA Developer Blog, 2014, has both: a counter in shared memory,
//     and one addition for the lanes that a ballot counts.
//   - scan-scatter: Horn, "Stream Reduction Operations for GPGPU Applications", GPU Gems 2, 2005,
//     chapter 36, section 36.1. Its step-wise scan is Hillis and Steele's, "Data Parallel
//     Algorithms", CACM 29(12), 1986. Horn counts the removed records. Each place of the result
//     searches its record by bisection and gathers it, as fragments could not scatter. Here the
//     kept records are counted and scattered; the search is not built.
//   - scan-tree: Harris, Sengupta and Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3,
//     2007, chapter 39. It is the work-efficient scan (39.2.2, after Blelloch, "Prefix Sums and
//     Their Applications", 1990) without bank conflicts (39.2.3). Arrays of any size are scanned by
//     tiles of tiles (39.2.4), then scattered (39.3.1).
//   - one-thread, cpu, cpu-parallel: a loop. cpu-parallel counts, sums and moves, with a chunk for
//     each core. Billeter, Olsson and Assarsson, "Efficient Stream Compaction on Wide SIMD
//     Many-Core Architectures", HPG 2009, do this on a GPU.
package classic
