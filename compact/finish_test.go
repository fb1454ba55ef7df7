// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// finishing is a decision with results, and what finish makes of record i.
type finishing struct {
	decision
	result func(src []uint32, i int) []uint32
}

const (
	finishWord  = "uint finish(uint v, uint index) { return v * 3u + index; }\n"
	finishPair  = "struct Pair { uint key; uint values[9]; };\nuvec2 finish(Pair p, uint index) { return uvec2(p.key ^ index, p.values[8]); }\n"
	finishIndex = "struct Place { uint at[5]; };\nPlace finish(uint i) { return Place(uint[5](i, 1u, 2u, 3u, i * i)); }\n"
	finishTeam  = "struct Player { uint id; uint team; uint more[2]; };\nstruct Row { uint id; uint more[4]; };\nRow finish(Player p, uint index) { return Row(p.id, uint[4](p.team, p.more[0], p.more[1], index)); }\n"
)

func finishings() []finishing {
	word := func(src []uint32, i int) []uint32 { return []uint32{src[i]*3 + uint32(i)} }
	pair := func(src []uint32, i int) []uint32 { return []uint32{src[10*i] ^ uint32(i), src[10*i+9]} }
	place := func(_ []uint32, i int) []uint32 { return []uint32{uint32(i), 1, 2, 3, uint32(i) * uint32(i)} }
	team := func(src []uint32, i int) []uint32 { return append(append([]uint32{}, src[4*i:4*i+4]...), uint32(i)) }
	keep := "bool keep(uint v) { return v != 0u; }"
	return []finishing{
		{decision{"words", Options{Predicate: finishWord + keep, Record: "uint", Result: "uint", ResultBytes: 4}, encodeValue, false}, word},
		{decision{"words in two", Options{Classes: 2, Predicate: finishWord + keep, Record: "uint", Result: "uint", ResultBytes: 4}, encodeValue, true}, word},
		{decision{"words by mask", Options{By: Mask, Predicate: finishWord, Record: "uint", Result: "uint", ResultBytes: 4}, encodeMask, true}, word},
		{decision{"pairs", Options{By: Unique, Stride: 40, Predicate: finishPair + sameKey[strings.Index(sameKey, "bool"):], Record: "Pair", Result: "uvec2", ResultBytes: 8}, encodeSame, true}, pair},
		{decision{"teams", Options{Classes: 3, Stride: 16, Predicate: finishTeam + teams[strings.Index(teams, "uint part"):], Record: "Player", Result: "Row", ResultBytes: 20}, encodePart, true}, team},
		{decision{"index", Options{Predicate: finishIndex + hashed, Result: "Place", ResultBytes: 20}, encodeIndex, true}, place},
		{decision{"index by flags", Options{By: Flags, Predicate: finishIndex, Result: "Place", ResultBytes: 20, Elements: true}, encodeFlags, true}, place},
		{decision{"words, the rest in reverse", Options{Classes: 2, ReverseRest: true, Predicate: finishWord + keep, Record: "uint", Result: "uint", ResultBytes: 4}, encodeValue, true}, word},
	}
}

// tryResults runs a compactor with results over classes and compares everything with a plain loop.
func tryResults(t *testing.T, dev *gpu.Device, c *Compactor, f finishing, r *rand.Rand, classes []int, room int) {
	t.Helper()
	n, size := len(classes), c.o.ResultBytes/4
	srcWords, byWords := f.encode(r, classes, c.o.Stride/4)
	var results []uint32
	for i := range classes {
		results = append(results, f.result(srcWords, i)...)
	}
	wanted, counts := wantOf(c.o, classes, results, size)
	found := counts[0]
	if c.o.Clamp {
		counts[0] = min(found, room)
		wanted = wanted[:counts[0]*size]
	}
	src, by := gputest.WordsAt(t, dev, srcWords, 5*c.o.Stride/4*4), gputest.WordsAt(t, dev, byWords, 3)
	dst := gputest.WordsAt(t, dev, make([]uint32, room*size), 12*size)
	defer src.Free()
	defer by.Free()
	defer dst.Free()
	dst.Fill(0xBAD00BAD)
	var from gpu.View
	if c.o.Record != "" {
		from = src.View()
	}
	var err error
	switch {
	case c.o.apart():
		err = c.CompactBy(dst.View(), from, by.View(), gpu.N(n))
	case c.o.Classes > 1:
		err = c.Partition(dst.View(), from, gpu.N(n))
	default:
		err = c.Compact(dst.View(), from, gpu.N(n))
	}
	if err != nil {
		t.Fatal(err)
	}
	for len(wanted) < room*size {
		wanted = append(wanted, 0xBAD00BAD)
	}
	gputest.Equal(t, "results", dst.Get(), wanted)
	gputest.Equal(t, "src", src.Get(), srcWords)
	checkArgs(t, c, "results", counts, found)
}

