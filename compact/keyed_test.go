// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// The predicates keep what has the highest bit of its first word; the key is the last word. By
// index it is all bits but those of the index, so that the first has one too large.
const (
	keyedWord  = "bool keep(uint v, out uint key) { key = v; return v >> 31 != 0u; }"
	keyedPost  = "struct Post { uint a; uint b; uint c; };\nbool keep(Post p, out uint key) { key = p.c; return p.a >> 31 != 0u; }"
	keyedTen   = "struct Ten { uint a[9]; uint last; };\nbool keep(Ten t, out uint key) { if (t.a[0] >> 31 == 0u) return false; key = t.last; return true; }"
	keyedFetch = "struct Ends { uint a; uint b; };\nEnds fetch(uint v) { return Ends(v, ~v); }\nbool keep(Ends e, out uint key) { key = ~e.b; return e.a >> 31 != 0u; }"
	keyedIndex = "bool keep(uint i, out uint key) { key = ~i; return i * 2654435761u >> 30 == 0u; }"
)

func encodeKeyed(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	src = randomWords(r, len(classes)*stride)
	for i, c := range classes {
		record := src[i*stride : (i+1)*stride]
		if r.Intn(8) == 0 {
			record[stride-1] = uint32(0) - uint32(r.Intn(4)) // 0, and the largest
		}
		record[0] &^= 1 << 31
		if c == 0 {
			record[0] |= 1 << 31
		}
	}
	return src, nil
}

// keysOf are the keys that the predicates above say of the records of class 0.
func keysOf(o Options, words []uint32, classes []int) (keys []uint32) {
	stride := o.Stride / 4
	for i, c := range classes {
		if c != 0 {
			continue
		}
		key := ^uint32(i)
		if o.typed() {
			key = words[i*stride+stride-1]
		}
		keys = append(keys, min(key, math.MaxUint32-1))
	}
	return keys
}

// Fewer than there may be, and more than dst or keys hold.
func TestKeyedClampsToSmallerBuffer(t *testing.T) {
	dev := gputest.Device(t)
	paths := gputest.Paths(dev)
	for path, tune := range paths {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for k, o := range []Options{
				{Predicate: keyedWord, Record: "uint"}, {Predicate: keyedFetch, Record: "uint", Fetch: "Ends"}, {Stride: 40, Predicate: keyedTen, Record: "Ten"}, {Output: Indices, Predicate: keyedIndex},
			} {
				if k == 0 && !firstOrLast(path, len(paths)) || k > 0 && !gputest.Share(path+k, len(paths)) {
					continue // each on one path, and words in both algorithms
				}
				gputest.Run(t, dev, fmt.Sprintf("stride=%d,output=%v,fetch=%v", o.Stride, o.Output, o.Fetch != ""), func(t *testing.T) {
					r := rand.New(rand.NewSource(4))
					o.Keyed, o.Clamp, o.Tuning = true, true, tune
					c, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					stride, most := c.o.Stride/4, 5*c.movers[0].Shape().TileSize()+3
					classes := make([]int, most)
					for i := range classes {
						classes[i] = r.Intn(2)
					}
					encode := encodeKeyed
					if o.Output == Indices {
						encode = encodeIndex
					}
					words, _ := encode(r, classes, stride)
					moved, movedStride := words, stride
					if o.Output == Indices {
						moved, movedStride = indicesOf(most), 1
					}
					src := gputest.WordsAt(t, dev, words, 5*stride) // a whole number of records before
					for i, reported := range []int{0, 1, most / 2, most - 1, most, most + 1} {
						n := min(reported, most)
						records, counts := want(classes[:n], moved, movedStride, 1)
						keys := keysOf(c.o, words, classes[:n])
						for _, room := range [][2]int{{most, most}, {counts[0] * 2 / 3, most}, {most, counts[0] / 3}, {counts[0], counts[0]}} {
							what := fmt.Sprintf("%s, %v of %d, reported %d, room for %v", gputest.Name(tune), o.Output, c.o.Stride, reported, room)
							count, dst, out := gputest.Words(t, dev, []uint32{uint32(reported)}), gputest.Fresh(t, dev, room[0]*movedStride), gputest.Fresh(t, dev, room[1])
							dstBefore, outBefore := append([]uint32{}, dst.Get()...), append([]uint32{}, out.Get()...)
							number := gpu.CountAt(count.View(), most)
							if i%2 == 0 && reported <= most {
								number = gpu.N(reported)
							}
							if o.Output == Indices {
								err = c.IndicesKeyed(dst.View(), out.View(), gpu.View{}, number)
							} else {
								err = c.CompactKeyed(dst.View(), out.View(), src.View(), number)
							}
							if err != nil {
								t.Fatalf("%s: %v", what, err)
							}
							kept := min(counts[0], room[0], room[1])
							gputest.Equal(t, what, dst.Get(), append(append([]uint32{}, records[:kept*movedStride]...), dstBefore[kept*movedStride:]...))
							gputest.Equal(t, what+": keys", out.Get(), append(append([]uint32{}, keys[:kept]...), outBefore[kept:]...))
							checkArgs(t, c, what, [3]int{kept}, counts[0])
							if err := dev.Check(); errors.Is(err, gpu.ErrOverflow) != (kept < counts[0]) || errors.Is(err, gpu.ErrCount) != (reported > most) {
								t.Errorf("%s: Check says %v", what, err)
							}
							count.Free()
							dst.Free()
							out.Free()
						}
					}
					src.Free()
					c.Release()
				})
			}
		})
	}
}

