// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// uses are the options for reads and writes that an operation has.
type uses struct {
	inputs bool // each Input, not strides alone
	sorted bool // SortedRecord
	finish bool
}

// usesOf has those of each constructor. Others check nothing that depends on one.
var usesOf = map[string]uses{
	"NewSearcher": {inputs: true, sorted: true, finish: true},
	"NewSorter":   {inputs: true}, "ScratchBytes": {inputs: true},
	"NewMerger": {finish: true}, "NewSets": {finish: true},
}

// values has the type that a caller's GLSL has for items of a built-in type, what makes words of
// it, and what makes it of words.
var values = map[gpu.Type][3]string{
	gpu.Uint32: {"uint", "uint", "uint"}, gpu.Int32: {"int", "uint", "int"}, gpu.Float32: {"float", "floatBitsToUint", "uintBitsToFloat"},
	gpu.Uint64: {"uvec2", "uvec2", "uvec2"}, gpu.Int64: {"uvec2", "uvec2", "uvec2"},
	gpu.Float64: {"double", "unpackDouble2x32", "packDouble2x32"},
}

// counted has what makes items of numbers.
var counted = map[gpu.Type]string{
	gpu.Uint32: "uint", gpu.Int32: "uint", gpu.Float32: "countedFloat", gpu.Uint64: "countedWide", gpu.Int64: "countedWide",
}

// checkReads validates Map, Input, Finish and what belongs to them. call is the constructor. It is
// pure. Errors: gpu.ErrArgument.
func (o Options) checkReads(call string) error {
	can, known := usesOf[call]
	if !known {
		can = uses{true, true, true}
	}
	for _, t := range [...]struct {
		what, name, with string
		bytes            int
		given            bool
	}{
		{"Record", o.Record, "a Map", o.RecordBytes, o.Map != ""},
		{"SortedRecord", o.SortedRecord, "a Map", o.SortedBytes, o.Map != ""},
		{"Result", o.Result, "a Finish", o.ResultBytes, o.Finish != ""},
	} {
		if t.name == "" && t.bytes == 0 {
			continue
		}
		if !t.given {
			return kernel.ArgumentError("%s is %q of %d bytes without %s, want both or neither", t.what, t.name, t.bytes, t.with)
		}
		if err := kernel.CheckRecord(t.what, t.name, t.bytes); err != nil {
			return err
		}
	}
	switch {
	case o.Map != "" && o.Record == "" && o.SortedRecord == "":
		return kernel.ArgumentError("Map is given without a Record, want the GLSL type of its records")
	case o.Record == "" && shaders.DefinesFunction(o.Map, "map"):
		return kernel.ArgumentError("Map defines a function map and Record is empty, want both or neither")
	case o.SortedRecord == "" && shaders.DefinesFunction(o.Map, "mapSorted"):
		return kernel.ArgumentError("Map defines a function mapSorted and SortedRecord is empty, want both or neither")
	case o.SortedRecord != "" && !can.sorted:
		return kernel.ArgumentError("SortedRecord is %q, want none: it is for searches", o.SortedRecord)
	case o.Finish != "" && !can.finish:
		return kernel.ArgumentError("Finish is given, want none: the passes of a sort write items to dst")
	case o.Finish != "" && o.Result == "":
		return kernel.ArgumentError("Finish is given without a Result, want the GLSL type of what it returns")
	case o.Input > gpu.InputStrided && o.Input <= gpu.InputCounting && !can.inputs:
		return kernel.ArgumentError("Input is %v, want %v or %v for two arrays", o.Input, gpu.InputDirect, gpu.InputStrided)
	}
	for _, t := range [...][2]string{{"Item", o.Item}, {"Record", o.Record}, {"SortedRecord", o.SortedRecord}, {"Result", o.Result}} {
		if err := kernel.CheckDeclared(t[0], t[1], o.Less, o.Map, o.Finish); err != nil {
			return err
		}
	}
	return o.input().Check()
}

// input is the input of sources in the form of the kernels.
func (o Options) input() kernel.Input {
	return kernel.Input{Kind: o.Input, Stride: o.Stride, Type: o.Type, Signs: true, Custom: o.callers() || o.Record != "", Record: o.Record, RecordBytes: o.RecordBytes}
}

// sourceBytes is the size of what sources hold.
func (o Options) sourceBytes() int {
	if o.Record != "" {
		return o.RecordBytes
	}
	return o.Bytes
}

// sortedBytes is the size of what the sorted array of a search holds.
func (o Options) sortedBytes() int {
	if o.SortedRecord != "" {
		return o.SortedBytes
	}
	return o.Bytes
}

// dstBytes is the size of what a merge or a set operation writes for an item.
func (o Options) dstBytes() int {
	if o.Finish != "" {
		return o.ResultBytes
	}
	return o.Bytes
}

// value is the type of an item in the caller's GLSL, what makes a KEY of it, and what makes it of a
// KEY.
func (o Options) value() [3]string {
	if o.callers() {
		return [3]string{o.Item}
	}
	return values[o.Type]
}

