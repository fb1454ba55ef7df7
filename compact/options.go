// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// By is what decides about a record.
type By int

// The values of By.
const (
	Value  By = iota // the record: one of its words is not zero, or Options.Predicate keeps it
	Flags            // an array beside the records: a word that is not zero keeps its record
	Mask             // an array beside the records: bit i%32 of word i/32 keeps record i
	Unique           // it differs from the record before, in any bit or by Options.Predicate
)

func (b By) String() string {
	if b < Value || b > Unique {
		return fmt.Sprintf("by(%d)", int(b))
	}
	return [...]string{"value", "flags", "mask", "unique"}[b]
}

// Output is what a Compactor writes. It decides which methods the Compactor has.
type Output int

// The values of Output, with the methods of each.
const (
	Records Output = iota // Compact, CompactBy, Partition, PartitionBy; CompactKeyed
	Indices               // Indices, CompactArrays; IndicesKeyed
	Runs                  // RunLengths
	Split                 // Split, SplitBy
)

func (o Output) String() string {
	if o < Records || o > Split {
		return fmt.Sprintf("output(%d)", int(o))
	}
	return [...]string{"records", "indices", "runs", "split"}[o]
}

// Options for New. The zero value keeps the uint32 words that are not zero.
//
// New returns gpu.ErrArgument for a combination that cannot work.
type Options struct {
	By     By     // what decides about a record
	Output Output // what is written

	// Classes is the number of classes, from 1 to 3; 0 means 1. With 1 class, the records that are
	// not kept are dropped. With 2 or 3, every record is written, class by class, each class in its
	// old order. With 2, the kept records come first. With 3, the class is what the predicate's
	// part returns, or the flag itself (By Flags); values above 2 count as 2. Output Split has 2
	// classes, and 0 means 2.
	Classes int

	// ReverseRest writes the second class of a partition from the end of the n records back, so in
	// reverse order. It needs Classes 2, and Output Records or Indices. No record's place depends
	// on records behind it then, and the single pass takes any n in one dispatch. CUB's
	// DevicePartition has this order.
	ReverseRest bool

	// Stride is the size of a record in bytes: a multiple of 4 from 4 to MaxStride. 0 means 4. With
	// Output Indices it is the size of the records that decide. A gpu.Buffer of 64-bit numbers is
	// refused as records of 4 bytes (gpu.ErrView).
	Stride int

	// Predicate is GLSL source that decides about a record. It defines one of these functions:
	//
	//	bool keep(Particle p) { return p.age < p.life; }         // By Value
	//	uint part(Particle p) { return p.team; }                 // By Value, Classes 3
	//	bool same(Particle a, Particle b) { return a.x == b.x; } // By Unique; a comes before b
	//
	// Record names the parameter type. The type is built in or a struct that Predicate declares
	// first; its std430 array stride must be Stride. Without Record, keep and part take the index
	// of the record (a uint) and read the caller's own buffers.
	//
	// keep and same may return an int or a uint, where 0 is false. The function may be constant. It
	// must give the same answer each time and write nothing: comb may call it more than once for a
	// record. The caller binds its own uniform blocks, and its own shader-storage blocks at
	// bindings from gpu.UserBinding on. Plain uniforms must be set in every program of
	// [Compactor.Programs]. Compiler errors name Name and the line.
	//
	// With Record, the view of the records that decide must begin a whole number of records behind
	// a multiple of Caps.StorageAlignment bytes, or the call returns gpu.ErrView. An array that
	// begins its buffer always does. Other views may begin at any word.
	Predicate string
	Record    string // GLSL type of a record, such as "Particle"
	Name      string // what compiler errors call the predicate; "" means "predicate"

	// Keyed makes the predicate compute a sort key for each kept record. It needs By Value, Output
	// Records or Indices, one class, and a predicate of this form (or keep(uint i, out uint key)
	// without Record):
	//
	//	bool keep(Particle p, out uint key) { key = depthOf(p.at); return p.age < p.life; }
	//
	// The key of a dropped record may stay unset. The largest key is 2^32 - 2: 2^32 - 1 is written
	// as 2^32 - 2.
	Keyed bool

	// Fetch names the GLSL type of data that keep reads from the caller's own buffers. It needs
	// Keyed and Record. The predicate then has two functions, and an invocation calls fetch for
	// several records before it calls keep for the first, so that the loads overlap:
	//
	//	Ends fetch(Segment s) { return Ends(points[s.first], points[s.last]); }
	//	bool keep(Ends e, out uint key) { key = depthOf(e.a); return isSeen(e); }
	Fetch string

	// Result is the GLSL type of what dst holds, if that is not records. It needs Output Records,
	// no Keyed, and a Predicate that also has a function finish, which is called when a record is
	// written:
	//
	//	Sprite finish(Particle p, uint index) { return Sprite(p.at, colourOf(index)); }
	//
	// ResultBytes is the std430 array stride of Result: a multiple of 4, at most MaxStride. dst has
	// room for n results, and must begin a whole number of them behind a multiple of
	// Caps.StorageAlignment bytes. With By Flags and By Mask the Predicate has finish alone: New
	// refuses a keep or part, which nothing would call. It refuses a finish without Result too.
	//
	// Without Record, finish takes the index alone and src is the zero View. So the Predicate can
	// compute what it compacts from buffers of the caller:
	//
	//	bool keep(uint i) { return heights[i] > 0.0; }
	//	vec2 finish(uint i) { return vec2(float(i), heights[i]); }
	Result      string
	ResultBytes int

	// Clamp allows dst to hold fewer than n records. Records that do not fit are dropped.
	// Result.Count has the number written, Result.Found the number that should have been written.
	// Device.Check then returns gpu.ErrOverflow. With Output Split each destination has a room of
	// its own; Result.Counts[1] has the number of the others that were written.
	Clamp bool

	// VerticesPerItem is the number of vertices per kept record in the draw arguments, such as 6
	// for two triangles. 0 means 1.
	VerticesPerItem int
	// Instanced makes each kept record one instance of VerticesPerItem vertices.
	Instanced bool
	// Elements also writes arguments for glDrawElementsIndirect. VerticesPerItem then counts
	// indices.
	Elements bool
	// First, BaseInstance and BaseVertex are copied to the draw arguments. First is the first
	// vertex or index. BaseVertex needs Elements.
	First, BaseInstance uint32
	BaseVertex          int32

	// ItemsPerGroup is the number of records per workgroup in the dispatch arguments. 0 means 256.
	// Result describes how a shader finds its records.
	ItemsPerGroup int

	gpu.Tuning

	// For the self-test of a predicate: a word that is held does not decide, unless the predicate
	// gets its value (decides).
	readAgain, decides bool
}

