// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"strings"

	"github.com/combgl/comb/gpu"
)

// How many items, second coordinates and weights the map of a self-test makes of numbers, in turn.
const (
	turnItems   = 8
	turnSecond  = 7
	turnWeights = 5
)

// standIn returns the options with a stride and a map of the self-test.
func (o HistogramOptions) standIn() HistogramOptions {
	o.Stride = o.input().OfTest().Stride
	switch {
	case o.Map == "":
	case o.Input == gpu.InputCounting:
		in := o.inTurn()
		o.Map = inTurn("map", o.Type, in.items) + inTurn("mapWeight", gpu.Uint32, in.weights) + inTurn("mapY", o.Y.Type, in.second)
	default:
		o.Record, o.RecordBytes = "uvec4", 16
		o.Map = ofWord("map", o.Type, "x") + ofWord("mapY", o.Y.Type, "y") + ofWord("mapWeight", gpu.Uint32, "z")
	}
	return o
}

// wordsTo makes an item of a word in GLSL.
var wordsTo = map[gpu.Type]string{gpu.Uint32: "uint", gpu.Int32: "int", gpu.Float32: "uintBitsToFloat"}

// ofWord is a GLSL function that returns a component of a record.
func ofWord(name string, t gpu.Type, word string) string {
	return fmt.Sprintf("%s %s(uvec4 r, uint i) { return %s(r.%s); }\n", mapResults[t][0], name, wordsTo[t], word)
}

// inTurn is a GLSL function that returns some words in turn.
func inTurn(name string, t gpu.Type, words []uint32) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s(uint r, uint i)\n{\n", mapResults[t][0], name)
	for i, w := range words[1:] {
		fmt.Fprintf(&text, "\tif (r %% %du == %du) return %s(%du);\n", len(words), i+1, wordsTo[t], w)
	}
	fmt.Fprintf(&text, "\treturn %s(%du);\n}\n", wordsTo[t], words[0])
	return text.String()
}

// inTurn returns what that map makes of numbers.
func (o HistogramOptions) inTurn() histogramInput {
	x, y := o.x(), o.Y
	in := histogramInput{weights: []uint32{3, 1 << 31, 5, 1<<32 - 1, 7}[:turnWeights], second: make([]uint32, turnSecond)}
	in.items = x.madeItems(x.madeEdges(), turnItems, 2654435761)
	if y != (Axis{}) {
		in.second = y.madeItems(y.madeEdges(), turnSecond, 3266489917)
	}
	return in
}

// readBy returns what the input of the options makes of items.
func (in histogramInput) readBy(o HistogramOptions) histogramInput {
	switch {
	case o.Input == gpu.InputCounting && o.Map != "":
		turn := o.inTurn()
		for i := range in.items {
			in.items[i] = turn.items[i%turnItems]
		}
		for i := range in.second {
			in.second[i] = turn.second[i%turnSecond]
		}
		for i := range in.weights {
			in.weights[i] = turn.weights[i%turnWeights]
		}
	case o.Input == gpu.InputStrided:
		in.second, in.weights = o.input().Made(in.second, 1), o.input().Made(in.weights, 1)
		fallthrough
	default:
		in.items = o.input().Made(in.items, 1)
	}
	return in
}

// laidInput is what the views of a call hold.
type laidInput struct{ src, second, weights, indices []uint32 }

// laid returns views from which the options read the input.
func (in histogramInput) laid(o HistogramOptions) (l laidInput) {
	if o.Map == "" {
		l.src, l.indices = o.input().Laid(in.items, 1)
		if l.second, l.weights = in.second, in.weights; o.Input != gpu.InputCounting {
			l.second, _ = o.input().Laid(in.second, 1)
			l.weights, _ = o.input().Laid(in.weights, 1)
		}
		return l
	}
	records := make([]uint32, 4*len(in.items))
	for i, w := range in.items {
		if records[4*i] = w; in.second != nil {
			records[4*i+1] = in.second[i]
		}
		if in.weights != nil {
			records[4*i+2] = in.weights[i]
		}
	}
	l.src, l.indices = o.input().Laid(records, 4)
	return l
}
