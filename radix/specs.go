// SPDX-License-Identifier: MIT

package radix

import (
	"maps"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/radix" // its GLSL
)

// payloadKind is what goes with the keys.
type payloadKind int

const (
	keysAlone    payloadKind = iota
	withPayload              // a word each, moved along
	withIndex                // a word each, which the first pass makes: the key's own index
	payloadAlone             // as withPayload in the last pass, where nobody wants the keys
	packsIndex               // the first pass of a packed argsort (radix/packing.go), which writes words
	packsPayload             // a later pass of one, which writes words
	packsValues              // a pass of a packed sort of values, which writes words
	packedWords              // the words of the passes that follow
	payloadKinds

	plainKinds = packsIndex // those of any algorithm come before; packed argsorts have single passes
)

// after is the kind of the passes that follow.
func (k payloadKind) after() payloadKind {
	switch k {
	case withIndex:
		return withPayload
	case packsIndex, packsPayload, packsValues:
		return packedWords
	}
	return k
}

// alone is the kind of the last pass if the keys are not wanted. An argsort of one pass writes them
// all the same: one more kernel would cost a driver's first start as much as any.
func (k payloadKind) alone() payloadKind {
	if k == withPayload {
		return payloadAlone
	}
	return k
}

// packsFirst says whether a pass packs and may be the first of a sort.
func (k payloadKind) packsFirst() bool { return k == packsIndex || k == packsValues }

// movesPayload says whether a pass reads a payload beside the keys.
func (k payloadKind) movesPayload() bool {
	return k == withPayload || k == payloadAlone || k == packsPayload || k == packsValues
}

// family is the specs of all kernels that see the keys of a type.
type family struct {
	count, spine, order kernel.Spec
	scatter             [plainKinds]kernel.Spec
	histogram           kernel.Spec // of the single-pass form, as chain
	chain               [payloadKinds]kernel.Spec
	keys                gpu.Type
}

// specs are the kernels for a type of keys; inOrder is that of Options.
func specs(shape kernel.Shape, t gpu.Type, inOrder bool) family {
	k := keyTypes[t]
	keys := map[string]shaders.Snippet{
		"KEYS": {File: "radix/keys.glsl#" + []string{"word", "pair"}[k.words-1]},
		"KEY":  {File: k.order},
	}
	constants := shaders.Constants{"RADIX": uint32(digits), "RADIX_BITS": uint32(digitBits)}
	constants["STAGES"], constants["UNROLL"], constants["LANE_ORDER"] = uint32(1), false, 0
	if inOrder {
		constants["LANE_ORDER"] = 1
	}
	singlePass := maps.Clone(constants)
	singlePass["MAX_PASSES"], singlePass["KEY_PASSES"], singlePass["HEAD_ROWS"] = uint32(maxPasses), uint32(4*k.words), uint32(headRows)
	singlePass["STATE_WORDS"], singlePass["DISTINCT_BITS"] = uint32(stateHalf), uint32(distinctBits)
	byBits := maps.Clone(keys)
	byBits["DIGIT"] = shaders.Snippet{File: "radix/keys.glsl#digit_bits"}
	f := family{
		keys: t,
		count: kernel.Spec{
			File: "radix/radix_count.comp.glsl", Shape: shape, Constants: constants, Slots: byBits,
			Buffers: []string{"Keys", "Histogram", "Count", "Fault"},
		},
		spine: kernel.Spec{
			File: "radix/radix_spine.comp.glsl", Shape: shape, Constants: constants,
			Buffers: []string{"Histogram", "DigitTotals"},
		},
		order: kernel.Spec{
			File: "radix/radix_order.comp.glsl", Shape: shape, Slots: keys,
			Constants: shaders.Constants{"RADIX": uint32(digits), "RADIX_BITS": uint32(digitBits), "MAX_PASSES": uint32(maxPasses)},
			Buffers:   []string{"Keys", "Order", "Count", "Fault"},
		},
		histogram: kernel.Spec{
			File: "radix/radix_histogram.comp.glsl", Shape: shape, Constants: singlePass, Slots: maps.Clone(keys),
			Buffers: []string{"Keys", "Chain", "State", "Count", "Fault"},
		},
	}
	f.histogram.Slots["BUCKETS"] = shaders.Snippet{File: "radix/buckets.glsl#none"}
	f.histogram.Slots["DISTINCT"] = shaders.Snippet{File: "radix/distinct.glsl#" + []string{"words", "pairs"}[k.words-1]}
	for kind, payload := range [...]string{keysAlone: "none", withPayload: "u32", withIndex: "index", payloadAlone: "u32"} {
		slots, dstKeys := maps.Clone(byBits), "DstKeys"
		slots["PUT"] = putSnippet(t, "")
		if payloadKind(kind) == payloadAlone {
			slots["PUT"], dstKeys = shaders.Snippet{File: "radix/put.glsl#key_none"}, "DstKeys?"
		}
		slots["PAYLOAD"] = shaders.Snippet{File: "radix/put.glsl#payload_" + payload}
		f.scatter[kind] = kernel.Spec{
			File: "radix/radix_scatter.comp.glsl", Shape: shape, Constants: constants, Slots: slots,
			Buffers: []string{"Keys", dstKeys, "Histogram", "DigitTotals", "Count"},
		}
		f.scatter[kind].Buffers = append(f.scatter[kind].Buffers, payloadBuffers[kind]...)
		single := maps.Clone(singlePass)
		single["LOOK_BACK"] = uint32(lookBack[kind])
		f.chain[kind] = kernel.Spec{
			File: "radix/radix_chain.comp.glsl", Shape: shape, Constants: single, Slots: slots,
			Buffers: append([]string{"Keys", dstKeys, "Chain", "State", "Count"}, payloadBuffers[kind]...),
		}
	}
	f.addPacked(shape, inOrder)
	return f
}

