// SPDX-License-Identifier: MIT

// Package scan computes prefix sums on the GPU, of the whole input or by segment, and histograms.
//
//	s, err := scan.New(dev, scan.Options{})
//	err = s.Exclusive(dst, src, gpu.N(4)) // {3, 1, 4, 1} -> {0, 3, 4, 8}
//	err = s.Inclusive(dst, src, gpu.N(4)) //              -> {3, 4, 8, 9}
//
// # Choosing an operation
//
// The operator is Sum, Min or Max over integers of 32 and 64 bits, float32, float64 and vectors of
// two and four float32, or an associative operator in GLSL ([gpu.Operator]). [Options.By] cuts the
// input into segments:
//
//   - Whole: one segment ([Scanner.Exclusive], [Scanner.Inclusive]);
//   - Flags, Keys: segments begin at flags or where a key changes ([Scanner.ExclusiveBy]);
//   - Offsets: segments are given by offsets ([Scanner.SegmentedExclusive]).
//
// [Scanner.Scan] is the general form. With [Options.Ends] it takes a start value, and writes the
// total in the same dispatch. With [Options.Record] src holds records of any layout, and a GLSL
// function maps each to an item. With [Options.Result] another function computes what is written
// for each scanned item. [Options.Input] takes items from records at a stride or at indices, or
// from no memory: the numbers from 0 on, which an Operator may map.
//
// [Histogram] counts items by bin, of equal width or between edges. [Histogram.Count] also adds up
// weights, and counts pairs of coordinates by two axes. With [HistogramOptions.Map] GLSL functions
// make the items, weights and coordinates of records, such as the luminance of pixels.
// [HistogramOptions.Input] is as for scans.
//
// # Guarantees
//
// dst may be src, or must not overlap it. In place, the records of src and the results in dst must
// have one size. Integers are the same bits on every driver, with sums modulo 2^32 or 2^64. Floats
// are added in a fixed order: the same bits on every run of one machine; [Options.Compensated] also
// adds up what roundings lose. n is at most [gpu.MaxItems]. For n = 0 dst stays as it is.
//
// A count on the GPU that is above its maximum counts as the maximum, and gpu.Device.Check returns
// gpu.ErrCount. That holds for a maximum of 0 too. With n = 0 and no count on the GPU, a scan
// without a Total enqueues nothing.
//
// A call enqueues its work and returns. It reads nothing back. After the first call of a size it
// allocates nothing. [Scanner.UseScratch] uses the caller's memory, and [ScratchBytes] returns its
// size without a device.
//
// # Cost
//
// A scan takes one dispatch in the single-pass form. Otherwise it takes two, or one if n fits a
// workgroup's tile. Floats and operators of the caller always use the other form, as the order of a
// single-pass scan's combinations depends on the run.
//
// A histogram takes one dispatch if its bins fit in half of the shared memory: 4,096 bins, or more
// where the driver has more than 32 KiB. Other histograms take two.
//
// # GLSL of the caller
//
// An operator may call the built-in functions of GLSL and its own; comb adds none. [gpu.Operator]
// has the form of combine, [Options.Record] that of map, and [Options.Result] that of finish.
// [HistogramOptions.Map] has those of a histogram.
//
// Outside of functions it must not define a name that a kernel of comb has, such as src, dst or
// staged: the compiler reports that. Which names a kernel has depends on the options and on the
// driver's variant. A name that begins with the caller's own prefix is none of them.
//
// # Sources
//
// Reduce-then-scan: Billeter, Olsson and Assarsson, "Efficient Stream Compaction on Wide SIMD
// Many-Core Architectures", HPG 2009, section 4. Single pass: Merrill and Garland, "Single-pass
// Parallel Prefix Scan with Decoupled Look-back", 2016; Smith, Levien and Owens, "Decoupled
// Fallback", 2025. Segments: Blelloch, "Prefix Sums and Their Applications", 1990, section 1.5.
package scan
