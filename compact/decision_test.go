// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// decision is a way to decide, and how to make it decide as a test wants.
type decision struct {
	name string
	o    Options
	// encode makes records, and what stands beside them, that belong to the classes. It may change
	// classes to what can be.
	encode func(r *rand.Rand, classes []int, stride int) (src, by []uint32)
	once   bool // on one lane path, but in a nightly run on all
}

// firstOrLast reports whether a path is the first or the last, of the other algorithm and other
// lanes. In a nightly run each is.
func firstOrLast(path, paths int) bool {
	return gputest.Nightly() || path == 0 || path == paths-1
}

func randomWords(r *rand.Rand, n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = r.Uint32()
	}
	return words
}

func encodeValue(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	src = make([]uint32, len(classes)*stride)
	for i, c := range classes {
		if c == 0 {
			src[i*stride+r.Intn(stride)] = r.Uint32() | 1
		}
	}
	return src, nil
}

func encodeFlags(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	by = make([]uint32, len(classes))
	for i, c := range classes {
		if c == 0 {
			by[i] = 1 << r.Intn(32)
		}
	}
	return randomWords(r, len(classes)*stride), by
}

func encodeThree(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	by = make([]uint32, len(classes))
	for i, c := range classes {
		by[i] = uint32(c)
		if c == 2 && r.Intn(2) == 0 {
			by[i] += r.Uint32() >> 1 // counts as 2
		}
	}
	return randomWords(r, len(classes)*stride), by
}

func encodeMask(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	by = randomWords(r, (len(classes)+31)/32) // what lies behind the last record's bit is noise
	for i, c := range classes {
		by[i/32] &^= 1 << (i % 32)
		if c == 0 {
			by[i/32] |= 1 << (i % 32)
		}
	}
	return randomWords(r, len(classes)*stride), by
}

// encodePart has the class in the record's second word.
func encodePart(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	_, parts := encodeThree(r, classes, stride)
	src = randomWords(r, len(classes)*stride)
	for i := range classes {
		src[i*stride+1] = parts[i]
	}
	return src, nil
}

func encodeUnique(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	src = randomWords(r, len(classes)*stride)
	for i := range classes {
		if i == 0 {
			classes[0] = 0
			continue
		}
		copy(src[i*stride:(i+1)*stride], src[(i-1)*stride:])
		if classes[i] == 0 {
			src[i*stride+r.Intn(stride)] ^= 1 << r.Intn(32)
		}
		classes[i] = min(classes[i], 1)
	}
	return src, nil
}

// encodeSame has a key in the first word's high half and noise in all others.
func encodeSame(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	src = randomWords(r, len(classes)*stride)
	for i := range classes {
		if i == 0 {
			classes[0] = 0
			continue
		}
		key := src[(i-1)*stride] >> 16
		if classes[i] == 0 {
			key ^= 1 << r.Intn(16)
		}
		src[i*stride] = key<<16 | src[i*stride]&0xFFFF
		classes[i] = min(classes[i], 1)
	}
	return src, nil
}

// encodeIndex cannot choose: the predicate is a hash of the index.
func encodeIndex(r *rand.Rand, classes []int, stride int) (src, by []uint32) {
	for i := range classes {
		classes[i] = 1
		if uint32(i)*2654435761>>30 == 0 {
			classes[i] = 0
		}
	}
	return randomWords(r, len(classes)*stride), nil
}

const (
	teams   = "struct Player { uint id; uint team; uint more[2]; };\nuint part(Player p) { return p.team; }"
	sameKey = "struct Pair { uint key; uint values[9]; };\nbool same(Pair a, Pair b) { return a.key >> 16 == b.key >> 16; }"
	hashed  = "bool keep(uint i) { return i * 2654435761u >> 30 == 0u; }"
)

