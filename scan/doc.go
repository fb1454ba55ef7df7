// SPDX-License-Identifier: MIT

// Package scan makes running totals on the GPU, of everything or anew in each segment, and histograms.
//
//	s, err := scan.New(dev, scan.Options{})
//	err = s.Exclusive(dst, src, gpu.N(4))   // src = {3, 1, 4, 1}  ->  dst = {0, 3, 4, 8}
//	err = s.Inclusive(dst, src, gpu.N(4))   //                     ->  dst = {3, 4, 8, 9}
//
// The operator is Sum, Min or Max over 32- and 64-bit integers, float32 and vectors of two and four float32, or one of
// yours in GLSL, associative and not necessarily commutative ([gpu.Operator]). Segments begin at flags, at changes of a
// key, or at offsets ([Options].By). [Histogram] counts items by bin, even ones or between edges of yours.
//
// A scan only enqueues: one launch when chained (gpu.Tuning; floats and operators of yours are not), else two, or one
// when the input fits a workgroup's tile. Nothing is read back, nothing allocated after the first call; scratch may be
// yours ([Scanner.UseScratch], [ScratchBytes]). dst may be src itself and must
// else not overlap it. Integers are the same on every driver, sums modulo 2^32 or 2^64; floats are added in a fixed order,
// the same bits on every run of one machine. n may be as large as the buffer: at most gpu.MaxItems. With no items dst is
// not touched.
//
// Sources: Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core Architectures", HPG 2009,
// section 4: the workers' totals first, then each worker's chunk on from the totals before it. Merrill and Garland,
// "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016, and Smith, Levien and Owens, "Decoupled Fallback",
// 2025, for the one launch. Blelloch, "Prefix Sums and
// Their Applications", 1990, section 1.5, for segments as an operator on items that know whether they begin one.
package scan
