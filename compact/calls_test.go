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

func TestPartitionCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	for i, most := range []int{50, 5000, 5000} {
		gputest.Run(t, dev, fmt.Sprint("most=", most, ",workers=", i/2), func(t *testing.T) {
			r := rand.New(rand.NewSource(7)) // one tile, more, and more for one worker
			c, err := New(dev, Options{By: Flags, Classes: 3, Stride: 12, Tuning: gpu.Tuning{Workers: i / 2}})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			classes := make([]int, most)
			for i := range classes {
				classes[i] = r.Intn(3)
			}
			words, flags := encodeThree(r, classes, 3)
			src, by := gputest.Words(t, dev, words), gputest.Words(t, dev, flags)
			everyCount(t, dev, most, func(t *testing.T, count gpu.Count, n int) {
				wanted, counts := want(classes[:n], words, 3, 3)
				dst := gputest.Fresh(t, dev, 3*most)
				before := append([]uint32{}, dst.Get()...)
				if err := c.PartitionBy(dst.View(), src.View(), by.View(), count); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "records", dst.Get()[:3*n], wanted)
				gputest.Equal(t, "behind", dst.Get()[3*n:], before[3*n:])
				checkArgs(t, c, "arguments", counts, counts[0])
				for i, count := range c.Result().Counts {
					var got [1]uint32
					word, _ := count.Word()
					if err := gpu.Download(dev, word, got[:]); err != nil || int(got[0]) != counts[i] {
						t.Errorf("class %d: %d, %v, want %d", i, got[0], err, counts[i])
					}
				}
			})
		})
	}
}

// everyCount runs a call with counts on the GPU around the most that they may be. call gets the
// number of records that such a count stands for. Device.Check must report those that are too
// large.
func everyCount(t *testing.T, dev *gpu.Device, most int, call func(t *testing.T, count gpu.Count, n int)) {
	for _, reported := range []uint32{0, 1, uint32(most) - 1, uint32(most), uint32(most) + 1, math.MaxUint32} {
		gputest.Run(t, dev, fmt.Sprint("reported=", reported), func(t *testing.T) {
			word := gputest.Words(t, dev, []uint32{reported})
			call(t, gpu.CountAt(word.View(), most), int(min(reported, uint32(most))))
			if err := dev.Check(); (int(reported) > most) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("%d of at most %d: Check says %v", reported, most, err)
			}
		})
	}
}

// The words before src are not one of its records.
func TestUniqueKeepsTheFirst(t *testing.T) {
	dev := gputest.Device(t)
	sevens := make([]uint32, 40)
	for i := range sevens {
		sevens[i] = 7
	}
	for _, o := range []Options{{}, {Predicate: "bool same(uint a, uint b) { return a == b; }", Record: "uint"}} {
		gputest.Run(t, dev, fmt.Sprint("predicate=", o.Predicate != ""), func(t *testing.T) {
			o.By = Unique
			c, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			all, dst := gputest.Words(t, dev, sevens), gputest.Fresh(t, dev, 30)
			src, err := all.View().Slice(40, 160)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Compact(dst.View(), src, gpu.N(30)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "the first", dst.Get()[:1], []uint32{7})
			checkArgs(t, c, "one of thirty", [3]int{1}, 1)
			c.Release()
		})
	}
}

// The most records of one worker on a driver that ends long loops early.
func TestLongChunks(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range []Options{
		{Stride: 4}, {Stride: 40}, {Stride: 12, Classes: 2},
		{Output: Indices, Stride: MaxStride, Classes: 2, Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}, // of many records reduce-then-scan
	} {
		gputest.Run(t, dev, fmt.Sprintf("output=%v,stride=%d,classes=%d", o.Output, o.Stride, o.Classes), func(t *testing.T) {
			o.Workers = 1
			c, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			n, stride := c.movers[len(c.movers)-1].Shape().MaxItems, o.Stride/4
			if n == 0 {
				n = 100_000 // no such driver
			}
			n = min(n, 20_000_000/stride)
			words := make([]uint32, n*stride)
			for i := range n {
				words[i*stride+stride-1] = uint32(i % 3) // two of three
			}
			src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n*stride)
			wanted := oracle(words, stride, nonzero(words, stride))
			switch {
			case o.Output == Indices:
				err = c.Indices(dst.View(), src.View(), gpu.N(n))
				wanted = oracle(indicesOf(n), 1, nonzero(words, stride))
			case o.Classes == 2:
				err = c.Partition(dst.View(), src.View(), gpu.N(n))
			default:
				err = c.Compact(dst.View(), src.View(), gpu.N(n))
			}
			if err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprint(n, " of ", o.Stride), dst.Get()[:len(wanted)], wanted)
			src.Free()
			dst.Free()
			c.Release()
		})
	}
}

