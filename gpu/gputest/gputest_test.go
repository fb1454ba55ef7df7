// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// listener is a testing.TB that keeps what a test would fail with.
type listener struct {
	testing.TB
	message string
}

func (l *listener) Helper() {}
func (l *listener) Fatalf(format string, args ...any) {
	l.message = fmt.Sprintf(format, args...)
	panic(l)
}

// failure runs f and returns the text that it failed with.
func failure(t *testing.T, f func(testing.TB)) (message string) {
	l := &listener{TB: t}
	defer func() {
		if r := recover(); r != nil && r != any(l) {
			panic(r)
		}
		message = l.message
	}()
	f(l)
	return ""
}

func TestGuardsDetectOutOfBoundsWrites(t *testing.T) {
	dev := Device(t)
	for _, at := range []int{0, guardWords - 1, guardWords + 5, 2*guardWords + 4} {
		Run(t, dev, fmt.Sprint("word=", at), func(t *testing.T) {
			message := failure(t, func(tb testing.TB) {
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
			if !strings.Contains(message, fmt.Sprintf("guard word %d ", at)) {
				t.Errorf("a write to word %d: %q", at, message)
			}
		})
	}
}

func TestEqualShowsTheDifferences(t *testing.T) {
	got := []int{10, 11, 12, 13, 14, 99, 16, 17, 98, 19, 20, 97, 22}
	want := []int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22}
	for _, c := range []struct {
		name      string
		got, want []int
		text      string
	}{
		{"equal", want, want, ""},
		{"empty", nil, nil, ""},
		{"several", got, want, `x: item 5 of 13 is 99, want 15; 3 of 13 differ, the last is item 11: 97, want 21
      item  got  want
         1  11  11
         2  12  12
         3  13  13
         4  14  14
  >      5  99  15
         6  16  16
         7  17  17
  >      8  98  18
         9  19  19`},
		{"the last", []int{1, 2, 4}, []int{1, 2, 3}, `x: item 2 of 3 is 4, want 3; 1 of 3 differ
      item  got  want
         0  1  1
         1  2  2
  >      2  4  3`},
		{"short", []int{1}, []int{1, 2}, `x: 1 items, want 2; the first 1 are equal
      item  got  want
         0  1  1
  >      1  none  2`},
		{"long and different", []int{5, 6}, []int{4}, `x: 2 items, want 1; item 0 of 2 is 5, want 4; 1 of 1 differ
      item  got  want
  >      0  5  4
  >      1  6  none`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if text := failure(t, func(tb testing.TB) { Equal(tb, "x", c.got, c.want) }); text != c.text {
				t.Errorf("got\n%s\nwant\n%s", text, c.text)
			}
		})
	}
}

// Words of vectors have their item beside them, and floats are numbers.
func TestEqualItemsShowsItemsOfTheType(t *testing.T) {
	bits := math.Float32bits
	for _, c := range []struct {
		name      string
		typ       gpu.Type
		got, want []uint32
		text      string
	}{
		{"equal NaN", gpu.Float32, []uint32{0x7FC00001}, []uint32{0x7FC00001}, ""},
		{"vec2", gpu.Vec2, []uint32{bits(1), bits(2), bits(0.5), 0x80000000}, []uint32{bits(1), bits(2), bits(0.5), 0},
			"x: word 3 (item 1) of 4 is -0, want 0; 1 of 4 differ"},
		{"NaN", gpu.Float32, []uint32{bits(1.1), 0x7FC00001}, []uint32{bits(1.1), 0x7FC00002}, "x: item 1 of 2 is NaN(0x7fc00001), want NaN(0x7fc00002)"},
		{"float", gpu.Float32, []uint32{bits(1.1)}, []uint32{bits(1.2)}, "x: item 0 of 1 is 1.1, want 1.2"},
		{"i32", gpu.Int32, []uint32{0xFFFFFFFF}, []uint32{1}, "x: item 0 of 1 is -1, want 1"},
		{"u64", gpu.Uint64, []uint32{1, 0, 1, 1}, []uint32{1, 0, 2, 1}, "x: item 1 of 2 is 4294967297, want 4294967298"},
		{"f64", gpu.Float64, words64(math.Float64bits(2.5)), words64(math.Float64bits(3.5)), "x: item 0 of 1 is 2.5, want 3.5"},
		{"no whole item", gpu.Vec2, []uint32{7}, []uint32{8}, "x: word 0 of 1 is 7, want 8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := failure(t, func(tb testing.TB) { EqualItems(tb, "x", c.typ, c.got, c.want) })
			if text != c.text && (c.text == "" || !strings.HasPrefix(text, c.text)) {
				t.Errorf("got\n%s\nwant\n%s", text, c.text)
			}
		})
	}
}

func TestSizesIncludeEdgeCases(t *testing.T) {
	s := kernel.Shape{LaneCount: 32, GroupSize: 256, ItemsPerThread: 8, Workers: 3}
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
