// SPDX-License-Identifier: MIT

// Package expand is the inverse of compaction on the GPU: it writes for each item the segment that
// it belongs to, and decodes run lengths. It also makes random permutations and samples, and moves
// records to columns and back.
//
//	e, err := expand.New(dev, expand.Options{})
//	err = e.Owners(owners, ranks, offsets, gpu.N(segments), gpu.N(most))
//
// # Choosing an operation
//
//   - [Expander.Owners]: the index of the segment of each item, for segments by offsets, and the
//     item's rank in its segment. It divides work that comes in segments of any length evenly among
//     invocations (load balancing), such as children of nodes or edges of a frontier;
//   - [Expander.OwnersOfLengths]: the same for segments by lengths;
//   - [Expander.Decode], [Expander.DecodeLengths]: the records of run lengths, as
//     compact.Compactor.RunLengths writes them;
//   - [Shuffler.Permutation], [Shuffler.Sample]: a random permutation of 0 to n-1 for a seed, and
//     its first k numbers;
//   - [Shuffler.Shuffle], [Shuffler.SampleRecords]: the same of whole records;
//   - [Transposer.Columns], [Transposer.Records]: an array of structs to a struct of arrays, and
//     back;
//   - [Transposer.ColumnsAt]: a struct of arrays of the records that a compaction kept.
//
// With [Options.Finish] a GLSL function makes what is written of an item's record, its segment and
// its rank, such as the vertices of curves. [ShuffleOptions.Finish] makes it of a number of a
// permutation.
//
// # Guarantees
//
// The results are the same bits on every driver and with every Tuning, if those of a caller's GLSL
// are. There are at most [gpu.MaxItems] items and as many segments; by offsets, one segment fewer.
// Segments may be empty. No call works in place. Words of a destination behind the last item stay
// as they were.
//
// A call enqueues its work and returns. It reads nothing back. After the first call of a size it
// allocates nothing. Counts may live on the GPU, and the number of items always does: work is
// enqueued for the maximum, and workgroups without items exit. A count on the GPU that is above its
// maximum counts as the maximum, and gpu.Device.Check returns gpu.ErrCount. That holds for a
// maximum of 0 too. With counts of 0 on the host, a Transposer and a Shuffler enqueue nothing.
//
// # Cost
//
// Each workgroup takes one tile of items, whatever the lengths of the segments. It searches the
// first and the last segment of its tile, with all invocations at once. Each segment between them
// marks the item where it begins, and a maximum scan in shared memory spreads the marks. If a tile
// has far more empty segments than items, each item searches its segment instead. So a call by
// offsets takes one dispatch, and a call by lengths also those of a scan. The work of a tile has
// the same bound beside a huge segment as beside millions of empty ones. docs/performance.md
// has the GPU time of decoding.
//
// A permutation takes one dispatch, in which each item is computed on its own. Records are moved in
// the same dispatch. A transpose takes one dispatch for all columns.
//
// # Sources
//
// Load balancing by a search of each workgroup's part: Baxter, "Modern GPU", 2013, Load-Balancing
// Search. The search of many places at once follows Green, McColl and Bader, "GPU Merge Path", ICS
// 2012. Marks and a maximum scan: Blelloch, "Prefix Sums and Their Applications", 1990, section
// 1.5.
//
// Permutations by a bijection: Mitchell, Stokes, Frank and Holmes, "Bandwidth-Optimal Random
// Shuffling for GPUs", ACM Transactions on Parallel Computing 2022. The network of halves of
// unequal width follows theirs, with another round function. Cycle walking replaces their
// compaction (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002).
package expand
