// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/bench/classic"
	"github.com/combgl/comb/bench/ladder"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/merge"
	"github.com/combgl/comb/radix"
)

// op is an operation that can be measured.
type op struct {
	name, about string
	extra       bool // only when asked for
	variants    func() []variant
	lines       func(s scale) []line // of the sweep; the first is the main one
	job         func(m maker) *job
}

// table lists the operations, the limits first: the others are held against them.
var table = []op{
	{"copy", "a copy by a kernel, the memory's limit; always made, as the others' measure", false, kernelAlone, overItems, maker.copyJob},
	{"read", "a read by a kernel that sums up what it reads", false, kernelAlone, overItems, maker.readJob},
	{"empty", "dispatches that do nothing, one and nine in a row", false, always(emptyVariants...), emptyLines, maker.emptyJob},
	{"fetch", "reads by loads of 32, 64, 128 bits a lane, by 1 to 8 workgroups a multiprocessor", false, fetchVariants, fetchLines, maker.fetchJob},
	{"compact", "keep the records that are not zero, in order", false, compactVariants, compactLines, maker.compactJob},
	{"scan", "exclusive prefix sums", false, tunings, overItems, maker.scanJob},
	{"reduce", "the sum", false, tunings, overItems, maker.reduceJob},
	{"ladder", "the classic reductions of floats, rung by rung", false, rungVariants(ladder.Rungs), ladderLines, maker.ladderJob},
	{"tiles", "the mean luminance of each tile of an image", false, rungVariants(ladder.Tiles), tilesLines, maker.tilesJob},
	{"sort", "radix sort of keys, alone and with a payload", false, tunings, sortLines, maker.sortJob},
	{"hair-chain", "of a frame of hair the cull, the depth keys and the sort: counts stay on the GPU", true, always(variant{name: wholeChain, about: "as a frame of hair has it, all of the head in the image"}), hairLines, maker.hairChainJob},
	{"frame", "a frame of hair with head and shadows, stage by stage", false, always(frameVariant), frameLines, maker.frameJob},
	{"particles", "a step of particles of 48 bytes: emitted, updated, compacted, sorted by 16 bits of depth", false, always(frameVariant, naiveVariant), particlesLines, maker.particlesJob},

	{"fluid", "a step of smoothed particle hydrodynamics, drops of 32 bytes with 30 neighbours: grid, densities, forces", true, always(frameVariant), fluidLines, maker.fluidJob},
	{"resort", "sort of pairs that checks first whether they are in order", true, tunings, resortLines, maker.resortJob},
	{"argsort", "indices in the order of keys, which are only read", true, tunings, argsortLines, maker.argsortJob},
	{"mergesort", "merge sort of keys by a comparison in GLSL, alone and with a payload", true, onlyOne, sortLines, maker.mergeSortJob},
	{"topk", "the first 1,000 in order", true, tunings, topKLines, maker.topKJob},
	{"segsort", "sort within segments of 64 items on average", true, tunings, overItems, maker.segmentedSortJob},
	{"segtopk", "the first 8 in order of each such segment, and their indices", true, tunings, overItems, maker.segmentedTopKJob},
	{"shortsegs", "sort within segments of 1 to 127 items, as the options promise", true, tunings, overItems, maker.shortSegmentsJob},
	{"segscan", "exclusive prefix sums within such segments", true, tunings, overItems, maker.segmentedScanJob},
	{"segreduce", "the sums of such segments", true, tunings, overItems, maker.segmentedReduceJob},
	{"argmax", "the largest and where it is", true, tunings, overItems, maker.argMaxJob},
	{"gathersum", "the sum of words at random indices", true, tunings, overItems, maker.gatherSumJob},
	{"histogram", "256 bins of random words", true, tunings, overItems, maker.histogramJob},
	{"manybins", "65,536 bins of random words", true, tunings, overItems, maker.manyBinsJob},
	{"weighted", "256 bins of random words with random weights", true, tunings, overItems, maker.weightedJob},
	{"histogram2d", "256 by 256 bins of two arrays of random words", true, tunings, overItems, maker.pairsOfBinsJob},
	{"partition", "what is kept first, then the rest", true, tunings, partitionLines, maker.partitionJob},
	{"ends", "what is kept first, then the rest in reverse order", true, tunings, partitionLines, maker.endsJob},
	{"split", "what is kept to one array, the rest to another", true, tunings, partitionLines, maker.splitJob},
	{"predicate", "keep the odd words by a predicate in GLSL", true, tunings, overItems, maker.predicateJob},
	{"runs", "run-length encoding of runs of three", true, tunings, overItems, maker.runsJob},
	{"decode", "run-length decoding of runs of three", true, onlyOne, overItems, maker.decodeJob},
	{"columns", "n words, as records of four, to columns", true, onlyOne, overItems, maker.columnsJob},
	{"keysort", "radix sort of n words, as records of two, by a key in GLSL", true, onlyOne, overItems, maker.keySortJob},
	{"reducebykey", "the sums of runs of equal keys, 8 items on average", true, tunings, overItems, maker.reduceByKeyJob},
	{"scanbykey", "exclusive prefix sums within such runs", true, tunings, overItems, maker.scanByKeyJob},
	{"unique", "the first of each such run", true, tunings, overItems, maker.uniqueJob},
	{"sort64", "radix sort of keys of 64 bits, alone and with a payload", true, tunings, wideLines, wideSortJob("sort64", 2, radix.Options{Type: gpu.Uint64})},
	{"sort128", "radix sort of keys of 128 bits, alone and with a payload", true, tunings, wideLines, wideSortJob("sort128", 4, radix.Options{Type: gpu.Uint128})},
	{"merge", "two sorted arrays of n random words together become one", true, onlyOne, overItems, maker.mergeJob},
	{"union", "the union of two sorted arrays of n items together", true, tunings, overItems, setJob(unionSet)},
	{"intersection", "what is in both such arrays", true, tunings, overItems, setJob(intersectionSet)},
	{"difference", "what is in the first of such arrays alone", true, tunings, overItems, setJob(differenceSet)},
	{"lowerbound", "the first places of n random words in n sorted ones", true, onlyOne, overItems, boundJob("lowerbound", (*merge.Searcher).LowerBound, false)},
	{"upperbound", "their last places", true, onlyOne, overItems, boundJob("upperbound", (*merge.Searcher).UpperBound, true)},
	{"shuffle", "n words in random order", true, onlyOne, overItems, maker.shuffleJob},
}

