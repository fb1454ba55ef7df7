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
	bufLengths   = 7 // of runs_chain
	bufOthers    = 7 // of Split
	bufElements  = 7
	bufKeys      = 7 // Elements, Keyed and Split exclude each other
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

// classes is the number of classes whose places a kernel keeps. If two are written and nothing
// waits, they are those of the kept records, from which those of the others follow.
func (o Options) classes() int {
	if o.both() {
		return 1
	}
	return o.Classes
}

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
		"STRIDE_WORDS": uint32(o.Stride / 4), "MOVED_WORDS": uint32(1), "CLASSES": uint32(o.classes()),
		"VOTES": uint32(o.votes()), "VOTE_ROUNDS": uint32(o.votes() * s.ItemsPerThread), "CLAMPED": o.Clamp && o.Output != Split,
		"DECIDE": "keep", "DECIDED": "bool", "CHAIN_ROWS": uint32(o.chainRows()),
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
			"STAGED": {File: "compact/sink.glsl#staged_words"}, "ELEMENTS": {File: "compact/args.glsl#elements_none"}, "MOVE": {File: "compact/tile.glsl#move"},
			"ARGS": {File: "compact/args.glsl#args"}, "DST": {File: "compact/dst.glsl#words"},
		},
		Buffers: []string{"Dst", "Count", "Fault", "Totals", "Args", block},
	}
	constants["DIRECT"] = o.Output == Indices || o.largest() <= directBytes && !o.inParts()
	switch {
	case o.Result != "":
		o.fillResults(&move)
	case o.Output == Records:
		constants["MOVED_WORDS"] = uint32(o.Stride / 4)
		move.Slots["SINK"] = shaders.Snippet{File: "compact/sink.glsl#records"}
		if o.inParts() {
			move.Slots["SINK"], move.Slots["STAGED"] = shaders.Snippet{File: "compact/sink.glsl#parts"}, shaders.Snippet{File: "compact/sink.glsl#staged_parts"}
		}
		move.Buffers = append(move.Buffers, "Src")
	case o.Output == Split:
		constants["ROOMS"] = o.Clamp
		constants["MOVED_WORDS"] = uint32(o.Stride / 4)
		move.Slots["SINK"], move.Slots["STAGED"] = shaders.Snippet{File: "compact/sink.glsl#records_split"}, shaders.Snippet{File: "compact/sink.glsl#staged_words_split"}
		if o.inParts() {
			move.Slots["SINK"], move.Slots["STAGED"] = shaders.Snippet{File: "compact/sink.glsl#parts_split"}, shaders.Snippet{File: "compact/sink.glsl#staged_parts_split"}
		}
		move.Slots["MOVE"], move.Slots["ARGS"] = shaders.Snippet{File: "compact/tile.glsl#split"}, shaders.Snippet{File: "compact/args.glsl#split"}
		delete(move.Slots, "ALSO")
		move.Buffers = append(move.Buffers, "Src", "Others")
	case o.Output == Indices:
		move.Buffers = append(move.Buffers, "Src?") // none: the next keeps its number
	case o.Output == Runs:
		move.Slots["ALSO"] = shaders.Snippet{File: "compact/sink.glsl#also_runs"}
		move.Buffers = append(move.Buffers, "Values", "Src")
	}
	if o.ReverseRest {
		move.Slots["MOVE"], move.Slots["ARGS"] = shaders.Snippet{File: "compact/tile.glsl#ends"}, shaders.Snippet{File: "compact/args.glsl#ends"}
		delete(move.Slots, "ALSO")
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
		if move.Slots["PREDICATE"] = predicate; o.predicateDecides() {
			count.Slots["PREDICATE"] = predicate
		}
	}
	if s.Algorithm == gpu.SinglePass {
		return count, chainSpec(move, o)
	}
	if o.inRows(s) && o.Output != Runs {
		move = rowsSpec(move, o, o.rowsFile("move"))
	}
	return count, move
}

// rowsFile is the kernel that moves row by row, in one pass (chain) or when all is counted (move).
func (o Options) rowsFile(form string) string {
	switch {
	case o.Output == Runs:
		return "compact/runs_" + form + ".comp.glsl"
	case o.waits():
		return "compact/partition_" + form + ".comp.glsl"
	}
	return "compact/compact_rows_" + form + ".comp.glsl"
}

// chainSpec returns the single-pass kernel of a move.
func chainSpec(move kernel.Spec, o Options) kernel.Spec {
	move.File = "compact/compact_chain.comp.glsl"
	move.Buffers = slices.Clone(move.Buffers)
	move.Buffers[bufTotals] = "Chain"
	if o.inRows(move.Shape) {
		return rowsSpec(move, o, o.rowsFile("chain"))
	}
	return move
}

