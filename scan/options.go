// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/scan" // its GLSL
)

// By is how the input is cut into segments, each scanned on its own.
type By int

// The values of By.
const (
	Whole   By = iota // one segment
	Flags             // an array beside the items: a segment begins at each word that is not zero
	Keys              // a segment is a run of equal keys
	Offsets           // segment s is the items from offsets[s] up to offsets[s+1]
)

func (b By) String() string {
	if b < Whole || b > Offsets {
		return fmt.Sprintf("by(%d)", int(b))
	}
	return [...]string{"whole", "flags", "keys", "offsets"}[b]
}

// Options for New. The zero value computes prefix sums of uint32.
type Options struct {
	Op   gpu.Op   // Sum, Min or Max
	Type gpu.Type // Uint32, Int32, Float32, Uint64, Int64, Float64, Vec2 or Vec4

	// Compensated makes sums of Float32, Vec2 and Vec4 about as exact as a sum in twice the
	// precision that is rounded once. Each float of a partial sum has a second one with what
	// rounding has lost. It helps where items of very different sizes are added, or where they
	// cancel.
	Compensated bool

	// Operator replaces Op and Type, which stay zero, by an operator of the caller. It must be
	// associative; it need not be commutative. Views of its items must begin where gpu.Operator
	// says, or the call returns gpu.ErrView.
	Operator *gpu.Operator

	// Record is the GLSL type of what src holds, if that is not the Operator's Item. Operator.GLSL
	// then has `Item map(Record, uint index)`, which makes item index of its record. RecordBytes is
	// the std430 array stride of Record: a multiple of 4, at most 1,024. Without Record the
	// Operator must not define a function map, which nothing would call.
	Record      string
	RecordBytes int

	// Result is the GLSL type of what dst holds, if that is not the Operator's Item. Operator.GLSL
	// then has `Result finish(Item, uint index)`, which is called for scanned item index when it is
	// written. Start and Total stay items. ResultBytes is the std430 array stride of Result, with
	// the limits of RecordBytes. Without Result the Operator must not define a function finish.
	Result      string
	ResultBytes int

	// Input is which records of src are scanned: with InputStrided every Stride-th, with
	// InputGathered those at the indices of SetIndices. With InputCounting src is the zero View,
	// and item i is the number i; an Operator then has Record "uint" and
	// `Item map(uint, uint index)`. A number above 2^24 is rounded to a Float32. Except for
	// InputDirect, dst must not overlap src. By Offsets with Ends excludes InputGathered.
	Input  gpu.Input
	Stride int

	// Ends makes a Scanner whose calls may have a start value and write the total (Call).
	Ends bool

	By By // the segments

	// KeyBytes is the size of a key, with By Keys alone: a multiple of 4 up to 64. 0 means 4. A
	// gpu.Buffer of 64-bit numbers is refused as keys of 4 bytes (gpu.ErrView).
	KeyBytes int

	gpu.Tuning
}

func (o Options) withDefaults() (Options, error) {
	if o.By < Whole || o.By > Offsets {
		return o, kernel.ArgumentError("By is %v, want one of the constants", o.By)
	}
	if o.KeyBytes != 0 && o.By != Keys {
		return o, kernel.ArgumentError("KeyBytes is %d with By %v, want 0 without By %v", o.KeyBytes, o.By, Keys)
	}
	if o.KeyBytes == 0 {
		o.KeyBytes = 4
	}
	if o.KeyBytes < 4 || o.KeyBytes > 64 || o.KeyBytes%4 != 0 {
		return o, kernel.ArgumentError("KeyBytes is %d, want a multiple of 4 from 4 to 64", o.KeyBytes)
	}
	for _, part := range [...]struct {
		what, name, function string
		bytes                int
	}{{"Record", o.Record, "map", o.RecordBytes}, {"Result", o.Result, "finish", o.ResultBytes}} {
		if part.name == "" && part.bytes == 0 {
			if o.Operator != nil && shaders.DefinesFunction(o.Operator.GLSL, part.function) {
				return o, kernel.ArgumentError("Operator.GLSL defines a function %s and %s is empty, want both or neither", part.function, part.what)
			}
			continue
		}
		if o.Operator == nil {
			return o, fmt.Errorf("%s is %q without an Operator, want one with a function %s: %w", part.what, part.name, part.function, gpu.ErrArgument)
		}
		if err := kernel.CheckRecord(part.what, part.name, part.bytes); err != nil {
			return o, err
		}
		if err := kernel.CheckDeclared(part.what, part.name, o.Operator.GLSL); err != nil {
			return o, err
		}
	}
	if o.Operator != nil && (o.Op != 0 || o.Type != 0) {
		return o, kernel.ArgumentError("Op is %v and Type %v with an Operator, want neither", o.Op, o.Type)
	}
	if o.Input == gpu.InputGathered && o.Ends && o.By == Offsets {
		return o, kernel.ArgumentError("Ends is true with By %v and Input %v, want two of them: a kernel has 8 buffers", o.By, o.Input)
	}
	return o, o.input().Check()
}

