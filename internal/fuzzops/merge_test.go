// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/merge"
)

// ordered are items of package merge, in an order that the trial chooses.
type ordered struct {
	o     merge.Options
	words []uint32
}

// order chooses the order of a trial's items. Half of them are records of the caller's.
func (t *trial) order() merge.Options {
	o := merge.Options{Tuning: t.tune}
	o.Algorithm = gpu.ReduceThenScan
	if t.flip() {
		o.Less, o.Item, o.Bytes = "bool less(uvec4 a, uvec4 b) { return a.z > b.z; }", "uvec4", 16
		return o
	}
	o.Type, o.Descending = gpu.Type(t.pick(6)), t.flip()
	return o
}

func (a *ordered) size() int {
	if a.o.Less != "" {
		return a.o.Bytes / 4
	}
	return a.o.Type.Bytes() / 4
}
func (a *ordered) at(i int) []uint32 {
	return a.words[i*a.size() : (i+1)*a.size()]
}

// rank is a number with the order of item i.
func (a *ordered) rank(i int) uint64 {
	w := a.at(i)
	if a.o.Less != "" {
		return uint64(^w[2])
	}
	key := uint64(w[0])
	if len(w) == 2 {
		key |= uint64(w[1]) << 32
	}
	key = sortable(a.o.Type, key)
	if a.o.Descending {
		key = ^key
	}
	return key
}

// some are n items, few or many of which are equal.
func (t *trial) some(o merge.Options, n int) *ordered {
	a := &ordered{o: o}
	kinds := []int{1, 2, 1 + n/4, 1 + 4*n}[t.pick(4)]
	for i := range n {
		k := uint32(t.r.Intn(kinds)) * 0x9E3779B1
		for w := range a.size() {
			switch {
			case o.Less == "" && w == 1:
				a.words = append(a.words, k<<7)
			case o.Less == "" || w == 2:
				a.words = append(a.words, k)
			default:
				a.words = append(a.words, uint32(i))
			}
		}
	}
	return a
}

// sorted are the first n items in order, and the place of each.
func (a *ordered) sorted(n int) (b *ordered, index []uint32) {
	b = &ordered{o: a.o}
	for i := range n {
		index = append(index, uint32(i))
	}
	sort.SliceStable(index, func(i, j int) bool { return a.rank(int(index[i])) < a.rank(int(index[j])) })
	for _, i := range index {
		b.words = append(b.words, a.at(int(i))...)
	}
	return b, index
}

// put makes an area of items, which begins where records may.
func (t *trial) put(what string, a *ordered, words []uint32) *area {
	if a.o.Less != "" {
		return t.areaAt(what, words, 4*t.pick(9))
	}
	return t.area(what, words)
}

// second is the number of items of a second array: on the host, or on the GPU and below its
// maximum.
func (t *trial) second(most int) (n int, count gpu.Count) {
	if t.flip() {
		return most, gpu.N(most)
	}
	n = most - t.pick(1+min(most, 255))
	return n, gpu.CountAt(t.area("second count", []uint32{uint32(n)}).view(), most)
}

func mergeSort(t *trial) error {
	o := t.order()
	s, err := get(t.worker, fmt.Sprint("merge sort", o), func() (*merge.Sorter, error) { return merge.NewSorter(t.d, o) })
	if err != nil {
		return err
	}
	use, inPlace := merge.Use(t.pick(3)), t.flip()
	bytes, err := merge.ScratchBytes(t.d.Caps(), o, use, t.most)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	a := t.some(o, t.most)
	want, index := a.sorted(t.n)
	src := t.put("src", a, a.words)
	if use == merge.ForIndices {
		dst := t.output("indices", t.most)
		dst.becomes(index)
		return s.SortIndices(dst.view(), src.view(), t.count)
	}
	dst := src
	if !inPlace {
		dst = t.put("dst", a, t.junk(len(a.words)))
	}
	dst.becomes(want.words)
	if use == merge.ForKeys {
		return s.SortKeys(dst.view(), src.view(), t.count)
	}
	values := t.junk(t.most)
	payload, to := t.area("payload", values), t.output("dst payload", t.most)
	for i, from := range index {
		to.want[i] = values[from]
	}
	return s.SortPairs(merge.Pairs{Keys: dst.view(), Payload: to.view()}, merge.Pairs{Keys: src.view(), Payload: payload.view()}, t.count)
}

func mergeArrays(t *trial) error {
	o := t.order()
	m, err := get(t.worker, fmt.Sprint("merge", o), func() (*merge.Merger, error) { return merge.NewMerger(t.d, o) })
	if err != nil {
		return err
	}
	a, _ := t.some(o, t.most).sorted(t.most)
	most := t.wide(6001)
	b, _ := t.some(o, most).sorted(most)
	nb, count := t.second(most)
	size := a.size()
	want, index := (&ordered{o, slices.Concat(a.words[:t.n*size], b.words[:nb*size])}).sorted(t.n + nb)
	from, with := t.put("a", a, a.words), t.put("b", a, b.words)
	dst := t.put("dst", a, t.junk(len(a.words)+len(b.words)))
	dst.becomes(want.words)
	if t.flip() {
		return m.Merge(dst.view(), from.view(), with.view(), t.count, count)
	}
	values := t.junk(t.most + most)
	ofA, ofB, to := t.area("payload of a", values[:t.most]), t.area("payload of b", values[t.most:]), t.output("dst payload", t.most+most)
	for i, at := range index {
		if int(at) < t.n {
			to.want[i] = values[at]
		} else {
			to.want[i] = values[t.most+int(at)-t.n]
		}
	}
	return m.MergePairs(merge.Pairs{Keys: dst.view(), Payload: to.view()}, merge.Pairs{Keys: from.view(), Payload: ofA.view()},
		merge.Pairs{Keys: with.view(), Payload: ofB.view()}, t.count, count)
}

