// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"maps"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/compact" // its GLSL
)

// The kernels' buffers, by index.
const (
	bufDst       = 0
	bufTotals    = 3
	bufArgs      = 4
	bufKeep      = 5 // what classOf reads
	bufSrc       = 6 // of records
	bufValues    = 6 // of runs
	bufRunSrc    = 7
	bufElements  = 7
	bufKeys      = 7 // Elements and Keyed exclude each other
	countKeep    = 3 // in compact_count: Count, Fault, Counts, then what classOf reads
	countTotals  = 2
	measureTo    = 0 // in runs_measure
	measureFrom  = 1
	measureTiles = 8 // runs an invocation
)

// directBytes is the largest record that an invocation moves alone, unless records are moved by
// parts.
const directBytes = 32

// Records of a multiple of partBytes move in parts of that size through shared memory, in tiles of
// partItems an invocation. Times on an H200 for 2^22 records of 16, 32 and 64 bytes, half of them
// kept: 40.5, 74 and 171 us. If an invocation moves its records alone, 16 and 32 bytes take 47.8
// and 111 us. Moved word by word, 64 bytes take 266 us. With partItems 8 the times are 40.6, 76 and
// 183 us, with 2 they are 52.5, 74 and 174 us.
const (
	partBytes = 16
	partItems = 4
)

// rowBytes is the largest record that a single pass moves in rows. 2^22 records of 16 bytes took 55
// us in rows, and 50 us otherwise.
const rowBytes = 8

// votes is the number of classes that need a ballot. The last class needs none: it has the records
// of no other class.
func (o Options) votes() int { return max(1, o.Classes-1) }

// keepFile returns the buffer and the file of the decision.
func (o Options) keepFile() (block, file string) {
	switch {
	case o.By == Flags:
		return "Flags", "compact/keep.glsl#flag"
	case o.By == Mask:
		return "Mask", "compact/keep.glsl#mask"
	case o.By == Unique && o.Predicate != "":
		return "Records?", "compact/keep.glsl#same"
	case o.By == Unique:
		return "Records", "compact/keep.glsl#unique"
	case o.Keyed && o.Predicate == "": // of a stand-in
		return "Records", "compact/keep.glsl#nonzero_keyed"
	case o.Predicate == "":
		return "Records", "compact/keep.glsl#nonzero"
	case o.Record == "" && o.Keyed:
		return "Records?", "compact/keep.glsl#index_keyed"
	case o.Record == "":
		return "Records?", "compact/keep.glsl#index"
	case o.Keyed && o.Fetch != "":
		return "Records", "compact/keep.glsl#fetch_keyed"
	case o.Keyed: // a predicate may look only at other buffers than the records
		return "Records?", "compact/keep.glsl#user_keyed"
	}
	return "Records?", "compact/keep.glsl#user"
}

// specs returns the two kernels of reduce-then-scan: count the chunks, then move.
func specs(s kernel.Shape, o Options) (count, move kernel.Spec) {
	block, file := o.keepFile()
	constants := shaders.Constants{
		"STRIDE_WORDS": uint32(o.Stride / 4), "MOVED_WORDS": uint32(1), "CLASSES": uint32(o.Classes),
		"VOTES": uint32(o.votes()), "VOTE_ROUNDS": uint32(o.votes() * s.ItemsPerThread), "CLAMPED": o.Clamp,
		"DECIDE": "keep", "DECIDED": "bool",
	}
	if o.Record != "" {
		constants["RECORD"] = o.Record
	}
	if o.Fetch != "" {
		constants["FETCH"] = o.Fetch
	}
	if o.Classes == 3 {
		constants["DECIDE"], constants["DECIDED"] = "part", "uint"
	}
	count = kernel.Spec{
		File: "compact/compact_count.comp.glsl", Shape: s, Constants: constants,
		Slots:   map[string]shaders.Snippet{"KEEP": {File: file}, "TILE": {File: "compact/tile.glsl#plain"}},
		Buffers: []string{"Count", "Fault", "Counts", block},
	}
	move = kernel.Spec{
		File: "compact/compact_move.comp.glsl", Shape: s, Constants: constants,
		Slots: map[string]shaders.Snippet{
			"KEEP": {File: file}, "TILE": {File: "compact/tile.glsl#plain"}, "SINK": {File: "compact/sink.glsl#indices"}, "ALSO": {File: "compact/sink.glsl#also_none"},
			"STAGED": {File: "compact/sink.glsl#staged_words"}, "ELEMENTS": {File: "compact/args.glsl#elements_none"},
		},
		Buffers: []string{"Dst", "Count", "Fault", "Totals", "Args", block},
	}
	constants["DIRECT"] = o.Output == Indices || o.Stride <= directBytes && !o.inParts()
	switch o.Output {
	case Records:
		constants["MOVED_WORDS"] = uint32(o.Stride / 4)
		move.Slots["SINK"] = shaders.Snippet{File: "compact/sink.glsl#records"}
		if o.inParts() {
			move.Slots["SINK"], move.Slots["STAGED"] = shaders.Snippet{File: "compact/sink.glsl#parts"}, shaders.Snippet{File: "compact/sink.glsl#staged_parts"}
		}
		move.Buffers = append(move.Buffers, "Src")
	case Indices:
		move.Buffers = append(move.Buffers, "Src?") // none: the next keeps its number
	case Runs:
		move.Slots["ALSO"] = shaders.Snippet{File: "compact/sink.glsl#also_runs"}
		move.Buffers = append(move.Buffers, "Values", "Src")
	}
	if o.Elements {
		move.Slots["ELEMENTS"] = shaders.Snippet{File: "compact/args.glsl#elements_draw"}
		move.Buffers = append(move.Buffers, "Elements")
	}
	if o.Keyed {
		move.Slots["ALSO"] = shaders.Snippet{File: "compact/sink.glsl#also_keys"}
		count.Slots["TILE"] = shaders.Snippet{File: "compact/tile.glsl#keyed"}
		move.Slots["TILE"] = count.Slots["TILE"]
		move.Buffers = append(move.Buffers, "Keys")
	}
	if o.Predicate != "" {
		predicate := shaders.Snippet{Name: o.Name, Text: o.Predicate}
		count.Slots["PREDICATE"], move.Slots["PREDICATE"] = predicate, predicate
	}
	if s.Algorithm != gpu.SinglePass && o.inRows(s) {
		move = rowsSpec(move, o, "compact/compact_rows_move.comp.glsl")
	}
	return count, move
}