// functions are those that the Operator must have besides combine.
func (o Options) functions() map[string]string {
	all := map[string]string{}
	if o.Record != "" {
		all["map"] = fmt.Sprintf("%s map(%s r, uint index)", o.Operator.Item, o.Record)
	}
	if o.Result != "" {
		all["finish"] = fmt.Sprintf("%s finish(%s v, uint index)", o.Result, o.Operator.Item)
	}
	return all
}

// input is the input in the form of the kernels.
func (o Options) input() kernel.Input {
	return kernel.Input{Kind: o.Input, Stride: o.Stride, Type: o.Type, Signs: o.Op != gpu.Sum, Custom: o.Operator != nil, Record: o.Record, RecordBytes: o.RecordBytes}
}

// srcBytes is the size of a record of src.
func (o Options) srcBytes(g kernel.Glue) int {
	if o.Record != "" {
		return o.RecordBytes
	}
	return g.Bytes
}

// dstBytes is the size of a result in dst.
func (o Options) dstBytes(g kernel.Glue) int {
	if o.Result != "" {
		return o.ResultBytes
	}
	return g.Bytes
}

func (o Options) glue() (kernel.Glue, error) {
	if o.Compensated {
		return kernel.CompensatedGlue(o.Type), kernel.CheckCompensated(o.Operator == nil && o.Op == gpu.Sum, o.Type)
	}
	if o.Operator == nil {
		return kernel.OpGlue(o.Op, o.Type)
	}
	return kernel.GlueOf(*o.Operator), kernel.CheckOperator(*o.Operator)
}

// itemBytes is the most that an item of the kernels' own takes in an array.
func (o Options) itemBytes(g kernel.Glue) int {
	if o.By == Whole {
		return g.HeldBytes()
	}
	return g.HeadedBytes()
}

// prepare fills in the defaults and validates. call names the function in errors.
func (o Options) prepare(call string) (_ Options, g kernel.Glue, err error) {
	if o, err = o.withDefaults(); err == nil {
		g, err = o.glue()
	}
	if err != nil {
		err = fmt.Errorf("scan: %s: %w", call, err)
	}
	return o, g, err
}

// ScratchBytes returns the memory in bytes that a Scanner works in, for UseScratch. It does not
// depend on n. It is pure: c may come from another machine. Errors: those of New that need no
// device.
func ScratchBytes(c gpu.Caps, o Options) (int, error) {
	o, g, err := o.prepare("ScratchBytes")
	if err != nil {
		return 0, err
	}
	shape, err := kernel.Pick(c, o.Tuning) // all variants have as many workers
	if err != nil {
		return 0, err
	}
	return kernel.ScratchBytes(shape.Workers * o.itemBytes(g)), nil
}

// The kernels' buffers, by index.
const (
	bufSrc     = 0
	bufDst     = 1
	bufTotals  = 4 // of scan_chain: Chain
	bufHeads   = 5
	totalHeads = 4 // in scan_total: Src, Totals, Count, Fault, Heads, SegmentCount
)

