// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// countedMaps scans maps that are made of the numbers of the items.
var countedMaps = func() Options {
	op := affine
	op.GLSL += "\nAffine map(uint r, uint i) { return Affine(r * 6u + 1u, r ^ i * 3u); }"
	return Options{Operator: &op, Record: "uint", RecordBytes: 4, Input: gpu.InputCounting}
}()

// inputCase is an input with operands for it.
type inputCase struct {
	o      Options
	oracle gputest.Oracle
	each   int                                   // words of a record
	item   func(record []uint32, i int) []uint32 // of a record; nil if it is the item
}

// recordsOf returns n items, and records and indices from which the input makes them.
func (c inputCase) recordsOf(r *rand.Rand, n int) (items, records, indices []uint32) {
	room := n
	switch c.o.Input {
	case gpu.InputStrided:
		room = max(0, n-1)*c.o.Stride + min(1, n)
	case gpu.InputGathered:
		room = 1 + n/2
	}
	records = gputest.Items(r, c.o.Op, c.o.Type, room*c.each*4/c.o.Type.Bytes())
	for i := range n {
		at := i
		switch c.o.Input {
		case gpu.InputStrided:
			at *= c.o.Stride
		case gpu.InputGathered:
			at = r.Intn(room)
			indices = append(indices, uint32(at))
			if at == room-1 || i == n-1 { // past the end it is the last record
				at = room - 1
				indices[i] = [...]uint32{uint32(room), math.MaxUint32, uint32(at)}[r.Intn(3)]
			}
		case gpu.InputCounting:
			word := uint32(i)
			if c.o.Type == gpu.Float32 {
				word = math.Float32bits(float32(i))
			}
			if c.item == nil {
				items = append(items, word)
				items = append(items, make([]uint32, c.each-1)...)
			} else {
				items = append(items, c.item([]uint32{word}, i)...)
			}
			continue
		}
		record := records[at*c.each : (at+1)*c.each]
		if c.item != nil {
			record = c.item(record, i)
		}
		items = append(items, record...)
	}
	return items, records, indices
}

func TestScanInputsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	oracle := gputest.OracleOf
	mapRecord := func(record []uint32, i int) []uint32 { return []uint32{record[0] | 1, record[3] + uint32(i)} }
	for i, c := range []inputCase{
		{Options{Input: gpu.InputStrided, Stride: 3}, oracle(gpu.Sum, gpu.Uint32), 1, nil},
		{Options{Input: gpu.InputStrided, Type: gpu.Int64, By: Keys}, oracle(gpu.Sum, gpu.Int64), 2, nil},
		{Options{Input: gpu.InputStrided, Stride: 2, Operator: &mapped, Record: "uvec4", RecordBytes: 16}, affineOracle, 4, mapRecord},
		{Options{Input: gpu.InputGathered, Type: gpu.Vec4, Op: gpu.Max, Ends: true}, oracle(gpu.Max, gpu.Vec4), 4, nil},
		{Options{Input: gpu.InputGathered, By: Offsets}, oracle(gpu.Sum, gpu.Uint32), 1, nil},
		{Options{Input: gpu.InputGathered, Operator: &affine, By: Flags, Ends: true}, affineOracle, 2, nil},
		{Options{Input: gpu.InputCounting}, oracle(gpu.Sum, gpu.Uint32), 1, nil},
		{Options{Input: gpu.InputCounting, Type: gpu.Uint64, By: Flags}, oracle(gpu.Sum, gpu.Uint64), 2, nil},
		{Options{Input: gpu.InputCounting, Type: gpu.Float32, Op: gpu.Max, By: Keys}, oracle(gpu.Max, gpu.Float32), 1, nil},
		{countedMaps, affineOracle, 2, func(record []uint32, i int) []uint32 { return []uint32{record[0]*6 + 1, record[0] ^ uint32(i)*3} }},
	} {
		if size := gputest.ExpectedSubgroup(); (size == 4 || size == 16) && i%3 != 0 && !gputest.Nightly() {
			continue // size 8 has them
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,%v,by=%v,operator=%v,record=%s", c.o.Input, c.o.Op, c.o.Type, c.o.By, c.o.Operator != nil, c.o.Record), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					c.o.Tuning = tune
					s := must(New(dev, c.o))
					defer s.Release()
					tile := s.shape.TileSize()
					for k, n := range []int{0, 1, tile + 1, 3*tile*min(3, s.shape.Workers) + 5} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) { s.tryInput(t, dev, c, n, k%2 == 0) })
					}
				})
			}
		})
	}
}

