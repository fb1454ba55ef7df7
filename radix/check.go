// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// operand is a view of a call, with its name in errors.
type operand struct {
	what  string
	view  gpu.View
	bytes int // an item; 0 when the use has no such operand
}

// check validates a call and reserves the scratch. For a sort of at most 0 items, which enqueues
// nothing else, it also enqueues the report of a count above that.
func (s *Sorter) check(j job) error {
	if j.use == ForRecords {
		if err := checkStride(j.stride); err != nil {
			return err
		}
	}
	keyBytes := s.options().itemBytes()
	all := [4]operand{
		{"radix: dst keys", j.dst.keys, keyBytes}, {"radix: src keys", j.src.keys, keyBytes},
		{"radix: dst payload", j.dst.payload, j.stride}, {"radix: src payload", j.src.payload, j.stride},
	}
	if j.use == ForIndices || j.use == ForValues {
		all[0].bytes = 0
	}
	if j.use == ForIndices {
		all[3].bytes = 0
		all[2].what = "radix: dst indices"
	}
	for _, v := range all {
		if v.bytes == 0 {
			continue
		}
		if err := kernel.Need(s.d, v.what, v.view, j.n, v.bytes); err != nil {
			return err
		}
	}
	if err := s.needTypes(j); err != nil {
		return err
	}
	if err := s.limit(j.n); err != nil {
		return err
	}
	keysInPlace, payloadInPlace := s.items == nil && same(j.dst.keys, j.src.keys), s.items == nil && same(j.dst.payload, j.src.payload)
	if j.use == ForPairs && keysInPlace != payloadInPlace {
		return fmt.Errorf("radix: SortPairs: one of keys and payload is sorted in place, want both or neither: %w", gpu.ErrOverlap)
	}
	for i, a := range all {
		for k, b := range all[:i] {
			if a.bytes == 0 || b.bytes == 0 || !a.view.Overlaps(b.view) {
				continue
			}
			switch {
			case i == 1 && k == 0 && keysInPlace && !j.use.segmented():
			case i == 3 && k == 2 && payloadInPlace && j.use == ForPairs:
			case i == 3 && k == 1 && !(keysInPlace && j.use == ForPairs): // two sources that are only read
			default:
				return kernel.NeedApart(b.what+" and "+strings.TrimPrefix(a.what, "radix: "), a.view, b.view) // the name is put together only when it is needed
			}
		}
	}
	if err := s.reserveCall(j.use, j.n.Max(), keysInPlace); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("radix", j.n, j.dst.keys, j.dst.payload, s.scratch.View()); err != nil {
		return err
	}
	if err := s.scratch.Apart(j.dst.keys, j.src.keys, j.dst.payload, j.src.payload); err != nil || j.n.Max() > 0 || j.use.segmented() {
		return err
	}
	return s.reportCounts(j.n, gpu.N(0))
}

// reportCounts enqueues the report of counts on the GPU that are above their maxima, for a call
// that enqueues no kernel that does. It writes a word of the scratch.
func (s *Sorter) reportCounts(n, segments gpu.Count) error {
	if n == gpu.N(n.Max()) && segments == gpu.N(segments.Max()) {
		return nil
	}
	_, err := s.d.CombineCounts(s.scratch.View(), gpu.CountSum, n, segments)
	return err
}

// needTypes refuses numbers in the views of a call that are keys of another type, indices or a
// count, and numbers of 64 bits as a payload of words, of which halves would move. Other payload
// may be of any type, and so may the caller's scratch.
func (s *Sorter) needTypes(j job) error {
	if j.inScratch {
		return nil
	}
	if err := s.needType("radix: src keys", j.src.keys); err != nil {
		return err
	}
	if err := s.needType("radix: dst keys", j.dst.keys); err != nil {
		return err
	}
	if j.use == ForIndices {
		if err := kernel.NeedType(s.d, "radix: dst indices", j.dst.payload, gpu.Uint32); err != nil {
			return err
		}
	}
	const want = "words; SortRecords moves others"
	if err := kernel.NeedWhole("radix: dst payload", j.dst.payload, j.stride, want); err != nil {
		return err
	}
	if err := kernel.NeedWhole("radix: src payload", j.src.payload, j.stride, want); err != nil {
		return err
	}
	return kernel.NeedCountWord("radix", j.n)
}

// needType refuses numbers of another type than the keys'. A caller's records may have any.
func (s *Sorter) needType(what string, v gpu.View) error {
	if o := s.options(); o.Key == "" {
		return kernel.NeedItems(s.d, what, v, o.Type, true)
	}
	return nil
}

// limit refuses more keys than the kernels of a sort can take where a driver ends long loops early.
// In the single-pass form that depends on the tiles of the passes. Runs take all that fit in a
// buffer.
func (s *Sorter) limit(n gpu.Count) error {
	if s.runs != nil && !s.runs.wrong {
		return nil
	}
	if !s.singlePass() {
		return s.shape.Check("radix", n)
	}
	for _, all := range s.movers {
		if err := kernel.BySize(all, n.Max()).spec.Shape.Check("radix", n); err != nil {
			return err
		}
	}
	return nil
}

func checkK(call string, k int) error {
	if k < 0 || k > gpu.MaxItems {
		return fmt.Errorf("radix: %s: k is %d, want from 0 to %d: %w", call, k, gpu.MaxItems, gpu.ErrCount)
	}
	return nil
}

func (s *Sorter) checkFirst(call string, dst arrays, keys gpu.View, n gpu.Count, room int) error {
	if err := s.options().noWide(call); err != nil {
		return err
	}
	size := s.options().itemBytes()
	if err := kernel.Need(s.d, "radix: keys", keys, n, size); err != nil {
		return err
	}
	if err := kernel.Need(s.d, "radix: dst keys", dst.keys, gpu.N(room), size); err != nil {
		return err
	}
	if err := kernel.Need(s.d, "radix: dst indices", dst.payload, gpu.N(room), 4); err != nil {
		return err
	}
	if err := s.needType("radix: keys", keys); err != nil {
		return err
	}
	if err := s.needType("radix: dst keys", dst.keys); err != nil {
		return err
	}
	if err := kernel.NeedType(s.d, "radix: dst indices", dst.payload, gpu.Uint32); err != nil {
		return err
	}
	if err := kernel.NeedCountWord("radix", n); err != nil {
		return err
	}
	if err := kernel.NeedApart("radix: dst keys and keys", dst.keys, keys); err != nil {
		return err
	}
	if err := kernel.NeedApart("radix: dst indices and keys", dst.payload, keys); err != nil {
		return err
	}
	if err := kernel.NeedApart("radix: dst keys and dst indices", dst.keys, dst.payload); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("radix", n, dst.keys, dst.payload, s.scratch.View()); err != nil {
		return err
	}
	return nil
}

func checkStride(stride int) error {
	if stride < 4 || stride%4 != 0 || stride > gpu.MaxRecordBytes {
		return fmt.Errorf("radix: stride is %d, want a multiple of 4 from 4 to %d: %w", stride, gpu.MaxRecordBytes, gpu.ErrView)
	}
	return nil
}
