// SPDX-License-Identifier: MIT

package reduce

import (
	"maps"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/reduce" // its GLSL
	_ "github.com/combgl/comb/shaders/scan"   // segments are a scan
)

// The kernels' buffers, by index.
const (
	bufSrc      = 0
	bufDst      = 1
	bufPartials = 4 // of the chunks, or the totals of the segments' chunks
	bufTicket   = 5
	bufHeads    = 5
	bufRunKeys  = 6
	bufRunCount = 7
	totalHeads  = 4 // in scan_total: Src, Totals, Count, Fault, Heads, SegmentCount
)

// itemBytes is the most that an item of the kernel's own takes in an array.
func itemBytes(p plan, o Options) int {
	switch {
	case o.Segmented:
		return p.glue.HeadedBytes()
	case o.ByKey:
		return p.glue.RunBytes()
	}
	return p.glue.HeldBytes()
}

// ScratchBytes returns the memory in bytes that a Reducer works in, for UseScratch. It does not
// depend on n. It is pure: c may come from another machine. Errors: those of New that need no
// device.
func ScratchBytes(c gpu.Caps, o Options) (int, error) {
	o, p, err := o.prepare("ScratchBytes")
	if err != nil {
		return 0, err
	}
	shape, err := kernel.Pick(c, o.Tuning) // all variants have as many workers
	if err != nil {
		return 0, err
	}
	return kernel.ScratchBytes(shape.Workers * itemBytes(p, o)), nil
}

// addsUp reports whether workers add to one word of 64 bits (reduce/join.glsl#sum) in place of
// writing partial results. It is pure.
func (o Options) addsUp(c gpu.Caps, s kernel.Shape) bool {
	word := o.Type == gpu.Uint32 || o.Type == gpu.Int32
	return o.Custom == nil && o.Op == Sum && word && s.Lanes == gpu.LanesKHR && c.Int64Atomics != nil
}

// specs are the kernels: chunk for one result; total and walk for a result each segment, or the
// single pass.
func specs(c gpu.Caps, s kernel.Shape, p plan, o Options) []kernel.Spec {
	if o.Segmented || o.ByKey {
		total, walk := segmentSpecs(s, p, o)
		if s.Algorithm == gpu.SinglePass {
			return singlePassSpecs(c, walk, p, o)
		}
		return []kernel.Spec{total, walk}
	}
	chunk := kernel.Spec{
		File: "reduce/reduce_chunk.comp.glsl", Shape: s,
		Constants: p.glue.Merge(shaders.Constants{"CHUNKED": p.ordered, "ORDERED": p.ordered}),
		Buffers:   []string{"Src", "Dst", "Count", "Fault", "Partials?", "Ticket"},
		Slots:     p.slots(p.ends()),
	}
	chunk.Slots["JOIN"] = shaders.Snippet{File: "reduce/join.glsl#partials"}
	if o.addsUp(c, s) {
		chunk.Slots["JOIN"], chunk.Extensions = shaders.Snippet{File: "reduce/join.glsl#sum"}, c.Int64Atomics
	}
	o.input().Fill(&chunk)
	return []kernel.Spec{chunk}
}

// slots adds the operator and the input to the snippets.
func (p plan) slots(more map[string]shaders.Snippet) map[string]shaders.Snippet {
	more["OPERATOR"] = p.glue.Snippet
	more["SOURCE"] = shaders.Snippet{File: p.source}
	return more
}

// ends are the snippets of the last step.
func (p plan) ends() map[string]shaders.Snippet {
	finish := map[string]shaders.Snippet{"FINISH": {File: p.finish}}
	if p.put != "" {
		finish["PUT"] = shaders.Snippet{File: p.put}
	}
	return finish
}

// segmentSpecs are the totals of the workers' chunks, and a scan on from them.
func segmentSpecs(s kernel.Shape, p plan, o Options) (total, walk kernel.Spec) {
	finish := p.ends()
	item, heads := shaders.Snippet{File: "lib/item.glsl#headed"}, shaders.Snippet{File: "lib/heads.glsl#offsets"}
	cut, runs := []string{"Heads", "SegmentCount"}, []string(nil)
	constants := p.glue.Merge(nil)
	finish["TILE"] = shaders.Snippet{File: "scan/tile.glsl#segments"}
	if o.ByKey {
		item, heads = shaders.Snippet{File: "lib/item.glsl#run"}, shaders.Snippet{File: "lib/heads.glsl#keys"}
		cut, runs = cut[:1], []string{"RunKeys", "RunCount"}
		constants = p.glue.Merge(shaders.Constants{"KEY_WORDS": uint32(o.KeyBytes / 4)})
		finish["TILE"] = shaders.Snippet{File: "scan/tile.glsl#runs"}
	}
	finish["ITEM"], finish["HEADS"] = item, heads
	inOrder := maps.Clone(constants)
	inOrder["CHUNKED"], inOrder["ORDERED"] = true, true
	total = kernel.Spec{
		File: "scan/scan_total.comp.glsl", Shape: s, Constants: inOrder,
		Buffers: slices.Concat([]string{"Src", "Totals", "Count", "Fault"}, cut),
		Slots:   p.slots(map[string]shaders.Snippet{"ITEM": item, "HEADS": heads}),
	}
	walk = kernel.Spec{
		File: "scan/scan_chunk.comp.glsl#plain", Shape: s, Constants: constants,
		Buffers: slices.Concat([]string{"Src", "Dst", "Count", "Fault", "Totals"}, cut, runs),
		Slots:   p.slots(finish),
	}
	o.input().Fill(&total)
	o.input().Fill(&walk)
	return total, walk
}
