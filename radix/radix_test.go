// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"golang.org/x/exp/slices"
)

// oracle is the library's stable sort by the bit range; it returns the order as indices.
func oracle(o Options, keys []uint32) []uint32 {
	order := make([]uint32, len(keys))
	for i := range order {
		order[i] = uint32(i)
	}
	part := func(i uint32) uint64 { return uint64(sortable(o.Type, keys[i])) >> o.FirstBit & (1<<o.Bits - 1) }
	slices.SortStableFunc(order, func(a, b uint32) int {
		x, y := part(a), part(b)
		if o.Descending {
			x, y = y, x
		}
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return order
}

// sortable is the CPU twin of the slot KEY.
func sortable(t Type, key uint32) uint32 {
	switch {
	case t == Int32, t == Float32 && key>>31 == 0:
		return key ^ 1<<31
	case t == Float32:
		return ^key
	}
	return key
}

func take(from, order []uint32) []uint32 {
	out := make([]uint32, len(order))
	for i, j := range order {
		out[i] = from[j]
	}
	return out
}

// distributions of keys, of which each breaks some sorts.
var distributions = map[string]func(r *rand.Rand, i, n int) uint32{
	"random":    func(r *rand.Rand, i, n int) uint32 { return r.Uint32() },
	"equal":     func(r *rand.Rand, i, n int) uint32 { return 0xABABABAB },
	"sorted":    func(r *rand.Rand, i, n int) uint32 { return uint32(i) * 7 },
	"reversed":  func(r *rand.Rand, i, n int) uint32 { return uint32(n-i) * 7 },
	"few":       func(r *rand.Rand, i, n int) uint32 { return []uint32{0, 1, math.MaxUint32, 1 << 31}[r.Intn(4)] },
	"high byte": func(r *rand.Rand, i, n int) uint32 { return r.Uint32() << 24 },
}

// try sorts keys with an index as payload, apart and in place, and keys alone: the payload proves stability.
func try(t *testing.T, dev *gpu.Device, s *Sorter, keys []uint32) {
	t.Helper()
	n := len(keys)
	index := make([]uint32, n)
	for i := range index {
		index[i] = uint32(i) ^ 0x5A5A0000
	}
	order := oracle(s.o, keys)
	wantKeys, wantIndex := take(keys, order), take(index, order)
	k, v := gputest.Words(t, dev, keys), gputest.WordsAt(t, dev, index, 5)
	dk, dv := gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n)
	defer func() {
		for _, g := range []*gputest.Guarded{k, v, dk, dv} {
			g.Free()
		}
	}()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ok(s.Pairs(dk.View(), dv.View(), k.View(), v.View(), gpu.N(n)))
	gputest.Equal(t, "keys", dk.Get(), wantKeys)
	gputest.Equal(t, "payload", dv.Get(), wantIndex)
	gputest.Equal(t, "src keys", k.Get(), keys)
	gputest.Equal(t, "src payload", v.Get(), index)
	ok(s.Argsort(dv.View(), k.View(), gpu.N(n)))
	gputest.Equal(t, "argsort", dv.Get(), order)
	gputest.Equal(t, "keys of the argsort", k.Get(), keys)
	ok(s.Keys(dv.View(), k.View(), gpu.N(n)))
	gputest.Equal(t, "keys alone", dv.Get(), wantKeys)
	ok(s.Pairs(k.View(), v.View(), k.View(), v.View(), gpu.N(n)))
	gputest.Equal(t, "keys in place", k.Get(), wantKeys)
	gputest.Equal(t, "payload in place", v.Get(), wantIndex)
}

func TestRadixEverySizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(1))
	for _, tune := range gputest.Tunings(dev) {
		s, err := New(dev, Options{Tuning: tune})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range gputest.Sizes(s.count.kernel.Shape()) {
			keys := make([]uint32, n)
			for i := range keys {
				keys[i] = r.Uint32()
			}
			try(t, dev, s, keys)
		}
		s.Release()
	}
}

func TestRadixDistributionsAndBitRanges(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(2))
	for _, tune := range gputest.Tunings(dev) {
		if tune.Workers != 3 {
			continue // what the bits mean has nothing to do with the workers
		}
		for _, o := range []Options{
			{}, {Descending: true}, {Bits: 16}, {Bits: 16, Descending: true}, {Bits: 8}, {Bits: 1},
			{FirstBit: 5, Bits: 11, Descending: true}, {FirstBit: 31}, {FirstBit: 7, Bits: 24},
			{Type: Int32}, {Type: Int32, Descending: true}, {Type: Float32}, {Type: Float32, Descending: true}, {Type: Float32, FirstBit: 16},
		} {
			o.Tuning = tune
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, of := range distributions {
				keys := make([]uint32, 9001)
				for i := range keys {
					keys[i] = of(r, i, len(keys))
				}
				try(t, dev, s, keys)
			}
			s.Release()
		}
	}
}

func TestRadixCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(3))
	s, err := New(dev, Options{Bits: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const limit = 5000
	keys := make([]uint32, limit)
	for i := range keys {
		keys[i] = r.Uint32()
	}
	k := gputest.Words(t, dev, keys)
	for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
		count, dk, dv := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, limit), gputest.Fresh(t, dev, limit)
		before := dk.Get()
		if err := s.Pairs(dk.View(), dv.View(), k.View(), k.View(), gpu.CountAt(count.View(), limit)); err != nil {
			t.Fatal(err)
		}
		used := min(n, limit)
		want := take(keys, oracle(s.o, keys[:used]))
		got := dk.Get()
		gputest.Equal(t, "keys", got[:used], want)
		gputest.Equal(t, "payload", dv.Get()[:used], want)
		gputest.Equal(t, "behind the count", got[used:], before[used:])
		if err := dev.Check(); (n > limit) != errors.Is(err, gpu.ErrCount) {
			t.Errorf("count %d of at most %d: Check says %v", n, limit, err)
		}
		count.Free()
		dk.Free()
		dv.Free()
	}
}

func TestRadixRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range []Options{{FirstBit: 32}, {FirstBit: -1}, {Bits: 33}, {Type: 3}, {Type: -1}, {FirstBit: 20, Bits: 13}, {Bits: -1}} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrUnsupported) {
			t.Errorf("New(%+v): %v", o, err)
		}
	}
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b, c, d := gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 9)
	late, _ := b.View().Slice(4, 40)
	for _, tt := range []struct {
		name           string
		dk, dv, sk, sv gpu.View
		n              int
		want           error
	}{
		{"payload shorter than keys", a.View(), c.View(), b.View(), d.View(), 10, gpu.ErrView},
		{"keys in place, payload not", b.View(), c.View(), b.View(), a.View(), 10, gpu.ErrOverlap},
		{"shifted onto itself", late, c.View(), b.View(), a.View(), 9, gpu.ErrOverlap},
		{"keys onto payload", a.View(), a.View(), b.View(), c.View(), 10, gpu.ErrOverlap},
		{"negative", a.View(), c.View(), b.View(), d.View(), -1, gpu.ErrCount},
	} {
		if err := s.Pairs(tt.dk, tt.dv, tt.sk, tt.sv, gpu.N(tt.n)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	s.Release()
	if err := s.Keys(a.View(), b.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestRadixOrdersNumbers(t *testing.T) {
	dev := gputest.Device(t)
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	floats := []float32{3, -0.5, inf, float32(math.Copysign(0, -1)), 0, -inf, nan, -1e-40, 1e-40, -3, 2.5}
	want := []float32{-inf, -3, -0.5, -1e-40, float32(math.Copysign(0, -1)), 0, 1e-40, 2.5, 3, inf, nan}
	f, err := New(dev, Options{Type: Float32})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	b, err := gpu.NewBufferFrom(dev, floats)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Keys(b.View(), b.View(), gpu.N(len(floats))); err != nil {
		t.Fatal(err)
	}
	got, err := b.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) && (got[i] == got[i] || want[i] == want[i]) {
			t.Fatalf("floats sort to %v, want %v", got, want)
		}
	}
	i, err := New(dev, Options{Type: Int32, Descending: true})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Release()
	c, err := gpu.NewBufferFrom(dev, []int32{-5, 3, math.MinInt32, 0, math.MaxInt32, -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := i.Keys(c.View(), c.View(), gpu.N(6)); err != nil {
		t.Fatal(err)
	}
	ints, err := c.Download()
	if err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "ints", ints, []int32{math.MaxInt32, 3, 0, -1, -5, math.MinInt32})
}

func TestArgsortRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := gputest.Fresh(t, dev, 10), gputest.Fresh(t, dev, 9)
	for _, c := range []struct {
		name      string
		dst, keys gpu.View
		n         int
		want      error
	}{
		{"dst too short", b.View(), a.View(), 10, gpu.ErrView},
		{"dst is the keys", a.View(), a.View(), 10, gpu.ErrOverlap},
		{"negative", b.View(), a.View(), -1, gpu.ErrCount},
	} {
		if err := s.Argsort(c.dst, c.keys, gpu.N(c.n)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	s.Release()
	if err := s.Argsort(b.View(), a.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestRadixUsesLentScratch(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	keys := make([]uint32, 5000)
	for i := range keys {
		keys[i] = uint32(i) * 2654435761
	}
	a, b := gputest.Fresh(t, dev, len(keys)), gputest.Fresh(t, dev, len(keys))
	before := a.Get()
	if err := s.Lend(a.View(), b.View()); err != nil {
		t.Fatal(err)
	}
	try(t, dev, s, keys)
	if after := a.Get(); slices.Equal(before, after) {
		t.Error("the lent scratch was not used")
	}
	if err := s.Pairs(a.View(), b.View(), a.View(), b.View(), gpu.N(100)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("sorting the scratch itself: %v", err)
	}
	if err := s.Lend(a.View(), a.View()); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("one scratch for both: %v", err)
	}
	// More than was lent: the Sorter takes its own.
	try(t, dev, s, append(keys, keys...))
}

func TestShadersRadix(t *testing.T) {
	var all []gpu.Spec
	for _, shape := range gputest.Shapes() {
		for _, typ := range []Type{Uint32, Int32, Float32} {
			count, spine, scatter := specs(shape, typ)
			all = append(all, count, spine, scatter[0], scatter[1], scatter[2])
		}
	}
	gputest.Validate(t, all)
}

func TestRadixAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 50_000
	k, v, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
	counts := []gpu.Count{gpu.N(n), gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)}
	for _, bits := range []int{8, 32} { // in one pass a sort in place copies first
		op, err := New(dev, Options{Bits: bits, Tuning: gpu.Tuning{Workers: 3}})
		if err != nil {
			t.Fatal(err)
		}
		for _, count := range counts {
			for name, sort := range map[string]func() error{
				"Pairs": func() error { return op.Pairs(k, v, k, v, count) }, "Keys": func() error { return op.Keys(dst, k, count) },
				"Argsort": func() error { return op.Argsort(dst, k, count) },
			} {
				run := func() {
					if err := sort(); err != nil {
						t.Fatal(err)
					}
				}
				run() // warm-up: scratch
				if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
					t.Errorf("%s of %d bits: %v allocations a call", name, bits, allocs)
				}
			}
		}
		op.Release()
	}
}
