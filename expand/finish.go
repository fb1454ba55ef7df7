// SPDX-License-Identifier: MIT

package expand

import (
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// own is the kind of kernel that New compiles, with the caller's GLSL if there is any.
func (o Options) own() int {
	if o.Finish != "" && o.Record != "" {
		return records
	}
	return indices
}

// has reports whether an Expander has calls of a kind.
func (o Options) has(kind int) bool { return o.Finish == "" || kind == o.own() }

// dstBytes is the size of what dst gets for an item.
func (o Options) dstBytes(kind int) int {
	switch {
	case o.Finish != "":
		return o.ResultBytes
	case kind == records:
		return o.Stride
	}
	return 4
}

// checkFinish validates Finish and what belongs to it. It is pure. Errors: gpu.ErrArgument.
func (o Options) checkFinish() error {
	switch {
	case o.Finish == "" && (o.Result != "" || o.ResultBytes != 0 || o.Record != ""):
		return kernel.ArgumentError("Result is %q of %d bytes and Record %q without a Finish, want none of them", o.Result, o.ResultBytes, o.Record)
	case o.Finish == "":
		return nil
	case o.Record != "" && !kernel.IsTypeName(o.Record):
		return kernel.ArgumentError("Record is %q, want the name of a GLSL type", o.Record)
	}
	if err := kernel.CheckRecord("Result", o.Result, o.ResultBytes); err != nil {
		return err
	}
	if err := kernel.CheckDeclared("Record", o.Record, o.Finish); err != nil {
		return err
	}
	return kernel.CheckDeclared("Result", o.Result, o.Finish)
}

// fillResults makes a kernel write the results of finish.
func (o Options) fillResults(spec *kernel.Spec, part string) {
	if o.Finish == "" {
		return
	}
	spec.Constants["RESULT"] = o.Result
	if o.Record != "" {
		spec.Constants["RECORD"] = o.Record
	}
	spec.Slots["SINK"] = shaders.Snippet{File: "expand/sink.glsl#results_of_" + part}
	spec.Slots["ITEM_RESULT"] = finishSnippet(o.Name, o.Finish)
}

// finishSnippet is the caller's GLSL.
func finishSnippet(name, text string) shaders.Snippet {
	if name == "" {
		name = "finish"
	}
	return shaders.Snippet{Name: name, Text: text}
}

// checkStrides compares the array strides of a kernel's records and results with the options.
func (o Options) checkStrides(k *kernel.Kernel) error {
	if o.Finish == "" {
		return nil
	}
	for _, b := range [...]struct {
		block, option, holds string
		want                 int
	}{{"Dst", "ResultBytes", o.Result, o.ResultBytes}, {"Values", "Stride", o.Record, o.Stride}} {
		if got := k.ArrayStride(b.block); got != 0 && got != b.want {
			return kernel.StrideError("expand: New", b.option, b.want, got, b.holds)
		}
	}
	return nil
}

// standIn returns the options with GLSL of the self-test, whose results hold all arguments.
func (o Options) standIn() Options {
	if o.Finish == "" {
		return o
	}
	o.Result, o.ResultBytes, o.Finish = "uvec4", 16, "uvec4 finish(uint run, uint rank, uint index) { return uvec4(run, rank, index, 0u); }"
	if o.Record != "" {
		o.Record, o.Stride, o.Finish = "uint", 4, "uvec4 finish(uint r, uint run, uint rank, uint index) { return uvec4(run, rank, index, r); }"
	}
	return o
}

// finished is what that GLSL writes.
func finished(owners, ranks, values []uint32, byRecord bool) (words []uint32) {
	for i, s := range owners {
		value := uint32(0)
		if byRecord {
			value = values[s]
		}
		words = append(words, s, ranks[i], uint32(i), value)
	}
	return words
}

// Programs returns the GL programs with the caller's Finish, for a caller that sets plain uniforms
// of it. It is nil without a Finish, and for a nil or released Expander.
func (e *Expander) Programs() []uint32 {
	if e == nil || e.o.Finish == "" {
		return nil
	}
	return kernel.ProgramsOf(e.kinds[e.o.own()].Kernel)
}