// Tiles that publish nothing are decided by the fallback, and keys stay with their records.
func TestKeyedFallbackRecomputesSilentTiles(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(6))
	for _, tune := range gputest.Chains(dev) {
		if tune.Spins == 0 && tune.Silent == 0 && !gputest.Nightly() {
			continue // the other tests take it
		}
		gputest.Silence(t, dev, tune.Silent)
		v := decision{"keyed", Options{Keyed: true, Predicate: keyedFetch, Record: "uint", Fetch: "Ends", Tuning: tune.Tuning}, encodeKeyed, true}
		c, err := New(dev, v.o)
		if err != nil {
			t.Fatal(err)
		}
		for _, most := range []int{gpu.MaxItems, 0} { // what is for few records, and what is for many
			c.movers[0].Most = most
			classes := make([]int, gputest.InNightly(40, 33)*c.movers[0].Shape().TileSize()-5)
			for i := range classes {
				classes[i] = r.Intn(2)
			}
			try(t, dev, c, v, tune.Name(), r, classes)
		}
		c.Release()
	}
}

func TestKeyedRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for what, o := range map[string]Options{
		"By value and Output records": {}, "Keyed is true with By unique": {By: Unique, Predicate: sameKey, Record: "Pair", Stride: 40},
		"Keyed is true with By flags": {By: Flags}, "Keyed is true with By mask": {By: Mask}, "Output runs": {Output: Runs},
		"Keyed is true with Classes 2": {Classes: 2, Predicate: keyedIndex}, "Elements true": {Elements: true, Predicate: keyedIndex},
		`Record "", want true and a Record`: {Predicate: keyedIndex, Fetch: "Ends"}, "Fetch is \"a b\", want the name": {Predicate: keyedFetch, Record: "uint", Fetch: "a b"},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			o.Keyed = true
			if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), what) {
				t.Errorf("New(%+v): %v, want %q", o, err, what)
			}
		})
	}
	made := func(o Options) *Compactor {
		c, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	plain, list := made(Options{Predicate: "bool keep(uint i) { return true; }"}), made(Options{Output: Indices})
	keyed, keyedList := made(Options{Keyed: true, Predicate: keyedIndex}), made(Options{Keyed: true, Output: Indices, Predicate: keyedWord, Record: "uint"})
	clamped := made(Options{Keyed: true, Clamp: true, Predicate: keyedIndex})
	src, dst, keys := gputest.Fresh(t, dev, 1000).View(), gputest.Fresh(t, dev, 1000).View(), gputest.Fresh(t, dev, 1000).View()
	few, err := keys.Slice(0, 4*99)
	if err != nil {
		t.Fatal(err)
	}
	short, err := src.Slice(0, 4*99)
	if err != nil {
		t.Fatal(err)
	}
	n, none := gpu.N(100), gpu.View{}
	for _, tt := range []struct {
		name      string
		err, want error
	}{
		{"compact of keyed", keyed.Compact(dst, src, n), gpu.ErrArgument},
		{"keyed of none", plain.CompactKeyed(dst, keys, src, n), gpu.ErrArgument},
		{"indices of keyed", keyedList.Indices(dst, src, n), gpu.ErrArgument},
		{"arrays of keyed", keyedList.CompactArrays(src, n, Array{dst, src, 4}), gpu.ErrArgument},
		{"keyed indices of none", list.IndicesKeyed(dst, keys, src, n), gpu.ErrArgument},
		{"records of keyed indices", keyedList.CompactKeyed(dst, keys, src, n), gpu.ErrArgument},
		{"indices of keyed records", keyed.IndicesKeyed(dst, keys, src, n), gpu.ErrArgument},
		{"partition of keyed", keyed.Partition(dst, src, n), gpu.ErrArgument},
		{"by of keyed", keyed.CompactBy(dst, src, src, n), gpu.ErrArgument},
		{"runs of keyed", keyed.RunLengths(dst, none, none, src, n), gpu.ErrArgument},
		{"too few keys", keyed.CompactKeyed(dst, few, src, n), gpu.ErrView},
		{"no keys", keyed.CompactKeyed(dst, none, src, n), gpu.ErrView},
		{"no keys to clamp to", clamped.CompactKeyed(dst, none, src, n), gpu.ErrView},
		{"too few keys of indices", keyedList.IndicesKeyed(dst, few, src, n), gpu.ErrView},
		{"keys are dst", keyed.CompactKeyed(dst, dst, src, n), gpu.ErrOverlap},
		{"keys are src", keyed.CompactKeyed(dst, src, src, n), gpu.ErrOverlap},
		{"keys are indices", keyedList.IndicesKeyed(dst, dst, src, n), gpu.ErrOverlap},
		{"keys are what decides", keyedList.IndicesKeyed(dst, src, src, n), gpu.ErrOverlap},
		{"in place", keyed.CompactKeyed(dst, keys, dst, n), gpu.ErrOverlap},
		{"too few to decide", keyedList.IndicesKeyed(dst, keys, short, n), gpu.ErrView},
		{"negative", keyed.CompactKeyed(dst, keys, src, gpu.N(-1)), gpu.ErrCount},
		{"negative and clamped", clamped.CompactKeyed(dst, keys, src, gpu.N(-1)), gpu.ErrCount},
		{"a count without a word", keyedList.IndicesKeyed(dst, keys, src, gpu.CountAt(none, 5)), gpu.ErrCount},
	} {
		gputest.Run(t, dev, tt.name, func(t *testing.T) {
			if !errors.Is(tt.err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, tt.err, tt.want)
			}
		})
	}
	scratch := gputest.Fresh(t, dev, 1<<16).View()
	keyed.UseScratch(scratch)
	if err := keyed.CompactKeyed(dst, scratch, src, n); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("keys in the scratch: %v", err)
	}
	for _, c := range []*Compactor{plain, list, keyed, keyedList, clamped} {
		c.Release()
	}
	for _, err := range []error{keyed.CompactKeyed(dst, keys, src, n), keyedList.IndicesKeyed(dst, keys, src, n)} {
		if !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("after Release: %v", err)
		}
	}
}
