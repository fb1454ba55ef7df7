// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the reducer's self-test. An operator of the caller is replaced, because the
// buffers that it reads may not be bound yet.
func (r *Reducer) selfTest(kernel.Shape) kernel.SelfTest {
	if c := r.o.Custom; c != nil {
		return r.proofOf(*c)
	}
	return kernel.SelfTest{
		Specs: specs(r.d.Caps(), r.shape, r.plan, r.o),
		Test: func() error {
			defer func(stride int) { r.o.Stride = stride }(r.o.Stride)
			r.o.Stride = r.o.input().OfTest().Stride
			return r.test(kernel.OracleOf(ops[r.o.Op].of, r.o.Type))
		},
	}
}

func (r *Reducer) proofOf(c Custom) kernel.SelfTest {
	op, oracle := kernel.StandIn(c.Bytes, c.Ordered)
	in := Custom{Operator: op, Ordered: c.Ordered}
	if c.Record != "" {
		in.GLSL += r.o.input().MapOf()
		in.Record, in.RecordBytes = op.Item, op.Bytes
		if r.o.Input == gpu.InputCounting {
			in.Record, in.RecordBytes = "uint", 4
		}
	}
	if c.Result != "" {
		in.GLSL += "\nVALUE finish(VALUE v, uint n) { return v; }"
		in.Result, in.ResultBytes = op.Item, op.Bytes
	}
	o := Options{Custom: &in, Segmented: r.o.Segmented, ByKey: r.o.ByKey, KeyBytes: r.o.KeyBytes, Input: r.o.Input, Stride: r.o.input().OfTest().Stride, Tuning: r.o.Tuning}
	p, err := o.plan()
	return kernel.SelfTest{Specs: specs(r.d.Caps(), r.shape, p, o), Test: func() error {
		if err != nil {
			return err
		}
		s := &Reducer{d: r.d, o: o, plan: p, shape: r.shape, scratch: kernel.NewScratch(r.d, "Reducer")}
		defer s.Release()
		if err := s.build(); err != nil {
			return err
		}
		return s.test(oracle)
	}}
}

func (r *Reducer) test(oracle kernel.Oracle) error {
	tile := r.largestTile()
	most := min(5*tile+tile/2+3, r.o.input().MostMade())
	inputs := [][]uint32{oracle.Items(1), oracle.Items(most), tiedItems(oracle, most)}
	if r.o.ByKey {
		inputs = append(inputs, nil)
	}
	if r.o.Compensated {
		inputs = append(inputs, kernel.CancellingItems(most, oracle.Words()))
	}
	for _, items := range inputs {
		items = r.o.input().Made(items, oracle.Words())
		n := len(items) / oracle.Words()
		offsets := []uint32{0, uint32(n)}
		switch {
		case r.o.Segmented:
			offsets = madeOffsets(n, tile)
		case r.o.ByKey:
			offsets = runOffsets(n, tile)
		}
		var want []uint32
		for s := range len(offsets) - 1 {
			want = append(want, r.plain(oracle, items, int(offsets[s]), int(offsets[s+1]))...)
		}
		for _, form := range r.forms() {
			once := form.once
			if r.o.ByKey {
				once = form.onceByKey
			}
			got, err := once(items, offsets, n)
			if err != nil {
				return err
			}
			if r.o.Op == Mean {
				roundAlike(r.o.Type, got, want)
			}
			what := fmt.Sprintf("reduce: %v of %v, segmented %v, by key %v, %d workers", r.o.Op, r.o.Type, r.o.Segmented, r.o.ByKey, form.shape.WorkersFor(n))
			if r.o.Custom != nil {
				what = fmt.Sprintf("reduce: an operator of %d bytes, segmented %v, by key %v, %d workers", 4*oracle.Words(), r.o.Segmented, r.o.ByKey, form.shape.WorkersFor(n))
			}
			if err := kernel.Expect(what, n, got, want); err != nil {
				return err
			}
		}
	}
	return nil
}

// tiedItems returns n items. The last one is the result of Min and Max, and so are two before it:
// ArgMin and ArgMax have to choose.
func tiedItems(oracle kernel.Oracle, n int) []uint32 {
	items, words := oracle.Items(n), oracle.Words()
	last := items[(n-1)*words:]
	for _, i := range []int{n / 3, n / 2} {
		copy(items[i*words:], last)
	}
	return items
}