// firstOf is the kernel of a first pass that also makes the global histogram.
func firstOf(chain kernel.Spec) kernel.Spec {
	chain.File = "radix/radix_chain_first.comp.glsl"
	chain.Buffers = slices.Clone(chain.Buffers)
	if !slices.Contains(chain.Buffers, "Fault") {
		chain.Buffers = append(chain.Buffers, "Fault")
	}
	chain.Buffers[bufState] = "State?"
	return chain
}

var payloadBuffers = [plainKinds][]string{
	withPayload: {"DstPayload", "Payload"}, withIndex: {"DstPayload"}, payloadAlone: {"DstPayload", "Payload"},
}

// sized is a kernel for so many keys at most, and how many of its workgroups run at once.
type sized struct {
	spec         kernel.Spec
	most, atOnce int
}

// movers are the kernels that move a pass's items, by kind of payload, for few keys first. Larger
// tiles have fewer predecessors, but need shared memory, of which an H200 gives OpenGL 64 KB a
// multiprocessor, and registers. Staged in two parts, 16 keys an invocation took 367 us for 2^24; 8
// in one part 495. For 2^20 they took 55 and 59, for 2^16 41 and 38. Pairs took 534 and 647; 66 and
// 66; 50 and 42.
func (f family) movers(c gpu.Caps, t gpu.Tuning) (all [payloadKinds][]sized) {
	specs := f.scatter[:]
	if f.count.Shape.Algorithm == gpu.SinglePass {
		specs = f.chain[:]
	}
	for kind, spec := range specs {
		all[kind] = f.sized(c, t, spec, payloadKind(kind))
	}
	return all
}

// counters are the kernels that count the digits of a chunk, for few keys first: of the same tiles
// as what moves it.
func (f family) counters(c gpu.Caps, t gpu.Tuning) []sized {
	return f.sized(c, t, f.count, withPayload)
}

func (f family) sized(c gpu.Caps, t gpu.Tuning, spec kernel.Spec, kind payloadKind) (all []sized) {
	keys := f.keys
	if kind == packsIndex || kind == packedWords {
		keys, kind = gpu.Uint32, keysAlone // words
	}
	for _, tile := range tilesOf(c, t, spec.Shape, keys, kind) {
		one := spec
		one.Shape = tile.Shape
		each := partKeys
		if keyTypes[keys].words > 1 {
			each = widePartKeys
		}
		parts := (one.Shape.ItemsPerThread + each - 1) / each
		for one.Shape.ItemsPerThread%parts != 0 {
			parts++
		}
		one.Constants = maps.Clone(spec.Constants)
		one.Constants["STAGES"], one.Constants["UNROLL"] = uint32(parts), parts > 1
		if _, packs := spec.Constants["PLACE_BITS"]; packs {
			one.Constants["PLACE_BITS"] = uint32(placeBits(one.Shape))
		}
		all = append(all, sized{one, tile.Most, tile.ResidentGroups})
	}
	return all
}