// chainSpec returns the single-pass kernel of a move.
func chainSpec(move kernel.Spec, o Options) kernel.Spec {
	move.File = "compact/compact_chain.comp.glsl"
	move.Buffers = slices.Clone(move.Buffers)
	move.Buffers[bufTotals] = "Chain"
	if o.inRows(move.Shape) {
		return rowsSpec(move, o, "compact/compact_rows_chain.comp.glsl")
	}
	return move
}

// rowsSpec returns a move in which an invocation moves its records alone.
func rowsSpec(move kernel.Spec, o Options, file string) kernel.Spec {
	move.File = file
	hold := maps.Clone(move.Slots)
	for _, slot := range []string{"TILE", "ALSO", "STAGED"} { // of records that pass through shared memory
		delete(hold, slot)
	}
	switch {
	case o.heldWords():
		hold = map[string]shaders.Snippet{"ELEMENTS": move.Slots["ELEMENTS"], "HOLD": {File: "compact/rows.glsl#hold_word"}}
		move.Buffers = slices.Clone(move.Buffers)
		move.Buffers[bufKeep] += "?"
	case o.Fetch != "":
		hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_fetched"}
	case o.Keyed:
		hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_keyed"}
	default:
		hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_item"}
	}
	move.Slots = hold
	return move
}

// inParts reports whether records are moved by parts.
func (o Options) inParts() bool { return o.Output == Records && o.Stride%partBytes == 0 }

// inRows says whether the lanes of such a shape move the records alone, row by row.
func (o Options) inRows(s kernel.Shape) bool {
	return s.Lanes == gpu.LanesKHR && o.Classes == 1 && (o.Output == Indices || o.Output == Records && o.Stride <= rowBytes)
}

// tiles returns the shapes of a single-pass move, for few records first. On an H200, words of which
// half are kept take, with 512 invocations and 4 or 16 records each: 7.9 and 8.7 us at 2^16. At
// 2^20: 11.5 and 10.2. At 2^22: 23.6 and 15.4.
func (o Options) tiles(c gpu.Caps, s kernel.Shape) []kernel.Sized {
	if !o.inRows(s) {
		return []kernel.Sized{{Shape: s, Most: gpu.MaxItems}}
	}
	return s.Sizes(c, "compact", o.Tuning)
}

// heldWords reports whether the words that decide are also the words that are moved.
func (o Options) heldWords() bool {
	return o.Output == Records && o.By == Value && o.Predicate == "" && o.Stride == 4 && !o.readAgain
}

// measureSpec is the kernel that makes lengths of runs.
func measureSpec() kernel.Spec {
	return kernel.Spec{
		File:    "compact/runs_measure.comp.glsl",
		Shape:   kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: measureTiles},
		Buffers: []string{"Lengths", "Starts", "Count"},
	}
}

// ScratchBytes returns the memory in bytes that a Compactor works in for at most n records, for
// UseScratch. It is pure: c may come from another machine. Errors: those of New that need no
// device; gpu.ErrCount.
func ScratchBytes(c gpu.Caps, o Options, n int) (int, error) {
	o, err := o.withDefaults()
	if err != nil {
		return 0, err
	}
	shape, err := kernel.Pick(c, o.Tuning) // all variants but runs have as many workers
	if err != nil {
		return 0, err
	}
	if n < 0 || n > gpu.MaxItems {
		return 0, fmt.Errorf("compact: ScratchBytes: n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
	}
	totals := o.totalsBytes(shape, o.serial(c), n)
	switch o.Output {
	case Indices:
		return kernel.ScratchBytes(totals, 4*n), nil
	case Runs:
		return kernel.ScratchBytes(totals, 4*n+4), nil
	}
	return kernel.ScratchBytes(totals), nil
}