// An ordinary run takes words on all paths, and the others on one.
func TestResultsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	paths := append(gputest.Paths(dev), gpu.Tuning{}) // by runs in software too
	for path, tune := range paths {
		for k, f := range finishings() {
			if f.once && !gputest.Nightly() && path != k%len(paths) {
				continue
			}
			gputest.Run(t, dev, gputest.Name(tune)+","+f.name, func(t *testing.T) {
				f.o.Tuning = tune
				c, err := New(dev, f.o)
				if err != nil {
					t.Fatal(err)
				}
				defer c.Release()
				tile := c.movers[0].Shape().TileSize()
				for _, n := range []int{0, 1, 31, tile, tile + 1, 3*tile + 77} {
					r := rand.New(rand.NewSource(1))
					classes := make([]int, n)
					for i := range classes {
						classes[i] = r.Intn(max(2, c.o.Classes))
					}
					tryResults(t, dev, c, f, r, classes, n)
				}
			})
		}
	}
}

func TestResultsClamp(t *testing.T) {
	dev := gputest.Device(t)
	f := finishings()[0]
	f.o.Clamp = true
	c, err := New(dev, f.o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	for _, room := range []int{1, 700, 3000} {
		r := rand.New(rand.NewSource(2))
		classes := make([]int, 3000)
		for i := range classes {
			classes[i] = r.Intn(2)
		}
		tryResults(t, dev, c, f, r, classes, room)
		if err := dev.Check(); errors.Is(err, gpu.ErrOverflow) != (room < 3000) {
			t.Errorf("room for %d: Check says %v", room, err)
		}
	}
}

func TestResultsAreTested(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	for i, f := range finishings() {
		if !gputest.ShareOfSelfTests(i) {
			continue
		}
		gputest.Run(t, dev, f.name, func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i+1) {
				f.o.Tuning = tune
				c, err := New(dev, f.o)
				if err != nil {
					t.Fatal(err)
				}
				c.Release()
			}
		})
	}
	if report := reported(dev); !strings.Contains(report, "self-test passed in") || strings.Contains(report, "not") {
		t.Errorf("the report does not say that all passed:\n%s", report)
	}
}

func TestResultsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	good := finishings()[0].o
	with := func(change func(*Options)) Options { o := good; change(&o); return o }
	for what, o := range map[string]Options{
		"0 bytes":                    with(func(o *Options) { o.ResultBytes = 0 }),
		"6 bytes":                    with(func(o *Options) { o.ResultBytes = 6 }),
		"1028 bytes":                 with(func(o *Options) { o.ResultBytes = MaxStride + 4 }),
		`"a b"`:                      with(func(o *Options) { o.Result = "a b" }),
		`Result is "" of 4`:          with(func(o *Options) { o.Result = "" }),
		"want a Predicate":           {Result: "uint", ResultBytes: 4},
		"with Output indices":        with(func(o *Options) { o.Output = Indices }),
		"with Output split":          with(func(o *Options) { o.Output = Split }),
		"Keyed true":                 with(func(o *Options) { o.Keyed = true }),
		"ResultBytes is 8, want 4":   with(func(o *Options) { o.ResultBytes = 8 }),
		"does not define uint finis": with(func(o *Options) { o.Predicate = "bool keep(uint v) { return v != 0u; }" }),
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			_, err := New(dev, o)
			kind := gpu.ErrArgument
			if strings.HasPrefix(what, "does not") {
				kind = gpu.ErrShader
				gputest.DropMessages(t, dev)
			}
			if !errors.Is(err, kind) || !strings.Contains(fmt.Sprint(err), what) {
				t.Errorf("got %v, want %q", err, what)
			}
		})
	}
	c, err := New(dev, good)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	index, err := New(dev, finishings()[5].o)
	if err != nil {
		t.Fatal(err)
	}
	defer index.Release()
	pairs, err := New(dev, finishings()[3].o)
	if err != nil {
		t.Fatal(err)
	}
	defer pairs.Release()
	src, dst, rows := gputest.Fresh(t, dev, 100).View(), gputest.Fresh(t, dev, 100).View(), gputest.WordsAt(t, dev, make([]uint32, 500), 60).View()
	even := gputest.WordsAt(t, dev, make([]uint32, 100), 60).View()
	part := func(v gpu.View, from, to int) gpu.View {
		p, err := v.Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for what, tt := range map[string]struct{ err, want error }{
		"dst too small":             {c.Compact(part(dst, 0, 99), src, gpu.N(100)), gpu.ErrView},
		"dst is src":                {c.Compact(src, src, gpu.N(100)), gpu.ErrOverlap},
		"src of an index":           {index.Compact(rows, src, gpu.N(100)), gpu.ErrView},
		"dst of 99 results":         {index.Compact(part(rows, 0, 495), gpu.View{}, gpu.N(100)), gpu.ErrView},
		"dst between whole results": {pairs.Compact(part(even, 1, 21), part(rows, 0, 100), gpu.N(10)), gpu.ErrView},
		"src between whole records": {pairs.Compact(part(even, 0, 20), part(rows, 1, 101), gpu.N(10)), gpu.ErrView},
		"a Record's src is zero":    {c.Compact(dst, gpu.View{}, gpu.N(100)), gpu.ErrView},
	} {
		if !errors.Is(tt.err, tt.want) {
			t.Errorf("%s: %v, want %v", what, tt.err, tt.want)
		}
	}
}
