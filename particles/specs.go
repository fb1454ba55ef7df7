// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"strings"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/particles" // its GLSL
)

// Indices of the kernels' buffers.
const (
	bufState   = 0
	bufRecords = 1 // named Src in the keep kernels
	bufMask    = 2
	bufTotals  = 3

	gatherBits  = 1
	gatherIndex = 4

	updateCount   = 4
	updateParents = 5 // or Fault: a count is checked, and the number of another system's events need not be
	updateTables  = 6
	updateIndex   = 7

	keepDst      = 4
	keepKeys     = 5
	keepEvents   = 6
	keepElements = 7
)

// curveSamples is the number of samples of a curve. Tables holds the curves first, then the mesh.
const curveSamples = 64

// text is what the kernels' GLSL is assembled from.
type text struct {
	o       *Options
	record  layout
	block   *block
	parent  *layout // the record of the events that an emitter takes
	count   bool    // an emitter takes a count on the GPU
	binding int     // uniform binding of Frame; Uniforms has the next
}

func (t text) constants() shaders.Constants {
	return shaders.Constants{
		"FRAME_BINDING": t.binding, "MAX_EMITTERS": uint32(MaxEmitters), "ROWS": uint32(1 + len(t.o.Channels)),
	}
}

func (t text) recordSnippet() shaders.Snippet {
	return shaders.Snippet{Name: "(record)", Text: t.record.glsl(), Own: true}
}

func (t text) uniformSnippet() shaders.Snippet {
	return shaders.Snippet{Name: "(uniforms)", Text: t.block.glsl(t.binding + 1), Own: true}
}