// Results do not depend on earlier content of the scratch, be it the caller's or its own.
func TestScratch(t *testing.T) {
	dev := gputest.Device(t)
	const n = 20011
	for _, v := range []decision{
		{"flags in three", Options{By: Flags, Classes: 3}, encodeThree, true},
		{"runs", Options{Output: Runs}, encodeUnique, true},
		{"arrays", Options{Output: Indices, By: Flags}, encodeFlags, true},
	} {
		gputest.Run(t, dev, v.name, func(t *testing.T) {
			r := rand.New(rand.NewSource(8))
			c, err := New(dev, v.o)
			if err != nil {
				t.Fatal(err)
			}
			classes := make([]int, n)
			for i := range classes {
				classes[i] = r.Intn(max(2, v.o.Classes))
			}
			words, flags := v.encode(r, classes, 1)
			src, by := gputest.Words(t, dev, words), gputest.Words(t, dev, flags)
			wanted, _ := want(classes, words, 1, c.o.Classes)
			_, _, wantLengths := runs(words, classes, 1)
			bytes, err := ScratchBytes(dev.Caps(), v.o, n)
			if err != nil {
				t.Fatal(err)
			}
			scratch, small := gputest.Fresh(t, dev, bytes/4), gputest.Fresh(t, dev, 8)
			lengths := gputest.Fresh(t, dev, n)
			call := func(dst gpu.View) error {
				switch v.o.Output {
				case Runs:
					return c.RunLengths(dst, gpu.View{}, lengths.View(), src.View(), gpu.N(n))
				case Indices:
					return c.CompactArrays(by.View(), gpu.N(n), Array{dst, src.View(), 4})
				}
				return c.PartitionBy(dst, src.View(), by.View(), gpu.N(n))
			}
			for _, poison := range []uint32{0, 0xCDCDCDCD, 0xFFFFFFFF} {
				gputest.Run(t, dev, fmt.Sprint("poison=", poison), func(t *testing.T) {
					for range 2 {
						scratch.Fill(poison)
						c.UseScratch(scratch.View())
						dst := gputest.Fresh(t, dev, n)
						if err := call(dst.View()); err != nil {
							t.Fatal(err)
						}
						gputest.Equal(t, v.name, dst.Get()[:len(wanted)], wanted)
						if v.o.Output == Runs {
							gputest.Equal(t, v.name+": lengths", lengths.Get()[:len(wantLengths)], wantLengths)
						}
						scratch.Get()
						dst.Free()
					}
				})
			}
			c.UseScratch(small.View())
			dst := gputest.Fresh(t, dev, n)
			if err := call(dst.View()); !errors.Is(err, gpu.ErrView) {
				t.Errorf("%s: too little scratch: %v", v.name, err)
			}
			c.UseScratch(scratch.View())
			part, err := scratch.View().Slice(0, 4*n)
			if err != nil && v.o.Output != Records {
				t.Fatal(err)
			}
			if err == nil {
				if err := call(part); !errors.Is(err, gpu.ErrOverlap) {
					t.Errorf("%s: dst in the scratch: %v", v.name, err)
				}
			}
			c.UseScratch(gpu.View{})
			if err := call(dst.View()); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, v.name, dst.Get()[:len(wanted)], wanted)
			c.Release()
		})
	}
	if _, err := ScratchBytes(dev.Caps(), Options{Output: Indices}, -1); !errors.Is(err, gpu.ErrCount) {
		t.Errorf("scratch for -1: %v", err)
	}
	if _, err := ScratchBytes(dev.Caps(), Options{Stride: 3}, 1); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("scratch for a stride of 3: %v", err)
	}
}

func TestCompactRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for what, o := range map[string]Options{
		"Stride is 6, want": {Stride: 6}, "Stride is -4, want": {Stride: -4}, "Stride is 1028, want": {Stride: MaxStride + 4}, "VerticesPerItem is -1": {VerticesPerItem: -1},
		"without a Predicate": {Record: "uint"}, `"a b"`: {Predicate: young, Record: "a b"}, "by(9)": {By: 9}, "by(-1)": {By: -1},
		"output(4)": {Output: 4}, "Classes is 4": {Classes: 4}, "Classes is -1": {Classes: -1}, "By is flags": {By: Flags, Predicate: young, Record: "Particle"},
		"Record is empty": {By: Unique, Predicate: hashed}, "Classes is 3 with By value": {Classes: 3}, "Classes is 3 with By mask": {Classes: 3, By: Mask},
		"ReverseRest is true with Classes 1": {ReverseRest: true}, "ReverseRest is true with Classes 3": {ReverseRest: true, Classes: 3, By: Flags},
		"and Output split, want 2": {ReverseRest: true, Output: Split},
		"want By Unique":           {Output: Runs, By: Flags}, "Output is runs": {Output: Runs, Clamp: true}, "Clamp is true with Classes 2": {Clamp: true, Classes: 2},
		"Output is split with Classes 3": {Output: Split, Classes: 3, By: Flags}, "Output is split with Classes 1": {Output: Split, Classes: 1}, "Elements true, want 2": {Output: Split, Elements: true},
		"Keyed true": {Output: Split, Keyed: true, Predicate: keyedWord, Record: "uint"},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
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
	c, flags, mask := made(Options{VerticesPerItem: 1 << 20}), made(Options{By: Flags}), made(Options{By: Mask, Clamp: true})
	two, list, coded := made(Options{Classes: 2}), made(Options{Output: Indices, By: Mask}), made(Options{Output: Runs})
	src, dst, third := gputest.Fresh(t, dev, 10000).View(), gputest.Fresh(t, dev, 10000).View(), gputest.Fresh(t, dev, 10000).View()
	part := func(v gpu.View, words int) gpu.View {
		p, err := v.Slice(0, 4*words)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	n, none := gpu.N(100), gpu.View{}
	for _, tt := range []struct {
		name      string
		err, want error
	}{
		{"more than there are", c.Compact(dst, src, gpu.N(10001)), gpu.ErrView},
		{"in place", c.Compact(src, src, n), gpu.ErrOverlap},
		{"too many vertices", c.Compact(dst, src, gpu.N(5000)), gpu.ErrTooLarge},
		{"negative", c.Compact(dst, src, gpu.N(-1)), gpu.ErrCount},
		{"a count without a word", c.Compact(dst, src, gpu.CountAt(none, 5)), gpu.ErrCount},
		{"flags on a compactor without", c.CompactBy(dst, src, third, n), gpu.ErrArgument},
		{"no flags", flags.Compact(dst, src, n), gpu.ErrArgument},
		{"too few flags", flags.CompactBy(dst, src, part(third, 99), n), gpu.ErrView},
		{"dst is the flags", flags.CompactBy(dst, src, dst, n), gpu.ErrOverlap},
		{"too few bits", mask.CompactBy(dst, src, part(third, 3), n), gpu.ErrView},
		{"no dst to clamp to", mask.CompactBy(none, src, third, n), gpu.ErrView},
		{"too few src", mask.CompactBy(dst, part(src, 99), third, n), gpu.ErrView},
		{"partition on a compactor", c.Partition(dst, src, n), gpu.ErrArgument},
		{"compact on a partition", two.Compact(dst, src, n), gpu.ErrArgument},
		{"by on a partition without", two.PartitionBy(dst, src, third, n), gpu.ErrArgument},
		{"a partition too small", two.Partition(part(dst, 99), src, n), gpu.ErrView},
		{"indices on a compactor", c.Indices(dst, src, n), gpu.ErrArgument},
		{"too few for indices", list.Indices(part(dst, 99), third, n), gpu.ErrView},
		{"indices over the mask", list.Indices(third, third, n), gpu.ErrOverlap},
		{"compact of indices", list.CompactBy(dst, src, third, n), gpu.ErrArgument},
		{"arrays on a compactor", c.CompactArrays(src, n), gpu.ErrArgument},
		{"an array's stride", list.CompactArrays(third, n, Array{dst, src, 6}), gpu.ErrArgument},
		{"an array too small", list.CompactArrays(third, n, Array{part(dst, 99), src, 4}), gpu.ErrView},
		{"an array with too little", list.CompactArrays(third, n, Array{dst, part(src, 99), 4}), gpu.ErrView},
		{"an array in place", list.CompactArrays(third, n, Array{dst, dst, 4}), gpu.ErrOverlap},
		{"arrays into one", list.CompactArrays(third, n, Array{dst, src, 4}, Array{dst, src, 4}), gpu.ErrOverlap},
		{"an array over the mask", list.CompactArrays(third, n, Array{third, src, 4}), gpu.ErrOverlap},
		{"an array over another's src", list.CompactArrays(third, n, Array{dst, src, 4}, Array{src, third, 4}), gpu.ErrOverlap},
		{"runs on a compactor", c.RunLengths(none, none, none, src, n), gpu.ErrArgument},
		{"too few values", coded.RunLengths(part(dst, 99), none, none, src, n), gpu.ErrView},
		{"starts without one more", coded.RunLengths(none, part(dst, 100), none, src, n), gpu.ErrView},
		{"lengths are starts", coded.RunLengths(none, dst, dst, src, n), gpu.ErrOverlap},
		{"lengths are src", coded.RunLengths(none, none, src, src, n), gpu.ErrOverlap},
		{"no src of runs", coded.RunLengths(none, none, dst, none, n), gpu.ErrView},
	} {
		gputest.Run(t, dev, tt.name, func(t *testing.T) {
			if !errors.Is(tt.err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, tt.err, tt.want)
			}
		})
	}
	for _, each := range []*Compactor{c, flags, mask, two, list, coded} {
		each.Release()
		each.Release()
	}
	for _, err := range []error{
		c.Compact(dst, src, n), list.Indices(dst, src, n), list.CompactArrays(src, n), coded.RunLengths(none, none, none, src, n),
	} {
		if !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("after Release: %v", err)
		}
	}
}

func TestCallsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 20_000
	src, dst, by := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
	more, last := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n+1).View()
	counts := []gpu.Count{gpu.N(n), gpu.N(1), gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)}
	for i, call := range []struct {
		o   Options
		run func(c *Compactor, n gpu.Count) error
	}{
		{Options{}, func(c *Compactor, n gpu.Count) error { return c.Compact(dst, src, n) }},
		{Options{Record: "uint", Predicate: "bool keep(uint v) { return (v & 1u) == 0u; }"},
			func(c *Compactor, n gpu.Count) error { return c.Compact(dst, src, n) }},
		{Options{Keyed: true, Predicate: keyedWord, Record: "uint"},
			func(c *Compactor, n gpu.Count) error { return c.CompactKeyed(dst, more, src, n) }},
		{Options{By: Flags, Classes: 3}, func(c *Compactor, n gpu.Count) error { return c.PartitionBy(dst, src, by, n) }},
		{finishings()[0].o, func(c *Compactor, n gpu.Count) error { return c.Compact(dst, src, n) }},
		{Options{Output: Split, By: Flags}, func(c *Compactor, n gpu.Count) error { return c.SplitBy(dst, more, src, by, n) }},
		{Options{Output: Indices, By: Flags}, func(c *Compactor, n gpu.Count) error {
			if err := c.Indices(dst, by, n); err != nil {
				return err
			}
			return c.CompactArrays(by, n, Array{dst, src, 4}, Array{more, src, 4})
		}},
		{Options{Output: Runs}, func(c *Compactor, n gpu.Count) error { return c.RunLengths(dst, last, more, src, n) }},
		{Options{Output: Runs}, func(c *Compactor, n gpu.Count) error { return c.RunLengths(dst, gpu.View{}, more, src, n) }},
	} {
		gputest.Run(t, dev, fmt.Sprint("call=", i), func(t *testing.T) {
			call.o.Workers = 3
			c, err := New(dev, call.o)
			if err != nil {
				t.Fatal(err)
			}
			for i, count := range counts {
				run := func() {
					if err := call.run(c, count); err != nil {
						t.Fatal(err)
					}
					_ = c.Result()
				}
				run() // warm-up: scratch
				if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
					t.Errorf("count %d, %+v: %v allocations a call", i, call.o, allocs)
				}
			}
			c.Release()
		})
	}
}
