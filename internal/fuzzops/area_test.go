// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

const guard = 0xFEEDC0DE

// area is words between guards on the GPU, and what they are to be when the operation is done.
type area struct {
	what  string
	b     *gpu.Buffer[uint32]
	from  int
	was   []uint32
	want  []uint32
	loose bool // scratch: only the guards count
}

// area makes one; it stays as it is unless the operation's oracle says otherwise.
func (t *trial) area(what string, words []uint32) *area {
	t.skew = (t.skew*5 + 3) % 71
	return t.areaAt(what, words, t.skew)
}

// areaAt makes one that begins behind that many guards.
func (t *trial) areaAt(what string, words []uint32, before int) *area {
	all := make([]uint32, before+len(words)+9)
	for i := range all {
		all[i] = guard
	}
	copy(all[before:], words)
	b, err := gpu.NewBufferFrom(t.d, all)
	if err != nil {
		t.fail(err)
	}
	a := &area{what: what, b: b, from: before, was: words, want: append([]uint32(nil), words...)}
	t.areas = append(t.areas, a)
	return a
}

// output makes one of junk.
func (t *trial) output(what string, n int) *area { return t.area(what, t.junk(n)) }

func (t *trial) junk(n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = t.r.Uint32()
	}
	return words
}

// becomes says what the front of the area is to be.
func (a *area) becomes(words []uint32) { copy(a.want, words) }

// stays says that nothing is to be written after all.
func (a *area) stays() { copy(a.want, a.was) }

func (a *area) view() gpu.View {
	v, err := a.b.Slice(a.from, a.from+len(a.want))
	if err != nil {
		panic(err) // a mistake in this file
	}
	return v
}

// check compares all words, guards too.
func (a *area) check() error {
	all, err := a.b.Download()
	if err != nil {
		return err
	}
	for i, v := range all {
		expect := uint32(guard)
		if at := i - a.from; at >= 0 && at < len(a.want) {
			if expect = a.want[at]; a.loose {
				continue
			}
		}
		if v != expect {
			return fmt.Errorf("%s: word %d of %d (range %d+%d) is %#x, want %#x", a.what, i-a.from, len(all), a.from, len(a.want), v, expect)
		}
	}
	return nil
}