// decisions are all ways to decide, in records of awkward sizes. An ordinary run leaves out those
// that only combine options of others.
func decisions() []decision {
	return slices.DeleteFunc(append([]decision{
		{"value", Options{}, encodeValue, false},
		{"value in two", Options{Classes: 2, Stride: 12}, encodeValue, true},
		{"flags", Options{By: Flags, Stride: 12}, encodeFlags, true},
		{"flags in two", Options{By: Flags, Classes: 2}, encodeFlags, true},
		{"flags in three", Options{By: Flags, Classes: 3, Stride: 36}, encodeThree, false},
		{"mask", Options{By: Mask, Stride: 8}, encodeMask, true},
		{"part", Options{Classes: 3, Stride: 16, Predicate: teams, Record: "Player"}, encodePart, true},
		{"index", Options{Stride: 20, Predicate: hashed}, encodeIndex, true},
		{"unique", Options{By: Unique}, encodeUnique, false},
		{"unique 12", Options{By: Unique, Stride: 12}, encodeUnique, true},
		{"same", Options{By: Unique, Stride: 40, Predicate: sameKey, Record: "Pair"}, encodeSame, true},
		{"elements", Options{Elements: true, Instanced: true, VerticesPerItem: 6, First: 3, BaseVertex: -7, BaseInstance: 9}, encodeValue, true},
		{"indices", Options{Output: Indices, Stride: 64}, encodeValue, true},
		{"indices by mask", Options{Output: Indices, By: Mask, Elements: true, VerticesPerItem: 3}, encodeMask, true},
		{"indices in three", Options{Output: Indices, By: Flags, Classes: 3}, encodeThree, true},
		{"keyed", Options{Keyed: true, Predicate: keyedWord, Record: "uint"}, encodeKeyed, true},
		{"keyed 12", Options{Keyed: true, Stride: 12, Predicate: keyedPost, Record: "Post"}, encodeKeyed, true},
		{"keyed 40", Options{Keyed: true, Stride: 40, Predicate: keyedTen, Record: "Ten"}, encodeKeyed, true},
		{"keyed by index", Options{Keyed: true, Stride: 8, Predicate: keyedIndex}, encodeIndex, true},
		{"keyed indices", Options{Keyed: true, Output: Indices, Stride: 40, Predicate: keyedTen, Record: "Ten"}, encodeKeyed, true},
		{"keyed indices by index", Options{Keyed: true, Output: Indices, Predicate: keyedIndex}, encodeIndex, true},
	}, append(splits(), reversing()...)...), func(v decision) bool {
		return !gputest.Nightly() && slices.Contains([]string{"flags in two", "unique 12", "indices by mask", "keyed 12", "keyed indices by index", "split by index", "split unique", "reversed by mask", "reversed by index", "reversed unique"}, v.name)
	})
}

// patterns are the classes of n records, adversarial: all alike, alternating at the periods of the
// kernel's own levels, only the first or the last, and random.
func patterns(r *rand.Rand, s kernel.Shape, n, classes int) map[string][]int {
	all := map[string][]int{}
	put := func(name string, class func(i int) int) {
		p := make([]int, n)
		for i := range p {
			p[i] = class(i)
		}
		all[name] = p
	}
	last := max(1, classes-1)
	for c := range last + 1 {
		put(fmt.Sprint("all ", c), func(int) int { return c })
	}
	for _, period := range []int{1, s.LaneCount, s.GroupSize, s.TileSize()} {
		put(fmt.Sprint("alternating by ", period), func(i int) int { return i / period % (last + 1) })
	}
	only := func(at int) func(int) int {
		return func(i int) int {
			if i == at {
				return 0
			}
			return last
		}
	}
	put("the first", only(0))
	put("the last", only(n-1))
	put("random", func(int) int { return r.Intn(last + 1) })
	put("few", func(int) int { return min(r.Intn(50), last) })
	return all
}

// want is what the plain loop makes of records: class after class where all are written, else class
// 0.
func want(classes []int, records []uint32, stride, number int) (out []uint32, counts [3]int) {
	out = []uint32{}
	for c := range max(number, 1) {
		for i, k := range classes {
			if k == c {
				out = append(out, records[i*stride:(i+1)*stride]...)
				counts[c]++
			}
		}
	}
	return out, counts
}

// wantOf is want in the order of the options.
func wantOf(o Options, classes []int, records []uint32, stride int) (out []uint32, counts [3]int) {
	all, counts := want(classes, records, stride, o.Classes)
	if !o.ReverseRest {
		return all, counts
	}
	out = slices.Clone(all[:counts[0]*stride])
	for i := len(all) - stride; i >= counts[0]*stride; i -= stride {
		out = append(out, all[i:i+stride]...)
	}
	return out, counts
}

// indicesOf are the indices as records of one word.
func indicesOf(n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(i)
	}
	return words
}