// names returns GLSL constants for the channels and functions for the curves.
func (t text) names() string {
	var b strings.Builder
	for i, s := range t.o.Channels {
		fmt.Fprintf(&b, "const uint %s = %du;\n", s.Name, i)
	}
	for i, c := range t.o.Curves {
		fmt.Fprintf(&b, "vec4 %s(float t) { return curveAt(%du, t); }\n", c.Name, i)
	}
	return b.String()
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// totalsStride is the number of words from one set of Totals to the other. It keeps both sets at
// offsets that every driver can bind.
func (t text) totalsStride(s kernel.Shape) int {
	return ((1+len(t.o.Channels))*s.Workers + 63) / 64 * 64
}

// tileOfUpdate is the shape of kernels that run the caller's update. An invocation handles one
// item: the caller's code may be slow, so larger tiles would balance badly.
func tileOfUpdate(s kernel.Shape) kernel.Shape {
	s.ItemsPerThread = 1
	return s
}

// checksCount reports whether a step reports an emitter's count above its maximum.
func (t text) checksCount() bool { return t.count && t.parent == nil }

// updateSlots are the slots of a kernel that emits and updates.
func (t text) updateSlots() map[string]shaders.Snippet {
	slots := map[string]shaders.Snippet{
		"RECORD":    t.recordSnippet(),
		"UNIFORMS":  t.uniformSnippet(),
		"SLOT":      {File: either(t.o.Slots, "particles/slot.glsl#index", "particles/slot.glsl#dense")},
		"SOURCE":    {File: "particles/source.glsl#none"},
		"DEPTH":     {File: either(t.o.DepthCollider, "particles/depth.glsl#collide", "particles/depth.glsl#none")},
		"NAMES":     {Name: "(names)", Text: t.names(), Own: true},
		"FUNCTIONS": {Name: "Functions", Text: t.o.Functions},
		"INIT":      {Name: "Init", Text: t.o.Init},
		"UPDATE":    {Name: "Update", Text: t.o.Update},
	}
	switch {
	case t.parent != nil:
		slots["SOURCE"] = shaders.Snippet{File: "particles/source.glsl#events"}
		slots["PARENT"] = shaders.Snippet{Name: "(parent)", Text: t.parent.declaration("Parent") + t.parent.packing("Parent"), Own: true}
	case t.count:
		slots["SOURCE"] = shaders.Snippet{File: "particles/source.glsl#count"}
	}
	return slots
}

// specs are the kernels of a step: update, keep, and with Slots gather.
func (t text) specs(s kernel.Shape) []kernel.Spec {
	switch {
	case s.Algorithm == gpu.SinglePass:
		return []kernel.Spec{t.chainSpec(s), t.deferredSpec(s)}
	case t.o.Slots:
		return []kernel.Spec{t.updateSpec(s), t.keepSpec(s), t.gatherSpec(s)}
	}
	return []kernel.Spec{t.updateSpec(s), t.keepSpec(s)}
}

// updateSpec is the kernel that emits and updates.
func (t text) updateSpec(s kernel.Shape) kernel.Spec {
	spec := kernel.Spec{
		File: "particles/records_update.comp.glsl", Shape: tileOfUpdate(s), Constants: t.constants(), Slots: t.updateSlots(),
		Buffers: []string{"State", "Records", "Mask", "Totals", "Count?", "Parents?", "Tables?", "Index?"},
	}
	spec.Slots["BITS"] = shaders.Snippet{File: either(t.o.Slots, "particles/slot.glsl#index_bits", "particles/slot.glsl#dense_bits")}
	spec.Constants["SHARE_TILE"], spec.Constants["TOTALS_STRIDE"] = uint32(s.TileSize()), uint32(t.totalsStride(s))
	if t.count {
		spec.Buffers[updateCount] = "Count"
	}
	if t.checksCount() {
		spec.Buffers[updateParents] = "Fault"
	}
	return spec
}

// gatherSpec is the kernel that brings the bits of update from the order of slots into the order of
// birth.
func (t text) gatherSpec(s kernel.Shape) kernel.Spec {
	return kernel.Spec{
		File: "particles/slots_gather.comp.glsl", Shape: s, Constants: t.constants(),
		Buffers: []string{"State", "Bits", "Mask", "Totals", "Index"},
	}
}

// keepSpec is the kernel that compacts.
func (t text) keepSpec(s kernel.Shape) kernel.Spec {
	spec := kernel.Spec{
		File:  either(t.o.Slots, "particles/slots_keep.comp.glsl", "particles/records_keep.comp.glsl"),
		Shape: s, Constants: t.constants(),
		Slots: map[string]shaders.Snippet{
			"RECORD":   t.recordSnippet(),
			"UNIFORMS": t.uniformSnippet(),
			"ELEMENTS": {File: either(t.o.Elements, "particles/elements.glsl#draw", "particles/elements.glsl#none")},
		},
		Buffers: []string{"State", "Src?", "Mask", "Totals", "Dst", "Keys?", "Events?", "Elements?"},
	}
	t.moving(spec)
	if !t.o.Slots {
		// The kernel does not call it. It is compiled here so that errors have the caller's line
		// numbers.
		spec.Slots["CULL"] = shaders.Snippet{Name: "Cull", Text: t.o.Cull}
	}
	return spec
}

// moving adds what a kernel needs that moves particles: sort keys and events.
func (t text) moving(spec kernel.Spec) {
	spec.Slots["EVENTS"] = shaders.Snippet{File: either(len(t.o.Channels) > 0, "particles/events.glsl#put", "particles/events.glsl#none")}
	spec.Slots["KEYS"] = shaders.Snippet{File: either(t.o.Sort.By != Unsorted, "particles/keys.glsl#put", "particles/keys.glsl#none")}
	switch t.o.Sort.By {
	case ByDepth:
		spec.Slots["KEY"] = shaders.Snippet{File: "particles/keys.glsl#depth"}
		spec.Constants["PLACE"] = "vec3(p." + t.o.Sort.Place + ")"
	case ByKey:
		spec.Slots["KEY"] = shaders.Snippet{Name: "Sort.Key", Text: t.o.Sort.Key}
	}
}

// trailSpec is the kernel that stores the particles' positions.
func (t text) trailSpec(s kernel.Shape) kernel.Spec {
	c := t.constants()
	c["TRAIL_POINTS"], c["PLACE"] = uint32(t.o.Trail.Points), "vec3(p."+t.o.Trail.Place+")"
	return kernel.Spec{
		File: "particles/trails_keep.comp.glsl", Shape: s, Constants: c,
		Slots:   map[string]shaders.Snippet{"RECORD": t.recordSnippet()},
		Buffers: []string{"State", "Src", "Trails", "Args", "Index"},
	}
}

// cullOptions are the options of the compaction that finds visible particles.
func (t text) cullOptions() compact.Options {
	head := fmt.Sprintf("#define FRAME_BINDING %d\n#define MAX_EMITTERS %du\n#include \"particles/in_view.glsl\"\n", t.binding, MaxEmitters)
	return compact.Options{
		Output: compact.Indices, Stride: t.record.stride, Record: "Particle", Name: "Cull",
		Predicate: head + t.record.declaration("Particle") + t.block.glsl(t.binding+1) +
			"bool visible(Particle p);\nbool keep(Particle p) { return visible(p); }\n" + t.o.Cull,
		VerticesPerItem: t.o.VerticesPerItem, Instanced: t.o.Instanced, Elements: t.o.Elements,
		Tuning: t.o.Tuning,
	}
}
