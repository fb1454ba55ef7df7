// SPDX-License-Identifier: MIT

// Package compact copies the records that a predicate keeps, in order, to another GPU buffer.
//
//	c, err := compact.New(dev, compact.Options{}) // keep words that are not zero
//	err = c.Compact(dst, src, gpu.N(5))           // {7, 0, 0, 9, 4} -> {7, 9, 4}
//	kept := c.Result().Count                      // 3, on the GPU
//
// # Choosing an operation
//
// [Options.By] says what decides about a record: its own value, a GLSL predicate, a flag, a bit, or
// a difference from the record before. [Options.Output] says what is written:
//
//   - Records: the kept records ([Compactor.Compact]), or all records class by class
//     ([Compactor.Partition]);
//   - Indices: the indices of the kept records ([Compactor.Indices]), or several arrays moved by
//     one decision ([Compactor.CompactArrays]);
//   - Runs: run-length encoding ([Compactor.RunLengths]);
//   - Split: the kept records to one array, the others to another ([Compactor.Split]).
//
// With [Options.Result] a GLSL function computes what is written for each record or index.
//
// With [Options.Keyed] the predicate also computes a sort key for each kept record
// ([Compactor.CompactKeyed], [Compactor.IndicesKeyed]).
//
// # Guarantees
//
// All operations are stable: records keep their order. Only the second class with
// [Options.ReverseRest] is in reverse order. The results are the same bits on every driver and in
// every variant, if the predicate gives the same answer each time.
//
// The destination must not overlap the source. It must have room for all n records, because the
// number of kept records is computed on the GPU. [Options.Clamp] lifts that rule. Bytes behind the
// last kept record stay as they were.
//
// n is at most [gpu.MaxItems]. For n = 0 the call writes only counts and arguments, and RunLengths
// also starts[0], which is 0. A count on the GPU that is above its maximum counts as the maximum,
// and gpu.Device.Check returns gpu.ErrCount. That holds for a maximum of 0 too.
//
// A call enqueues its work and returns. It reads nothing back. After the first call of a size it
// allocates nothing. [Compactor.Result] has the count and the draw and dispatch arguments, as GPU
// buffers that the next operation can read.
//
// # Cost
//
// Compact takes one dispatch in the single-pass form. Otherwise it takes two, or one if n fits a
// workgroup's tile. The form of software renderers takes three. The single-pass form is the default
// on NVIDIA drivers with KHR_shader_subgroup.
//
// A partition of two classes of small records has a single pass for up to 2^26 records; other
// partitions use the other form. Split has a single pass for any number and any size of records,
// and so has a partition with ReverseRest. CompactArrays takes one more dispatch per array.
// RunLengths takes one more for the lengths, except in a single pass of records of up to 8 bytes.
//
// # GLSL of the caller
//
// A predicate may call the built-in functions of GLSL and its own; comb adds none. [Options] has
// the forms of keep, part, same, fetch and finish.
//
// Outside of functions it must not define a name that a kernel of comb has, such as src, held or
// staged: the compiler reports that. Which names a kernel has depends on the options and on the
// driver's variant. A name that begins with the caller's own prefix is none of them.
//
// # Sources
//
// Reduce-then-scan: Billeter, Olsson and Assarsson, "Efficient Stream Compaction on Wide SIMD
// Many-Core Architectures", HPG 2009, sections 3 and 4. Single pass: Merrill and Garland,
// "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016; Smith, Levien and Owens,
// "Decoupled Fallback", SPAA 2025.
package compact
