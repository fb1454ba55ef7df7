// SPDX-License-Identifier: MIT

// Package compact keeps the records that count and moves them together, in order, on the GPU.
//
//	c, err := compact.New(dev, compact.Options{})            // keep what is not zero
//	err = c.Compact(dst, src, gpu.N(5))                      // src = {7, 0, 0, 9, 4}  ->  dst = {7, 9, 4}
//	c.Result().Count                                         // 3, on the GPU, for the next operation
//
// Options say what decides ([By]: the records, a predicate of yours in GLSL, flags, a bit mask, or that a record
// differs from the one before) and what it gives ([Output]): the records, of any stride; all of them, class after class
// ([Compactor.Partition]); indices, or several arrays moved alike ([Compactor.CompactArrays]); or runs of equal records
// ([Compactor.RunLengths]). With Options.Keyed the predicate says a key of each record that it keeps too, for the sort that follows
// ([Compactor.CompactKeyed], [Compactor.IndicesKeyed]), and with Options.Fetch what it reads elsewhere is under way for several records at once.
//
// The result stays on the GPU: how many were kept, and arguments for indirect draws and dispatches ([Result]). The count
// may be the next call's n, of the same Compactor too: see the example of [Compactor.Result]. Nothing is read back, nothing allocated once scratch has grown, nothing waited for: one launch when chained
// (gpu.Tuning; Classes above 1 are not), else two, or one when the input fits a workgroup's tile. The order of the records is kept (stable), and results are the same on every driver. What is
// written must not overlap what is read; it must have room for all n records, as only the GPU knows how many are kept,
// unless Options.Clamp is set; what lies behind the kept ones is not touched. With n = 0 the counts and arguments are
// written. n may be as large as the buffer: at most gpu.MaxItems.
//
// Source: Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core Architectures", HPG 2009:
// count each worker's chunk, scan the counts, walk again and write (sections 3 and 4). Chained: see package scan.
package compact
