// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"sort"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// try runs one plan and compares.
func (w *worker) try(p plan) error {
	if _, err := gpu.Pick(w.d.Caps(), p.tune); err != nil {
		p.tune.Lanes, p.fold.Lanes = gpu.LanesShared, gpu.LanesShared
	}
	if p.op != 3 && p.op != 4 {
		p.stride = 1
	}
	r := rand.New(rand.NewSource(p.seed))
	words := make([]uint32, p.n*p.stride)
	for i := range words {
		if r.Intn(256) < p.density {
			words[i] = r.Uint32()
		}
		if p.op == 0 {
			words[i] = operand(p.fold, words[i])
		}
	}
	if p.predicate {
		p.offset -= p.offset % p.stride // records begin a whole number of records in
	}
	src, err := w.area(words, p.offset)
	if err != nil {
		return err
	}
	defer src.b.Release()
	junk := make([]uint32, max(1, len(words)))
	for i := range junk {
		junk[i] = r.Uint32()
	}
	dst, err := w.area(junk, (p.offset*3)%67)
	if err != nil {
		return err
	}
	defer dst.b.Release()

	count, n := gpu.N(p.n), p.n
	if p.onGPU {
		n = max(0, p.n-p.spare)
		told := n
		if p.over {
			n, told = p.n, p.n+p.spare
		}
		word, err := w.area([]uint32{uint32(told)}, p.offset%13)
		if err != nil {
			return err
		}
		defer word.b.Release()
		count = gpu.CountAt(word.view(), p.n)
	}
	if err := w.run(p, dst, src, junk, words, count, n); err != nil {
		return err
	}
	// With no items possible an operation may run nothing, and then nothing reads the count.
	if err := w.d.Check(); p.onGPU && p.over && (err != nil || p.n > 0) {
		if !errors.Is(err, gpu.ErrCount) {
			return fmt.Errorf("a count above its maximum: Check says %v", err)
		}
	} else if err != nil {
		return err
	}
	messages, err := w.d.Messages()
	for _, m := range messages {
		if m.Bad() {
			return fmt.Errorf("the driver says: %v", m)
		}
	}
	return err
}

// operand makes of any bits a number that folds exactly in any order: floats are whole, and few enough bits.
func operand(o reduce.Options, bits uint32) uint32 {
	switch {
	case o.Type == gpu.Float32 && o.Op == reduce.Sum:
		return math.Float32bits(float32(bits >> 24))
	case o.Type == gpu.Float32:
		return math.Float32bits(float32(int32(bits)))
	}
	return bits
}

// folded is the plain loop of a reduction.
func folded(o reduce.Options, words []uint32) uint32 {
	switch o.Type {
	case gpu.Int32:
		return uint32(fold(o.Op, words, [3]int32{0, math.MaxInt32, math.MinInt32}, func(w uint32) int32 { return int32(w) }))
	case gpu.Float32:
		inf := float32(math.Inf(1))
		return math.Float32bits(fold(o.Op, words, [3]float32{0, inf, -inf}, math.Float32frombits))
	}
	return fold(o.Op, words, [3]uint32{0, math.MaxUint32, 0}, func(w uint32) uint32 { return w })
}

func fold[T uint32 | int32 | float32](op reduce.Op, words []uint32, identity [3]T, of func(uint32) T) T {
	acc := identity[op]
	for _, w := range words {
		switch v := of(w); op {
		case reduce.Min:
			acc = min(acc, v)
		case reduce.Max:
			acc = max(acc, v)
		default:
			acc += v
		}
	}
	return acc
}

func (w *worker) run(p plan, dst, src area, junk, words []uint32, count gpu.Count, n int) error {
	key := fmt.Sprint(p.tune, p.op)
	switch p.op {
	case 0:
		op, err := get(w, fmt.Sprint(key, p.fold), func() (*reduce.Reducer, error) { return reduce.New(w.d, p.fold) })
		if err != nil {
			return err
		}
		if err := op.Reduce(dst.view(), src.view(), count); err != nil {
			return err
		}
		return dst.holds(fmt.Sprint(p.fold.Op, " of ", p.fold.Type), []uint32{folded(p.fold, words[:n])}, junk)
	case 1, 2:
		return w.scan(p, fmt.Sprint(p.tune, "scan"), dst, src, junk, words, count, n)
	case 3, 4:
		return w.compact(p, fmt.Sprint(key, p.stride, p.predicate), dst, src, junk, words, count, n)
	}
	return w.sort(p, fmt.Sprint(p.tune, p.keyType, p.first, p.bit, p.descending), dst, src, junk, words, count, n)
}

func (w *worker) scan(p plan, key string, dst, src area, junk, words []uint32, count gpu.Count, n int) error {
	op, err := get(w, key, func() (*scan.Scanner, error) { return scan.New(w.d, scan.Options{Tuning: p.tune}) })
	if err != nil {
		return err
	}
	run := op.Exclusive
	if p.op == 2 {
		run = op.Inclusive
	}
	before := junk
	if p.inPlace {
		dst, before = src, words
	}
	if err := run(dst.view(), src.view(), count); err != nil {
		return err
	}
	want := make([]uint32, n)
	var sum uint32
	for i, v := range words[:n] {
		want[i] = sum
		sum += v
		if p.op == 2 {
			want[i] = sum
		}
	}
	return dst.holds("scan", want, before)
}

