// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func makeTransposer(t *testing.T, dev *gpu.Device) *Transposer {
	t.Helper()
	s, err := NewTransposer(dev)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// numbered are words that differ.
func numbered(n int) []uint32 {
	all := make([]uint32, n)
	for i := range all {
		all[i] = uint32(i) * 0x9E3779B1
	}
	return all
}

// Records become columns and come back, around the ends of tiles, with counts on the host and the
// GPU. What lies behind the last record stays.
func TestTransposeEverySize(t *testing.T) {
	dev := gputest.Device(t)
	s := makeTransposer(t, dev)
	for _, words := range []int{1, 2, 3, 4, 7, 16, 33, 130, gpu.MaxRecordBytes / 4} {
		gputest.Run(t, dev, fmt.Sprintf("words=%d", words), func(t *testing.T) {
			tile := tileRecords(s.k.Shape().TileSize(), words)
			for i, n := range []int{0, 1, 31, tile - 1, tile, tile + 1, 2*tile + 3} {
				most := n + i%3
				room := most + 5*(i%2)
				records := numbered(most * words)
				src, count := gputest.WordsAt(t, dev, records, 3), gputest.Words(t, dev, []uint32{uint32(n)})
				columns, back := gputest.Fresh(t, dev, room*words), gputest.Fresh(t, dev, most*words)
				c := gpu.N(n)
				if most > n {
					c = gpu.CountAt(count.View(), most)
				}
				want := columnsOf(columns.Get(), records, words, room, n)
				if err := s.Columns(columns.View(), src.View(), 4*words, room, c); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprintf("columns of %d", n), columns.Get(), want)
				want = append(append([]uint32(nil), records[:n*words]...), back.Get()[n*words:]...)
				if err := s.Records(back.View(), columns.View(), 4*words, room, c); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprintf("records of %d", n), back.Get(), want)
				for _, g := range []*gputest.Guarded{src, count, columns, back} {
					g.Free()
				}
			}
		})
	}
}

// The records at indices become columns. Of an index without a record the words stay.
func TestTransposeRecordsAtIndices(t *testing.T) {
	dev := gputest.Device(t)
	s := makeTransposer(t, dev)
	for _, words := range []int{1, 3, 33, gpu.MaxRecordBytes / 4} {
		gputest.Run(t, dev, fmt.Sprintf("words=%d", words), func(t *testing.T) {
			tile := tileRecords(s.k.Shape().TileSize(), words)
			const among = 57
			records := numbered(among * words)
			src := gputest.WordsAt(t, dev, records, 3)
			for i, n := range []int{0, 1, tile, 2*tile + 3} {
				room, indices := n+5*(i%2), make([]uint32, n)
				for i := range indices {
					indices[i] = uint32(i*29) % (among + 4)
				}
				at, count := gputest.WordsAt(t, dev, indices, 1), gputest.Words(t, dev, []uint32{uint32(n), 0})
				columns := gputest.Fresh(t, dev, room*words)
				c := gpu.CountAt(word(t, count, 0), n)
				want := columns.Get()
				for i, index := range indices {
					for w := 0; index < among && w < words; w++ {
						want[w*room+i] = records[int(index)*words+w]
					}
				}
				if err := s.ColumnsAt(columns.View(), src.View(), at.View(), 4*words, room, c); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprintf("columns of %d", n), columns.Get(), want)
				for _, g := range []*gputest.Guarded{at, count, columns} {
					g.Free()
				}
			}
			src.Free()
		})
	}
}

func TestTransposerRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s := makeTransposer(t, dev)
	a, b := gputest.Fresh(t, dev, 30), gputest.Fresh(t, dev, 30)
	before, at := a.Get(), word(t, a, 3)
	for _, c := range []struct {
		err  error
		want error
		text string
	}{
		{s.Columns(a.View(), b.View(), 6, 10, gpu.N(10)), gpu.ErrArgument, "stride is 6"},
		{s.Columns(a.View(), b.View(), 12, 9, gpu.N(10)), gpu.ErrView, "room is 9"},
		{s.Columns(a.View(), b.View(), 12, 11, gpu.N(10)), gpu.ErrView, ": dst"},
		{s.Records(a.View(), b.View(), 12, 11, gpu.N(10)), gpu.ErrView, ": src"},
		{s.Records(a.View(), b.View(), 16, 10, gpu.N(10)), gpu.ErrView, ": dst"},
		{s.Columns(a.View(), a.View(), 12, 10, gpu.N(10)), gpu.ErrOverlap, "dst and src"},
		{s.Columns(a.View(), b.View(), 12, 10, gpu.N(-1)), gpu.ErrCount, "-1"},
		{s.Columns(a.View(), b.View(), 12, 10, gpu.CountAt(at, 5)), gpu.ErrOverlap, "Columns: n: the word"},
		{s.ColumnsAt(a.View(), b.View(), word(t, b, 0), 12, 10, gpu.N(2)), gpu.ErrView, ": indices"},
		{s.ColumnsAt(a.View(), b.View(), at, 12, 10, gpu.N(1)), gpu.ErrOverlap, "dst and indices"},
		{s.ColumnsAt(a.View(), gpu.View{}, word(t, b, 0), 12, 10, gpu.N(1)), gpu.ErrView, "ColumnsAt: src is the zero View"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(fmt.Sprint(c.err), c.text) {
			t.Errorf("%v, want %v with %q", c.err, c.want, c.text)
		}
	}
	gputest.Equal(t, "dst after refusals", a.Get(), before)
	count := gputest.Words(t, dev, []uint32{11})
	if err := s.Columns(a.View(), b.View(), 12, 10, gpu.CountAt(count.View(), 10)); err != nil {
		t.Fatal(err)
	}
	if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
		t.Errorf("a count above its maximum: Check says %v", err)
	}
	s.Release()
	s.Release()
	var none *Transposer
	for _, s := range []*Transposer{s, none, {}} {
		if err := s.Columns(a.View(), b.View(), 4, 1, gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("after Release: %v", err)
		}
	}
	none.Release()
}

func TestTransposerAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	s := makeTransposer(t, dev)
	a, b := gputest.Fresh(t, dev, 3000).View(), gputest.Fresh(t, dev, 3000).View()
	if allocs := testing.AllocsPerRun(10, func() {
		if err := s.Columns(a, b, 12, 1000, gpu.N(1000)); err != nil {
			t.Fatal(err)
		}
	}); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}

func TestTransposerSelfTest(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	gputest.LeavesNothing(t, dev, "transpose", func() {
		s, err := NewTransposer(dev)
		if err != nil {
			t.Error(err)
		}
		s.Release()
	})
	wrong := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Algorithm: gpu.ReduceThenScan})
	if _, err := NewTransposer(wrong); !errors.Is(err, gpu.ErrSelfTest) {
		t.Errorf("a wrong kernel: %v", err)
	}
}

// Records are moved as the permutation of the same seed says. Few are a sample.
func TestShuffleRecords(t *testing.T) {
	dev := gputest.Device(t)
	s := makeShuffler(t, dev)
	tile := s.k.Shape().TileSize()
	for _, words := range []int{1, 3, gpu.MaxRecordBytes / 4} {
		gputest.Run(t, dev, fmt.Sprintf("words=%d", words), func(t *testing.T) {
			for i, n := range []int{0, 1, 2, 200, tile - 1, tile, tile + 1, 2*tile + 7} {
				records := numbered(n * words)
				src, dst := gputest.WordsAt(t, dev, records, 5), gputest.Fresh(t, dev, n*words)
				if err := s.Shuffle(dst.View(), src.View(), 4*words, gpu.N(n), uint64(i)); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprintf("records of %d", n), dst.Get(), decoded(permuted(n, n, uint64(i)), records, words))
				k := n / 2
				count := gputest.Words(t, dev, []uint32{uint32(k), uint32(n)})
				dst.Fill(7)
				want := dst.Get()
				copy(want, decoded(permuted(k, n, 9), records, words))
				if err := s.SampleRecords(dst.View(), src.View(), 4*words, gpu.CountAt(word(t, count, 0), n), gpu.CountAt(word(t, count, 1), n), 9); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprintf("a sample of %d", n), dst.Get(), want)
				for _, g := range []*gputest.Guarded{src, dst, count} {
					g.Free()
				}
			}
		})
	}
	a, b := gputest.Fresh(t, dev, 30).View(), gputest.Fresh(t, dev, 30).View()
	for _, c := range []struct {
		err  error
		want error
	}{
		{s.Shuffle(a, b, 10, gpu.N(3), 1), gpu.ErrArgument},
		{s.Shuffle(a, b, 12, gpu.N(11), 1), gpu.ErrView},
		{s.Shuffle(a, a, 12, gpu.N(10), 1), gpu.ErrOverlap},
		{s.SampleRecords(a, b, 12, gpu.N(5), gpu.N(4), 1), gpu.ErrCount},
		{s.SampleRecords(a, b, 4, gpu.N(5), gpu.N(31), 1), gpu.ErrView},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%v, want %v", c.err, c.want)
		}
	}
	if allocs := testing.AllocsPerRun(10, func() {
		if err := s.Shuffle(a, b, 12, gpu.N(10), 4); err != nil {
			t.Fatal(err)
		}
	}); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
	s.Release()
	if err := s.Shuffle(a, b, 4, gpu.N(1), 1); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

// A kernel that forgets the last record fails its self-test.
func TestShuffleOfRecordsIsSelfTested(t *testing.T) {
	wrong := gputest.WrongDevice(t, gpu.Options{NoSelfTest: true}, gpu.Tier{Algorithm: gpu.ReduceThenScan})
	s := makeShuffler(t, wrong)
	if err := s.Reserve(); err != nil {
		t.Fatal(err)
	}
	if err := s.testRecords(); !errors.Is(err, gpu.ErrSelfTest) {
		t.Errorf("a wrong kernel: %v", err)
	}
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	if err := makeShuffler(t, dev).Reserve(); err != nil {
		t.Error(err)
	}
}

func TestShadersOfRecords(t *testing.T) {
	shapes := gputest.Shapes()
	shape := shapes[len(shapes)-1]
	gputest.Validate(t, []kernel.Spec{transposeSpec(shape), shuffleRecordsSpec(shape)})
}
