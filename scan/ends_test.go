// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// mapped is affine made of records of 16 bytes.
var mapped = gpu.Operator{
	GLSL: affine.GLSL + "\nAffine map(uvec4 r, uint i) { return Affine(r.x | 1u, r.w + i); }",
	Item: affine.Item, Bytes: affine.Bytes, Identity: affine.Identity,
}

// mapWords is its map in plain Go.
func mapWords(records []uint32) (items []uint32) {
	for i := 0; i < len(records); i += 4 {
		items = append(items, records[i]|1, records[i+3]+uint32(i/4))
	}
	return items
}

// withStart is an oracle whose segments begin with an item.
func withStart(o gputest.Oracle, start []uint32) gputest.Oracle {
	o.Identity = start
	return o
}

// Starts and totals, of the caller's operators and records too: in each case with and without both.
func TestScanEndsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for i, c := range []struct {
		o      Options
		oracle gputest.Oracle
	}{
		{Options{}, gputest.OracleOf(gpu.Sum, gpu.Uint32)},
		{Options{Op: gpu.Max, Type: gpu.Vec4}, gputest.OracleOf(gpu.Max, gpu.Vec4)},
		{Options{Type: gpu.Int64, By: Flags}, gputest.OracleOf(gpu.Sum, gpu.Int64)},
		{Options{Operator: &affine, By: Keys}, affineOracle},
		{Options{Operator: &mapped, Record: "uvec4", RecordBytes: 16}, affineOracle},
	} {
		c.o.Ends = true
		if size := gputest.ExpectedSubgroup(); i > 2 && (size == 4 || size == 16) && !gputest.Nightly() {
			continue // operators of the caller use no lanes of a new kind; size 8 has them
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,by=%v,operator=%v,record=%s", c.o.Op, c.o.Type, c.o.By, c.o.Operator != nil, c.o.Record), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				if tune.Workers == 7 && i > 0 {
					continue
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					c.o.Tuning = tune
					s, err := New(dev, c.o)
					if err != nil {
						t.Fatal(err)
					}
					defer s.Release()
					shape := s.shape
					for k, n := range []int{0, 1, shape.LaneCount + 1, shape.TileSize(), shape.TileSize() + 1, shape.TileSize()*shape.Workers*2 + 5} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) { s.tryEnds(t, dev, c.oracle, n, k%2 == 0) })
					}
				})
			}
		})
	}
}

// tryEnds scans n items with each of Start and Total and without, on the host and the GPU.
func (s *Scanner) tryEnds(t *testing.T, dev *gpu.Device, oracle gputest.Oracle, n int, inclusive bool) {
	r := rand.New(rand.NewSource(int64(n)))
	words := oracle.Words
	items := gputest.Items(r, s.o.Op, s.o.Type, n*words*4/s.o.Type.Bytes())
	records, each := items, words
	if s.o.Record != "" {
		records, each = gputest.Items(r, gpu.Sum, gpu.Uint32, 4*n), 4
		items = mapWords(records)
	}
	heads := make([]uint32, n)
	for i := range heads {
		heads[i] = uint32(max(0, r.Intn(40)-38))
	}
	head := func(i int) bool {
		return s.o.By == Flags && heads[i] != 0 || s.o.By == Keys && i > 0 && heads[i] != heads[i-1]
	}
	start := gputest.Items(r, s.o.Op, s.o.Type, max(1, words*4/s.o.Type.Bytes()))[:words]
	for ends := range 4 {
		src, dst := gputest.WordsAt(t, dev, records, 3*each), gputest.WordsAt(t, dev, make([]uint32, len(items)), 5*words)
		by, from, total := gputest.Words(t, dev, heads), gputest.WordsAt(t, dev, start, 7*words), gputest.WordsAt(t, dev, make([]uint32, words), words)
		c := Call{Dst: dst.View(), Src: src.View(), N: gpu.N(n), Inclusive: inclusive}
		if s.o.By != Whole {
			c.By = by.View()
		}
		wants, wantTotal := oracle, make([]uint32, words)
		if ends&1 != 0 {
			c.Start, wants = from.View(), withStart(oracle, oracle.Combine(oracle.Identity, start)) // Min and Max skip NaN
		}
		if ends&2 != 0 && s.o.By == Whole {
			c.Total, wantTotal = total.View(), wants.Identity
			if n > 0 {
				all := scanned(wants, items, true, nil)
				wantTotal = all[len(all)-words:]
			}
		}
		want := scanned(wants, items, inclusive, head)
		if ends > 1 { // the number is on the GPU, and fewer items than there is room for
			room := gputest.Words(t, dev, []uint32{uint32(n)})
			defer room.Free()
			c.N = gpu.CountAt(room.View(), n)
		}
		for _, inPlace := range []bool{false, true} {
			if inPlace {
				if s.o.Record != "" {
					continue
				}
				c.Dst, dst = c.Src, src
			}
			if err := s.Scan(c); err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("ends %d, inclusive %v, in place %v", ends, inclusive, inPlace)
			gputest.Equal(t, what, dst.Get(), want)
			gputest.Equal(t, what+": start", from.Get(), start)
			gputest.Equal(t, what+": total", total.Get(), wantTotal)
		}
		for _, g := range []*gputest.Guarded{src, dst, by, from, total} {
			g.Free()
		}
	}
}