// mapped lists f of every element.
func mapped[T, U any](all []T, f func(T) U) (out []U) {
	for _, one := range all {
		out = append(out, f(one))
	}
	return out
}

func names(ops []op) []string { return mapped(ops, func(o op) string { return o.name }) }

// always are variants that do not depend on anything.
func always(all ...variant) func() []variant { return func() []variant { return all } }

// onlyOne is for operations of comb's that have one variant.
var onlyOne = always(variant{name: auto, about: "the only one"})

var kernelAlone = always(variant{name: "kernel", about: "a compute kernel of bench's"})

func compactVariants() []variant {
	return append(tunings(), mapped(classic.Methods(), func(way classic.Method) variant {
		if !way.Ordered {
			way.About += "; the order is lost"
		}
		return variant{name: way.Name, about: way.About}
	})...)
}

func rungVariants(rungs func() []ladder.Rung) func() []variant {
	return func() []variant {
		return mapped(rungs(), func(r ladder.Rung) variant { return variant{name: r.Name, about: r.About} })
	}
}

func fetchVariants() []variant {
	return mapped([]int{32, 64, 128}, func(bits int) variant {
		return variant{name: fmt.Sprint("fetch-", bits), about: fmt.Sprintf("loads of %d bits a lane", bits), fetch: bits}
	})
}