// MaxStride is the largest record in bytes, 1,024.
const MaxStride = gpu.MaxRecordBytes

// withDefaults fills in the defaults and validates. call names the function in errors.
func (o Options) withDefaults(call string) (Options, error) {
	classes := 1
	if o.Output == Split {
		classes = 2
	}
	for _, d := range []struct {
		field *int
		value int
	}{{&o.Stride, 4}, {&o.VerticesPerItem, 1}, {&o.ItemsPerGroup, 256}, {&o.Classes, classes}} {
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
		return o, fmt.Errorf("compact: %s: %s: %w", call, what, gpu.ErrArgument)
	}
	if err := o.checkTypes(); err != nil {
		return o, fmt.Errorf("compact: %s: %w", call, err)
	}
	return o, nil
}

// checkTypes validates the caller's types. Errors: gpu.ErrArgument.
func (o Options) checkTypes() error {
	if o.Result != "" || o.ResultBytes != 0 {
		if err := kernel.CheckRecord("Result", o.Result, o.ResultBytes); err != nil {
			return err
		}
	}
	for _, t := range [...][2]string{{"Record", o.Record}, {"Fetch", o.Fetch}, {"Result", o.Result}} {
		if err := kernel.CheckDeclared(t[0], t[1], o.Predicate); err != nil {
			return err
		}
	}
	return nil
}

