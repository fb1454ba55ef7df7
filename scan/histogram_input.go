// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// mapResults has the type that a caller's map returns for a type of items, and what makes words of
// it.
var mapResults = map[gpu.Type][2]string{
	gpu.Uint32: {"uint", "uint"}, gpu.Int32: {"int", "uint"}, gpu.Float32: {"float", "floatBitsToUint"},
}

// input is the input in the form of the kernels.
func (o HistogramOptions) input() kernel.Input {
	return kernel.Input{Kind: o.Input, Stride: o.Stride, Type: o.Type, Signs: true, Custom: o.Map != "", Record: o.Record, RecordBytes: o.RecordBytes}
}

// recordBytes is the size of a record of Src.
func (o HistogramOptions) recordBytes() int {
	if o.Map != "" {
		return o.RecordBytes
	}
	return 4
}

// checkInput validates Map, Input and what belongs to them. It is pure. Errors: gpu.ErrArgument.
func (o HistogramOptions) checkInput() error {
	if o.Map == "" && (o.Record != "" || o.RecordBytes != 0) {
		return kernel.ArgumentError("Record is %q of %d bytes without a Map, want both or neither", o.Record, o.RecordBytes)
	}
	if o.Map != "" {
		if err := kernel.CheckRecord("Record", o.Record, o.RecordBytes); err != nil {
			return err
		}
		if err := kernel.CheckDeclared("Record", o.Record, o.Map); err != nil {
			return err
		}
	} else if o.Input == gpu.InputGathered && o.Weighted && o.Y != (Axis{}) && (o.Edges || o.Y.Edges) {
		return kernel.ArgumentError("Input is %v with Weighted, Y and Edges without a Map, want two of the three: a kernel has 8 buffers", o.Input)
	}
	return o.input().Check()
}

// functions are those that Map must have besides map.
func (o HistogramOptions) functions() map[string]string {
	all := map[string]string{}
	if o.Map != "" && o.Y != (Axis{}) {
		all["mapY"] = fmt.Sprintf("%s mapY(%s r, uint index)", mapResults[o.Y.Type][0], o.Record)
	}
	if o.Map != "" && o.Weighted {
		all["mapWeight"] = fmt.Sprintf("uint mapWeight(%s r, uint index)", o.Record)
	}
	return all
}

// checkFunctions refuses functions of Map that nothing would call. Errors: gpu.ErrArgument.
func (o HistogramOptions) checkFunctions() error {
	if o.Y == (Axis{}) && shaders.DefinesFunction(o.Map, "mapY") {
		return kernel.ArgumentError("Map defines a function mapY and Y is zero, want both or neither")
	}
	if !o.Weighted && shaders.DefinesFunction(o.Map, "mapWeight") {
		return kernel.ArgumentError("Map defines a function mapWeight and Weighted is false, want both or neither")
	}
	return nil
}

// addInput adds the input, the weights and the second coordinates to the kernel.
func (o HistogramOptions) addInput(count *kernel.Spec) {
	maps.Copy(count.Constants, shaders.Constants{"VALUE": "uint", "VALUE_WORDS": 1, "WORDS": "uint", "FROM_WORDS": "uint", "TO_WORDS": "uint"})
	count.Slots["SOURCE"] = shaders.Snippet{File: "scan/source.glsl#words"}
	weight, second := "words", "item_words"
	if o.Map != "" {
		name := o.Name
		if name == "" {
			name = "map"
		}
		count.Constants["VALUE"], count.Constants["TO_WORDS"] = mapResults[o.Type][0], mapResults[o.Type][1]
		count.Constants["RECORD"] = o.Record
		count.Slots["SOURCE"] = shaders.Snippet{File: "scan/source.glsl#mapped"}
		count.Slots["MAP"] = shaders.Snippet{Name: name, Text: o.Map}
		weight, second = "mapped", "item_mapped"
		if o.Y != (Axis{}) {
			count.Constants["SECOND_WORDS"] = mapResults[o.Y.Type][1]
		}
	}
	if !o.isPlain() {
		if !o.Weighted {
			weight = "one"
		} else if o.Map == "" {
			count.Buffers = append(count.Buffers, "Weights")
		}
		if o.Y == (Axis{}) {
			second = "item_none"
		} else if o.Map == "" {
			count.Buffers = append(count.Buffers, "Second")
		}
		count.Slots["WEIGHT"] = shaders.Snippet{File: "scan/weight.glsl#" + weight}
		count.Slots["SECOND_ITEM"] = shaders.Snippet{File: "scan/bin_y.glsl#" + second}
	}
	o.input().Fill(count)
}

// SetIndices sets the indices of later calls with InputGathered: one uint32 for each item, an index
// among the records of Src. An index past the last record reads the last one. Dst must not overlap
// the indices. Calls with another Input refuse them (gpu.ErrArgument).
func (h *Histogram) SetIndices(indices gpu.View) {
	if h != nil {
		h.indices = indices
	}
}

// Programs returns the GL program with the caller's Map, for a caller that sets plain uniforms of
// it. It is nil without a Map, and for a nil or released Histogram.
func (h *Histogram) Programs() []uint32 {
	if h == nil || h.o.Map == "" {
		return nil
	}
	return kernel.ProgramsOf(h.count.Kernel)
}

var histogramNames = kernel.InputNames{What: "n", Src: "src", Indices: "indices of SetIndices"}

// checkInput checks Src and the indices of a call.
func (h *Histogram) checkInput(c HistogramCall) error {
	if err := h.o.input().Need(h.d, &histogramNames, c.Src, h.indices, c.N, h.o.recordBytes()); err != nil {
		return err
	}
	if h.o.Input == gpu.InputGathered {
		if err := kernel.NeedApart("dst and indices", c.Dst, h.indices); err != nil {
			return err
		}
	}
	return kernel.NeedApart("dst and src", c.Dst, c.Src)
}

// beside is how many words a view holds beside the records of Src, a word for each.
func (h *Histogram) beside(c HistogramCall) gpu.Count {
	switch n := c.N.Max(); {
	case h.o.Input == gpu.InputGathered:
		return gpu.N(c.Src.Size() / 4)
	case h.o.Input == gpu.InputStrided && n > 0:
		return gpu.N(min(gpu.MaxItems, (n-1)*h.o.Stride+1))
	}
	return c.N
}

// bindInput binds Src and the indices. Errors: gpu.ErrView for records that begin elsewhere than a
// kernel can read them.
func (h *Histogram) bindInput(c HistogramCall) error {
	if h.o.Input != gpu.InputCounting {
		if err := h.count.SetItems(histBufSrc, c.Src, h.o.recordBytes(), h.o.Map != ""); err != nil {
			return fmt.Errorf("src: %w", err)
		}
	}
	h.count.SetInput(h.o.input(), c.Src, h.indices, h.o.recordBytes())
	return nil
}
