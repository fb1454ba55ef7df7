// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

const guard = 0xFEEDC0DE

// area is words between guards on the GPU.
type area struct {
	b    *gpu.Buffer[uint32]
	from int
	n    int
}

func (w *worker) area(words []uint32, before int) (area, error) {
	all := make([]uint32, before+len(words)+9)
	for i := range all {
		all[i] = guard
	}
	copy(all[before:], words)
	b, err := gpu.NewBufferFrom(w.d, all)
	return area{b, before, len(words)}, err
}

func (a area) view() gpu.View {
	v, err := a.b.Slice(a.from, a.from+a.n)
	if err != nil {
		panic(err) // a mistake in this file
	}
	return v
}

// holds compares the area's front with words; what lies behind must be as it was, and the guards too.
func (a area) holds(what string, want, before []uint32) error {
	all, err := a.b.Download()
	if err != nil {
		return err
	}
	for i, v := range all {
		expect := uint32(guard)
		switch at := i - a.from; {
		case at >= 0 && at < len(want):
			expect = want[at]
		case at >= 0 && at < a.n:
			expect = before[at]
		}
		if v != expect {
			return fmt.Errorf("%s: word %d of %d (range %d+%d) is %#x, want %#x", what, i, len(all), a.from, a.n, v, expect)
		}
	}
	return nil
}