// partKeys is the most keys of an invocation that are staged at a time: as many words as the
// digits' counts take.
const partKeys = 8

// widePartKeys is the same for keys of two words. They then take 24 of the 32 KiB of shared memory
// that every OpenGL 4.3 has, in workgroups of wideGroup invocations.
const widePartKeys = 6

// planned are the same kernels with digits from Order.
func (f family) planned() family {
	all := []*kernel.Spec{&f.count}
	for kind := range f.scatter {
		all = append(all, &f.scatter[kind])
	}
	for _, spec := range all {
		spec.Slots = maps.Clone(spec.Slots)
		spec.Slots["DIGIT"] = shaders.Snippet{File: "radix/keys.glsl#digit_planned"}
		spec.Buffers = append(slices.Clone(spec.Buffers), "Order")
	}
	return f
}

// The digits of radix/keys.glsl#digit_class: three sides of the threshold.
const (
	classBits = 2
	classes   = 1 << classBits
)

// putSnippet is what writes keys; with "_room" only as many as fit.
func putSnippet(t gpu.Type, room string) shaders.Snippet {
	return shaders.Snippet{File: "radix/put.glsl#key_" + []string{"word", "pair"}[keyTypes[t].words-1] + room}
}

// selectionSpecs are the kernels of TopK: the search for the threshold, then one pass whose digit
// is a key's side of it.
func selectionSpecs(shape kernel.Shape, t gpu.Type, inOrder bool) (choose, count, scatter kernel.Spec) {
	f := specs(shape, t, inOrder)
	choose = f.order
	choose.File = "radix/radix_select.comp.glsl"
	choose.Buffers = []string{"Keys", "Selection", "Count", "Fault"}
	count, scatter = f.count, f.scatter[withIndex]
	for _, s := range []*kernel.Spec{&count, &scatter} {
		s.Slots = maps.Clone(s.Slots)
		s.Slots["DIGIT"] = shaders.Snippet{File: "radix/keys.glsl#digit_class"}
		s.Constants = maps.Clone(s.Constants)
		s.Constants["RADIX"], s.Constants["RADIX_BITS"] = uint32(classes), uint32(classBits)
		s.Buffers = append(slices.Clone(s.Buffers), "Selection")
	}
	scatter.Slots["PUT"] = putSnippet(t, "_room")
	scatter.Slots["PAYLOAD"] = shaders.Snippet{File: "radix/put.glsl#payload_index_room"}
	return choose, count, scatter
}

// narrowSpec is keys_unpack or keys_pack.
func narrowSpec(file string, perWord int) kernel.Spec {
	return kernel.Spec{
		File:      file,
		Shape:     flat,
		Constants: shaders.Constants{"KEYS_PER_WORD": uint32(perWord)},
		Buffers:   map[string][]string{unpackFile: {"Src", "Dst", "Count", "Fault"}, packFile: {"Src", "Dst", "Count"}}[file],
	}
}

func segmentSpec() kernel.Spec {
	return kernel.Spec{
		File: "radix/segment_id.comp.glsl", Shape: flat,
		Buffers: []string{"Order", "Ids", "Heads", "SegmentCount", "Count", "Fault"},
	}
}

const (
	unpackFile = "radix/keys_unpack.comp.glsl"
	packFile   = "radix/keys_pack.comp.glsl"
)

// flat is the shape of kernels in which an invocation needs no other.
var flat = kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 8}

// The scatter's buffers, by index, and where Order comes after a kernel's others.
const (
	bufState      = 3 // of a singlePass pass
	bufTotals     = 3 // of a scatter
	bufDstPayload = 5
	bufPayload    = 6
	bufCountOrder = 4
)

var bufOrder = [...]int{keysAlone: 5, withPayload: 7, withIndex: 6, payloadAlone: 7}