// largestTile is the tile size of the self-test's segments and numbers of items.
func (r *Reducer) largestTile() int {
	size := r.shape.TileSize()
	for _, t := range r.tiles {
		size = max(size, t.Shape.TileSize())
	}
	return size
}

// forms returns the reducer with a worker for each tile, with two workers for all tiles, and the
// first again: each call must reset the ticket for the next. In the single-pass form it returns one
// for each kernel.
func (r *Reducer) forms() (all []*Reducer) {
	for i := range r.tiles {
		one := *r
		one.tiles, one.teams = r.tiles[i:i+1], nil
		one.shape = one.tiles[0].Shape
		all = append(all, &one)
	}
	if r.teams != nil {
		for _, team := range []int{1, r.shape.LaneCount} {
			few, parts := *r, *r
			few.forcedTeam, few.fewItems = team, gpu.MaxItems
			parts.forcedTeam, parts.fewItems = team, 0
			all = append(all, &few, &parts)
		}
	}
	if all != nil {
		return all
	}
	few := *r
	few.shape.Workers = min(2, r.shape.Workers)
	return []*Reducer{r, &few, r}
}

// once reduces the items of a buffer that has one more item before and behind them. It returns the
// results. The words beside the results in dst must not change.
func (r *Reducer) once(items, offsets []uint32, n int) ([]uint32, error) {
	release, src, err := r.laid(items)
	if err != nil {
		return nil, err
	}
	defer release()
	words := r.plan.dstBytes / 4
	results, dst, err := r.fenced(make([]uint32, words*(len(offsets)-1)), r.plan.dstBytes)
	if err != nil {
		return nil, err
	}
	defer results.Release()
	cut, err := gpu.NewBufferFrom(r.d, offsets)
	if err != nil {
		return nil, err
	}
	defer cut.Release()
	if r.o.Segmented {
		err = r.SegmentedReduce(dst, src, cut.View(), gpu.N(len(offsets)-1), gpu.N(n))
	} else {
		err = r.Reduce(dst, src, gpu.N(n))
	}
	if err != nil {
		return nil, err
	}
	return unfenced(results, words, n)
}

// laid returns the view of a source that the input reads as items, between fences. It sets the
// indices.
func (r *Reducer) laid(items []uint32) (release func(), src gpu.View, err error) {
	laid, indices := r.o.input().Laid(items, r.wordsOfItem())
	source, src, err := r.fenced(laid, r.plan.srcBytes)
	if err != nil {
		return nil, src, err
	}
	index, err := gpu.NewBufferFrom(r.d, append(indices, 0))
	if err != nil {
		source.Release()
		return nil, src, err
	}
	if r.o.Input == gpu.InputCounting {
		src = gpu.View{}
	}
	r.indices, err = index.Slice(0, len(indices))
	return func() {
		source.Release()
		index.Release()
		r.indices = gpu.View{}
	}, src, err
}

// wordsOfItem is the number of words of an item of a self-test.
func (r *Reducer) wordsOfItem() int {
	if r.o.Custom != nil {
		return r.o.Custom.Bytes / 4
	}
	return r.o.Type.Bytes() / 4
}

const fence = 0xFEEDC0DE

// fenced returns a buffer of words between fences of a number of bytes, and the view of the words.
func (r *Reducer) fenced(words []uint32, bytes int) (*gpu.Buffer[uint32], gpu.View, error) {
	side := make([]uint32, bytes/4)
	for i := range side {
		side[i] = fence
	}
	b, err := gpu.NewBufferFrom(r.d, slices.Concat(side, words, side))
	if err != nil {
		return nil, gpu.View{}, err
	}
	v, err := b.Slice(len(side), len(side)+len(words))
	return b, v, err
}

// unfenced returns the words of a buffer between fences of a number of words.
func unfenced(b *gpu.Buffer[uint32], words, n int) ([]uint32, error) {
	got, err := b.Download()
	if err != nil {
		return nil, err
	}
	for i := range words {
		if got[i] != fence || got[len(got)-1-i] != fence {
			return nil, fmt.Errorf("reduce: n %d: words beside the result are %#x and %#x: %w", n, got[i], got[len(got)-1-i], gpu.ErrSelfTest)
		}
	}
	return got[words : len(got)-words], nil
}

