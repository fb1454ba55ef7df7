// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Op is a built-in operator.
type Op int

// The operators. Mean of Uint32 and Int32 is a float32; they are added in 64 bits and divided
// without loss before the last rounding. Other types have a Mean of their own type, but Uint64 and
// Int64 have none. ArgMin and ArgMax write the item, bit for bit, and the lowest index that has it:
// NaN loses to all other items, -0 is below +0. Statistics writes Sum, ArgMin and ArgMax, from one
// pass over the input (Stats).
const (
	Sum Op = iota
	Min
	Max
	Mean
	ArgMin
	ArgMax
	Statistics
)

// ops has the name of each operator, and the built-in operator of its kernels and oracles.
var ops = [...]struct {
	name string
	of   gpu.Op
}{
	Sum: {"sum", gpu.Sum}, Min: {"min", gpu.Min}, Max: {"max", gpu.Max}, Mean: {"mean", gpu.Sum},
	ArgMin: {"argmin", gpu.Min}, ArgMax: {"argmax", gpu.Max}, Statistics: {"statistics", gpu.Sum},
}

func (o Op) known() bool { return o >= 0 && int(o) < len(ops) }

func (o Op) String() string {
	if !o.known() {
		return fmt.Sprintf("op(%d)", int(o))
	}
	return ops[o].name
}

// Stats is a result of Statistics: a buffer of it can be dst. Min and Max are items, bit for bit;
// MinAt and MaxAt are their lowest indices.
type Stats[T uint32 | int32 | float32 | uint64 | int64 | float64] struct {
	Sum, Min, Max T
	MinAt, MaxAt  uint32
}

// Options for New. The zero value sums uint32.
type Options struct {
	Op   Op       // the operator
	Type gpu.Type // Uint32, Int32, Float32, Uint64, Int64, Float64, Vec2 or Vec4; not all have all operators

	// Compensated makes Sum and Mean of Float32, Vec2 and Vec4 about as exact as a sum in twice the
	// precision that is rounded once. Each float of a partial sum has a second one with what
	// rounding has lost. It helps where items of very different sizes are added, or where they
	// cancel.
	Compensated bool

	// Custom replaces Op and Type, which stay zero, by an operator of the caller.
	Custom *Custom

	// Input is which records of src are reduced: with InputStrided every Stride-th, with
	// InputGathered those at the indices of SetIndices. With InputCounting src is the zero View,
	// and item i is the number i; a Custom then has Record "uint" and `Item map(uint, uint index)`.
	// A number above 2^24 is rounded to a Float32. ByKey excludes InputGathered. The index that
	// ArgMin, ArgMax and Statistics write is that of the item, not of its record.
	Input  gpu.Input
	Stride int

	// Segmented makes a Reducer for SegmentedReduce: one result for each segment of the input.
	Segmented bool

	// ByKey makes a Reducer for ReduceByKey: one result for each run of equal keys. KeyBytes is the
	// size of a key, a multiple of 4 up to 64; 0 means 4. It needs ByKey. A gpu.Buffer of 64-bit
	// numbers is refused as keys of 4 bytes (gpu.ErrView).
	ByKey    bool
	KeyBytes int

	gpu.Tuning
}

// Custom is an operator and the functions before and after it, all in Operator.GLSL. This one
// computes the length of the longest of many vec4:
//
//	reduce.Custom{
//		Operator: gpu.Operator{
//			GLSL: `float map(vec4 v, uint index) { return dot(v, v); }
//			       float combine(float a, float b) { return max(a, b); }
//			       float finish(float v, uint n) { return sqrt(v); }`,
//			Item: "float", Bytes: 4, Identity: "0.0",
//		},
//		Record: "vec4", RecordBytes: 16, Result: "float", ResultBytes: 4,
//	}
//
// map gets the index of the item, and finish the number n of items of the input, of the segment or
// of the run. Views of records and results must begin where gpu.Operator says that items do.
// Without Record the GLSL must not define a function map, and without Result no finish: nothing
// would call them.
type Custom struct {
	gpu.Operator
	Record      string // what src holds, for `Item map(Record, uint index)`; "" means that it holds items
	RecordBytes int    // its std430 array stride: a multiple of 4, at most 1,024
	Result      string // what dst holds, for `Result finish(Item, uint n)`; "" means the item
	ResultBytes int    // its std430 array stride
	Ordered     bool   // combine is not commutative: it sees the items in order, in contiguous chunks
}

