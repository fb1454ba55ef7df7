// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// small is the usual Tuning of tests: a small tile, so that few items fill several.
func small(t gpu.Tuning) gpu.Tuning {
	t.GroupSize, t.ItemsPerThread = 64, 4
	return t
}

// makeExpander returns an Expander that the test releases.
func makeExpander(t *testing.T, dev *gpu.Device, o Options) *Expander {
	t.Helper()
	e, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Release)
	return e
}

// random returns lengths of segments with a sum of n, many of them empty.
func random(n int, seed int64) (lengths []uint32) {
	r := rand.New(rand.NewSource(seed))
	for n > 0 {
		l := 0
		if r.Intn(3) > 0 {
			l = min(n, r.Intn(1<<r.Intn(8)))
		}
		lengths, n = append(lengths, uint32(l)), n-l
	}
	return append(lengths, 0, 0)
}

// try expands lengths in all forms and checks all buffers. first is the first offset.
func try(t *testing.T, dev *gpu.Device, e *Expander, lengths []uint32, first uint32) {
	t.Helper()
	owners, ranks := expanded(lengths)
	n, each := len(owners)+int(first), e.o.Stride/4
	offsets := offsetsOf(lengths)
	for i := range offsets {
		offsets[i] += first
	}
	values := make([]uint32, len(lengths)*each)
	for i := range values {
		values[i] = rand.Uint32()
	}
	from, by, records := gputest.WordsAt(t, dev, offsets, 3), gputest.WordsAt(t, dev, lengths, 1), gputest.WordsAt(t, dev, values, 5)
	dst, places, out := gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n*each)
	before, beforeOut := dst.Get(), out.Get()
	segments, items := gpu.N(len(lengths)), gpu.N(n)
	wantOwners := append(before[:first:first], owners...)
	wantRanks := append(places.Get()[:first:first], ranks...)
	wantRecords := append(beforeOut[:int(first)*each:int(first)*each], decoded(owners, values, each)...)
	result := func(what string, want int) {
		t.Helper()
		if got, err := e.Result().Read(); err != nil || got != want {
			t.Errorf("%s: Result is %d, %v, want %d", what, got, err, want)
		}
	}
	fail := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	fail(e.Owners(dst.View(), places.View(), from.View(), segments, items))
	gputest.Equal(t, "owners", dst.Get(), wantOwners)
	gputest.Equal(t, "ranks", places.Get(), wantRanks)
	result("owners", n)
	fail(e.Decode(out.View(), records.View(), from.View(), segments, items))
	gputest.Equal(t, "records", out.Get(), wantRecords)
	result("decode", n)
	if first == 0 {
		dst.Fill(7)
		out.Fill(7)
		fail(e.OwnersOfLengths(dst.View(), gpu.View{}, by.View(), segments, items))
		gputest.Equal(t, "owners of lengths", dst.Get(), owners)
		result("owners of lengths", n)
		fail(e.DecodeLengths(out.View(), records.View(), by.View(), segments, items))
		gputest.Equal(t, "records of lengths", out.Get(), wantRecords)
	}
	gputest.Equal(t, "offsets", from.Get(), offsets)
	gputest.Equal(t, "lengths", by.Get(), lengths)
	gputest.Equal(t, "values", records.Get(), values)
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
	for _, g := range []*gputest.Guarded{from, by, records, dst, places, out} {
		g.Free()
	}
}

func TestExpandEverySizeAndPath(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for i, tune := range gputest.Paths(dev) {
		if tune.Algorithm == gpu.SinglePass {
			continue // the expansion has one form
		}
		for k, stride := range []int{4, 12} {
			o := Options{Stride: stride, Tuning: tune}
			if k > 0 || i > 0 {
				o.Tuning = small(tune)
			}
			gputest.Run(t, dev, fmt.Sprintf("%s,stride=%d", gputest.Name(o.Tuning), stride), func(t *testing.T) {
				e := makeExpander(t, dev, o)
				tile := e.shape.TileSize()
				for _, n := range []int{0, 1, 2, 31, tile - 1, tile, tile + 1, 2 * tile, 5*tile + 7} {
					gputest.Run(t, dev, fmt.Sprintf("n=%d", n), func(t *testing.T) {
						try(t, dev, e, random(n, int64(n)), 0)
						try(t, dev, e, random(n, int64(n)), 37)
					})
				}
			})
		}
	}
}

