// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// squares adds up the squares of numbers.
var squares = Custom{
	Operator: gpu.Operator{
		GLSL: `uint map(uint r, uint i) { return r * i; }
		       uint combine(uint a, uint b) { return a + b; }`,
		Item: "uint", Bytes: 4, Identity: "0u",
	},
	Record: "uint", RecordBytes: 4,
}

// inputOptions are options of TestReduceInputsEveryLanePath. An index is that of its tunings
// (gputest.Turn).
func inputOptions() []Options {
	return []Options{
		{Input: gpu.InputStrided, Stride: 3}, {Input: gpu.InputStrided, Type: gpu.Int64, ByKey: true}, {Input: gpu.InputStrided, Stride: 2, Custom: &affine, Segmented: true},
		{Input: gpu.InputGathered, Op: ArgMax, Type: gpu.Float32}, {Input: gpu.InputGathered, Op: Statistics, Type: gpu.Int32, Segmented: true},
		{Input: gpu.InputGathered, Segmented: true}, {Input: gpu.InputGathered, Custom: &affine},
		{Input: gpu.InputCounting, Op: Mean}, {Input: gpu.InputCounting, Op: ArgMax, Type: gpu.Float32, ByKey: true},
		{Input: gpu.InputCounting, Op: Statistics, Type: gpu.Uint64, Segmented: true}, {Input: gpu.InputCounting, Custom: &squares},
	}
}

// inputOf returns n items, and records and indices from which the input makes them.
func inputOf(r *rand.Rand, o Options, n int) (items, records, indices []uint32) {
	each, typ := o.Type.Bytes()/4, o.Type
	if o.Custom != nil {
		each, typ = o.Custom.RecordBytes/4, gpu.Uint32
	}
	room := n
	switch o.Input {
	case gpu.InputStrided:
		room = max(0, n-1)*o.Stride + min(1, n)
	case gpu.InputGathered:
		room = 1 + n/2
	case gpu.InputCounting:
		for i := range n {
			word := uint32(i)
			if typ == gpu.Float32 {
				word = math.Float32bits(float32(i))
			}
			items = append(append(items, word), make([]uint32, each-1)...)
		}
		return items, nil, nil
	}
	records = gputest.Items(r, gpu.Sum, typ, room*each*4/typ.Bytes())
	for i := range n {
		at := i * o.Stride
		if o.Input == gpu.InputGathered {
			at = r.Intn(room)
			indices = append(indices, uint32(at))
			if at == room-1 || i == n-1 { // past the end it is the last record
				at = room - 1
				indices[i] = [...]uint32{uint32(room), math.MaxUint32, uint32(at)}[r.Intn(3)]
			}
		}
		items = append(items, records[at*each:(at+1)*each]...)
	}
	return items, records, indices
}

func TestReduceInputsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range inputOptions() {
		if size := gputest.ExpectedSubgroup(); (size == 4 || size == 16) && i%4 != 0 && !gputest.Nightly() {
			continue // size 8 has them
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,%v,segmented=%v,bykey=%v,custom=%v", o.Input, o.Op, o.Type, o.Segmented, o.ByKey, o.Custom != nil), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					red, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer red.Release()
					tile := red.shape.TileSize()
					for _, n := range []int{0, 1, tile + 1, 3*tile*min(3, red.shape.Workers) + 5} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) { red.tryInput(t, dev, n) })
					}
				})
			}
		})
	}
}

