// SPDX-License-Identifier: MIT

package fuzzops

import (
	"encoding/binary"
	"fmt"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
)

var keyTypes = []gpu.Type{gpu.Uint32, gpu.Int32, gpu.Float32, gpu.Uint64, gpu.Int64, gpu.Float64, gpu.Uint16, gpu.Uint8, gpu.Int16, gpu.Int8, gpu.Float16}

// sortable maps a key to an unsigned one of the same order.
func sortable(t gpu.Type, key uint64) uint64 {
	sign := uint64(1) << (8*t.Bytes() - 1)
	switch t {
	case gpu.Int8, gpu.Int16, gpu.Int32, gpu.Int64:
		return key ^ sign
	case gpu.Float16, gpu.Float32, gpu.Float64:
		if key&sign != 0 {
			return ^key & (sign<<1 - 1)
		}
		return key ^ sign
	}
	return key
}

// keys are a sort's: their values, and how they are to be ordered.
type keys struct {
	o    radix.Options
	bits []uint64
}

func (t *trial) keys() keys {
	k := keys{o: radix.Options{Type: keyTypes[t.pick(len(keyTypes))], SkipSorted: t.flip(), Tuning: t.tune}}
	all := 8 * k.o.Type.Bytes()
	k.o.FirstBit = t.pick(all)
	k.o.Bits = 1 + t.pick(all-k.o.FirstBit)
	if t.flip() {
		k.o.FirstBit, k.o.Bits = 0, all
	}
	k.o.Descending = t.flip()
	mask := uint64(1)<<(all-1)<<1 - 1
	entropy, same := t.pick(4), uint64(t.wide(1<<16))*0x9E3779B97F4A7C15
	for i := range t.most {
		v := t.r.Uint64()
		for range entropy {
			v &= t.r.Uint64()
		}
		if entropy == 3 {
			v = same ^ uint64(i%7)*uint64(t.pick(2))
		}
		k.bits = append(k.bits, v&mask)
	}
	if t.pick(4) == 1 {
		sort.SliceStable(k.bits, func(i, j int) bool { return k.less(k.bits[i], k.bits[j]) })
	}
	return k
}

func (k keys) part(key uint64) uint64 {
	return sortable(k.o.Type, key) >> k.o.FirstBit & (uint64(1)<<(k.o.Bits-1)<<1 - 1)
}

func (k keys) less(a, b uint64) bool {
	if k.o.Descending {
		a, b = b, a
	}
	return k.part(a) < k.part(b)
}

// order is the stable order of the items from from up to to.
func (k keys) order(from, to int) []int {
	order := make([]int, to-from)
	for i := range order {
		order[i] = from + i
	}
	sort.SliceStable(order, func(i, j int) bool { return k.less(k.bits[order[i]], k.bits[order[j]]) })
	return order
}

// packed are keys as they lie in a buffer, over what is there.
func (k keys) packed(onto []uint32, of []int) []uint32 {
	raw := make([]byte, 0, 4*len(onto))
	for _, w := range onto {
		raw = binary.LittleEndian.AppendUint32(raw, w)
	}
	for i, at := range of {
		copy(raw[i*k.o.Type.Bytes():], binary.LittleEndian.AppendUint64(nil, k.bits[at])[:k.o.Type.Bytes()])
	}
	words := make([]uint32, len(onto))
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return words
}

// words is how many words n keys take.
func (k keys) words(n int) int { return (n*k.o.Type.Bytes() + 3) / 4 }