// check returns an error for a Custom that cannot work. mapName is the function that goes with
// Record; "" stands for texels, which have no Record.
func (c Custom) check(mapName string) error {
	if err := kernel.CheckOperator(c.Operator); err != nil {
		return err
	}
	for _, part := range []struct {
		what, name, function string
		bytes                int
	}{{"Record", c.Record, mapName, c.RecordBytes}, {"Result", c.Result, "finish", c.ResultBytes}} {
		if part.name == "" && part.bytes == 0 {
			if part.function != "" && shaders.DefinesFunction(c.GLSL, part.function) {
				return kernel.ArgumentError("Operator.GLSL defines a function %s and %s is empty, want both or neither", part.function, part.what)
			}
			continue
		}
		if err := kernel.CheckRecord(part.what, part.name, part.bytes); err != nil {
			return err
		}
		if err := kernel.CheckDeclared(part.what, part.name, c.GLSL); err != nil {
			return err
		}
	}
	return nil
}

// checkStrides compares the sizes of a Custom with those of a kernel. call names the constructor.
// Partial results are items, but by segment or key they are larger (Totals). Errors:
// gpu.ErrArgument.
func (c Custom) checkStrides(call string, k *kernel.Kernel) error {
	for _, b := range [...]struct {
		block, option, holds string
		bytes                int
	}{{"Src", "RecordBytes", c.Record, c.RecordBytes}, {"Dst", "ResultBytes", c.Result, c.ResultBytes}, {"Partials", "", "", 0}} {
		if b.holds == "" {
			b.option, b.holds, b.bytes = "Bytes", c.Item, c.Bytes
		}
		if got := k.ArrayStride(b.block); got != 0 && got != b.bytes {
			return kernel.StrideError("reduce: "+call, b.option, b.bytes, got, b.holds)
		}
	}
	return nil
}

// functions are those that the Operator must have besides combine.
func (c Custom) functions() map[string]string {
	all := map[string]string{}
	if c.Record != "" {
		all["map"] = fmt.Sprintf("%s map(%s r, uint index)", c.Item, c.Record)
	}
	if c.Result != "" {
		all["finish"] = fmt.Sprintf("%s finish(%s v, uint n)", c.Result, c.Item)
	}
	return all
}

// plan is the snippets, constants and sizes that follow from the options.
type plan struct {
	glue                 kernel.Glue
	source, finish, put  string // files
	ordered              bool
	srcBytes, dstBytes   int
	tileBytes            int  // what the size of a tile depends on, if not on glue.Bytes
	srcRecord, dstRecord bool // bound as an array of the caller's type
}

// prepare fills in the defaults and validates. call names the function in errors.
func (o Options) prepare(call string) (Options, plan, error) {
	o, p, err := o.settle()
	if err != nil {
		err = fmt.Errorf("reduce: %s: %w", call, err)
	}
	return o, p, err
}

func (o Options) settle() (Options, plan, error) {
	if o.KeyBytes != 0 && !o.ByKey {
		return o, plan{}, kernel.ArgumentError("KeyBytes is %d without ByKey, want 0 or ByKey", o.KeyBytes)
	}
	if o.KeyBytes == 0 {
		o.KeyBytes = 4
	}
	if o.KeyBytes < 4 || o.KeyBytes > 64 || o.KeyBytes%4 != 0 {
		return o, plan{}, kernel.ArgumentError("KeyBytes is %d, want a multiple of 4 from 4 to 64", o.KeyBytes)
	}
	if o.Segmented && o.ByKey {
		return o, plan{}, kernel.ArgumentError("Segmented and ByKey are true, want one of them")
	}
	if o.ByKey && o.Input == gpu.InputGathered {
		return o, plan{}, kernel.ArgumentError("ByKey is true with Input %v, want one of them: a kernel has 8 buffers", o.Input)
	}
	if o.Custom != nil && (o.Op != 0 || o.Type != 0) {
		return o, plan{}, kernel.ArgumentError("Op is %v and Type %v with a Custom, want neither", o.Op, o.Type)
	}
	if err := o.input().Check(); err != nil {
		return o, plan{}, err
	}
	p, err := o.plan()
	return o, p, err
}

