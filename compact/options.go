// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"regexp"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// Options for New. The zero value compacts uint32 by not being zero.
type Options struct {
	// Stride is a record's size in bytes: a multiple of 4, from 4 to 1,024. 0 means 4.
	Stride int

	// Predicate is GLSL that declares what a record is and which to keep. It must define
	//
	//	struct Particle { vec4 position; float age; float life; };   // or none, for uint, vec4, …
	//	bool keep(Particle p) { return p.age < p.life; }
	//
	// and Record must name the type. The type's std430 array stride must be Stride. The predicate runs twice for each
	// record and must answer the same. Uniform blocks and shader-storage blocks at bindings from gpu.UserBinding on
	// are the caller's to bind; plain uniforms are set through Programs. Compiler errors name Name and the line.
	Predicate string
	Record    string // "Particle"
	Name      string // what messages call the predicate; "predicate" when empty

	// Flagged makes a compactor for CompactFlagged: record i is kept when word i of a flag array is not zero.
	Flagged bool

	// VerticesPerItem is what the draw arguments multiply the count by: 6 for two triangles. 0 means 1.
	VerticesPerItem int
	// ItemsPerGroup is what the dispatch arguments divide the count by: a workgroup's items. 0 means 256.
	ItemsPerGroup int

	gpu.Tuning
}

// MaxStride is the largest record in bytes.
const MaxStride = 1024

var typeName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// withDefaults fills in and checks.
func (o Options) withDefaults() (Options, error) {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.Stride, 4}, {&o.VerticesPerItem, 1}, {&o.ItemsPerGroup, 256}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if o.Stride < 4 || o.Stride > MaxStride || o.Stride%4 != 0 {
		return o, fmt.Errorf("%w: compact: a stride of %d bytes, multiples of 4 up to %d are possible", gpu.ErrUnsupported, o.Stride, MaxStride)
	}
	if o.VerticesPerItem < 1 || o.ItemsPerGroup < 1 {
		return o, fmt.Errorf("%w: compact: VerticesPerItem %d, ItemsPerGroup %d: neither can be negative", gpu.ErrUnsupported, o.VerticesPerItem, o.ItemsPerGroup)
	}
	if o.Predicate != "" && o.Flagged {
		return o, fmt.Errorf("%w: compact: both a predicate and flags", gpu.ErrUnsupported)
	}
	if (o.Predicate == "") != (o.Record == "") {
		return o, fmt.Errorf("%w: compact: Predicate and Record go together", gpu.ErrUnsupported)
	}
	if o.Record != "" && !typeName.MatchString(o.Record) {
		return o, fmt.Errorf("%w: compact: %q is not the name of a GLSL type", gpu.ErrUnsupported, o.Record)
	}
	if o.Name == "" {
		o.Name = "predicate"
	}
	return o, nil
}

// The kernels' buffers, by index. The last is what keepItem reads.
const (
	bufSrc     = 0
	bufDst     = 1
	bufCount   = 2
	bufFault   = 3
	bufTotals  = 4
	bufArgs    = 5
	bufKeep    = 6
	countKeep  = 3 // in compact_count: Count, Fault, Counts, then what keepItem reads
	countTotal = 2
)

// specs are the two kernels: count the chunks, then move.
func specs(s gpu.Shape, o Options) (count, move gpu.Spec) {
	keep, file := "Records", "compact/keep_nonzero.glsl"
	switch {
	case o.Flagged:
		keep, file = "Flags", "compact/keep_flag.glsl"
	case o.Predicate != "":
		// A predicate may look only at other buffers than the records.
		keep, file = "Records?", "compact/keep_user.glsl"
	}
	slots := map[string]shaders.Snippet{"KEEP": {File: file}}
	constants := shaders.Constants{"STRIDE_WORDS": uint32(o.Stride / 4)}
	if o.Predicate != "" {
		slots["PREDICATE"] = shaders.Snippet{Name: o.Name, Text: o.Predicate}
		constants["RECORD"] = o.Record
	}
	count = gpu.Spec{
		File: "compact/compact_count.comp.glsl", Shape: s, Slots: slots, Constants: constants,
		Buffers: []string{"Count", "Fault", "Counts", keep},
	}
	move = gpu.Spec{
		File: "compact/compact_move.comp.glsl", Shape: s, Slots: slots, Constants: constants,
		Buffers: []string{"Src", "Dst", "Count", "Fault", "Totals", "Args", keep},
	}
	return count, move
}
