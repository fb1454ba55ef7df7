// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the scanner's self-test. An operator of the caller is replaced, because the
// buffers that it reads may not be bound yet.
func (s *Scanner) selfTest(kernel.Shape) kernel.SelfTest {
	if s.o.Operator == nil {
		return kernel.SelfTest{Specs: s.specs(), Test: func() error {
			defer func(stride int) { s.o.Stride = stride }(s.o.Stride)
			s.o.Stride = s.o.input().OfTest().Stride
			return s.test(kernel.OracleOf(s.o.Op, s.o.Type))
		}}
	}
	op, oracle := kernel.StandIn(s.glue.Bytes, true)
	record := ""
	if s.o.Record != "" {
		op.GLSL += s.o.input().MapOf()
		if record = op.Item; s.o.Input == gpu.InputCounting {
			record = "uint"
		}
	}
	result := ""
	if s.o.Result != "" {
		op.GLSL += "\nVALUE finish(VALUE v, uint index) { return v + index; }"
		result = op.Item
	}
	in := &Scanner{d: s.d, o: s.o, glue: kernel.GlueOf(op), shape: s.shape, scratch: kernel.NewScratch(s.d, "Scanner")}
	in.o.Operator, in.o.Record, in.o.RecordBytes = &op, record, op.Bytes
	in.o.Result, in.o.ResultBytes = result, op.Bytes
	in.o.Stride = s.o.input().OfTest().Stride
	return kernel.SelfTest{Specs: in.specs(), Test: func() error {
		defer in.Release()
		if err := in.build(); err != nil {
			return err
		}
		return in.test(oracle)
	}}
}

// specs are the kernels that the scanner has.
func (s *Scanner) specs() (all []kernel.Spec) {
	total, walk := specs(s.shape, s.glue, s.o)
	if s.shape.Algorithm == gpu.SinglePass {
		for _, l := range s.o.tiles(s.d.Caps(), s.shape, s.glue) {
			walk.Shape = l.Shape
			all = append(all, chainSpec(walk, s.o, s.glue))
		}
		if !s.either() {
			return all
		}
		walk.Shape = s.shape
	}
	return append(all, total, walk)
}

// forms returns the scanner in all forms that a call may use: each single-pass kernel, a worker for
// each tile, and two workers for all tiles.
func (s *Scanner) forms() (all []*Scanner, err error) {
	for i := range s.tiles {
		one := *s
		one.tiles, one.twoStep, one.shape = s.tiles[i:i+1], false, s.tiles[i].Shape
		all = append(all, &one)
	}
	if s.twoStep {
		if err := s.readyTwoStep(); err != nil { // the copies share it
			return nil, err
		}
		many := *s
		many.tiles = nil
		few := many
		few.shape.Workers = min(2, s.shape.Workers)
		all = append(all, &many, &few)
	}
	return all, nil
}

// largestTile is the tile size of the self-test's segments and numbers of items.
func (s *Scanner) largestTile() int {
	tile := s.shape.TileSize()
	for _, l := range s.tiles {
		tile = max(tile, l.Sized.Shape.TileSize())
	}
	return tile
}