func mergeSets(t *trial) error {
	o := t.order()
	s, err := get(t.worker, fmt.Sprint("merge sets", o), func() (*merge.Sets, error) { return merge.NewSets(t.d, o) })
	if err != nil {
		return err
	}
	a, _ := t.some(o, t.most).sorted(t.most)
	most := t.wide(6001)
	b, _ := t.some(o, most).sorted(most)
	nb, count := t.second(most)
	op := t.pick(4)
	call := [...]func(dst, a, b gpu.View, na, nb gpu.Count) error{s.Union, s.Intersection, s.Difference, s.SymmetricDifference}[op]
	onlyA, onlyB, both := op != 1, op == 0 || op == 3, op < 2
	room := [...]int{t.most + most, min(t.most, most), t.most, t.most + most}[op]
	var want []uint32
	add := func(keep bool, words []uint32) {
		if keep {
			want = append(want, words...)
		}
	}
	for i, j := 0, 0; i < t.n || j < nb; {
		switch {
		case j == nb || i < t.n && a.rank(i) < b.rank(j):
			add(onlyA, a.at(i))
			i++
		case i == t.n || b.rank(j) < a.rank(i):
			add(onlyB, b.at(j))
			j++
		default:
			add(both, a.at(i))
			i++
			j++
		}
	}
	from, with := t.put("a", a, a.words), t.put("b", a, b.words)
	dst := t.put("dst", a, t.junk(room*a.size()))
	dst.becomes(want)
	if err := call(dst.view(), from.view(), with.view(), t.count, count); err != nil {
		return err
	}
	if n, err := s.Result().Read(); err != nil || n != len(want)/a.size() {
		return fmt.Errorf("the result has %d items, %v, want %d", n, err, len(want)/a.size())
	}
	return nil
}

func mergeSearch(t *trial) error {
	o := t.order()
	s, err := get(t.worker, fmt.Sprint("merge search", o), func() (*merge.Searcher, error) { return merge.NewSearcher(t.d, o) })
	if err != nil {
		return err
	}
	most := t.wide(6001)
	all, _ := t.some(o, most).sorted(most)
	items, count := t.second(most)
	queries, upper := t.some(o, t.most), t.flip()
	dst := t.output("dst", t.most)
	for i := range t.n {
		q := queries.rank(i)
		dst.want[i] = uint32(sort.Search(items, func(k int) bool { return all.rank(k) > q || !upper && all.rank(k) == q }))
	}
	call := s.LowerBound
	if upper {
		call = s.UpperBound
	}
	return call(dst.view(), t.put("sorted", all, all.words).view(), t.put("queries", queries, queries.words).view(), count, t.count)
}

// Nil and zero operations of package merge return an error and do not panic.
func TestNilMergeOperationsDoNotPanic(t *testing.T) {
	var v gpu.View
	n := gpu.N(1)
	errs := map[string]error{}
	for name, s := range map[string]*merge.Sorter{"a nil Sorter": nil, "a zero Sorter": {}} {
		errs[name+": SortKeys"], errs[name+": SortIndices"] = s.SortKeys(v, v, n), s.SortIndices(v, v, n)
		errs[name+": SortPairs"], errs[name+": Reserve"] = s.SortPairs(merge.Pairs{}, merge.Pairs{}, n), s.Reserve(merge.ForKeys, 1)
		s.UseScratch(v)
		_ = s.Programs()
		s.Release()
	}
	for name, m := range map[string]*merge.Merger{"a nil Merger": nil, "a zero Merger": {}} {
		errs[name+": Merge"], errs[name+": Reserve"] = m.Merge(v, v, v, n, n), m.Reserve()
		errs[name+": MergePairs"] = m.MergePairs(merge.Pairs{}, merge.Pairs{}, merge.Pairs{}, n, n)
		_ = m.Programs()
		m.Release()
	}
	for name, s := range map[string]*merge.Sets{"nil Sets": nil, "zero Sets": {}} {
		errs[name+": Union"], errs[name+": Intersection"] = s.Union(v, v, v, n, n), s.Intersection(v, v, v, n, n)
		errs[name+": Difference"], errs[name+": SymmetricDifference"] = s.Difference(v, v, v, n, n), s.SymmetricDifference(v, v, v, n, n)
		if s.Result().Max() != 0 {
			t.Errorf("%s have a result", name)
		}
		_, _ = s.Programs(), s.Variant()
		s.Release()
	}
	for name, s := range map[string]*merge.Searcher{"a nil Searcher": nil, "a zero Searcher": {}} {
		errs[name+": LowerBound"], errs[name+": UpperBound"] = s.LowerBound(v, v, v, n, n), s.UpperBound(v, v, v, n, n)
		_ = s.Programs()
		s.Release()
	}
	for what, err := range errs {
		if !errors.Is(err, gpu.ErrReleased) || !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
