// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"
	"strings"
	"testing"
)

func TestNeed(t *testing.T) {
	d := &Device{}
	one, two := &object{d: d, id: 1}, &object{d: d, id: 2}
	v, word := View{of: one, size: 40}, View{of: two, size: 4}
	foreign, gone := &object{d: &Device{}, id: 1}, &object{d: d, id: 3}
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
		{"a count on the GPU", v, CountAt(word, 10), 4, nil},
		{"one more", v, N(11), 4, ErrView},
		{"one record more", v, N(4), 12, ErrView},
		{"more on the GPU", v, CountAt(word, 11), 4, ErrView},
		{"no buffer", View{size: 40}, N(1), 4, ErrView},
		{"negative", v, N(-1), 4, ErrCount},
		{"negative on the GPU", v, CountAt(word, -1), 4, ErrCount},
		{"past the largest", v, N(MaxItems + 1), 4, ErrCount},
		{"a word of no buffer", v, CountAt(View{size: 4}, 1), 4, ErrCount},
		{"another Device's", View{of: foreign, size: 40}, N(10), 4, ErrView},
		{"another Device's, of no items", View{of: foreign}, N(0), 4, ErrView},
		{"a count of another Device's", v, CountAt(View{of: foreign, size: 4}, 10), 4, ErrView},
		{"released", View{of: gone, size: 40}, N(10), 4, ErrReleased},
		{"released, of no items", View{of: gone}, N(0), 4, ErrReleased},
		{"a released count", v, CountAt(View{of: gone, size: 4}, 10), 4, ErrReleased},
		{"no word", v, CountAt(View{of: two}, 0), 4, ErrCount},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := d.Need("op: src", c.v, c.n, c.item)
			if c.want == nil && err != nil || c.want != nil && (!errors.Is(err, c.want) || !strings.Contains(err.Error(), "op: src")) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		})
	}
	if err := NeedApart("dst and src", v, View{of: one, offset: 36, size: 8}); !errors.Is(err, ErrOverlap) || !strings.Contains(err.Error(), "dst and src") {
		t.Errorf("four bytes shared: %v", err)
	}
	if err := NeedApart("dst and src", v, View{of: one, offset: 40, size: 8}); err != nil {
		t.Errorf("neighbours: %v", err)
	}
	if w, ok := CountAt(word, 3).Word(); !ok || w != word || CountAt(word, 3).Max() != 3 {
		t.Errorf("a count's word is %+v, %v", w, ok)
	}
	if _, ok := N(3).Word(); ok || N(3).Max() != 3 {
		t.Error("the host's count has a word")
	}
	if v := (View{&object{d: d, id: 3}, 8, 12}); v.ID() != 3 || v.Offset() != 8 || v.Size() != 12 {
		t.Errorf("%+v", v)
	}
}

func TestViews(t *testing.T) {
	one, other := &object{id: 1}, &object{id: 1} // the other one had the name before
	v := View{of: one, offset: 100, size: 40}
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
