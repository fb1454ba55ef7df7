// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
)

// listener is a testing.TB that keeps what a test would fail with.
type listener struct {
	testing.TB
	said string
}

func (l *listener) Helper() {}
func (l *listener) Fatalf(format string, args ...any) {
	l.said = fmt.Sprintf(format, args...)
	panic(l)
}

// hear runs f and gives what it failed with.
func hear(t *testing.T, f func(testing.TB)) (said string) {
	l := &listener{TB: t}
	defer func() {
		if r := recover(); r != nil && r != any(l) {
			panic(r)
		}
		said = l.said
	}()
	f(l)
	return ""
}

func TestGuardsSeeAWriteOutside(t *testing.T) {
	dev := Device(t)
	for _, at := range []int{0, guardWords - 1, guardWords + 5, 2*guardWords + 4} {
		said := hear(t, func(tb testing.TB) {
			g := Words(tb, dev, make([]uint32, 5))
			all := g.buffer.View()
			word, err := all.Slice(4*at, 4*at+4)
			if err != nil {
				t.Fatal(err)
			}
			if err := gpu.Upload(dev, word, []uint32{1}); err != nil {
				t.Fatal(err)
			}
			g.Get()
		})
		if !strings.Contains(said, fmt.Sprintf("guard word %d ", at)) {
			t.Errorf("a write to word %d: %q", at, said)
		}
	}
}

func TestEqualTellsTheFirstDifference(t *testing.T) {
	said := hear(t, func(tb testing.TB) { Equal(tb, "x", []int{1, 2, 4}, []int{1, 2, 3}) })
	if !strings.Contains(said, "item 2 of 3 is 4, want 3") {
		t.Errorf("%q", said)
	}
	if said := hear(t, func(tb testing.TB) { Equal(tb, "x", []int{1}, []int{1, 2}) }); !strings.Contains(said, "1 items, want 2") {
		t.Errorf("%q", said)
	}
}

func TestSizesHoldTheEdges(t *testing.T) {
	s := gpu.Shape{LaneCount: 32, GroupSize: 256, ItemsPerThread: 8, Workers: 3}
	got := map[int]bool{}
	for _, n := range Sizes(s) {
		got[n] = true
	}
	for _, n := range []int{0, 1, 31, 32, 33, 255, 256, 257, 2047, 2048, 2049, 6143, 6144, 6145} {
		if !got[n] {
			t.Errorf("%d items are not tried", n)
		}
	}
}
