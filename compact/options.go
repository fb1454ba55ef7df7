// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
)

// By says what decides about a record.
type By int

// The ways.
const (
	Value  By = iota // the record: a word of it is not zero, or what Options.Predicate says
	Flags            // a word of its own for each record is not zero
	Mask             // a bit for each record: bit i%32 of word i/32
	Unique           // it differs from the record before, in any bit or as Options.Predicate says
)

func (b By) String() string {
	if b < Value || b > Unique {
		return fmt.Sprintf("by(%d)", int(b))
	}
	return [...]string{"value", "flags", "mask", "unique"}[b]
}

// Output says what a Compactor gives, and so which methods it has.
type Output int

// The outputs.
const (
	Records Output = iota // Compact, CompactBy, Partition, PartitionBy; CompactKeyed
	Indices               // Indices, CompactArrays; IndicesKeyed
	Runs                  // RunLengths
)

func (o Output) String() string {
	if o < Records || o > Runs {
		return fmt.Sprintf("output(%d)", int(o))
	}
	return [...]string{"records", "indices", "runs"}[o]
}

// Options for New. The zero value compacts uint32 by not being zero.
type Options struct {
	By     By
	Output Output

	// Classes above 1 partitions: every record is written, class after class, each in order. 2 puts those kept first;
	// 3 has Predicate's part, or of By Flags the flag itself, say 0, 1, or 2 (and above: 2). 0 means 1.
	Classes int

	// Stride is a record's size in bytes: a multiple of 4, from 4 to 1,024. 0 means 4. Where indices are the output it
	// is the size of the records that decide.
	Stride int

	// Predicate is GLSL that decides. It must define one of
	//
	//	bool keep(Particle p) { return p.age < p.life; }        // By Value
	//	uint part(Particle p) { return p.team; }                // By Value, Classes 3
	//	bool same(Particle a, Particle b) { return a.x == b.x; } // By Unique; a is the record before b
	//
	// with struct Particle declared before, or a built-in type: Record names it, and its std430 array stride must be
	// Stride. With no Record, keep and part are given the index instead (a uint) and read buffers of the caller's.
	// keep and same may return an int or a uint instead: 0 is false. A predicate may be constant. It may run more than
	// once for a record, must answer the same, and write nothing. Uniform blocks and shader-storage blocks at bindings
	// from gpu.UserBinding on are the caller's to bind; plain uniforms are set through Programs. Compiler errors name
	// Name and the line.
	//
	// GL binds whole records where a Record is named. The view of the records that decide must then begin a whole number
	// of records after a multiple of Caps.StorageAlignment bytes in its buffer, or the call returns gpu.ErrView. Record i of
	// an array that begins its buffer always does. 12-byte records at byte 8 do not: where the alignment is 16, bytes 0,
	// 12, 16, 24, 28 and so on do. Other views may begin at any word.
	Predicate string
	Record    string // "Particle"
	Name      string // what messages call the predicate; "predicate" when empty

	// Keyed has the predicate say a key of each record that it keeps, By Value, of Records or Indices: for a sort that follows,
	// with no launch between that reads the records again. It must then define
	//
	//	bool keep(Particle p, out uint key) { key = depthOf(p.at); return p.age < p.life; }
	//
	// or with no Record keep(uint index, out uint key). The key of a record that is not kept may be left unset. Keys go up to
	// 2^32 - 2: 2^32 - 1 is written as that.
	Keyed bool

	// Fetch, of Keyed with a Record, names the GLSL type of what keep looks at, where it lies in buffers of the caller's beside the
	// record. The predicate then defines
	//
	//	Ends fetch(Segment s) { return Ends(points[s.first], points[s.last]); }
	//	bool keep(Ends e, out uint key) { key = depthOf(e.a); return isSeen(e); }
	//
	// and an invocation has what it fetches for several records under way at once, before it decides about the first.
	Fetch string

	// Clamp lets dst hold fewer than n records. What does not fit is not written, the counts and arguments tell what
	// was, Result.Found tells what would have been, and Device.Check says gpu.ErrOverflow.
	Clamp bool

	// VerticesPerItem is what the draw arguments multiply the count by: 6 for two triangles. 0 means 1.
	VerticesPerItem int
	// Instanced makes each item an instance of VerticesPerItem vertices instead.
	Instanced bool
	// Elements writes arguments for glDrawElementsIndirect too; VerticesPerItem is then indices.
	Elements bool
	// What else the draw arguments hold.
	First, BaseInstance uint32 // First is the first vertex, or index
	BaseVertex          int32  // of Elements

	// ItemsPerGroup is what the dispatch arguments divide the count by: a workgroup's items. 0 means 256.
	ItemsPerGroup int

	gpu.Tuning

	readAgain bool // of a stand-in for a predicate, which is not held
}

