// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"
	"slices"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/merge"
)

// mergeReads searches for, or sorts, words that an input or a map of the caller makes.
func mergeReads(t *trial) error {
	o := merge.Options{Tuning: t.tune}
	o.Algorithm = gpu.ReduceThenScan
	o.Input, o.Stride = t.input()
	mapped, sorts := t.flip(), t.flip()
	if mapped {
		o.Map, o.Record, o.RecordBytes = "uint map(uint r, uint i) { return r % 1000u ^ i; }", "uint", 4
	}
	finished := !sorts && t.flip()
	if finished {
		o.Finish, o.Result, o.ResultBytes = "uvec2 finish(uint place, uint i) { return uvec2(place, i); }", "uvec2", 8
	}
	items, src, indices := t.operands(o.Input, o.Stride, gpu.Uint32, gpu.Sum, 1, t.skew)
	if mapped {
		for i, r := range items {
			items[i] = r%1000 ^ uint32(i)
		}
	}
	if sorts {
		return t.sortReads(o, items[:t.n], src, indices)
	}
	s, err := get(t.worker, fmt.Sprint("search reads", o), func() (*merge.Searcher, error) { return merge.NewSearcher(t.d, o) })
	if err != nil {
		return err
	}
	s.SetIndices(indices)
	all := make([]uint32, t.wide(6001))
	for i := range all {
		all[i] = uint32(t.r.Intn(12001))
	}
	slices.Sort(all)
	var want []uint32
	for i, q := range items[:t.n] {
		want = append(want, uint32(sort.Search(len(all), func(k int) bool { return all[k] >= q })))
		if finished {
			want = append(want, uint32(i))
		}
	}
	dst := t.areaAt("dst", t.junk(t.most*(1+flagOf(finished))), 2*t.pick(30))
	dst.becomes(want)
	return s.LowerBound(dst.view(), t.area("sorted", all).view(), src, gpu.N(len(all)), t.count)
}

func flagOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (t *trial) sortReads(o merge.Options, items []uint32, src, indices gpu.View) error {
	s, err := get(t.worker, fmt.Sprint("sort reads", o), func() (*merge.Sorter, error) { return merge.NewSorter(t.d, o) })
	if err != nil {
		return err
	}
	s.SetIndices(indices)
	order := make([]uint32, len(items))
	for i := range order {
		order[i] = uint32(i)
	}
	sort.SliceStable(order, func(i, j int) bool { return items[order[i]] < items[order[j]] })
	dst := t.output("dst", t.most)
	if t.flip() {
		dst.becomes(order)
		return s.SortIndices(dst.view(), src, t.count)
	}
	for i, from := range order {
		dst.want[i] = items[from]
	}
	return s.SortKeys(dst.view(), src, t.count)
}