func (s *Scanner) tryInput(t *testing.T, dev *gpu.Device, c inputCase, n int, inclusive bool) {
	r := rand.New(rand.NewSource(int64(n)))
	items, records, indices := c.recordsOf(r, n)
	words := c.oracle.Words
	src, dst, index := gputest.WordsAt(t, dev, records, 4*c.each), gputest.WordsAt(t, dev, make([]uint32, len(items)), 3*words), gputest.WordsAt(t, dev, indices, 5)
	flags, offsets := make([]uint32, n), []uint32{0}
	for i := range flags {
		if flags[i] = uint32(max(0, r.Intn(40)-38)); flags[i] != 0 {
			offsets = append(offsets, uint32(i))
		}
	}
	cut := flags
	if c.o.By == Offsets {
		cut = append(offsets, uint32(n))
	}
	by, start := gputest.Words(t, dev, cut), gputest.Items(r, c.o.Op, c.o.Type, max(1, words*4/c.o.Type.Bytes()))[:words]
	from, count := gputest.WordsAt(t, dev, start, 7*words), gputest.Words(t, dev, []uint32{uint32(n)})
	call := Call{Dst: dst.View(), Src: src.View(), N: gpu.CountAt(count.View(), n), Inclusive: inclusive}
	if c.o.Input == gpu.InputCounting {
		call.Src = gpu.View{}
	}
	if c.o.By != Whole {
		call.By = by.View()
	}
	if c.o.By == Offsets {
		call.Segments = gpu.N(len(cut) - 1)
	}
	oracle := c.oracle
	if c.o.Ends {
		call.Start, oracle = from.View(), withStart(oracle, oracle.Combine(oracle.Identity, start))
	}
	if c.o.Input == gpu.InputGathered {
		s.SetIndices(index.View())
	}
	if err := s.Scan(call); err != nil {
		t.Fatal(err)
	}
	head := func(i int) bool {
		switch c.o.By {
		case Whole:
			return false
		case Keys:
			return i > 0 && flags[i] != flags[i-1]
		}
		return flags[i] != 0
	}
	gputest.Equal(t, "scan", dst.Get(), scanned(oracle, items, inclusive, head))
	gputest.Equal(t, "src", src.Get(), records)
	gputest.Equal(t, "indices", index.Get(), indices)
	for _, g := range []*gputest.Guarded{src, dst, index, by, from, count} {
		g.Free()
	}
}

func TestScanInputsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	for what, o := range map[string]Options{
		"no such input":             {Input: 9},
		"a negative input":          {Input: -1},
		"a stride without an input": {Stride: 2},
		"a stride of indices":       {Input: gpu.InputGathered, Stride: 2},
		"a negative stride":         {Input: gpu.InputStrided, Stride: -1},
		"counting vectors":          {Input: gpu.InputCounting, Type: gpu.Vec2},
		"counting float64":          {Input: gpu.InputCounting, Type: gpu.Float64},
		"counting without a map":    {Input: gpu.InputCounting, Operator: &affine},
		"counting other records":    {Input: gpu.InputCounting, Operator: &mapped, Record: "uvec4", RecordBytes: 16},
		"nine buffers":              {Input: gpu.InputGathered, By: Offsets, Ends: true},
	} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
	b := must(gpu.NewBuffer[uint32](dev, 40))
	part := func(from, to int) gpu.View { return must(b.Slice(from, to)) }
	floats := must(gpu.NewBuffer[float32](dev, 10)).View()
	for _, c := range []struct {
		what     string
		o        Options
		dst, src gpu.View
		indices  gpu.View
		want     error
	}{
		{"no indices", Options{Input: gpu.InputGathered}, part(0, 10), part(10, 20), gpu.View{}, gpu.ErrView},
		{"too few indices", Options{Input: gpu.InputGathered}, part(0, 10), part(10, 20), part(20, 29), gpu.ErrView},
		{"indices of float32", Options{Input: gpu.InputGathered}, part(0, 10), part(10, 20), floats, gpu.ErrView},
		{"no records", Options{Input: gpu.InputGathered}, part(0, 10), gpu.View{}, part(20, 30), gpu.ErrView},
		{"records of float32", Options{Input: gpu.InputGathered}, part(0, 10), floats, part(20, 30), gpu.ErrView},
		{"dst is src", Options{Input: gpu.InputGathered}, part(10, 20), part(10, 20), part(20, 30), gpu.ErrOverlap},
		{"dst in the indices", Options{Input: gpu.InputGathered}, part(25, 35), part(10, 20), part(20, 30), gpu.ErrOverlap},
		{"too few records", Options{Input: gpu.InputStrided, Stride: 2}, part(0, 10), part(10, 28), gpu.View{}, gpu.ErrView},
		{"far too few records", Options{Input: gpu.InputStrided, Stride: gpu.MaxItems / 10}, part(0, 10), part(10, 28), gpu.View{}, gpu.ErrView},
		{"a record that no buffer has", Options{Input: gpu.InputStrided, Stride: gpu.MaxItems/9 + 1}, part(0, 10), part(10, 28), gpu.View{}, gpu.ErrCount},
		{"in place by strides", Options{Input: gpu.InputStrided, Stride: 1}, part(10, 20), part(10, 20), gpu.View{}, gpu.ErrOverlap},
		{"counting with a src", Options{Input: gpu.InputCounting}, part(0, 10), part(10, 20), gpu.View{}, gpu.ErrArgument},
		{"enough records", Options{Input: gpu.InputStrided, Stride: 2}, part(0, 10), part(10, 29), gpu.View{}, nil},
		{"one record", Options{Input: gpu.InputStrided}, part(0, 10), part(10, 11), gpu.View{}, nil},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			s := must(New(dev, c.o))
			defer s.Release()
			s.SetIndices(c.indices)
			if err := s.Exclusive(c.dst, c.src, gpu.N(10)); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	(*Scanner)(nil).SetIndices(gpu.View{})
}

func TestScanInputsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 5000
	s := must(New(dev, Options{Input: gpu.InputGathered, Tuning: gpu.Tuning{Workers: 3}}))
	defer s.Release()
	src, dst, index := gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n)
	run := func() {
		s.SetIndices(index.View())
		if err := s.Inclusive(dst.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}
