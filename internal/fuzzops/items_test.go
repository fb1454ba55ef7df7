// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"
	"math/big"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
)

// itemKeys are sorts of items that move at the end: words of the key in a record, the lowest first.
var itemKeys = []struct {
	o     radix.Options
	words []int
}{
	{radix.Options{Type: gpu.Uint128}, []int{0, 1, 2, 3}},
	{radix.Options{Record: "uvec2", RecordBytes: 8, Key: "uint key(uvec2 r) { return r.y; }"}, []int{1}},
	{radix.Options{Type: gpu.Int64, Record: "uvec4", RecordBytes: 16, Key: "uvec2 key(uvec4 r) { return r.zx; }"}, []int{2, 0}},
}

// sortByKey sorts records by a key that is computed, or keys of 128 bits.
func sortByKey(t *trial) error {
	k := itemKeys[t.pick(len(itemKeys))]
	o, words, all := k.o, 4, 8*k.o.Type.Bytes()
	o.SkipSorted, o.Tuning = t.flip(), t.tune
	if o.Key != "" {
		words = o.RecordBytes / 4
	}
	s, err := get(t.worker, fmt.Sprint("sort items", o), func() (*radix.Sorter, error) { return radix.New(t.d, o) })
	if err != nil {
		return err
	}
	if o.FirstBit = t.pick(all); t.flip() {
		o.FirstBit = 0
	}
	o.Bits, o.Descending = 1+t.pick(all-o.FirstBit), t.flip()
	s.SetDescending(o.Descending)
	if err := s.SetBits(o.FirstBit, o.Bits); err != nil {
		return err
	}
	uses := [...]radix.Use{radix.ForKeys, radix.ForPairs, radix.ForIndices, radix.ForRecords, radix.ForValues}
	use := uses[t.pick(len(uses))]
	bytes, err := radix.ScratchBytes(t.d.Caps(), o, use, t.most)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	src := t.areaAt("items", t.junk(t.most*words), 4*t.pick(9))
	order := itemOrder(o, src.want[:t.n*words], words, k.words)
	stride := 1
	if use == radix.ForRecords {
		stride = 3
	}
	payload := t.area("payload", t.junk(t.most*stride))
	dst, to := t.output("dst items", t.most*words), t.output("dst payload", t.most*stride)
	if use != radix.ForIndices && use != radix.ForValues {
		dst.becomes(gathered(src.want, order, words))
	}
	if use != radix.ForIndices && use != radix.ForKeys {
		to.becomes(gathered(payload.want, order, stride))
	}
	switch use {
	case radix.ForPairs:
		return s.SortPairs(dst.view(), to.view(), src.view(), payload.view(), t.count)
	case radix.ForRecords:
		return s.SortRecords(dst.view(), to.view(), src.view(), payload.view(), 4*stride, t.count)
	case radix.ForIndices:
		for i, at := range order {
			to.want[i] = uint32(at)
		}
		return s.SortIndices(to.view(), src.view(), t.count)
	case radix.ForValues:
		return s.SortValues(to.view(), src.view(), payload.view(), t.count)
	}
	return s.SortKeys(dst.view(), src.view(), t.count)
}

// itemOrder is the stable order of items of a number of words by a key of some of them.
func itemOrder(o radix.Options, items []uint32, words int, key []int) []int {
	parts := make([]*big.Int, len(items)/words)
	mask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(o.Bits)), big.NewInt(1))
	for i := range parts {
		p := new(big.Int)
		for k := len(key) - 1; k >= 0; k-- {
			w := items[i*words+key[k]]
			if k == len(key)-1 && o.Type == gpu.Int64 {
				w ^= 1 << 31
			}
			p.Or(p.Lsh(p, 32), big.NewInt(int64(w)))
		}
		parts[i] = p.And(p.Rsh(p, uint(o.FirstBit)), mask)
	}
	order := all(len(parts))
	sort.SliceStable(order, func(a, b int) bool {
		if o.Descending {
			a, b = b, a
		}
		return parts[order[a]].Cmp(parts[order[b]]) < 0
	})
	return order
}