// try runs a compactor of a decision over classes and compares everything with the plain loop.
func try(t *testing.T, dev *gpu.Device, c *Compactor, v decision, what string, r *rand.Rand, classes []int) {
	t.Helper()
	stride, n := c.o.Stride/4, len(classes)
	srcWords, byWords := v.encode(r, classes, stride)
	moved, movedStride := srcWords, stride
	if c.o.Output == Indices {
		moved, movedStride = indicesOf(n), 1
	}
	wanted, counts := wantOf(c.o, classes, moved, movedStride)
	src, by := gputest.Words(t, dev, srcWords), gputest.WordsAt(t, dev, byWords, 3)
	if c.o.typed() { // a whole number of records before, as in a sub-range of an array of them
		src.Free()
		src = gputest.WordsAt(t, dev, srcWords, 5*stride)
	}
	dst := gputest.Fresh(t, dev, n*movedStride)
	defer src.Free()
	defer by.Free()
	defer dst.Free()
	others := gputest.Fresh(t, dev, n*movedStride) // of Split
	defer others.Free()
	before, othersBefore := append([]uint32{}, dst.Get()...), append([]uint32{}, others.Get()...)
	decides := src.View()
	if c.o.apart() {
		decides = by.View()
	}
	keys := gputest.Fresh(t, dev, n)
	defer keys.Free()
	keysBefore := append([]uint32{}, keys.Get()...)
	var wantedKeys []uint32
	if c.o.Keyed {
		wantedKeys = keysOf(c.o, srcWords, classes)
	}
	var err error
	switch {
	case c.o.Keyed && c.o.Output == Indices:
		err = c.IndicesKeyed(dst.View(), keys.View(), decides, gpu.N(n))
	case c.o.Keyed:
		err = c.CompactKeyed(dst.View(), keys.View(), src.View(), gpu.N(n))
	case c.o.Output == Indices:
		err = c.Indices(dst.View(), decides, gpu.N(n))
	case c.o.Output == Split && c.o.apart():
		err = c.SplitBy(dst.View(), others.View(), src.View(), by.View(), gpu.N(n))
	case c.o.Output == Split:
		err = c.Split(dst.View(), others.View(), src.View(), gpu.N(n))
	case c.o.apart() && c.o.Classes > 1:
		err = c.PartitionBy(dst.View(), src.View(), by.View(), gpu.N(n))
	case c.o.apart():
		err = c.CompactBy(dst.View(), src.View(), by.View(), gpu.N(n))
	case c.o.Classes > 1:
		err = c.Partition(dst.View(), src.View(), gpu.N(n))
	default:
		err = c.Compact(dst.View(), src.View(), gpu.N(n))
	}
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	var wantedOthers []uint32
	if c.o.Output == Split {
		wanted, wantedOthers = wanted[:counts[0]*stride], wanted[counts[0]*stride:]
	}
	got := dst.Get()
	gputest.Equal(t, what, got[:len(wanted)], wanted)
	gputest.Equal(t, what+": others", others.Get(), append(wantedOthers, othersBefore[len(wantedOthers):]...))
	gputest.Equal(t, what+": behind", got[len(wanted):], before[len(wanted):])
	gputest.Equal(t, what+": keys", keys.Get(), append(wantedKeys, keysBefore[len(wantedKeys):]...))
	gputest.Equal(t, what+": src", src.Get(), srcWords)
	gputest.Equal(t, what+": by", by.Get(), byWords)
	checkArgs(t, c, what, counts, counts[0])
}

// checkArgs compares the arguments with what the options say of the counts.
func checkArgs(t *testing.T, c *Compactor, what string, counts [3]int, found int) {
	t.Helper()
	args, err := c.results[c.latest].args.Download()
	if err != nil {
		t.Fatal(err)
	}
	groups := (counts[0] + c.o.ItemsPerGroup - 1) / c.o.ItemsPerGroup
	limit := c.d.Caps().MaxGroups
	vertices, instances := counts[0]*c.o.VerticesPerItem, 1
	if c.o.Instanced {
		vertices, instances = c.o.VerticesPerItem, counts[0]
	}
	gputest.Equal(t, what+": arguments", args, []uint32{
		uint32(vertices), uint32(instances), c.o.First, c.o.BaseInstance,
		uint32(min(groups, limit)), uint32((groups + limit - 1) / limit), 1,
		uint32(counts[0]), uint32(counts[1]), uint32(counts[2]), uint32(found),
	})
	if !c.o.Elements {
		return
	}
	elements, err := c.results[c.latest].elements.Download()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, what+": elements", elements, []uint32{
		uint32(vertices), uint32(instances), c.o.First, uint32(c.o.BaseVertex), c.o.BaseInstance,
	})
}

func TestEveryWayToDecide(t *testing.T) {
	dev := gputest.Device(t)
	paths := gputest.Paths(dev)
	for path, tune := range paths {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, v := range decisions() {
				if v.once && !gputest.Nightly() && path != i%len(paths) {
					continue // as in Turn, so that the tests of decisions share their kernels
				}
				gputest.Run(t, dev, v.name, func(t *testing.T) {
					r := rand.New(rand.NewSource(1))
					v.o.Tuning = tune
					c, err := New(dev, v.o)
					if err != nil {
						t.Fatalf("%s: %v", v.name, err)
					}
					shape := c.movers[0].Shape()
					for _, n := range gputest.Sizes(shape) {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							r := rand.New(rand.NewSource(1))
							classes := make([]int, n)
							for i := range classes {
								classes[i] = r.Intn(max(2, v.o.Classes))
							}
							try(t, dev, c, v, fmt.Sprint(v.name, " of ", n, " by ", gputest.Name(tune)), r, classes)
						})
					}
					for name, classes := range patterns(r, shape, shape.TileSize()*7+5, v.o.Classes) {
						gputest.Run(t, dev, name, func(t *testing.T) {
							r := rand.New(rand.NewSource(1))
							try(t, dev, c, v, fmt.Sprint(v.name, ", ", name, " by ", gputest.Name(tune)), r, classes)
						})
					}
					c.Release()
				})
			}
		})
	}
}
