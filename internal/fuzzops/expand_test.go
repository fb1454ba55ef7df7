// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
)

// expandItems writes the segments of items, or decodes runs, by offsets or lengths.
func expandItems(t *trial) error {
	stride := 1 + t.pick(5)
	e, err := get(t.worker, fmt.Sprint("expand", stride, t.tune), func() (*expand.Expander, error) {
		return expand.New(t.d, expand.Options{Stride: 4 * stride, Tuning: t.tune})
	})
	if err != nil {
		return err
	}
	decodes, byLengths, first := t.flip(), t.flip(), t.pick(3)
	bounds, offsets := t.offsets()
	if byLengths {
		first = 0
	} else if first > 0 {
		bounds, offsets = bounds[:1], t.area("one bound", bounds[:1]) // no segment
	}
	segments := len(bounds) - 1
	if byLengths {
		lengths := make([]uint32, segments)
		for i := range lengths {
			lengths[i] = bounds[i+1] - bounds[i]
		}
		sum := uint32(0)
		bounds = []uint32{0}
		for _, l := range lengths {
			sum += l
			bounds = append(bounds, sum)
		}
		offsets = t.area("lengths", lengths)
	}
	each := 1
	if decodes {
		each = stride
	}
	values := t.area("values", t.junk(segments*stride))
	dst, ranks := t.output("dst", t.most*each), t.output("ranks", t.most)
	for s := range segments {
		for i := int(bounds[s]); i < min(int(bounds[s+1]), t.n); i++ {
			if decodes {
				copy(dst.want[i*each:], values.want[s*stride:(s+1)*stride])
				continue
			}
			dst.want[i], ranks.want[i] = uint32(s), uint32(i)-bounds[s]
		}
	}
	switch count := gpu.N(segments); {
	case decodes && byLengths:
		return e.DecodeLengths(dst.view(), values.view(), offsets.view(), count, t.count)
	case decodes:
		return e.Decode(dst.view(), values.view(), offsets.view(), count, t.count)
	case byLengths:
		return e.OwnersOfLengths(dst.view(), ranks.view(), offsets.view(), count, t.count)
	default:
		return e.Owners(dst.view(), ranks.view(), offsets.view(), count, t.count)
	}
}

// expandResults writes results of the caller's GLSL, of segments or of records.
func expandResults(t *trial) error {
	o := expand.Options{
		Finish: "uvec2 finish(uint run, uint rank, uint index) { return uvec2(run ^ rank << 16, index); }",
		Result: "uvec2", ResultBytes: 8, Tuning: t.tune,
	}
	decodes := t.flip()
	if decodes {
		o.Record, o.Stride = "uint", 4
		o.Finish = "uvec2 finish(uint r, uint run, uint rank, uint index) { return uvec2(run ^ rank << 16, index ^ r); }"
	}
	e, err := get(t.worker, fmt.Sprint("expand results", decodes, t.tune), func() (*expand.Expander, error) { return expand.New(t.d, o) })
	if err != nil {
		return err
	}
	bounds, offsets := t.offsets()
	segments := len(bounds) - 1
	values := t.area("values", t.junk(segments))
	dst, ranks := t.areaAt("dst", t.junk(2*t.most), 2*t.skew), t.output("ranks", t.most)
	for s := range segments {
		for i := int(bounds[s]); i < min(int(bounds[s+1]), t.n); i++ {
			rank, value := uint32(i)-bounds[s], uint32(0)
			if decodes {
				value = values.want[s]
			} else {
				ranks.want[i] = rank
			}
			dst.want[2*i], dst.want[2*i+1] = uint32(s)^rank<<16, uint32(i)^value
		}
	}
	if decodes {
		return e.Decode(dst.view(), values.view(), offsets.view(), gpu.N(segments), t.count)
	}
	return e.Owners(dst.view(), ranks.view(), offsets.view(), gpu.N(segments), t.count)
}

// shuffle moves records in an order that Permutation gives too.
func shuffle(t *trial) error {
	s, err := get(t.worker, "shuffle", func() (*expand.Shuffler, error) { return expand.NewShuffler(t.d, expand.ShuffleOptions{}) })
	if err != nil {
		return err
	}
	words, seed := 1+t.pick(9), uint64(t.wide(1<<16))
	src, dst := t.area("src", t.junk(t.most*words)), t.output("dst", t.most*words)
	order := t.output("order", t.most)
	if err := s.Permutation(order.view(), t.count, seed); err != nil {
		return err
	}
	got := make([]uint32, t.most)
	if err := gpu.Download(t.d, order.view(), got); err != nil {
		return err
	}
	seen := slices.Clone(got[:t.n])
	slices.Sort(seen)
	for i, v := range seen {
		if int(v) != i {
			return fmt.Errorf("permutation of %d: %d is not in it once", t.n, i)
		}
		copy(dst.want[i*words:], src.want[int(got[i])*words:int(got[i]+1)*words])
	}
	order.becomes(got[:t.n])
	return s.Shuffle(dst.view(), src.view(), 4*words, t.count, seed)
}

// transpose moves records to columns, or columns to records.
func transpose(t *trial) error {
	s, err := get(t.worker, "transpose", func() (*expand.Transposer, error) { return expand.NewTransposer(t.d) })
	if err != nil {
		return err
	}
	words, room, joins := 1+t.pick(64), t.most+t.pick(70), t.flip()
	records, columns := t.most*words, room*words
	if joins {
		src, dst := t.area("columns", t.junk(columns)), t.output("records", records)
		for i := range t.n {
			for w := range words {
				dst.want[i*words+w] = src.want[w*room+i]
			}
		}
		return s.Records(dst.view(), src.view(), 4*words, room, t.count)
	}
	src, dst := t.area("records", t.junk(records)), t.output("columns", columns)
	for i := range t.n {
		for w := range words {
			dst.want[w*room+i] = src.want[i*words+w]
		}
	}
	return s.Columns(dst.view(), src.view(), 4*words, room, t.count)
}
