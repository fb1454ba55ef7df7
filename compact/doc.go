// SPDX-License-Identifier: MIT

// Package compact keeps the records that count and moves them together, in order, on the GPU.
//
//	c, err := compact.New(dev, compact.Options{})            // keep what is not zero
//	err = c.Compact(dst, src, gpu.N(5))                      // src = {7, 0, 0, 9, 4}  ->  dst = {7, 9, 4}
//	c.Result().Count                                         // 3, on the GPU, for the next operation
//
// Records have any stride that is a multiple of 4 bytes. What is kept is decided by one of: a word of the record that
// is not zero (the zero Options); a word in an array of flags, one for each record ([Compactor.CompactFlagged]); or a
// predicate of yours in GLSL ([Options.Predicate]).
//
// The result stays on the GPU: the number of records kept, and arguments for glDrawArraysIndirect and
// glDispatchComputeIndirect ready to use ([Result]). Nothing is read back, nothing allocated, nothing waited for: two
// launches, one when the input fits a workgroup's tile. The order of the records is kept (stable), and results are
// the same on every driver. dst must not overlap src or the flags; it must have room for all n records, as only the
// GPU knows how many are kept; what lies behind the kept ones is not touched. n may be as large as the buffer: at most
// gpu.MaxItems.
//
// Source: Billeter, Olsson, Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core Architectures", HPG 2009:
// count each worker's chunk, scan the counts, walk again and write (sections 3 and 4).
package compact
