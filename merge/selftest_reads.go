// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
)

// hasGLSL reports whether kernels have GLSL of the caller.
func (o Options) hasGLSL() bool { return o.callers() || o.Map != "" || o.Finish != "" }

// standInForReads returns the options with a map, a stride and results of the self-test. Records
// are the items. places says that the results are of places.
func (o Options) standInForReads(places bool) Options {
	o.Stride = o.input().OfTest().Stride
	key, v := []string{"uint", "uvec2"}[min(o.Bytes, 8)/8], o.value()
	first, last := "w", "w"
	if o.callers() {
		key = o.Item
	}
	switch key {
	case "Word":
		first, last = "w.x", "w.x"
	case "uvec2":
		first, last = "w.x", "w.y"
	case "uvec4":
		first, last = "w.x", "w.w"
	}
	if o.Map != "" {
		o.Map = ""
		if o.SortedRecord != "" {
			o.SortedRecord, o.SortedBytes = key, o.Bytes
			o.Map = fmt.Sprintf("%s mapSorted(%s r, uint index) { return %s(r); }\n", v[0], key, v[2])
		}
		switch {
		case o.Record == "":
		case o.Input != gpu.InputCounting:
			o.Record, o.RecordBytes = key, o.Bytes
			o.Map += fmt.Sprintf("%s map(%s r, uint index) { return %s(r); }\n", v[0], key, v[2])
		case o.Less == "" && v[0] == "uvec2":
			o.Map += "uvec2 map(uint r, uint index) { return uvec2(r * 7u & 63u, 0u); }\n"
		default:
			o.Map += fmt.Sprintf("%s map(uint r, uint index) { return %s(r * 7u & 63u); }\n", v[0], v[0])
		}
	}
	if o.Finish != "" {
		o.Result, o.ResultBytes = "uvec2", 8
		o.Finish = fmt.Sprintf("uvec2 finish(%s v, uint index)\n{\n\t%s w = %s(v);\n\treturn uvec2(%s, %s ^ index);\n}", v[0], key, v[1], first, last)
		if places {
			o.Finish = "uvec2 finish(uint place, uint index) { return uvec2(place, place ^ index); }"
		}
	}
	return o
}

// numberOf returns the words of the item that a counted input makes of a number.
func (o Options) numberOf(i int) []uint32 {
	if o.Record != "" {
		i = i * 7 & 63
	}
	words := make([]uint32, o.Bytes/4)
	switch words[0] = uint32(i); {
	case o.callers():
		for w := range words {
			words[w] = uint32(i)
		}
	case o.Type == gpu.Float32:
		words[0] = math.Float32bits(float32(i))
	case o.Type == gpu.Float64:
		bits := math.Float64bits(float64(i))
		words[0], words[1] = uint32(bits), uint32(bits>>32)
	}
	return words
}

// keptByMaps changes floats so that GLSL returns them as they are: they are neither NaN nor
// subnormal.
func (a items) keptByMaps() {
	if a.o.Map == "" && a.o.Finish == "" || a.o.callers() {
		return
	}
	for i := range a.len() {
		w := a.at(i)
		switch a.o.Type {
		case gpu.Float32:
			w[0] = w[0]&^(1<<23) | 1<<24
		case gpu.Float64:
			w[1] = w[1]&^(1<<20) | 1<<21
		}
	}
}

// read returns what the input of the options makes of items: at a stride of 0 all are the first,
// and numbers replace them.
func (a items) read() items {
	if a.o.Input == gpu.InputStrided {
		return items{a.o, a.o.input().Made(a.words, a.each())}
	}
	if a.o.Input != gpu.InputCounting {
		return a
	}
	b := items{o: a.o}
	for i := range a.len() {
		b.words = append(b.words, a.o.numberOf(i)...)
	}
	return b
}

// laid returns what a source and the indices hold so that the input reads the items.
func (a items) laid() (src, indices []uint32) { return a.o.input().Laid(a.words, a.each()) }

// written is what a destination gets of items, or of places.
func (o Options) written(words []uint32, each int) (results []uint32) {
	if o.Finish == "" {
		return words
	}
	for i := range len(words) / each {
		results = append(results, words[i*each], words[(i+1)*each-1]^uint32(i))
	}
	return results
}
