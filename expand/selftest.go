// SPDX-License-Identifier: MIT

package expand

import (
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// fence is the word behind each destination of a self-test.
const fence = 0xFE2CE

// expanded returns the owner and the rank of each item of segments of some lengths.
func expanded(lengths []uint32) (owners, ranks []uint32) {
	for s, l := range lengths {
		for r := range l {
			owners, ranks = append(owners, uint32(s)), append(ranks, r)
		}
	}
	return owners, ranks
}

// offsetsOf returns where each segment begins, and the end of the last.
func offsetsOf(lengths []uint32) []uint32 {
	offsets := make([]uint32, 1, len(lengths)+1)
	for _, l := range lengths {
		offsets = append(offsets, offsets[len(offsets)-1]+l)
	}
	return offsets
}

// testLengths are the segments of the self-test: one, several that end around a tile, empty ones
// within others, and more empty ones than a tile walks.
func testLengths(tile uint32) [][]uint32 {
	mixed := []uint32{0, 0, 1, tile - 1, tile + 1, 0, 2*tile + 3}
	for i := range 2 * tile {
		mixed = append(mixed, i*i%7%3)
	}
	empty := []uint32{3}
	for range 2*tile + 40 {
		empty = append(empty, 0)
	}
	return [][]uint32{{1}, mixed, append(empty, 5, 0, tile, 0)}
}

// selfTest returns the self-test of a kind of kernel. GLSL of the caller is replaced, because the
// buffers that it reads may not be bound yet. The test has counts of its own: a Reserve must leave
// the caller's results.
func (e *Expander) selfTest(kind int) kernel.SelfTest {
	o := e.o.standIn()
	return kernel.SelfTest{Specs: []kernel.Spec{o.specOf(e.shape, kind)}, Test: func() (err error) {
		in := &Expander{d: e.d, o: o, shape: e.shape, kinds: e.kinds}
		for i := range in.counts {
			in.counts[i], err = gpu.NewBuffer[uint32](e.d, 1)
			defer in.counts[i].Release()
			if err != nil {
				return err
			}
		}
		if o.Finish != "" {
			defer func() { in.kinds[kind].Release() }()
			if err := in.compile(kind); err != nil {
				return err
			}
		}
		return in.testAll(kind)
	}}
}

// testAll runs a kind of kernel with all lengths.
func (e *Expander) testAll(kind int) error {
	for _, lengths := range testLengths(uint32(e.shape.TileSize())) {
		for _, ends := range []bool{false, true} {
			if err := e.test(kind, lengths, ends); err != nil {
				return err
			}
		}
	}
	return nil
}

// test runs a kind of kernel once and compares the results.
func (e *Expander) test(kind int, lengths []uint32, ends bool) (err error) {
	owners, ranks := expanded(lengths)
	from := offsetsOf(lengths)
	if ends {
		from = from[1:]
	}
	values := make([]uint32, len(lengths)*e.o.Stride/4)
	for i := range values {
		values[i] = uint32(i) * 0x9E3779B1
	}
	want := [2][]uint32{owners, ranks}
	if kind == records {
		want = [2][]uint32{decoded(owners, values, e.o.Stride/4), nil}
	}
	if e.o.Finish != "" {
		want[0] = finished(owners, ranks, values, kind == records)
	}
	var buffers []*gpu.Buffer[uint32]
	defer func() {
		for _, b := range buffers {
			b.Release()
		}
	}()
	var views []gpu.View
	for _, words := range [][]uint32{make([]uint32, len(want[0])), make([]uint32, len(want[1])), from, values} {
		b, err := gpu.NewBufferFrom(e.d, append(slices.Clone(words), fence))
		if err != nil {
			return err
		}
		buffers, views = append(buffers, b), append(views, b.View())
	}
	a := operands{dst: views[0], from: views[2], lengths: ends, segments: gpu.N(len(lengths)), n: gpu.N(len(owners))}
	if kind == records {
		a.values = views[3]
	} else {
		a.ranks = views[1]
	}
	if err := e.bind(kind, a); err != nil {
		return err
	}
	e.enqueue(kind, a)
	for i, words := range want {
		if err := expect("expand", len(owners), buffers[i], append(slices.Clone(words), fence)); err != nil {
			return err
		}
	}
	return expect("expand: number of items", len(owners), e.counts[e.latest], []uint32{uint32(len(owners))})
}

// decoded returns the record of each owner.
func decoded(owners, values []uint32, each int) []uint32 {
	out := make([]uint32, 0, len(owners)*each)
	for _, s := range owners {
		out = append(out, values[int(s)*each:int(s+1)*each]...)
	}
	return out
}

// expect compares a buffer with the expected words.
func expect(what string, n int, b *gpu.Buffer[uint32], want []uint32) error {
	got, err := b.Download()
	if err != nil {
		return err
	}
	return kernel.Expect(what, n, got, want)
}

// selfTest returns the Shuffler's self-test. GLSL of the caller is replaced, because the buffers
// that it reads may not be bound yet.
func (s *Shuffler) selfTest() kernel.SelfTest {
	o, shape := s.o.standIn(), s.k.Shape()
	return kernel.SelfTest{Specs: []kernel.Spec{o.spec(shape)}, Test: func() (err error) {
		in := s
		if o.Finish != "" {
			if in, err = newShuffler(s.d, o, shape); err != nil {
				return err
			}
			defer in.Release()
		}
		tile := shape.TileSize()
		for i, n := range []int{1, 5, 256, tile + 1, 3*tile - 1} {
			if err := in.test(n, uint64(i)<<40+7); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (s *Shuffler) test(n int, seed uint64) error {
	want := permuted(n, n, seed)
	if s.o.Finish != "" {
		want = nil
		for i, v := range permuted(n, n, seed) {
			want = append(want, v, uint32(i))
		}
	}
	b, err := gpu.NewBuffer[uint32](s.d, len(want)+1)
	if err != nil {
		return err
	}
	defer b.Release()
	if err := s.Permutation(b.View(), gpu.N(n), seed); err != nil {
		return err
	}
	return expect("expand: shuffle", n, b, append(want, 0))
}

// testRecords is the self-test of records: of one word and of five, all and a sample.
func (s *Shuffler) testRecords() error {
	tile := s.k.Shape().TileSize()
	for words, n := range map[int]int{1: 2*tile + 3, 5: tile + 1} {
		k := n - 7*(words-1)/4
		src := make([]uint32, n*words)
		for i := range src {
			src[i] = uint32(i) * 0x9E3779B1
		}
		from, err := gpu.NewBufferFrom(s.d, src)
		defer from.Release()
		if err != nil {
			return err
		}
		dst, err := gpu.NewBuffer[uint32](s.d, n*words)
		defer dst.Release()
		if err != nil {
			return err
		}
		if err := s.run(shuffle{call: "SampleRecords", dst: dst.View(), src: from.View(), stride: 4 * words, k: gpu.N(k), n: gpu.N(n), seed: 11}); err != nil {
			return err
		}
		want := append(decoded(permuted(k, n, 11), src, words), make([]uint32, (n-k)*words)...)
		if err := expect("expand: shuffle records", n, dst, want); err != nil {
			return err
		}
	}
	return nil
}
