// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Use names a method of Sorter, for Reserve, ScratchBytes and VariantFor: the methods differ in
// their scratch and their kernels.
type Use int

// The uses. TopK and PartialSort have none: Reserve cannot prepare them, and TopKScratchBytes
// returns their scratch.
const (
	ForKeys          Use = iota // SortKeys
	ForPairs                    // SortPairs
	ForIndices                  // SortIndices
	ForRecords                  // SortRecords
	ForSegmented                // SegmentedSort
	ForValues                   // SortValues
	ForSegmentedTopK            // SegmentedTopK
)

// kind is the payload of a use in its first pass.
func (u Use) kind() payloadKind {
	switch u {
	case ForKeys:
		return keysAlone
	case ForPairs, ForValues:
		return withPayload
	}
	return withIndex
}

// keyless reports whether a use writes no sorted keys.
func (u Use) keyless() bool { return u == ForIndices || u == ForValues || u.segmented() }

// segmented reports whether a use sorts segments.
func (u Use) segmented() bool { return u == ForSegmented || u == ForSegmentedTopK }

// scratchParts are the bytes of each part of the scratch. joins is for status words or counts of
// digits: see sorting.
type scratchParts struct {
	joins, totals, keys, payload, spare, index, wide int

	order, ids, inner, source, long, places, table, sorted int // of SegmentedSort

	between int // the indices between the rounds of a sort of items

	msd int // the windows of a sort by the most significant digits first

	candidates, candidateIndex, positions, sample int // of TopK

	// The sort by segment works in the memory of keys, payload and spare, which the sort by key has
	// left, and in inner behind them.
	innerAll int
}

// scratchParts is the scratch of a use of n items. It is pure.
func (o Options) scratchParts(l layout, use Use, n int) scratchParts {
	if o.byItems() {
		return o.itemParts(l, use, n)
	}
	k := keyTypes[o.Type]
	// Room for either algorithm, so that memory made for one serves the other: a row of counts for
	// each digit, or the status words of two passes.
	joins := 4 * max(digits*l.shape.Workers, 2*l.chainWords(n))
	if l.runs {
		joins = max(joins, 4*digits*runsOf(n))
	}
	s := scratchParts{joins: joins, totals: 4 * digits, keys: 4 * n * k.words}
	if use != ForKeys {
		s.payload = 4 * n
	}
	if use.segmented() || use.keyless() && (o.passes() != 2 || o.SkipSorted) {
		s.spare = s.keys // the caller's keys are only read, and the last pass of two writes none
	}
	if use == ForRecords {
		s.index = 4 * n
	}
	if k.perWord > 1 {
		s.wide = 4 * n
	}
	if !use.segmented() {
		s.msd = l.msd.bytes(n) + l.buckets.bytes(n) // keys have one of them at most
	}
	if use.segmented() {
		s.order, s.ids, s.source = 4*n, 4*n, 4*n
		windows := windowsOf(l.window, n)
		s.long, s.places, s.table = s.keys, 4*max(n, listedWords(windows)), 4*tableWords(windows)
		s.sorted = s.wide
		s.innerAll = Options{}.scratchParts(layout{shape: l.shape, tiles: l.inner, runs: l.runs}, ForPairs, n).total()
		if use == ForSegmentedTopK {
			s.sorted = s.keys
		}
		s.inner = max(0, s.innerAll-(kernel.ScratchBytes(s.keys, s.payload, s.spare)-kernel.ScratchBytes()))
	}
	return s
}

func (s scratchParts) total() int {
	parts := [...]int{s.joins, s.totals, s.keys, s.payload, s.spare, s.index, s.wide, s.order, s.ids, s.inner, s.source, s.long, s.places, s.table, s.sorted, s.between, s.candidates, s.candidateIndex, s.positions, s.sample, s.msd}
	return kernel.ScratchBytes(parts[:]...)
}

// ScratchBytes returns the memory in bytes that a sort of up to n items works in, for UseScratch.
// What a Sorter keeps from call to call is extra: 3 KB for each workgroup that runs at once, 0.9 MB
// on an H200, and 0.5 MB for many keys of 64 bits. It is pure: c may come from another machine.
// Errors: those of New that need no device, gpu.ErrCount; gpu.ErrArgument for another Use than the
// constants, and for segments of keys of 128 bits.
func ScratchBytes(c gpu.Caps, o Options, use Use, n int) (int, error) {
	o, err := o.withDefaults("ScratchBytes")
	if err != nil {
		return 0, err
	}
	if err := o.checkUse("ScratchBytes", use, n); err != nil {
		return 0, err
	}
	return o.most(c, func(l layout) int { return o.scratchParts(l, use, n).total() })
}