func (s *Scanner) test(oracle kernel.Oracle) error {
	tile := s.largestTile()
	forms, err := s.forms()
	if err != nil {
		return err
	}
	counts := []int{1, 5*tile + tile/2 + 3}
	if s.o.Ends {
		counts = append(counts, 0)
	}
	for i, n := range counts {
		n = min(n, s.o.input().MostMade())
		items := oracle.Items(n)
		if s.o.Compensated && i == 1 {
			items = kernel.CancellingItems(n, oracle.Words())
		}
		items = s.o.input().Made(items, oracle.Words())
		heads := madeHeads(n, tile)
		cut := s.madeBy(heads)
		by, err := gpu.NewBufferFrom(s.d, cut)
		if err != nil {
			return err
		}
		defer by.Release()
		for inclusive := range uint32(2) {
			want := s.plain(oracle, items, heads, inclusive)
			if s.o.Ends {
				want = append(want, s.plainTotal(oracle, items)...)
			}
			for _, form := range forms {
				for _, inPlace := range []bool{false, true} {
					if inPlace && s.o.Input != gpu.InputDirect {
						continue
					}
					a := operands{by: by.View(), n: gpu.N(n), segments: gpu.N(len(cut) - 1), inclusive: inclusive}
					got, err := form.once(a, oracle, items, inPlace)
					if err != nil {
						return err
					}
					what := fmt.Sprintf("scan: %v, inclusive %v, in place %v, single pass %v, %d workers", s.o.By, inclusive != 0, inPlace, form.tiles != nil, form.shape.WorkersFor(n))
					if err := kernel.Expect(what, n, got, want); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// once scans the items of a buffer that has one more item before and behind them. It returns all of
// dst, and with Ends all of the total.
func (s *Scanner) once(a operands, oracle kernel.Oracle, items []uint32, inPlace bool) ([]uint32, error) {
	laid, indices := s.o.input().Laid(items, oracle.Words())
	src, err := gpu.NewBufferFrom(s.d, s.fenced(laid))
	if err != nil {
		return nil, err
	}
	defer src.Release()
	index, err := gpu.NewBufferFrom(s.d, append(indices, 0))
	if err != nil {
		return nil, err
	}
	defer index.Release()
	if s.indices, err = index.Slice(0, len(indices)); err != nil {
		return nil, err
	}
	defer s.SetIndices(gpu.View{})
	dst := src
	if !inPlace {
		if dst, err = gpu.NewBufferFrom(s.d, s.fenced(make([]uint32, len(items)))); err != nil {
			return nil, err
		}
		defer dst.Release()
	}
	words := s.glue.Bytes / 4
	if a.src, err = src.Slice(words, words+len(laid)); err != nil {
		return nil, err
	}
	if s.o.Input == gpu.InputCounting {
		a.src = gpu.View{}
	}
	if a.dst, err = dst.Slice(words, words+len(items)); err != nil {
		return nil, err
	}
	if !s.o.Ends {
		if err := s.scan(a, s.o.By); err != nil {
			return nil, err
		}
		return dst.Download()
	}
	ends, err := gpu.NewBufferFrom(s.d, slices.Concat(s.fenced(make([]uint32, words)), startItem(oracle)))
	if err != nil {
		return nil, err
	}
	defer ends.Release()
	if a.start, err = ends.Slice(3*words, 4*words); err != nil {
		return nil, err
	}
	if s.o.By == Whole {
		if a.total, err = ends.Slice(words, 2*words); err != nil {
			return nil, err
		}
	}
	if err := s.scan(a, s.o.By); err != nil {
		return nil, err
	}
	got, err := dst.Download()
	if err != nil {
		return nil, err
	}
	total, err := ends.Download()
	if err != nil {
		return nil, err
	}
	return append(got, total[:3*words]...), nil
}

// startItem is the start value of the self-test. It changes some of the results of Min and Max.
func startItem(oracle kernel.Oracle) []uint32 {
	return oracle.Items(3)[oracle.Words() : 2*oracle.Words()]
}

// first returns the item that a segment begins with.
func (s *Scanner) first(oracle kernel.Oracle) []uint32 {
	if s.o.Ends {
		return slices.Clone(startItem(oracle))
	}
	return oracle.Identity()
}

// plainTotal is the result of all items, as once returns it. With segments there is none.
func (s *Scanner) plainTotal(oracle kernel.Oracle, items []uint32) []uint32 {
	sum := make([]uint32, oracle.Words())
	switch {
	case s.o.By == Whole && s.o.Compensated:
		all := s.plainExact(oracle, items, make([]bool, len(items)/oracle.Words()), 1)
		copy(sum, s.first(oracle))
		if len(items) > 0 {
			copy(sum, all[len(all)-2*oracle.Words():])
		}
	case s.o.By == Whole:
		sum = s.first(oracle)
		for i := 0; i < len(items); i += oracle.Words() {
			oracle.Combine(sum, items[i:i+oracle.Words()])
		}
	}
	return s.fenced(sum)
}

// fenced returns items with one more on either side, which must not change.
func (s *Scanner) fenced(items []uint32) []uint32 {
	fence := repeat(0xFEEDC0DE, s.glue.Bytes/4)
	return slices.Concat(fence, items, fence)
}

// plain is the loop on the CPU.
func (s *Scanner) plain(oracle kernel.Oracle, items []uint32, heads []bool, inclusive uint32) []uint32 {
	if s.o.Compensated {
		return s.plainExact(oracle, items, heads, inclusive)
	}
	var out []uint32
	sum := s.first(oracle)
	for i, head := range heads {
		if head && s.o.By != Whole {
			sum = s.first(oracle)
		}
		before := slices.Clone(sum)
		oracle.Combine(sum, items[i*oracle.Words():][:oracle.Words()])
		if inclusive != 0 {
			before = sum
		}
		for _, w := range before {
			if s.o.Result != "" {
				w += uint32(i)
			}
			out = append(out, w)
		}
	}
	return s.fenced(out)
}

// plainExact is plain for sums of float32 that are rounded once.
func (s *Scanner) plainExact(oracle kernel.Oracle, items []uint32, heads []bool, inclusive uint32) []uint32 {
	words := oracle.Words()
	out := make([]uint32, len(heads)*words)
	for w := range words {
		first := float64(math.Float32frombits(s.first(oracle)[w]))
		sum := first
		for i, head := range heads {
			if head && s.o.By != Whole {
				sum = first
			}
			before := sum
			sum += float64(math.Float32frombits(items[i*words+w]))
			if inclusive != 0 {
				before = sum
			}
			out[i*words+w] = math.Float32bits(float32(before))
		}
	}
	return s.fenced(out)
}

// madeHeads begins segments at irregular distances. One segment is longer than two tiles.
func madeHeads(n, tile int) []bool {
	heads := make([]bool, n)
	for i := range heads {
		heads[i] = (i <= tile || i > 3*tile+7) && uint32(i+1)*2654435761>>27 == 3
	}
	return heads
}

// madeBy returns the segments in the form that the options need.
func (s *Scanner) madeBy(heads []bool) (by []uint32) {
	run := uint32(0)
	for i, head := range heads {
		if head {
			run++
		}
		switch s.o.By {
		case Flags:
			flag := uint32(0)
			if head {
				flag = run << 16
			}
			by = append(by, flag)
		case Keys:
			by = append(by, repeat(5, s.o.KeyBytes/4-1)...)
			by = append(by, run)
		case Offsets:
			if head && run%3 == 0 { // an empty segment
				by = append(by, uint32(i))
			}
			if head {
				by = append(by, uint32(i))
			}
		}
	}
	return append(by, uint32(len(heads)))
}

func repeat(w uint32, n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = w
	}
	return words
}