// input is the input in the form of the kernels.
func (o Options) input() kernel.Input {
	in := kernel.Input{Kind: o.Input, Stride: o.Stride, Type: o.Type, Signs: o.Op != Sum}
	if o.Custom != nil {
		in.Custom, in.Record, in.RecordBytes = true, o.Custom.Record, o.Custom.RecordBytes
	}
	return in
}

// shape returns the shape of the kernels. A reduction to one result stages no tile in shared
// memory, so its tiles may be larger than the values suggest.
func (o Options) shape(s kernel.Shape, p plan) kernel.Shape {
	if p.tileBytes > 0 && !o.Segmented && !o.ByKey {
		return s.ForItems(p.tileBytes)
	}
	return s.ForItems(p.glue.HeldBytes())
}

func (o Options) plan() (p plan, err error) {
	if o.Compensated {
		if err := kernel.CheckCompensated(o.Custom == nil && (o.Op == Sum || o.Op == Mean), o.Type); err != nil {
			return p, err
		}
	}
	if o.Custom != nil {
		return o.Custom.plan("map")
	}
	if !o.Op.known() {
		return p, kernel.ArgumentError("Op is %v with Type %v, want an operator that the type has", o.Op, o.Type)
	}
	if p.glue, err = kernel.OpGlue(ops[o.Op].of, o.Type); err != nil {
		return p, err
	}
	if o.Compensated {
		p.glue = kernel.CompensatedGlue(o.Type)
		p.tileBytes = p.glue.Bytes
	}
	p.source, p.finish, p.put = "lib/source.glsl#words", "reduce/finish.glsl#value", "lib/sink.glsl#words"
	p.srcBytes, p.dstBytes = p.glue.Bytes, p.glue.Bytes
	switch {
	case o.Op == Mean:
		err = p.mean(o.Type)
	case o.Op == ArgMin || o.Op == ArgMax:
		err = p.arg(o.Op, o.Type)
	case o.Op == Statistics:
		err = p.statistics(o.Type)
	}
	return p, err
}

func (p *plan) mean(t gpu.Type) error {
	p.put = ""
	switch t {
	case gpu.Float32, gpu.Vec2, gpu.Vec4:
		p.finish = "reduce/finish.glsl#mean"
	case gpu.Float64:
		p.finish = "reduce/finish.glsl#mean_double"
	case gpu.Uint32, gpu.Int32:
		p.finish, p.dstBytes, p.glue.Bytes = "reduce/finish.glsl#mean64", 4, 8
		widen := map[gpu.Type]string{gpu.Uint32: "widen", gpu.Int32: "widenSigned"}[t]
		p.glue.Constants = p.glue.Merge(shaders.Constants{
			"VALUE": "uvec2", "VALUE_IDENTITY": "uvec2(0u)", "VALUE_ADDS": 0, "COMBINE": "add64", "FROM_WORDS": widen,
			"MEAN_SIGNED": t == gpu.Int32,
		})
	default:
		return kernel.ArgumentError("Op is %v with Type %v, want an operator that the type has", Mean, t)
	}
	return nil
}

// resultType is the type of what dst holds. With ArgMin, ArgMax and Statistics it holds indices
// too.
func (o Options) resultType() gpu.Type {
	if o.Op == Mean && (o.Type == gpu.Uint32 || o.Type == gpu.Int32) {
		return gpu.Float32
	}
	return o.Type
}

// ofDouble is the end of the name of a part for a type.
func ofDouble(t gpu.Type) string {
	if t == gpu.Float64 {
		return "_double"
	}
	return ""
}

// noItem are the words of Min and Max for no items.
var noItem = map[gpu.Type][2]string{
	gpu.Uint32: {"0xFFFFFFFFu", "0u"}, gpu.Int32: {"0x7FFFFFFFu", "0x80000000u"}, gpu.Float32: {"0x7F800000u", "0xFF800000u"},
	gpu.Uint64: {"uvec2(0xFFFFFFFFu)", "uvec2(0u)"}, gpu.Int64: {"uvec2(0xFFFFFFFFu, 0x7FFFFFFFu)", "uvec2(0u, 0x80000000u)"},
	gpu.Float64: {"uvec2(0u, 0x7FF00000u)", "uvec2(0u, 0xFFF00000u)"},
}