// checkUse validates a use of up to n items. call names the method in errors.
func (o Options) checkUse(call string, use Use, n int) error {
	if use < ForKeys || use > ForSegmentedTopK {
		return fmt.Errorf("radix: %s: use is %d, want one of the constants: %w", call, use, gpu.ErrArgument)
	}
	if n < 0 || n > gpu.MaxItems {
		return fmt.Errorf("radix: %s: n is %d, want from 0 to %d: %w", call, n, gpu.MaxItems, gpu.ErrCount)
	}
	if use.segmented() {
		return o.noWide(call)
	}
	return nil
}

// most is the largest size over all variants, so that memory serves whatever variant a device gets.
func (o Options) most(c gpu.Caps, size func(layout) int) (int, error) {
	shapes, err := kernel.Variants(c, o.Tuning, gpu.Options{})
	bytes := 0
	for _, s := range shapes {
		bytes = max(bytes, size(o.plain().layout(c, s)))
	}
	return bytes, err
}

// wideGroup is the number of invocations of a workgroup whose subgroups exchange values. A tile of
// twice the keys writes runs twice as long and has half as many predecessors. Pairs on an H200 with
// 256, 512 and 1,024 invocations: 2^16 take 52, 56 and 70 us; 2^20 take 113, 92 and 87; 2^24 take
// 964, 883 and 947.
const wideGroup = 512

// layout is the shape of a sort's kernels and the sizes that follow from it. tiles are those of the
// passes of both algorithms, and inner those of the sort by segment.
type layout struct {
	shape        kernel.Shape
	tiles, inner []kernel.Sized
	runs         bool         // sorts go by runs: see run.go
	window       kernel.Shape // of a segmented sort
	long         longLayout
	msd          msdLayout
	buckets      bucketLayout
}

func (o Options) layout(c gpu.Caps, s kernel.Shape) layout {
	l := layout{shape: o.shape(s), runs: o.byRuns(c), window: o.windowShape(c)}
	l.long = o.longLayout(c, l.shape)
	l.msd, l.buckets = o.msdLayout(c, s), o.bucketLayout(c, l.shape)
	either := l.shape
	for _, either.Algorithm = range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		l.tiles = append(l.tiles, tilesOf(c, o.Tuning, either, o.Type, keysAlone)...)
		l.tiles = append(l.tiles, tilesOf(c, o.Tuning, either, o.Type, withPayload)...)
		if keyTypes[o.Type].words > 1 {
			l.tiles = append(l.tiles, tilesOf(c, o.Tuning, either, gpu.Uint32, keysAlone)...) // of packed argsorts
		}
		l.inner = append(l.inner, tilesOf(c, o.Tuning, either, gpu.Uint32, withPayload)...)
	}
	return l
}

// chainWords is the words of a pass's part of the chain: the rows that end a look-back, then a
// status word for each digit and tile. It is enough for any kernel that n keys may take.
func (l layout) chainWords(n int) int {
	tiles := 0
	for _, t := range l.tiles {
		tiles = max(tiles, t.Shape.GroupsFor(min(n, t.Most)))
	}
	return digits * (headRows + tiles)
}

// tilesOf are the tiles of a pass, those for few keys first. Keys of two words had one tile
// before: 512 invocations with 4 keys. With 384 and 12, the keys of 2^20, 2^22 and 2^24 take an
// H200 126, 380 and 1,143 us, before 163, 502 and 1,751. With a payload of a word they take 157,
// 513 and 1,530, before 187, 601 and 2,125.
func tilesOf(c gpu.Caps, t gpu.Tuning, s kernel.Shape, keys gpu.Type, kind payloadKind) []kernel.Sized {
	name := "sort-pairs" // of all passes of a sort, as each clears the next one's words
	switch {
	case s.Algorithm == gpu.ReduceThenScan:
		name = "sort-chunks"
	case kind == keysAlone:
		name = "sort-keys"
	}
	all := []kernel.Sized{{Shape: s, Most: gpu.MaxItems, ResidentGroups: c.Multiprocessors}}
	wide := keyTypes[keys].words > 1
	switch {
	case s.Lanes != gpu.LanesKHR || wide && s.Algorithm == gpu.ReduceThenScan:
	case wide:
		t.GroupSize = min(t.GroupSize, wideGroup) // more do not fit in shared memory
		all = s.Sizes(c, "sort-wide", t)
	default:
		all = s.Sizes(c, name, t)
	}
	for i := range all {
		all[i].ResidentGroups = kernel.ResidentGroups(c, t, all[i].ResidentGroups)
	}
	return all
}

// shape is the shape of the kernels for keys of Type.
func (o Options) shape(s kernel.Shape) kernel.Shape {
	if s.Lanes != gpu.LanesShared && s.LaneCount >= 32 {
		s.GroupSize = wideGroup // GL 4.3 has 1,024 at least
	}
	return s.ForItems(4 * keyTypes[o.Type].words).ForTiles(mostTiles)
}

// mostTiles is the most tiles of a worker where a driver ends long loops early. A tile of 512 keys
// takes some 180 loop turns of an invocation with ballots of 8 lanes.
const mostTiles = 192