// A huge segment beside thousands of tiny and empty ones, and the edges of a tile's walk.
func TestExpandSkewedSegments(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, Options{Tuning: small(gpu.Tuning{})})
	tile := e.shape.TileSize()
	repeat := func(n int, l uint32) []uint32 { return slices.Repeat([]uint32{l}, n) }
	for name, lengths := range map[string][]uint32{
		"none":             nil,
		"one empty":        {0},
		"all empty":        repeat(9*tile, 0),
		"one":              {uint32(5*tile + 3)},
		"ones":             repeat(3*tile+1, 1),
		"whole tiles":      repeat(4, uint32(tile)),
		"huge among empty": slices.Concat(repeat(7*tile, 0), []uint32{uint32(9 * tile)}, repeat(7*tile, 0), repeat(tile, 1)),
		"huge among tiny":  slices.Concat(random(2*tile, 1), []uint32{uint32(9 * tile)}, random(2*tile, 2)),
		"as walked":        slices.Concat([]uint32{1}, repeat(2*tile-1, 0), []uint32{5}),
		"more than walked": slices.Concat([]uint32{1}, repeat(2*tile, 0), []uint32{5}),
		"sparse":           slices.Repeat(append(repeat(40, 0), 1), 2*tile),
	} {
		gputest.Run(t, dev, name, func(t *testing.T) { try(t, dev, e, lengths, 0) })
	}
}

func word(t *testing.T, g *gputest.Guarded, i int) gpu.View { return part(t, g, i, i+1) }

func part(t *testing.T, g *gputest.Guarded, from, to int) gpu.View {
	t.Helper()
	v, err := g.View().Slice(4*from, 4*to)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Counts on the GPU, within and above their maxima, and more items than there is room for.
func TestExpandCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, Options{Tuning: small(gpu.Tuning{})})
	lengths := random(3000, 4)
	owners, _ := expanded(lengths)
	offsets := offsetsOf(lengths)
	all := len(lengths)
	from, by := gputest.Words(t, dev, offsets), gputest.Words(t, dev, lengths)
	for _, c := range []struct {
		segments, n uint32
		room        int
		fault       bool
	}{
		{uint32(all), 3000, 3000, false},
		{uint32(all), 4000, 5000, false},
		{uint32(all), 100, 3000, false},
		{uint32(all), 0, 3000, false},
		{0, 3000, 3000, false},
		{1, 3000, 3000, false},
		{uint32(all / 2), 3000, 3000, false},
		{uint32(all + 1), 3000, 3000, true},
		{uint32(all), 3001, 3000, true},
		{uint32(all), 2999, 2999, true},
	} {
		gputest.Run(t, dev, fmt.Sprintf("segments=%d,n=%d,room=%d", c.segments, c.n, c.room), func(t *testing.T) {
			counts, dst := gputest.Words(t, dev, []uint32{c.segments, c.n}), gputest.Fresh(t, dev, c.room)
			before := dst.Get()
			n := min(int(offsets[min(int(c.segments), all)]), int(c.n), c.room)
			for _, ofLengths := range []bool{false, true} {
				dst.Fill(0xABCD)
				for i := range before {
					before[i] = 0xABCD
				}
				run, src := e.Owners, from.View()
				if ofLengths {
					run, src = e.OwnersOfLengths, by.View()
				}
				if err := run(dst.View(), gpu.View{}, src, gpu.CountAt(word(t, counts, 0), all), gpu.CountAt(word(t, counts, 1), c.room)); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "owners", dst.Get(), append(slices.Clone(owners[:n]), before[n:]...))
				if got, err := e.Result().Read(); err != nil || got != n {
					t.Errorf("Result is %d, %v, want %d", got, err, n)
				}
				if err := dev.Check(); errors.Is(err, gpu.ErrCount) != c.fault {
					t.Errorf("Check says %v, want a fault: %v", err, c.fault)
				}
			}
		})
	}
}