// specs are the kernels for a shape: the workers' totals, then the scan.
func specs(s kernel.Shape, g kernel.Glue, o Options) (total, chunk kernel.Spec) {
	slots := func() map[string]shaders.Snippet {
		m := map[string]shaders.Snippet{
			"OPERATOR": g.Snippet,
			"ITEM":     {File: "lib/item.glsl#headed"},
			"SOURCE":   {File: "lib/source.glsl#words"},
		}
		switch {
		case o.Record != "":
			m["SOURCE"] = shaders.Snippet{File: "lib/source.glsl#mapped"}
		case o.Operator != nil:
			m["SOURCE"] = shaders.Snippet{File: "lib/source.glsl#record"}
		}
		switch o.By {
		case Whole:
			m["ITEM"], m["HEADS"] = shaders.Snippet{File: "lib/item.glsl#value"}, shaders.Snippet{File: "lib/heads.glsl#none"}
		case Flags:
			m["HEADS"] = shaders.Snippet{File: "lib/heads.glsl#flags"}
		case Keys:
			m["HEADS"] = shaders.Snippet{File: "lib/heads.glsl#keys"}
		case Offsets:
			m["HEADS"] = shaders.Snippet{File: "lib/heads.glsl#offsets"}
		}
		return m
	}
	var heads []string
	if o.By != Whole {
		heads = []string{"Heads"}
	}
	if o.By == Offsets {
		heads = append(heads, "SegmentCount")
	}
	tile := "scan/tile.glsl#items"
	if o.isWide(s, g) {
		tile = "scan/tile_wide.glsl#one"
	}
	if o.isWide(s, g) && o.By != Whole {
		tile = "scan/tile_wide.glsl#segments"
	}
	ordered := g.Ordered || o.By != Whole
	constants := g.Merge(shaders.Constants{"CHUNKED": true, "ORDERED": ordered, "KEY_WORDS": uint32(o.KeyBytes / 4)})
	if o.Record != "" {
		constants["RECORD"] = o.Record
	}
	if o.Result != "" {
		constants["RESULT"] = o.Result
	}
	total = kernel.Spec{
		File: "scan/scan_total.comp.glsl", Shape: s, Constants: constants, Slots: slots(),
		Buffers: append([]string{"Src", "Totals", "Count", "Fault"}, heads...),
	}
	chunk = kernel.Spec{
		File: "scan/scan_chunk.comp.glsl#" + o.part(), Shape: s, Constants: constants, Slots: slots(),
		Buffers: slices.Concat([]string{"Src", "Dst", "Count", "Fault", "Totals"}, heads, o.endBuffers()),
	}
	o.input().Fill(&total)
	o.input().Fill(&chunk)
	chunk.Slots["TILE"] = shaders.Snippet{File: tile}
	if tile == "scan/tile_wide.glsl#segments" {
		chunk.Slots["BITS"] = shaders.Snippet{File: "scan/head_bits.glsl#" + o.bits()}
	}
	chunk.Slots["SINK"] = shaders.Snippet{File: "scan/sink_items.glsl#" + o.sink()}
	put, ends := "lib/sink.glsl#words", [...]string{"lib/ends.glsl#start_words", "lib/ends.glsl#total_words"}
	if o.Operator != nil {
		put, ends = "lib/sink.glsl#record", [...]string{"lib/ends.glsl#start_record", "lib/ends.glsl#total_record"}
	}
	if o.Result != "" {
		put = "lib/sink.glsl#result"
	}
	chunk.Slots["PUT"] = shaders.Snippet{File: put}
	for i := range o.endCount() {
		chunk.Slots[[...]string{"START", "TOTAL"}[i]] = shaders.Snippet{File: ends[i]}
	}
	return total, chunk
}

// part returns the part of the scanning kernels. Where there are segments, the sink adds the start
// value.
func (o Options) part() string {
	if o.Ends && o.By == Whole {
		return "ends"
	}
	return "plain"
}

// bits returns the part of the slot BITS.
func (o Options) bits() string {
	switch {
	case o.By == Offsets:
		return "offsets"
	case o.By == Flags:
		return "flags"
	case o.KeyBytes == 4:
		return "keys"
	}
	return "any"
}

// sink returns the part of the slot SINK.
func (o Options) sink() string {
	if o.Ends && o.By != Whole {
		return "start"
	}
	return o.part()
}

// isWide reports whether the scan is of plain words that lanes exchange: then four are read at a
// time.
func (o Options) isWide(s kernel.Shape, g kernel.Glue) bool {
	startsEach := o.Ends && o.By != Whole
	return s.Lanes == gpu.LanesKHR && !startsEach && o.Operator == nil && o.Input == gpu.InputDirect && g.HeldBytes() == 4
}

// tiles returns the shapes of a single-pass scan, for few items first. On an H200, words take with
// 512 invocations and 4 items each, or 256 and 16: 7.8 and 9.7 us at 2^16. At 2^20: 12.2 and 11.6.
// At 2^22: 24.7 and 18.4. Words in segments by offsets take 9.2 us at 2^16 with 512 and 4, and 9.9
// with 512 and 8. At 2^20: 12.1 and 11.5. At 2^24 they take 63.0 us with 512 and 8, and 58.1 with
// 256 and 12. By keys the last two take 63.0 and 64.1. Other items use shared memory, and larger
// tiles leave room for few workgroups.
func (o Options) tiles(c gpu.Caps, s kernel.Shape, g kernel.Glue) []kernel.Sized {
	switch {
	case !o.isWide(s, g):
		return []kernel.Sized{{Shape: s, Most: gpu.MaxItems}}
	case o.By == Offsets:
		return s.Sizes(c, "scan-segments", o.Tuning)
	case o.By != Whole:
		return s.Sizes(c, "scan-heads", o.Tuning)
	}
	return kernel.EachFew(s.Sizes(c, "scan", o.Tuning))
}

// chainSpec returns the single-pass kernel of a scan.
func chainSpec(walk kernel.Spec, o Options, g kernel.Glue) kernel.Spec {
	return walk.SinglePass("scan/scan_chain.comp.glsl#"+o.part(), bufTotals, g.ChainRows(o.By != Whole))
}
