// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"math"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
)

// xorOf is what the map of a test changes in a word of a record: it depends on the index, unless
// several items are of one record.
func xorOf(o Options, i int) uint32 {
	if o.Input == gpu.InputGathered {
		return 0x55
	}
	return uint32(i) & 7
}

// withMap makes the sources records: a word of no meaning, and the words of the item.
func withMap(o Options) Options {
	xor := "i & 7u"
	if o.Input == gpu.InputGathered {
		xor = "0x55u"
	}
	bytes := max(o.Bytes, o.Type.Bytes())
	o.Record, o.RecordBytes = "Source", bytes+4
	o.Map = fmt.Sprintf("struct Source { uint spare; uint w[%d]; };\n", bytes/4)
	switch from := values[o.Type]; {
	case o.Item == "Hit":
		o.Map += fmt.Sprintf("Hit map(Source r, uint i) { return Hit(uintBitsToFloat(r.w[0]), r.w[1] ^ (%s), uintBitsToFloat(uvec2(r.w[2], r.w[3]))); }\n", xor)
	case bytes == 8:
		o.Map += fmt.Sprintf("%s map(Source r, uint i) { return %s(uvec2(r.w[0] ^ (%s), r.w[1])); }\n", from[0], from[2], xor)
	default:
		o.Map += fmt.Sprintf("%s map(Source r, uint i) { return %s(r.w[0] ^ (%s)); }\n", from[0], from[2], xor)
	}
	return o
}

// withSorted makes the sorted array of a search records of the item and a word.
func withSorted(o Options) Options {
	item, from := o.Item, ""
	if o.Less == "" {
		item, from = []string{"uint", "uvec2"}[o.Type.Bytes()/8], values[o.Type][2]
	}
	value := o.value()[0]
	bytes := max(o.Bytes, o.Type.Bytes())
	o.SortedRecord, o.SortedBytes = "Row", 2*bytes
	o.Map += fmt.Sprintf("struct Row { %s spare; %s item; };\n%s mapSorted(Row r, uint i) { return %s(r.item); }\n", item, item, value, from)
	return o
}

// withFinish makes results of items, or of places.
func withFinish(o Options, places bool) Options {
	o.Result, o.ResultBytes = "Out", 12
	words := "uint w = " + values[o.Type][1] + "(v)"
	if o.Less == "" && o.Type.Bytes() == 8 {
		words = "uvec2 wide = " + values[o.Type][1] + "(v); uint w = wide.x ^ wide.y"
	}
	arg := o.value()[0]
	switch {
	case places:
		arg, words = "uint", "uint w = v"
	case o.Item == "Hit":
		words = "uint w = floatBitsToUint(v.a) ^ v.b"
	}
	o.Finish = fmt.Sprintf("struct Out { uint w; uint index; uint more; };\nOut finish(%s v, uint i) { %s; return Out(w, i, w + i); }\n", arg, words)
	return o
}

// finishedOf is what a destination gets.
func finishedOf(o Options, words []uint32, each int) (results []uint32) {
	if o.Finish == "" {
		return words
	}
	for i := range len(words) / each {
		w := words[i*each]
		if each > 1 {
			w ^= words[i*each+1]
		}
		results = append(results, w, uint32(i), w+uint32(i))
	}
	return results
}

// laidOf returns what a source and the indices hold so that they make the items.
func laidOf(r *rand.Rand, a items) (src, indices []uint32) {
	o, n, each := a.o, a.len(), a.each()
	if o.Record != "" {
		each++
	}
	record := func(i int) []uint32 {
		w := slices.Clone(a.at(i))
		if o.Record == "" {
			return w
		}
		at := 0
		if o.Item == "Hit" {
			at = 1
		}
		w[at] ^= xorOf(o, i)
		return append([]uint32{r.Uint32()}, w...)
	}
	place, room := make([]int, n), n
	for i := range place {
		place[i] = i
	}
	switch o.Input {
	case gpu.InputCounting:
		return nil, nil
	case gpu.InputStrided:
		for i := range place {
			place[i] *= o.Stride
		}
		room = max(0, n-1)*o.Stride + min(1, n)
	case gpu.InputGathered:
		r.Shuffle(n, func(i, j int) { place[i], place[j] = place[j], place[i] })
		indices = []uint32{}
		for i, at := range place {
			indices = append(indices, uint32(at))
			if at == n-1 {
				indices[i] = []uint32{uint32(n), math.MaxUint32, uint32(at)}[r.Intn(3)]
			}
		}
	}
	src = make([]uint32, room*each)
	for i := range src {
		src[i] = r.Uint32()
	}
	for i, at := range place {
		copy(src[at*each:], record(i))
	}
	return src, indices
}

// readItems are n items that the options can read: numbers, or any.
func readItems(o Options, n int, seed int64) items {
	a := random(o, n, seed)
	if o.Input != gpu.InputCounting {
		return a
	}
	for i := range n {
		w := a.at(i)
		clear(w)
		switch w[0] = uint32(i); {
		case o.Record != "": // of countedHits
			w[0], w[1] = math.Float32bits(float32(i%5)), uint32(i)*7%64
		case o.Type == gpu.Float32:
			w[0] = math.Float32bits(float32(i))
		}
	}
	return a
}

// countedHits makes hits of numbers.
var countedHits = func() Options {
	o := hit
	o.Input, o.Record, o.RecordBytes = gpu.InputCounting, "uint", 4
	o.Map = "Hit map(uint r, uint i) { return Hit(float(i % 5u), r * 7u % 64u, vec2(0.0)); }\n"
	return o
}()

func in(o Options, input gpu.Input, stride int) Options {
	o.Input, o.Stride = input, stride
	return o
}

func nameOfReads(o Options) string {
	return fmt.Sprintf("%s,input=%v,stride=%d,record=%s,sorted=%s,result=%s", nameOf(o), o.Input, o.Stride, o.Record, o.SortedRecord, o.Result)
}

// smallTile is the Tuning of these tests, so that few items fill several tiles.
var smallTile = gpu.Tuning{GroupSize: 64, ItemsPerThread: 4}

// Options of searches, sorts, and operations of two arrays.
func searchReads() []Options {
	float, wide := Options{Type: gpu.Float32, Descending: true}, Options{Type: gpu.Int64}
	return []Options{
		in(float, gpu.InputStrided, 3), in(wide, gpu.InputGathered, 0), in(Options{}, gpu.InputCounting, 0),
		withMap(Options{}), withSorted(withFinish(in(float, gpu.InputCounting, 0), true)),
		withFinish(withSorted(withMap(in(hit, gpu.InputGathered, 0))), true), withMap(in(Options{Type: gpu.Float64}, gpu.InputStrided, 2)), withSorted(countedHits),
	}
}

func sortReads() []Options {
	return []Options{
		in(Options{Type: gpu.Uint64}, gpu.InputStrided, 2), in(hit, gpu.InputGathered, 0), countedHits, withMap(Options{Type: gpu.Float32, Descending: true}),
		withMap(in(Options{Type: gpu.Int32}, gpu.InputGathered, 0)), in(Options{Descending: true}, gpu.InputCounting, 0),
	}
}

func arrayReads() []Options {
	return []Options{
		in(Options{}, gpu.InputStrided, 3), withFinish(withMap(Options{Type: gpu.Float32}), false), withFinish(hit, false), withMap(in(hit, gpu.InputStrided, 2)),
		withFinish(withMap(Options{Type: gpu.Float64}), false), withFinish(Options{Type: gpu.Int32}, false),
	}
}