// reads makes a kernel read its sources: spec has their slots and buffers otherwise.
func (o Options) reads(spec kernel.Spec) kernel.Spec {
	spec.Constants["MAPPED"] = o.Record != ""
	part := "direct"
	switch o.Input {
	case gpu.InputCounting:
		part = "counted"
		if i := slices.IndexFunc(spec.Buffers, func(b string) bool { return b == "Src" || b == "Queries" }); i >= 0 {
			spec.Buffers[i] += "?"
		}
		if o.Record == "" {
			spec.Constants["COUNTED"] = counted[o.Type]
		}
	case gpu.InputStrided, gpu.InputGathered:
		part = "chosen"
		spec.Slots["INPUT"] = shaders.Snippet{File: "lib/input.glsl#" + o.Input.String()}
		if o.Input == gpu.InputGathered {
			spec.Buffers = append(spec.Buffers, "Indices")
		}
	}
	if o.Record != "" {
		part += "_mapped"
		spec.Constants["RECORD"] = o.Record
	}
	o.fillMap(&spec)
	spec.Slots["SOURCE"] = shaders.Snippet{File: "merge/source.glsl#" + part}
	return spec
}

// fillMap fills what a caller's map needs.
func (o Options) fillMap(spec *kernel.Spec) {
	if o.Record == "" && spec.Constants["SORTED_RECORD"] == nil {
		return
	}
	spec.Slots["MAP"] = shaders.Snippet{Name: "map", Text: o.Map}
	spec.Constants["VALUE"], spec.Constants["TO_KEY"] = o.value()[0], o.value()[1]
}

// readsSorted makes a kernel read the sorted array of a search. It comes before reads.
func (o Options) readsSorted(spec kernel.Spec) kernel.Spec {
	spec.Slots["SORTED"] = shaders.Snippet{File: "merge/source.glsl#sorted"}
	if o.SortedRecord != "" {
		spec.Constants["SORTED_RECORD"] = o.SortedRecord
		spec.Slots["SORTED"] = shaders.Snippet{File: "merge/source.glsl#sorted_mapped"}
	}
	return spec
}

// writes makes a kernel write keys or places, or the caller's results of these.
func (o Options) writes(spec kernel.Spec, part string) kernel.Spec {
	if o.Finish != "" {
		part = map[string]string{"keys": "key_results", "places": "place_results"}[part]
		spec.Constants["RESULT"] = o.Result
		spec.Slots["ITEM_RESULT"] = shaders.Snippet{Name: "finish", Text: o.Finish}
		if part == "key_results" {
			spec.Constants["VALUE"], spec.Constants["FROM_KEY"] = o.value()[0], o.value()[2]
		} else {
			spec.Constants["VALUE"] = "uint"
		}
	}
	spec.Slots["PUT"] = shaders.Snippet{File: "merge/put.glsl#" + part}
	return spec
}

// checkStrides returns an error if what the blocks of a kernel hold takes another size than the
// options say. what names the constructor, source the block of a source, and places says that dst
// has places if it has no results. Errors: ErrArgument.
func (o Options) checkStrides(what string, k *kernel.Kernel, source string, places bool) error {
	for _, b := range [...]struct {
		block, option, holds string
		want                 int
		items                bool // what the block holds otherwise
	}{
		{source, "RecordBytes", o.Record, o.RecordBytes, true}, {"Sorted", "SortedBytes", o.SortedRecord, o.SortedBytes, true},
		{"Dst", "ResultBytes", o.Result, o.ResultBytes, !places},
	} {
		if b.holds == "" && o.callers() && b.items {
			b.option, b.holds, b.want = "Bytes", o.Item, o.Bytes
		}
		if got := k.ArrayStride(b.block); b.holds != "" && got != 0 && got != b.want {
			return kernel.StrideError("merge: "+what, b.option, b.want, got, b.holds)
		}
	}
	return nil
}

// needSource checks a source. Errors: those of kernel.Input.Need.
func (o Options) needSource(d *gpu.Device, names *kernel.InputNames, v, indices gpu.View, n gpu.Count) error {
	return o.input().Need(d, names, v, indices, n, o.sourceBytes())
}

// setSource binds a source and the indices. what names it in errors. Errors: those of
// kernel.SetItems.
func (o Options) setSource(k *kernel.Kernel, i int, what string, v, indices gpu.View) error {
	if o.Input != gpu.InputCounting {
		if err := k.SetItems(i, v, o.sourceBytes(), o.input().Custom); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	k.SetInput(o.input(), v, indices, o.sourceBytes())
	return nil
}

// needDst checks a destination of items or of their results. what names it in errors.
func (o Options) needDst(d *gpu.Device, what string, v gpu.View, n gpu.Count) error {
	if o.Finish != "" {
		return kernel.NeedRecords(d, what, v, n, o.ResultBytes)
	}
	return o.need(d, what, v, n)
}

// setDst binds a destination of items or of their results. what names it in errors.
func (o Options) setDst(k *kernel.Kernel, i int, what string, v gpu.View) error {
	if o.Finish == "" {
		return o.set(k, i, what, v)
	}
	if err := k.SetItems(i, v, o.ResultBytes, true); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