func all(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// sorter is one for the keys, whose bit range and direction change from call to call.
func (t *trial) sorter(k keys) (*radix.Sorter, error) {
	s, err := get(t.worker, fmt.Sprint("sort", k.o.Type, k.o.SkipSorted, k.o.SearchAbove, t.tune), func() (*radix.Sorter, error) {
		return radix.New(t.d, radix.Options{Type: k.o.Type, SkipSorted: k.o.SkipSorted, SearchAbove: k.o.SearchAbove, Tuning: t.tune})
	})
	if err != nil {
		return nil, err
	}
	s.SetDescending(k.o.Descending)
	return s, s.SetBits(k.o.FirstBit, k.o.Bits)
}

func (t *trial) keyArea(k keys) *area {
	return t.area("keys", k.packed(t.junk(k.words(t.most)), all(t.most)))
}

func gathered(words []uint32, order []int, stride int) []uint32 {
	var out []uint32
	for _, at := range order {
		out = append(out, words[at*stride:(at+1)*stride]...)
	}
	return out
}

func sortItems(t *trial) error {
	k := t.keys()
	s, err := t.sorter(k)
	if err != nil {
		return err
	}
	uses := [...]radix.Use{radix.ForKeys, radix.ForPairs, radix.ForIndices, radix.ForRecords, radix.ForValues}
	use, stride, inPlace := uses[t.pick(len(uses))], 1+t.pick(5), t.flip()
	keyless := use == radix.ForIndices || use == radix.ForValues
	bytes, err := radix.ScratchBytes(t.d.Caps(), k.o, use, t.most)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	if use != radix.ForRecords {
		stride = 1
	}
	order := k.order(0, t.n)
	src := t.keyArea(k)
	payload := t.area("payload", t.junk(t.most*stride))
	dst, to := src, payload
	if !inPlace || keyless {
		dst = t.output("dst keys", len(src.want))
	}
	if !inPlace || use == radix.ForRecords || keyless {
		to = t.output("dst payload", t.most*stride)
	}
	moved := gathered(payload.want, order, stride)
	if !keyless {
		dst.becomes(k.packed(dst.want, order))
	}
	switch use {
	case radix.ForPairs:
		to.becomes(moved)
		return s.SortPairs(dst.view(), to.view(), src.view(), payload.view(), t.count)
	case radix.ForRecords:
		to.becomes(moved)
		return s.SortRecords(dst.view(), to.view(), src.view(), payload.view(), 4*stride, t.count)
	case radix.ForIndices:
		for i, at := range order {
			to.want[i] = uint32(at)
		}
		return s.SortIndices(to.view(), src.view(), t.count)
	case radix.ForValues:
		to.becomes(moved)
		return s.SortValues(to.view(), src.view(), payload.view(), t.count)
	}
	return s.SortKeys(dst.view(), src.view(), t.count)
}

func sortSegments(t *trial) error {
	k := t.keys()
	s, err := t.sorter(k)
	if err != nil {
		return err
	}
	bytes, err := radix.ScratchBytes(t.d.Caps(), k.o, radix.ForSegmented, t.most)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	stride := t.pick(4)
	bounds, offsets := t.offsets()
	var order []int
	cut := append(append([]uint32{0}, bounds...), uint32(t.most))
	for i := range len(cut) - 1 {
		order = append(order, k.order(min(int(cut[i]), t.n), min(int(cut[i+1]), t.n))...)
	}
	src := t.keyArea(k)
	dst := t.output("dst keys", len(src.want))
	dst.becomes(k.packed(dst.want, order))
	var from, to gpu.View
	if stride > 0 {
		records, moved := t.area("records", t.junk(t.most*stride)), t.output("dst records", t.most*stride)
		moved.becomes(gathered(records.want, order, stride))
		from, to = records.view(), moved.view()
	}
	return s.SegmentedSort(dst.view(), to, src.view(), from, 4*stride, offsets.view(), gpu.N(len(bounds)-1), t.count)
}

// firstOfSegments finds the first keys of each segment. Places behind the last item of a segment
// stay as they are.
func firstOfSegments(t *trial) error {
	k := t.keys()
	s, err := t.sorter(k)
	if err != nil {
		return err
	}
	bytes, err := radix.ScratchBytes(t.d.Caps(), k.o, radix.ForSegmentedTopK, t.most)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	bounds, offsets := t.offsets()
	first, segments := t.wide(40), len(bounds)-1
	src := t.keyArea(k)
	dst, to := t.output("dst keys", k.words(first*segments)), t.output("dst indices", first*segments)
	for segment := range segments {
		order := k.order(min(int(bounds[segment]), t.n), min(int(bounds[segment+1]), t.n))
		for rank, at := range order[:min(first, len(order))] {
			place := segment*first + rank
			k.put(dst.want, place, k.bits[at])
			to.want[place] = uint32(at)
		}
	}
	return s.SegmentedTopK(dst.view(), to.view(), src.view(), first, offsets.view(), gpu.N(segments), t.count)
}

// put writes a key to a place among words.
func (k keys) put(words []uint32, place int, key uint64) {
	bits := 8 * k.o.Type.Bytes()
	if bits == 64 {
		words[2*place], words[2*place+1] = uint32(key), uint32(key>>32)
		return
	}
	w, shift := place*bits/32, place*bits%32
	mask := uint32(uint64(1)<<bits-1) << shift
	words[w] = words[w]&^mask | uint32(key)<<shift
}

func firstK(t *trial) error {
	k := t.keys()
	k.o.SearchAbove = -t.pick(2)
	s, err := t.sorter(k)
	if err != nil {
		return err
	}
	first := t.wide(t.most + 3)
	bytes, err := radix.TopKScratchBytes(t.d.Caps(), k.o, first, t.most, true)
	if err == nil { // below either of the two is called
		var top int
		top, err = radix.TopKScratchBytes(t.d.Caps(), k.o, first, t.most, false)
		bytes = max(bytes, top)
	}
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	order := k.order(0, t.n)
	order = order[:min(first, len(order))]
	room := min(first, t.most)
	partial := t.flip() && t.n == t.most
	if partial {
		room = t.most
	}
	src, dst, to := t.keyArea(k), t.output("dst keys", k.words(room)), t.output("dst indices", room)
	dst.becomes(k.packed(dst.want, order))
	for i, at := range order {
		to.want[i] = uint32(at)
	}
	if !partial {
		return s.TopK(dst.view(), to.view(), src.view(), first, t.count)
	}
	if err := s.PartialSort(dst.view(), to.view(), src.view(), first, t.count); err != nil {
		return err
	}
	return t.rest(k, dst, to, len(order))
}

// rest checks what Partial leaves behind the first ones: the other items, each once, in no order
// that is promised. What it finds there is then taken for right.
func (t *trial) rest(k keys, dst, to *area, first int) error {
	got := make([]uint32, len(to.want))
	if err := gpu.Download(t.d, to.view(), got); err != nil {
		return err
	}
	seen := make([]bool, t.n)
	order := make([]int, t.n)
	for i, at := range got {
		if int(at) >= t.n || seen[at] {
			return fmt.Errorf("partial: index %d at place %d is no item or a second time there", at, i)
		}
		seen[at], order[i] = true, int(at)
	}
	copy(to.want[first:], got[first:])
	dst.becomes(k.packed(dst.want, order))
	return nil
}

func gather(t *trial) error {
	g, err := get(t.worker, "gather", func() (*kernel.Gatherer, error) { return kernel.NewGatherer(t.d) })
	if err != nil {
		return err
	}
	stride, records := 1+t.pick(9), 1+t.wide(3000)
	src, dst := t.area("src", t.junk(records*stride)), t.output("dst", t.most*stride)
	index := make([]uint32, t.most)
	for i := range index {
		index[i] = uint32(t.r.Intn(records + records/8 + 1))
		if at := int(index[i]); i < t.n && at < records {
			copy(dst.want[i*stride:(i+1)*stride], src.want[at*stride:(at+1)*stride])
		}
	}
	return g.Gather(dst.view(), src.view(), t.area("index", index).view(), t.count, 4*stride)
}