// validate returns what is wrong with the options, or "".
func (o Options) validate() string {
	user := o.Predicate != ""
	switch {
	case o.By < Value || o.By > Unique:
		return fmt.Sprintf("By is %v, want one of the constants", o.By)
	case o.Output < Records || o.Output > Split:
		return fmt.Sprintf("Output is %v, want one of the constants", o.Output)
	case o.Classes < 1 || o.Classes > 3:
		return fmt.Sprintf("Classes is %d, want from 1 to 3", o.Classes)
	case o.Stride < 4 || o.Stride > MaxStride || o.Stride%4 != 0:
		return fmt.Sprintf("Stride is %d, want a multiple of 4 from 4 to %d", o.Stride, MaxStride)
	case o.VerticesPerItem < 1 || o.ItemsPerGroup < 1 || o.VerticesPerItem > math.MaxUint32 || o.ItemsPerGroup > math.MaxUint32:
		return fmt.Sprintf("VerticesPerItem is %d and ItemsPerGroup %d, want from 1 to 2^32 - 1", o.VerticesPerItem, o.ItemsPerGroup)
	case !user && o.Record != "":
		return fmt.Sprintf("Record is %q without a Predicate, want both or neither", o.Record)
	case o.Record != "" && !kernel.IsTypeName(o.Record):
		return fmt.Sprintf("Record is %q, want the name of a GLSL type", o.Record)
	case (o.Result != "" || o.ResultBytes != 0) && (!user || o.Output != Records || o.Keyed):
		return fmt.Sprintf("Result is %q of %d bytes with Output %v and Keyed %v, want a Predicate, records and false", o.Result, o.ResultBytes, o.Output, o.Keyed)
	case user && o.Result == "" && o.ResultBytes == 0 && shaders.DefinesFunction(o.Predicate, "finish"):
		return "Predicate defines a function finish and Result is empty, want both or neither"
	case user && o.Result == "" && !o.predicateDecides():
		return fmt.Sprintf("By is %v, want Value or Unique with a Predicate", o.By)
	case o.apart() && (shaders.DefinesFunction(o.Predicate, "keep") || shaders.DefinesFunction(o.Predicate, "part")):
		return fmt.Sprintf("By is %v and Predicate defines a function that decides, want By Value for it, or finish alone", o.By)
	case user && o.By == Unique && o.Record == "":
		return "Record is empty, want the GLSL type that a Predicate By unique compares"
	case o.Classes == 3 && o.By != Flags && (o.By != Value || !user):
		return fmt.Sprintf("Classes is 3 with By %v, want a Predicate with part, or By flags", o.By)
	case o.ReverseRest && (o.Classes != 2 || o.Output != Records && o.Output != Indices):
		return fmt.Sprintf("ReverseRest is true with Classes %d and Output %v, want 2, and records or indices", o.Classes, o.Output)
	case o.BaseVertex != 0 && !o.Elements:
		return fmt.Sprintf("BaseVertex is %d without Elements, want 0 or Elements", o.BaseVertex)
	case o.Output == Runs && (o.By != Unique || o.Classes > 1 || o.Clamp || o.Elements):
		return "Output is runs, want By Unique without Classes, Clamp and Elements"
	case o.Output == Split && (o.Classes != 2 || o.Keyed || o.Elements):
		return fmt.Sprintf("Output is split with Classes %d, Keyed %v and Elements %v, want 2, false and false", o.Classes, o.Keyed, o.Elements)
	case o.Clamp && o.Classes > 1 && o.Output != Split:
		return fmt.Sprintf("Clamp is true with Classes %d, want Classes 1, as a partition writes all n records", o.Classes)
	case o.Keyed && (!user || o.By != Value || o.Output == Runs):
		return fmt.Sprintf("Keyed is true with By %v and Output %v, want a Predicate, By value, and records or indices", o.By, o.Output)
	case o.Keyed && (o.Classes > 1 || o.Elements):
		return fmt.Sprintf("Keyed is true with Classes %d and Elements %v, want 1 and false", o.Classes, o.Elements)
	case o.Fetch != "" && (!o.Keyed || o.Record == ""):
		return fmt.Sprintf("Fetch is %q with Keyed %v and Record %q, want true and a Record", o.Fetch, o.Keyed, o.Record)
	case o.Fetch != "" && !kernel.IsTypeName(o.Fetch):
		return fmt.Sprintf("Fetch is %q, want the name of a GLSL type", o.Fetch)
	}
	return ""
}

// predicateDecides reports whether a Predicate decides: without one, or with a By that excludes it,
// comb's own GLSL does.
func (o Options) predicateDecides() bool {
	return o.Predicate != "" && (o.By == Value || o.By == Unique)
}

// records reports whether records of Stride bytes decide.
func (o Options) records() bool {
	return o.By == Unique || o.By == Value && (o.Predicate == "" || o.Record != "")
}

// waits reports whether the place of a record depends on the number of all kept records: in a
// partition that writes one array, each class in order.
func (o Options) waits() bool { return o.Classes > 1 && o.Output != Split && !o.ReverseRest }

// both reports whether two classes are written, and no place depends on that number: to two arrays
// or from both ends of one.
func (o Options) both() bool { return o.Output == Split || o.ReverseRest }

// moves reports whether whole records are moved.
func (o Options) moves() bool { return o.Output == Records || o.Output == Split }

// typed reports whether the predicate gets records of its own type.
func (o Options) typed() bool { return o.Record != "" && o.predicateDecides() }