// The total is the number of a next call. With a count of none on the GPU it is the start value.
func TestScanTotalIsACount(t *testing.T) {
	dev := gputest.Device(t)
	for _, algorithm := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		gputest.Run(t, dev, algorithm.String(), func(t *testing.T) {
			s, err := New(dev, Options{Ends: true, Tuning: gpu.Tuning{Algorithm: algorithm}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			src := gputest.Words(t, dev, []uint32{2, 1, 1, 9})
			word, ends := gputest.Words(t, dev, []uint32{0}), gputest.Words(t, dev, []uint32{7, 0})
			start, total := must(ends.View().Slice(0, 4)), must(ends.View().Slice(4, 8))
			if err := s.Scan(Call{Dst: src.View(), Src: src.View(), N: gpu.CountAt(word.View(), 4), Start: start, Total: total}); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "after no items", ends.Get(), []uint32{7, 7})
			gputest.Equal(t, "src", src.Get(), []uint32{2, 1, 1, 9})
			if err := s.Scan(Call{Dst: src.View(), Src: src.View(), N: gpu.N(3), Total: total, Inclusive: true}); err != nil {
				t.Fatal(err)
			}
			count := gpu.CountAt(total, 4)
			if n, err := count.Read(); n != 4 || err != nil {
				t.Fatal(n, err)
			}
			if err := s.Exclusive(src.View(), src.View(), count); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "twice", src.Get(), []uint32{0, 2, 5, 9})
		})
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestScanEndsRefuses(t *testing.T) {
	dev := gputest.Device(t)
	plain, whole, flags := must(New(dev, Options{})), must(New(dev, Options{Ends: true, Type: gpu.Uint64})), must(New(dev, Options{Ends: true, By: Flags}))
	words, other := gputest.Words(t, dev, make([]uint32, 40)).View(), gputest.Words(t, dev, make([]uint32, 40)).View()
	floats := must(gpu.NewBuffer[float32](dev, 9)).View()
	one := must(other.Slice(0, 8))
	short := must(other.Slice(0, 4))
	for _, c := range []struct {
		what string
		s    *Scanner
		call Call
		want error
		text string
	}{
		{"a start without Ends", plain, Call{Dst: words, Src: words, N: gpu.N(1), Start: one}, gpu.ErrArgument, "Ends is false"},
		{"a total without Ends", plain, Call{Dst: words, Src: words, N: gpu.N(1), Total: one}, gpu.ErrArgument, "Ends is false"},
		{"a total of segments", flags, Call{Dst: words, Src: words, By: other, N: gpu.N(1), Total: one}, gpu.ErrArgument, "By is flags, want whole"},
		{"a short start", whole, Call{Dst: words, Src: words, N: gpu.N(1), Start: short}, gpu.ErrView, "Start holds 0 items of 8 bytes"},
		{"a short total", whole, Call{Dst: words, Src: words, N: gpu.N(1), Total: short}, gpu.ErrView, "Total holds 0 items"},
		{"floats", whole, Call{Dst: words, Src: words, N: gpu.N(1), Start: floats}, gpu.ErrView, "float32"},
		{"a start in dst", whole, Call{Dst: other, Src: words, N: gpu.N(1), Start: one}, gpu.ErrOverlap, "Dst and Start"},
		{"a total in dst", whole, Call{Dst: other, Src: words, N: gpu.N(1), Total: one}, gpu.ErrOverlap, "Dst and Total"},
		{"a total in src", whole, Call{Dst: words, Src: other, N: gpu.N(1), Total: one}, gpu.ErrOverlap, "Src and Total"},
		{"a total that is the start", whole, Call{Dst: words, Src: words, N: gpu.N(1), Start: one, Total: one}, gpu.ErrOverlap, "Start and Total"},
		{"a total that is the count", whole, Call{Dst: words, Src: words, N: gpu.CountAt(short, 1), Total: one}, gpu.ErrOverlap, "the word of the count"},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			if err := c.s.Scan(c.call); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%v, want %v with %q", err, c.want, c.text)
			}
		})
	}
	for what, o := range map[string]Options{
		"a record without an operator": {Record: "uvec4", RecordBytes: 16},
		"a record without a size":      {Operator: &mapped, Record: "uvec4"},
		"a size without a record":      {Operator: &mapped, RecordBytes: 16},
		"another size":                 {Operator: &mapped, Record: "uvec4", RecordBytes: 20},
	} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
	s := must(New(dev, Options{Operator: &mapped, Record: "uvec4", RecordBytes: 16, Ends: true}))
	if err := s.Exclusive(words, words, gpu.N(2)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("records in place: %v", err)
	}
	records := must(gpu.NewBuffer[uint32](dev, 64)).View()
	misplaced := must(records.Slice(4, 12)) // Items of 8 bytes begin at multiples of 8
	if err := s.Scan(Call{Dst: must(gpu.NewBuffer[uint32](dev, 8)).View(), Src: must(gpu.NewBuffer[uint32](dev, 8)).View(), N: gpu.N(1), Start: misplaced}); !errors.Is(err, gpu.ErrView) {
		t.Errorf("a start between items: %v", err)
	}
	for _, s := range []*Scanner{plain, whole, flags, s, nil} {
		s.Release()
		if err := s.Scan(Call{}); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("after Release: %v", err)
		}
	}
}

func TestScanEndsAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	s := must(New(dev, Options{Ends: true, Tuning: gpu.Tuning{Workers: 3}}))
	defer s.Release()
	const n = 50_000
	all := gputest.Fresh(t, dev, n+2).View()
	c := Call{Dst: must(all.Slice(0, 4*n)), Src: must(all.Slice(0, 4*n)), N: gpu.N(n), Start: must(all.Slice(4*n, 4*n+4)), Total: must(all.Slice(4*n+4, 4*n+8))}
	run := func() {
		if err := s.Scan(c); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}

// The start value of the self-test changes some results of Min and Max, and not all.
func TestSelfTestStartMatters(t *testing.T) {
	for op := gpu.Min; op <= gpu.Max; op++ {
		start := -167.0
		if op == gpu.Min {
			start = 167
		}
		s := &Scanner{o: Options{Op: op, Type: gpu.Float32, Ends: true}}
		oracle := kernel.OracleOf(op, gpu.Float32)
		got := math.Float32frombits(startItem(oracle)[0])
		if math.Abs(float64(got)-start) > 20 {
			t.Errorf("%v begins with %v, want about %v", op, got, start)
		}
		if first := s.first(oracle); !slices.Equal(first, startItem(oracle)) {
			t.Errorf("%v: %v", op, first)
		}
	}
}
