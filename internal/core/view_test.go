// SPDX-License-Identifier: MIT

package core

import (
	"errors"
	"strings"
	"testing"
)

func TestNeed(t *testing.T) {
	d := &Device{Facts: Facts{MaxStorageBytes: 2 << 10}}
	one, two := &Object{d: d, id: 1}, &Object{d: d, id: 2}
	v, word := View{Of: one, Size: 40}, View{Of: two, Size: 4}
	foreign, gone := &Object{d: &Device{}, id: 1}, &Object{d: d, id: 3}
	gone.released.Store(true)
	for _, c := range []struct {
		name string
		v    View
		n    Count
		item int
		want error
	}{
		{"what fits", v, N(10), 4, nil},
		{"records that fit", v, N(3), 12, nil},
		{"nothing of nothing", View{}, N(0), 4, nil},
		{"a count on the GPU", v, Count{10, word, true, true}, 4, nil},
		{"one more", v, N(11), 4, ErrView},
		{"one record more", v, N(4), 12, ErrView},
		{"more on the GPU", v, Count{11, word, true, true}, 4, ErrView},
		{"no buffer", View{Size: 40}, N(1), 4, ErrView},
		{"negative", v, N(-1), 4, ErrCount},
		{"the zero Count", v, Count{}, 4, ErrCount},
		{"negative on the GPU", v, Count{-1, word, true, true}, 4, ErrCount},
		{"past the largest", v, N(MaxItems + 1), 4, ErrCount},
		{"a word of no buffer", v, Count{1, View{Size: 4}, true, true}, 4, ErrCount},
		{"another Device's", View{Of: foreign, Size: 40}, N(10), 4, ErrView},
		{"another Device's, of no items", View{Of: foreign}, N(0), 4, ErrView},
		{"a count of another Device's", v, Count{10, View{Of: foreign, Size: 4}, true, true}, 4, ErrView},
		{"released", View{Of: gone, Size: 40}, N(10), 4, ErrReleased},
		{"released, of no items", View{Of: gone}, N(0), 4, ErrReleased},
		{"a released count", v, Count{10, View{Of: gone, Size: 4}, true, true}, 4, ErrReleased},
		{"no word", v, Count{0, View{Of: two}, true, true}, 4, ErrCount},
		{"a whole storage block", View{Of: one, Size: 4 << 10}, N(512), 4, nil},
		{"a word more than that", View{Of: one, Size: 4 << 10}, N(513), 4, ErrTooLarge},
		{"more than that on the GPU", View{Of: one, Size: 4 << 10}, Count{43, word, true, true}, 48, ErrTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := d.Need("op: src", c.v, c.n, c.item)
			if c.want == nil && err != nil || c.want != nil && (!errors.Is(err, c.want) || !strings.Contains(err.Error(), "op: src")) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		})
	}
	// The items may be words of a mask or records at a stride, so that n has another limit.
	for _, c := range []struct {
		n    Count
		item int
		want string
	}{
		{N(11), 4, "op: src holds 10 items of 4 bytes, want 11 (the view has 40 of 44 bytes): "},
		{N(5), 12, "op: src holds 3 items of 12 bytes, want 5 (the view has 40 of 60 bytes): "},
		{Count{MaxItems, word, true, true}, 1024, "op: src holds 0 items of 1024 bytes, want 2147483647 (the view has 40 of 2199023254528 bytes): "},
	} {
		if err := d.Need("op: src", v, c.n, c.item); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if err := NeedApart("dst and src", v, View{Of: one, Offset: 36, Size: 8}); !errors.Is(err, ErrOverlap) || !strings.Contains(err.Error(), "dst and src") {
		t.Errorf("four bytes shared: %v", err)
	}
	if err := NeedApart("dst and src", v, View{Of: one, Offset: 40, Size: 8}); err != nil {
		t.Errorf("neighbours: %v", err)
	}
	if v := (View{&Object{d: d, id: 3}, 8, 12}); v.ID() != 3 || v.Offset != 8 || v.Size != 12 {
		t.Errorf("%+v", v)
	}
}

func TestViewSliceAndOverlap(t *testing.T) {
	one, other := &Object{id: 1}, &Object{id: 1} // the other one had the name before
	v := View{Of: one, Offset: 100, Size: 40}
	if s, err := v.Slice(4, 12); err != nil || s != (View{one, 104, 8}) {
		t.Errorf("%+v, %v", s, err)
	}
	for _, r := range [][2]int{{-4, 8}, {8, 4}, {0, 44}, {2, 8}, {0, 6}} {
		if _, err := v.Slice(r[0], r[1]); !errors.Is(err, ErrView) {
			t.Errorf("Slice(%d, %d): %v", r[0], r[1], err)
		}
	}
	for _, c := range []struct {
		o    View
		want bool
	}{{View{one, 60, 40}, false}, {View{one, 60, 44}, true}, {View{one, 140, 4}, false}, {View{other, 100, 40}, false}, {View{one, 120, 0}, false}} {
		if v.Overlaps(c.o) != c.want || c.o.Overlaps(v) != c.want {
			t.Errorf("%+v and %+v", v, c.o)
		}
	}
}