// plain is the loop on the CPU, over items from one up to another.
func (r *Reducer) plain(oracle kernel.Oracle, items []uint32, from, to int) []uint32 {
	if r.o.Custom == nil && r.o.Op == Statistics {
		least, largest := *r, *r
		least.o.Op, largest.o.Op = ArgMin, ArgMax
		low := least.plain(kernel.OracleOf(gpu.Min, r.o.Type), items, from, to)
		high := largest.plain(kernel.OracleOf(gpu.Max, r.o.Type), items, from, to)
		sum := oracle.Identity()
		for i := from; i < to; i++ {
			oracle.Combine(sum, items[i*oracle.Words():][:oracle.Words()])
		}
		words := oracle.Words()
		return slices.Concat(sum, low[:words], high[:words], low[words:], high[words:])
	}
	if r.o.Compensated {
		words := oracle.Words()
		exact := make([]uint32, words)
		for w := range words {
			sum := 0.0
			for i := from; i < to; i++ {
				sum += float64(math.Float32frombits(items[i*words+w]))
			}
			if r.o.Op == Mean {
				sum /= float64(max(1, to-from))
			}
			exact[w] = math.Float32bits(float32(sum))
		}
		return exact
	}
	sum, total, at := oracle.Identity(), int64(0), uint32(math.MaxUint32)
	for i := from; i < to; i++ {
		item := items[i*oracle.Words():][:oracle.Words()]
		before := slices.Clone(sum)
		oracle.Combine(sum, item)
		if at == math.MaxUint32 || !slices.Equal(before, sum) { // the first item may be the identity
			at = uint32(i)
		}
		if r.o.Type == gpu.Int32 {
			total += int64(int32(item[0]))
		} else {
			total += int64(item[0])
		}
	}
	switch {
	case r.o.Custom != nil:
	case r.o.Op == ArgMin || r.o.Op == ArgMax:
		return append(sum, at)
	case r.o.Op == Mean && (r.o.Type == gpu.Uint32 || r.o.Type == gpu.Int32):
		return []uint32{math.Float32bits(float32(float64(total) / float64(max(1, to-from))))}
	case r.o.Op == Mean && r.o.Type == gpu.Float64:
		mean := math.Float64bits(math.Float64frombits(uint64(sum[1])<<32|uint64(sum[0])) / float64(max(1, to-from)))
		return []uint32{uint32(mean), uint32(mean >> 32)}
	case r.o.Op == Mean:
		for i, w := range sum {
			sum[i] = math.Float32bits(math.Float32frombits(w) / float32(max(1, to-from)))
		}
	}
	return sum
}

// roundAlike allows divided floats to differ by the rounding that GLSL allows.
func roundAlike(t gpu.Type, got, want []uint32) {
	if t == gpu.Float64 {
		for i := 0; i+1 < len(want); i += 2 {
			x, y := math.Float64frombits(uint64(got[i+1])<<32|uint64(got[i])), math.Float64frombits(uint64(want[i+1])<<32|uint64(want[i]))
			if math.Abs(x-y) <= 1e-14*math.Abs(y) {
				copy(got[i:i+2], want[i:])
			}
		}
		return
	}
	for i := range want {
		x, y := float64(math.Float32frombits(got[i])), float64(math.Float32frombits(want[i]))
		if math.Abs(x-y) <= 1e-6*math.Abs(y) {
			got[i] = want[i]
		}
	}
}

// madeOffsets returns segments of all sizes: some are empty, one is longer than two tiles. A few
// items lie before the first.
func madeOffsets(n, tile int) (offsets []uint32) {
	for i := min(3, n-1); i < n; i++ {
		if i > tile && i <= 3*tile+7 || uint32(i)*2654435761>>27 != 3 && i > 3 {
			continue
		}
		offsets = append(offsets, uint32(i))
		if i%3 == 0 {
			offsets = append(offsets, uint32(i))
		}
	}
	return append(offsets, uint32(n))
}