func (r *Reducer) tryInput(t *testing.T, dev *gpu.Device, n int) {
	random := rand.New(rand.NewSource(int64(n)))
	items, records, indices := inputOf(random, r.o, n)
	each := r.plan.srcBytes / 4
	offsets := []uint32{0}
	if r.o.Segmented || r.o.ByKey {
		for i := 1; i < n; i++ {
			if random.Intn(50) == 0 {
				offsets = append(offsets, uint32(i))
			}
		}
	}
	keys := make([]uint32, n)
	if offsets = append(offsets, uint32(n)); r.o.ByKey && n == 0 {
		offsets = offsets[:1]
	}
	var want []uint32
	for s := range len(offsets) - 1 {
		from, to := int(offsets[s]), int(offsets[s+1])
		for i := from; i < to; i++ {
			keys[i] = uint32(s)
		}
		if r.o.Custom == &squares {
			sum := uint32(0)
			for i := range uint32(n) {
				sum += i * i
			}
			want = append(want, sum)
			continue
		}
		want = append(want, expectedRun(r.o, items[from*each:to*each], from)...)
	}
	src, index := gputest.WordsAt(t, dev, records, 4*each), gputest.WordsAt(t, dev, indices, 3)
	dst, cut, count := gputest.WordsAt(t, dev, make([]uint32, len(want)), 2*r.plan.dstBytes/4), gputest.Words(t, dev, offsets), gputest.Words(t, dev, []uint32{uint32(n)})
	from := src.View()
	if r.o.Input == gpu.InputCounting {
		from = gpu.View{}
	}
	if r.o.Input == gpu.InputGathered {
		r.SetIndices(index.View())
	}
	number := gpu.CountAt(count.View(), n)
	var err error
	switch {
	case r.o.Segmented:
		err = r.SegmentedReduce(dst.View(), from, cut.View(), gpu.N(len(offsets)-1), number)
	case r.o.ByKey:
		by, runKeys, runs, results := gputest.Words(t, dev, keys), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, 1), gputest.Fresh(t, dev, n*r.plan.dstBytes/4)
		err = r.ReduceByKey(ByKey{Keys: by.View(), Src: from, N: number, RunKeys: runKeys.View(), Dst: results.View(), Runs: runs.View()})
		dst.Free()
		dst = gputest.Words(t, dev, results.Get()[:len(want)])
		gputest.Equal(t, "runs", runs.Get(), []uint32{uint32(len(offsets) - 1)})
		for _, g := range []*gputest.Guarded{by, runKeys, runs, results} {
			g.Free()
		}
	default:
		err = r.Reduce(dst.View(), from, number)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := dst.Get(); !near(r.o, got, want) {
		gputest.Equal(t, "results", got, want)
	}
	gputest.Equal(t, "src", src.Get(), records)
	gputest.Equal(t, "indices", index.Get(), indices)
	for _, g := range []*gputest.Guarded{src, index, dst, cut, count} {
		g.Free()
	}
}

func TestReduceInputsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	for what, o := range map[string]Options{
		"no such input":             {Input: 9},
		"a stride without an input": {Stride: 2},
		"a negative stride":         {Input: gpu.InputStrided, Stride: -1},
		"counting vectors":          {Input: gpu.InputCounting, Type: gpu.Vec4},
		"counting other records":    {Input: gpu.InputCounting, Custom: &affine},
		"nine buffers":              {Input: gpu.InputGathered, ByKey: true},
	} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
	b, err := gpu.NewBuffer[uint32](dev, 40)
	if err != nil {
		t.Fatal(err)
	}
	part := func(from, to int) gpu.View {
		v, err := b.Slice(from, to)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	gathered, strided := Options{Input: gpu.InputGathered}, Options{Input: gpu.InputStrided, Stride: 2}
	for _, c := range []struct {
		what              string
		o                 Options
		dst, src, indices gpu.View
		want              error
	}{
		{"no indices", gathered, part(0, 1), part(10, 20), gpu.View{}, gpu.ErrView},
		{"too few indices", gathered, part(0, 1), part(10, 20), part(20, 29), gpu.ErrView},
		{"no records", gathered, part(0, 1), gpu.View{}, part(20, 30), gpu.ErrView},
		{"dst in src", gathered, part(10, 11), part(10, 20), part(20, 30), gpu.ErrOverlap},
		{"dst in the indices", gathered, part(29, 30), part(10, 20), part(20, 30), gpu.ErrOverlap},
		{"too few records", strided, part(0, 1), part(10, 28), gpu.View{}, gpu.ErrView},
		{"counting with a src", Options{Input: gpu.InputCounting}, part(0, 1), part(10, 20), gpu.View{}, gpu.ErrArgument},
		{"enough records", strided, part(0, 1), part(10, 29), gpu.View{}, nil},
		{"one record", Options{Input: gpu.InputStrided}, part(0, 1), part(10, 11), gpu.View{}, nil},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			r, err := New(dev, c.o)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Release()
			r.SetIndices(c.indices)
			if err := r.Reduce(c.dst, c.src, gpu.N(10)); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	(*Reducer)(nil).SetIndices(gpu.View{})
}

func TestReduceInputsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 5000
	r, err := New(dev, Options{Input: gpu.InputGathered, Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	src, dst, index := gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, 1), gputest.Fresh(t, dev, n)
	run := func() {
		r.SetIndices(index.View())
		if err := r.Reduce(dst.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}