// Lengths with a sum above MaxItems and below 2^32 are more items than there is room for.
func TestExpandLongLengths(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, Options{})
	lengths, dst := gputest.Words(t, dev, []uint32{3, 3 << 30, 1 << 29}), gputest.Fresh(t, dev, 6)
	if err := e.OwnersOfLengths(dst.View(), gpu.View{}, lengths.View(), gpu.N(3), gpu.N(6)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "owners", dst.Get(), []uint32{0, 0, 0, 1, 1, 1})
	if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
		t.Errorf("Check says %v, want %v", err, gpu.ErrCount)
	}
}

// Offsets that do not ascend, and lengths with a sum above 2^32, stay inside the buffers.
func TestExpandGarbageStaysInside(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, Options{Tuning: small(gpu.Tuning{})})
	r := rand.New(rand.NewSource(8))
	const segments, n = 1000, 3000
	for i := range 6 {
		words := make([]uint32, segments+1)
		for k := range words {
			words[k] = r.Uint32() >> (5 * i)
		}
		words[segments] = n
		from, dst, out := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n)
		for _, err := range []error{
			e.Owners(dst.View(), out.View(), from.View(), gpu.N(segments), gpu.N(n)),
			e.OwnersOfLengths(dst.View(), out.View(), from.View(), gpu.N(segments), gpu.N(n)),
			e.Decode(dst.View(), from.View(), from.View(), gpu.N(segments), gpu.N(n)),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		gputest.Equal(t, "offsets", from.Get(), words)
		dst.Get() // checks the guards
		out.Get()
		if err := dev.Check(); err != nil && !errors.Is(err, gpu.ErrCount) {
			t.Error(err)
		}
	}
}