func (w *worker) compact(p plan, key string, dst, src area, junk, words []uint32, count gpu.Count, n int) error {
	op, err := get(w, key, func() (*compact.Compactor, error) {
		o := compact.Options{Stride: 4 * p.stride, Flagged: p.op == 4, Tuning: p.tune}
		if p.predicate {
			o.Record = "Words"
			o.Predicate = fmt.Sprintf(`struct Words { uint w[%d]; };
bool keep(Words v)
{
	uint sum = 0u;
	for (int i = 0; i < %[1]d; i++) sum += v.w[i];
	return sum %% 3u == 1u;
}`, p.stride)
		}
		return compact.New(w.d, o)
	})
	if err != nil {
		return err
	}
	keep := make([]uint32, p.n)
	for i := range keep {
		for _, v := range words[i*p.stride : (i+1)*p.stride] {
			if p.predicate {
				keep[i] += v
			} else {
				keep[i] |= v
			}
		}
		if p.predicate && keep[i]%3 != 1 {
			keep[i] = 0
		}
	}
	if p.op == 4 {
		for i := range keep {
			keep[i] = uint32(mix(uint64(p.seed)+uint64(i))) & 1
		}
		flags, err := w.area(keep, (p.offset*5)%61)
		if err != nil {
			return err
		}
		defer flags.b.Release()
		err = op.CompactFlagged(dst.view(), src.view(), flags.view(), count)
		if err != nil {
			return err
		}
	} else if err := op.Compact(dst.view(), src.view(), count); err != nil {
		return err
	}
	want := []uint32{}
	for i := range n {
		if keep[i] != 0 {
			want = append(want, words[i*p.stride:(i+1)*p.stride]...)
		}
	}
	word, _ := op.Result().Count.Word()
	var kept [1]uint32
	if err := gpu.Download(w.d, word, kept[:]); err != nil {
		return err
	}
	if int(kept[0])*p.stride != len(want) {
		return fmt.Errorf("%d kept, want %d", kept[0], len(want)/p.stride)
	}
	return dst.holds("kept", want, junk)
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// sortable maps a key to a uint32 of the same order.
func sortable(t radix.Type, key uint32) uint32 {
	switch {
	case t == radix.Int32, t == radix.Float32 && key>>31 == 0:
		return key ^ 1<<31
	case t == radix.Float32:
		return ^key
	}
	return key
}

func (w *worker) sort(p plan, key string, dst, src area, junk, words []uint32, count gpu.Count, n int) (err error) {
	op, err := get(w, key, func() (*radix.Sorter, error) {
		return radix.New(w.d, radix.Options{Type: p.keyType, FirstBit: p.first, Bits: p.bit, Descending: p.descending, Tuning: p.tune})
	})
	if err != nil {
		return err
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	part := func(i int) uint64 { return uint64(sortable(p.keyType, words[i])) >> p.first & (1<<p.bit - 1) }
	sort.SliceStable(order, func(i, j int) bool {
		a, b := part(order[i]), part(order[j])
		if p.descending {
			a, b = b, a
		}
		return a < b
	})
	if p.lend {
		var lent [2]area
		for i := range lent {
			if lent[i], err = w.area(make([]uint32, p.n), p.offset*(i+2)%37); err != nil {
				return err
			}
			defer lent[i].b.Release()
		}
		if err := op.Lend(lent[0].view(), lent[1].view()); err != nil {
			return err
		}
		defer func() {
			// What lies between the guards is the sort's.
			for _, a := range lent {
				all, e := a.b.Download()
				if e == nil {
					e = a.holds("scratch", all[a.from:a.from+a.n], nil)
				}
				err = errors.Join(err, e)
			}
			err = errors.Join(err, op.Lend(gpu.View{}, gpu.View{}))
		}()
	}
	if p.op == 7 {
		if err := op.Argsort(dst.view(), src.view(), count); err != nil {
			return err
		}
		want := make([]uint32, n)
		for i, j := range order {
			want[i] = uint32(j)
		}
		return dst.holds("argsort", want, junk)
	}
	index := make([]uint32, p.n)
	for i := range index {
		index[i] = uint32(i) * 3
	}
	payload, err := w.area(index, (p.offset*7)%59)
	if err != nil {
		return err
	}
	defer payload.b.Release()
	to, err := w.area(make([]uint32, p.n), p.offset%11)
	if err != nil {
		return err
	}
	defer to.b.Release()
	before, beforePayload := junk, make([]uint32, p.n)
	if p.inPlace {
		dst, to, before, beforePayload = src, payload, words, index
	}
	if p.op == 5 {
		err = op.Keys(dst.view(), src.view(), count)
	} else {
		err = op.Pairs(dst.view(), to.view(), src.view(), payload.view(), count)
	}
	if err != nil {
		return err
	}
	keys, values := make([]uint32, n), make([]uint32, n)
	for i, j := range order {
		keys[i], values[i] = words[j], index[j]
	}
	if err := dst.holds("keys", keys, before); err != nil || p.op == 5 {
		return err
	}
	return to.holds("payload", values, beforePayload)
}
