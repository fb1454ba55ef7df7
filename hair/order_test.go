// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"sort"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/order"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// inversions counts the keys that are not far to near.
func inversions(keys []uint32) int { return order.Inversions(keys) }

// sheets are layers of upright hairs at n depths, each a segment, the layers in a mixed order.
func sheets(n int) *strands.Set {
	s := &strands.Set{First: []uint32{0}, Unit: 1, DefaultThickness: 0.04, DefaultOpacity: 0.35}
	for i := range n {
		layer := i * 5 % n // 5 and the numbers tried have no common divisor
		z := 0.05 * float32(layer)
		color := mgl32.Vec3{float32(layer % 2), float32(layer % 3), 0.2}
		for k := range 9 {
			x := 0.06*float32(k-4) + 0.01*float32(layer%4)
			s.Points = append(s.Points, mgl32.Vec3{x, -0.4, z}, mgl32.Vec3{x, 0.4, z})
			s.Color = append(s.Color, color, color)
			s.First = append(s.First, uint32(len(s.Points)))
		}
	}
	return s
}

func strandOf(first []uint32, segment uint32) int {
	p := scene.PointOf(segment)
	return sort.Search(len(first), func(i int) bool { return first[i] > p }) - 1
}

// sortedKeys are the keys of the latest frame's segments, in the order in which they were drawn.
func (r *Renderer) sortedKeys(t *testing.T) (keys []uint32) {
	t.Helper()
	keyOf, lists := map[uint32]uint32{}, [3][]uint32{}
	for i, b := range []*gpu.Buffer[uint32]{r.scene.Kept.Segments, r.scene.Kept.Keys, r.scene.Sorted} {
		var err error
		if lists[i], err = b.Download(); err != nil {
			t.Fatal(err)
		}
	}
	for i, segment := range lists[0] {
		keyOf[segment] = lists[1][i]
	}
	for _, segment := range lists[2] {
		keys = append(keys, keyOf[segment])
	}
	return keys
}

func TestPerStrandOrderKeepsStrandsTogether(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	for _, bits := range []int{3, 16} {
		gputest.Run(t, dev, fmt.Sprint("bits=", bits), func(t *testing.T) { // with 3 bits most strands share a key
			r, _ := render(t, dev, set, Options{Transparency: TransparencyOptions{Order: PerStrand, KeyBits: bits}}, front, 64, 64)
			order, err := r.scene.Sorted.Download()
			if err != nil {
				t.Fatal(err)
			}
			keys := r.sortedKeys(t)
			seen := map[int]bool{}
			for i, s := range order {
				strand := strandOf(set.First, s)
				if begins := s&scene.SegmentFirst != 0; begins == seen[strand] || !begins && (i == 0 || scene.PointOf(order[i-1])+1 != scene.PointOf(s)) {
					t.Fatalf("%d bits: segment %#x of strand %d, at %d, is out of place", bits, s, strand, i)
				}
				seen[strand] = true
				middle := set.Points[(set.First[strand]+set.First[strand+1]-1)/2].Mul(set.Unit)
				if want := r.scene.Frame.DepthKey(middle); int64(keys[i])-int64(want) > 1 || int64(want)-int64(keys[i]) > 1 {
					t.Fatalf("%d bits: the key of strand %d is %d, want %d", bits, strand, keys[i], want)
				}
			}
			if len(seen) != set.Strands() || inversions(keys) != 0 {
				t.Errorf("%d bits: %d of %d strands, %d of their keys out of order", bits, len(seen), set.Strands(), inversions(keys))
			}
		})
	}
}

// Inversions are counted by the segments' own depths, in steps of the keys, whatever was sorted by.
func TestInspectCountsInversions(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(700)
	for _, bits := range gputest.InNightly([]int{6, 8, 12, 16, 24, 32}, []int{6, 16, 32}) {
		gputest.Run(t, dev, fmt.Sprint("bits=", bits), func(t *testing.T) {
			var unsorted, strands int
			for _, order := range []Order{Sorted, PerStrand, Unsorted} {
				r, _ := render(t, dev, set, Options{Transparency: TransparencyOptions{Order: order, KeyBits: bits}}, front, 64, 64)
				drawn, err := r.Inspect()
				if err != nil {
					t.Fatal(err)
				}
				keys, err := r.scene.Kept.Keys.Download()
				if err != nil {
					t.Fatal(err)
				}
				points, err := r.m.hair.Points.Download()
				if err != nil {
					t.Fatal(err)
				}
				segments, err := r.scene.Sorted.Download()
				if err != nil {
					t.Fatal(err)
				}
				for i, s := range segments {
					// 32-bit keys move by the 256 steps between floats.
					off := int64(keys[i]) - int64(r.scene.Frame.KeyOf(points, s))
					if limit := int64(1) << max(0, bits-22); off < -limit || off > limit {
						t.Fatalf("%d bits, %v: the key of segment %#x is %d off", bits, order, s, off)
					}
				}
				if drawn.Segments != len(segments) || drawn.Inversions != inversions(keys) {
					t.Errorf("%d bits, %v: %+v, the keys have %d inversions", bits, order, drawn, inversions(keys))
				}
				switch order {
				case Sorted:
					if drawn.Inversions != 0 {
						t.Errorf("%d bits, sorted: %d inversions", bits, drawn.Inversions)
					}
				case PerStrand:
					strands = drawn.Inversions
				case Unsorted:
					unsorted = drawn.Inversions
				}
			}
			if strands == 0 || unsorted == 0 {
				t.Errorf("%d bits: %d inversions by strand, %d unsorted", bits, strands, unsorted)
			}
		})
	}
}

func TestParseOrderAcceptsAllNames(t *testing.T) {
	for o := range Unsorted + 1 {
		if got, err := ParseOrder(o.String()); err != nil || got != o {
			t.Errorf("%v: %v, %v", o, got, err)
		}
	}
	if o, err := ParseOrder("random"); err == nil {
		t.Errorf("random: %v", o)
	}
}