func (p *plan) statistics(t gpu.Type) error {
	names := map[gpu.Type]string{gpu.Uint32: "keyUint", gpu.Int32: "keyInt", gpu.Float32: "keyFloat", gpu.Uint64: "keyUint64", gpu.Int64: "keyInt64", gpu.Float64: "keyDouble"}
	name, ok := names[t]
	if !ok {
		return kernel.ArgumentError("Op is %v with Type %v, want an operator that the type has", Statistics, t)
	}
	key := p.glue.Constants["WORDS"].(string)
	sum := p.glue.Constants["VALUE_IDENTITY"].(string)
	p.glue.Constants = p.glue.Merge(shaders.Constants{
		"SUM": p.glue.Constants["VALUE"], "KEY": key, "VALUE": "All", "VALUE_ADDS": 0, "VALUE_SHUFFLES": 0,
		"VALUE_IDENTITY": fmt.Sprintf("All(%s, %s(0xFFFFFFFFu), %s(0xFFFFFFFFu), 0xFFFFFFFFu, 0xFFFFFFFFu)", sum, key, key),
		"ALL_KEY":        name, "ALL_NO_MIN": noItem[t][0], "ALL_NO_MAX": noItem[t][1],
	})
	p.glue.Snippet = shaders.Snippet{File: "reduce/operator.glsl#all" + ofDouble(t)}
	p.tileBytes = p.srcBytes
	p.glue.Bytes = 3*p.srcBytes + 8 // an All in an array
	p.source, p.finish, p.put = "reduce/source.glsl#all", "reduce/finish.glsl#all", ""
	p.dstBytes = 3*p.srcBytes + 8
	return nil
}

func (p *plan) arg(op Op, t gpu.Type) error {
	names := map[gpu.Type]string{gpu.Uint32: "argUint", gpu.Int32: "argInt", gpu.Float32: "argFloat", gpu.Uint64: "argUint64", gpu.Int64: "argInt64", gpu.Float64: "argDouble"}
	name, ok := names[t]
	if !ok {
		return kernel.ArgumentError("Op is %v with Type %v, want an operator that the type has", op, t)
	}
	flip := uint32(0)
	if op == ArgMax {
		flip = 0xFFFFFFFF
	}
	p.glue.Constants = p.glue.Merge(shaders.Constants{
		"VALUE": "uvec3", "VALUE_IDENTITY": "uvec3(0xFFFFFFFFu)", "VALUE_ADDS": 0,
		"ARG_KEY": name, "ARG_FLIP": flip, "ARG_NONE": noItem[t][op-ArgMin],
	})
	p.glue.Snippet = shaders.Snippet{File: "reduce/operator.glsl#arg" + ofDouble(t)}
	p.glue.Bytes = 16 // uvec3 in an array
	p.source, p.finish, p.put = "reduce/source.glsl#arg", "reduce/finish.glsl#arg", ""
	p.dstBytes += 4
	return nil
}

func (c Custom) plan(mapName string) (p plan, err error) {
	if err := c.check(mapName); err != nil {
		return p, err
	}
	p = plan{
		glue: kernel.GlueOf(c.Operator), source: "lib/source.glsl#record", finish: "reduce/finish.glsl#value", put: "lib/sink.glsl#record",
		ordered: c.Ordered, srcBytes: c.Bytes, dstBytes: c.Bytes, srcRecord: true, dstRecord: true,
	}
	constants := shaders.Constants{}
	if c.Record != "" {
		p.source, p.srcBytes, constants["RECORD"] = "lib/source.glsl#mapped", c.RecordBytes, c.Record
	}
	if c.Result != "" {
		p.finish, p.put, p.dstBytes, constants["RESULT"] = "reduce/finish.glsl#user", "", c.ResultBytes, c.Result
	}
	p.glue.Constants = p.glue.Merge(constants)
	return p, nil
}
