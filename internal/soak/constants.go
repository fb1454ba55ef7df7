// SPDX-License-Identifier: MIT

package soak

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// A slot of the ring, in words: shaders/ring.glsl.
const (
	slotWrong  = 0 // bits of what was wrong
	slotFirst  = 1 // the lowest index that was
	slotChecks = 2 // checks that ran
	slotCount  = 3 // of class 0, or of what else a check counts; classes 1 and 2 behind it
	slotSums   = 6 // sum and xor before, sum and xor after
	slotWords  = 16
)

// What can be wrong.
const (
	wrongResult  = 1 << iota // an item is not what it must be
	wrongOrder               // items are in the wrong order
	wrongCount               // a count, or the sums over all keys
	wrongInput               // what is only read was written to
	wrongOutside             // something around or behind a result was written to
)

var wrongNames = []string{"a wrong item", "a wrong order", "a wrong count", "an input was changed", "written outside the result"}

// How values are spread: shaders/spread.glsl.
const (
	spreadRandom = iota
	spreadEqual
	spreadTwo
	spreadSorted
	spreadReversed
	spreadFew
	spreadZero
	spreadEntropy
	spreadAlternate
	spreadOne
	spreadCount               // of those that are drawn
	spreadIndex = spreadCount // the index itself
)

var spreadNames = [...]string{"random", "equal", "two", "sorted", "reversed", "few", "zero", "entropy", "alternating", "one"}

// What words_make makes: shaders/made.glsl.
const (
	makeConstant = iota
	makeIndex
	makeValues
	makeFloats
	makeSmall
	makeFlags
	makeClasses
	makeMask
	makeOffsets
	makeRuns
	makeRunKeys
	makeEdges
	makeFloatEdges
	makeNarrow
	makeRing
	makeRecords
	makeRecordsValue
	makeRecordsKeep
	makeRecordsPart
	makeRecordsRuns
	makeRecordsSame
)

// What decides about a record: shaders/class.glsl.
const (
	decidesValue = iota
	decidesKeep
	decidesPart
	decidesFlags
	decidesClasses
	decidesMask
	decidesUnique
	decidesSame
	decidesIndex
)

const (
	byWhole = iota
	byFlags
	byKeys
	byOffsets
)

const (
	opSum = iota
	opMin
	opMax
	opArgMin
	opArgMax
)

// What goes with the keys of a sort.
const (
	carriesNothing = iota
	carriesIndex
	carriesRecord
	carriesKey // a key of 64 bits has its index in the high word
)

// constants are injected into all kernels of the soak test.
var constants = shaders.Constants{
	"SLOT_WRONG": uint32(slotWrong), "SLOT_FIRST": uint32(slotFirst), "SLOT_CHECKS": uint32(slotChecks), "SLOT_COUNT": uint32(slotCount),
	"SLOT_SUMS": uint32(slotSums), "SLOT_WORDS": uint32(slotWords),
	"WRONG_RESULT": uint32(wrongResult), "WRONG_ORDER": uint32(wrongOrder), "WRONG_COUNT": uint32(wrongCount),
	"SPREAD_EQUAL": uint32(spreadEqual), "SPREAD_TWO": uint32(spreadTwo), "SPREAD_SORTED": uint32(spreadSorted),
	"SPREAD_REVERSED": uint32(spreadReversed), "SPREAD_FEW": uint32(spreadFew), "SPREAD_ZERO": uint32(spreadZero),
	"SPREAD_ENTROPY": uint32(spreadEntropy), "SPREAD_ALTERNATE": uint32(spreadAlternate), "SPREAD_ONE": uint32(spreadOne), "SPREAD_INDEX": uint32(spreadIndex),
	"MAKE_CONSTANT": uint32(makeConstant), "MAKE_INDEX": uint32(makeIndex), "MAKE_VALUES": uint32(makeValues),
	"MAKE_FLOATS": uint32(makeFloats), "MAKE_SMALL": uint32(makeSmall), "MAKE_FLAGS": uint32(makeFlags),
	"MAKE_CLASSES": uint32(makeClasses), "MAKE_MASK": uint32(makeMask), "MAKE_OFFSETS": uint32(makeOffsets),
	"MAKE_RUNS": uint32(makeRuns), "MAKE_RUN_KEYS": uint32(makeRunKeys), "MAKE_EDGES": uint32(makeEdges), "MAKE_FLOAT_EDGES": uint32(makeFloatEdges),
	"MAKE_NARROW": uint32(makeNarrow), "MAKE_RING": uint32(makeRing), "MAKE_RECORDS_VALUE": uint32(makeRecordsValue),
	"MAKE_RECORDS_KEEP": uint32(makeRecordsKeep), "MAKE_RECORDS_PART": uint32(makeRecordsPart),
	"MAKE_RECORDS_RUNS": uint32(makeRecordsRuns), "MAKE_RECORDS_SAME": uint32(makeRecordsSame),
	"DECIDES_VALUE": uint32(decidesValue), "DECIDES_KEEP": uint32(decidesKeep), "DECIDES_PART": uint32(decidesPart),
	"DECIDES_FLAGS": uint32(decidesFlags), "DECIDES_CLASSES": uint32(decidesClasses), "DECIDES_MASK": uint32(decidesMask),
	"DECIDES_UNIQUE": uint32(decidesUnique), "DECIDES_SAME": uint32(decidesSame), "DECIDES_INDEX": uint32(decidesIndex),
	"BY_FLAGS": uint32(byFlags), "BY_KEYS": uint32(byKeys), "BY_OFFSETS": uint32(byOffsets),
	"OP_SUM": uint32(opSum), "OP_MIN": uint32(opMin), "OP_MAX": uint32(opMax), "OP_ARG_MIN": uint32(opArgMin), "OP_ARG_MAX": uint32(opArgMax),
	"CARRIES_NOTHING": uint32(carriesNothing), "CARRIES_RECORD": uint32(carriesRecord), "CARRIES_KEY": uint32(carriesKey),
	"TYPE_I32": uint32(gpu.Int32), "TYPE_F32": uint32(gpu.Float32), "TYPE_U64": uint32(gpu.Uint64),
	"TYPE_I64": uint32(gpu.Int64), "TYPE_F64": uint32(gpu.Float64),
}