// MaxStride is the largest record in bytes.
const MaxStride = gpu.MaxRecordBytes

// withDefaults fills in and checks.
func (o Options) withDefaults() (Options, error) {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.Stride, 4}, {&o.VerticesPerItem, 1}, {&o.ItemsPerGroup, 256}, {&o.Classes, 1}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if o.Output == Runs && o.By == Value {
		o.By = Unique
	}
	if o.Name == "" {
		o.Name = "predicate"
	}
	if what := o.validate(); what != "" {
		return o, fmt.Errorf("compact: New: %s: %w", what, gpu.ErrArgument)
	}
	return o, nil
}

// validate says what cannot be, and "" when all can.
func (o Options) validate() string {
	user := o.Predicate != ""
	switch {
	case o.By < Value || o.By > Unique:
		return fmt.Sprintf("By is %v, want one of the constants", o.By)
	case o.Output < Records || o.Output > Runs:
		return fmt.Sprintf("Output is %v, want one of the constants", o.Output)
	case o.Classes < 1 || o.Classes > 3:
		return fmt.Sprintf("Classes is %d, want from 1 to 3", o.Classes)
	case o.Stride < 4 || o.Stride > MaxStride || o.Stride%4 != 0:
		return fmt.Sprintf("Stride is %d, want a multiple of 4 from 4 to %d", o.Stride, MaxStride)
	case o.VerticesPerItem < 1 || o.ItemsPerGroup < 1 || o.VerticesPerItem > math.MaxUint32 || o.ItemsPerGroup > math.MaxUint32:
		return fmt.Sprintf("VerticesPerItem is %d and ItemsPerGroup %d, want from 1 to 2^32 - 1", o.VerticesPerItem, o.ItemsPerGroup)
	case !user && o.Record != "":
		return "Record without a Predicate"
	case o.Record != "" && !gpu.IsTypeName(o.Record):
		return fmt.Sprintf("Record is %q, want the name of a GLSL type", o.Record)
	case user && (o.By == Flags || o.By == Mask):
		return fmt.Sprintf("By is %v, want Value or Unique with a Predicate", o.By)
	case user && o.By == Unique && o.Record == "":
		return "Record is empty: a Predicate By unique compares records"
	case o.Classes == 3 && o.By != Flags && (o.By != Value || !user):
		return fmt.Sprintf("Classes is 3 by %v, want a Predicate with part, or By Flags", o.By)
	case o.Output == Runs && (o.By != Unique || o.Classes > 1 || o.Clamp || o.Elements):
		return "Output is runs, want By Unique without Classes, Clamp and Elements"
	case o.Clamp && o.Classes > 1:
		return "Clamp with Classes: a partition writes all n records"
	case o.Keyed && (!user || o.By != Value || o.Output == Runs):
		return fmt.Sprintf("Keyed by %v, of %v: want a Predicate By value, of records or indices", o.By, o.Output)
	case o.Keyed && (o.Classes > 1 || o.Elements):
		return "Keyed with Classes or Elements"
	case o.Fetch != "" && (!o.Keyed || o.Record == ""):
		return "Fetch without Keyed or without Record"
	case o.Fetch != "" && !gpu.IsTypeName(o.Fetch):
		return fmt.Sprintf("Fetch is %q, want the name of a GLSL type", o.Fetch)
	}
	return ""
}

// records says whether what decides is records of Stride bytes.
func (o Options) records() bool {
	return o.By == Unique || o.By == Value && (o.Predicate == "" || o.Record != "")
}

// typed says whether the predicate sees them as its own type.
func (o Options) typed() bool { return o.Predicate != "" && o.Record != "" }