// rowsSpec returns a move in which an invocation moves its records alone.
func rowsSpec(move kernel.Spec, o Options, file string) kernel.Spec {
	move.File = file
	hold := maps.Clone(move.Slots)
	for _, slot := range []string{"TILE", "ALSO", "STAGED", "MOVE"} { // of records that pass through shared memory
		delete(hold, slot)
	}
	rows := shaders.Snippet{File: "compact/rows.glsl#rows"}
	// With reduce-then-scan, the kernel that counts makes values in another way, and must decide
	// alike.
	decided := o.decidedWords() && move.Shape.Algorithm == gpu.SinglePass
	switch {
	case o.Output == Split:
		rows.File = "compact/rows.glsl#split"
	case o.ReverseRest:
		rows.File = "compact/rows.glsl#ends"
	case o.uniqueWords():
		rows.File = "compact/rows.glsl#unique"
	case decided:
		rows.File = "compact/rows.glsl#decided"
	}
	switch {
	case o.Output == Runs:
		hold = map[string]shaders.Snippet{"ELEMENTS": move.Slots["ELEMENTS"]}
		move.Buffers = append(slices.Clone(move.Buffers[:bufLengths]), "Lengths")
	case o.uniqueWords():
		hold = map[string]shaders.Snippet{"ARGS": move.Slots["ARGS"], "DST": move.Slots["DST"], "ELEMENTS": move.Slots["ELEMENTS"]}
		move.Buffers = slices.Clone(move.Buffers)
		move.Buffers[bufKeep] += "?"
	case o.heldWords():
		hold = map[string]shaders.Snippet{"ARGS": move.Slots["ARGS"], "DST": move.Slots["DST"], "ELEMENTS": move.Slots["ELEMENTS"], "HOLD": {File: "compact/rows.glsl#hold_word"}}
		if o.Output == Split {
			hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_word_split"}
		}
		move.Buffers = slices.Clone(move.Buffers)
		move.Buffers[bufKeep] += "?"
	case decided:
		move.Buffers = slices.Clone(move.Buffers)
		move.Buffers[bufKeep] = "Records?" // Src has them
		delete(hold, "SINK")
		hold["KEEP"] = shaders.Snippet{File: "compact/keep.glsl#word_nonzero"}
		if !o.decides {
			hold["KEEP"] = shaders.Snippet{File: "compact/keep.glsl#word"}
			move.Constants = maps.Clone(move.Constants)
			move.Constants["RECORD_OF"] = wordTypes[o.Record]
		}
	case o.Fetch != "":
		hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_fetched"}
	case o.Keyed:
		hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_keyed"}
	default:
		hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_item"}
		if o.Output == Split {
			hold["HOLD"] = shaders.Snippet{File: "compact/rows.glsl#hold_item_split"}
		}
	}
	if o.Output != Runs && !o.waits() {
		hold["ROWS"] = rows
	}
	move.Slots = hold
	return move
}

// inParts reports whether records are moved by parts.
func (o Options) inParts() bool { return o.moves() && o.Result == "" && o.Stride%partBytes == 0 }

// inRows says whether the lanes of such a shape move the records alone, row by row.
func (o Options) inRows(s kernel.Shape) bool { return s.Lanes == gpu.LanesKHR && o.small() }

// small reports whether the records are small enough for that, and of two classes at most.
func (o Options) small() bool {
	switch o.Output {
	case Indices:
		return o.Classes <= 2
	case Runs: // a caller's comparison would need a buffer more than every driver has
		return o.Stride <= rowBytes && o.Predicate == ""
	}
	return o.Classes <= 2 && o.largest() <= rowBytes
}

// runsAtOnce reports whether a kernel of such a shape also writes the lengths of runs.
func (o Options) runsAtOnce(s kernel.Shape) bool {
	return o.Output == Runs && s.Algorithm == gpu.SinglePass && o.inRows(s)
}

// chainRows is the number of words of a tile in the chain.
func (o Options) chainRows() int {
	if o.Output == Runs && o.small() {
		return 2
	}
	return 1
}

// singlePass reports whether there is a single-pass form.
func (o Options) singlePass() bool {
	return !o.waits() || o.Classes == 2 && o.small() && !o.Elements
}

// chunks returns the shape of reduce-then-scan with the lanes of a variant, for many records of two
// classes. It is pure. Errors: those of kernel.Pick.
func (o Options) chunks(c gpu.Caps, s kernel.Shape) (kernel.Shape, error) {
	if s.Algorithm != gpu.SinglePass || !o.waits() {
		return s, nil
	}
	t := o.Tuning
	t.Algorithm, t.Lanes = gpu.ReduceThenScan, s.Lanes
	picked, err := kernel.Pick(c, t)
	return o.fit(picked), err
}

// fit returns the shape for the records. It is pure.
func (o Options) fit(s kernel.Shape) kernel.Shape {
	s.MaxItems /= 1 + o.Stride/16 // a record's words are loop turns too, where a driver counts those
	if o.inParts() {
		return s.With(s.GroupSize, partItems)
	}
	return s
}

// heldWords reports whether the words that decide are also the words that are moved.
func (o Options) heldWords() bool {
	return o.moves() && o.By == Value && o.Predicate == "" && o.Stride == 4 && !o.readAgain
}

// wordTypes are the built-in types of one word, and what makes a value of the word.
var wordTypes = map[string]string{"uint": "uint", "int": "int", "float": "uintBitsToFloat"}

// decidedWords reports whether words are moved of which a predicate gets the value.
func (o Options) decidedWords() bool {
	words := o.Output == Records && o.By == Value && o.Classes == 1 && o.Stride == 4 && !o.Keyed && o.Result == ""
	return words && (o.decides || o.Predicate != "" && wordTypes[o.Record] != "")
}

// uniqueWords reports whether lanes compare the words that are moved with their neighbours'.
func (o Options) uniqueWords() bool {
	return o.Output == Records && o.By == Unique && o.Predicate == "" && o.Stride == 4 && o.Classes == 1
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
	o, err := o.withDefaults("ScratchBytes")
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