func TestExpandRefuses(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, Options{Stride: 8, Tuning: small(gpu.Tuning{})})
	floats, err := gpu.NewBuffer[float32](dev, 10)
	if err != nil {
		t.Fatal(err)
	}
	big := gputest.Words(t, dev, make([]uint32, 100))
	dst, ranks, from, values := part(t, big, 0, 20), part(t, big, 20, 30), part(t, big, 40, 46), part(t, big, 50, 60)
	all, n, five := big.Get(), gpu.N(10), gpu.N(5)
	for _, c := range []struct {
		name string
		err  error
		want error
		text string
	}{
		{"too many items", e.Owners(dst, gpu.View{}, from, five, gpu.N(21)), gpu.ErrView, ": dst"},
		{"negative", e.Owners(dst, gpu.View{}, from, five, gpu.N(-1)), gpu.ErrCount, "-1"},
		{"negative segments", e.Owners(dst, gpu.View{}, from, gpu.N(-1), n), gpu.ErrCount, ": segments"},
		{"most segments", e.Owners(dst, gpu.View{}, from, gpu.N(gpu.MaxItems), n), gpu.ErrCount, ": segments: the count is 2147483647, want at most 2147483646, as offsets holds"},
		{"no room for the end", e.Owners(dst, gpu.View{}, from, gpu.N(6), n), gpu.ErrView, ": offsets"},
		{"few lengths", e.OwnersOfLengths(dst, gpu.View{}, from, gpu.N(7), n), gpu.ErrView, ": lengths"},
		{"few ranks", e.Owners(dst, ranks, from, five, gpu.N(11)), gpu.ErrView, ": ranks"},
		{"float offsets", e.Owners(dst, ranks, floats.View(), five, n), gpu.ErrView, ": offsets"},
		{"float lengths", e.OwnersOfLengths(dst, ranks, floats.View(), five, n), gpu.ErrView, ": lengths"},
		{"dst and ranks", e.Owners(dst, dst, from, five, n), gpu.ErrOverlap, "ranks and dst"},
		{"dst and offsets", e.Owners(dst, ranks, part(t, big, 19, 25), five, n), gpu.ErrOverlap, "dst and the segments"},
		{"ranks and offsets", e.Owners(dst, from, from, five, gpu.N(6)), gpu.ErrOverlap, "ranks and the segments"},
		{"count in dst", e.Owners(dst, ranks, from, five, gpu.CountAt(word(t, big, 3), 10)), gpu.ErrOverlap, "Owners: n: the word"},
		{"count in ranks", e.Owners(dst, ranks, from, gpu.CountAt(word(t, big, 23), 5), n), gpu.ErrOverlap, ": segments"},
		{"own result", e.Owners(dst, ranks, from, gpu.CountAt(e.counts[1-e.latest].View(), 5), n), gpu.ErrOverlap, ": segments"},
		{"large records", e.Decode(dst, values, from, five, gpu.N(11)), gpu.ErrView, ": dst"},
		{"few values", e.Decode(dst, part(t, big, 50, 59), from, five, n), gpu.ErrView, ": values"},
		{"dst and values", e.Decode(dst, dst, from, five, n), gpu.ErrOverlap, "dst and values"},
		{"dst and starts", e.Decode(dst, values, part(t, big, 19, 25), five, n), gpu.ErrOverlap, "dst and the runs"},
		{"few run lengths", e.DecodeLengths(dst, values, from, gpu.N(7), n), gpu.ErrView, ": lengths"},
		{"reserve", e.Reserve(-1), gpu.ErrCount, "lengths is -1"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(fmt.Sprint(c.err), c.text) {
			t.Errorf("%s: %v, want %v with %q", c.name, c.err, c.want, c.text)
		}
	}
	gputest.Equal(t, "buffers after refusals", big.Get(), all)
	for _, stride := range []int{-4, 2, 1028} {
		if _, err := New(dev, Options{Stride: stride}); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(fmt.Sprint(err), fmt.Sprintf("Stride is %d", stride)) {
			t.Errorf("Stride %d: %v", stride, err)
		}
	}
	e.Release()
	e.Release()
	if err := e.Owners(dst, ranks, from, five, n); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	var none *Expander
	if err := none.Decode(dst, values, from, five, n); !errors.Is(err, gpu.ErrReleased) || none.Variant() != "" || none.Result() != (gpu.Count{}) {
		t.Errorf("a nil Expander: %v", err)
	}
	none.Release()
}

func TestExpandAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, Options{Tuning: small(gpu.Tuning{})})
	const n = 3000
	lengths := random(n, 4)
	from, by := gputest.Words(t, dev, offsetsOf(lengths)).View(), gputest.Words(t, dev, lengths).View()
	dst, ranks, values := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, len(lengths)).View()
	segments := gpu.CountAt(gputest.Words(t, dev, []uint32{uint32(len(lengths))}).View(), len(lengths))
	if err := e.Reserve(len(lengths)); err != nil {
		t.Fatal(err)
	}
	for i, run := range []func() error{
		func() error { return e.Owners(dst, ranks, from, segments, gpu.N(n)) },
		func() error { return e.OwnersOfLengths(dst, ranks, by, segments, gpu.N(n)) },
		func() error { return e.Decode(dst, values, from, segments, gpu.N(n)) },
		func() error { return e.DecodeLengths(dst, values, by, segments, e.Result()) },
	} {
		call := func() {
			if err := run(); err != nil {
				t.Fatal(err)
			}
		}
		call()
		if allocs := testing.AllocsPerRun(10, call); allocs != 0 {
			t.Errorf("call %d: %v allocations", i, allocs)
		}
	}
}
