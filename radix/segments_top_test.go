// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Teams find the first k of short segments where lanes exchange keys and long segments are listed.
// For a larger k all segments are sorted.
func TestFirstByTeams(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for _, o := range []Options{{}, {Type: gpu.Float32, Descending: true}, {Type: gpu.Uint8}, {Type: gpu.Int16, Bits: 9}, {FirstBit: 4, Bits: 6, Descending: true}, {Type: gpu.Int64}} {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				if err := s.prepare(ForSegmentedTopK); err != nil {
					t.Fatal(err)
				}
				want := takesTeams(s.shape, s.o.Type) && s.segments.lists
				if s.segments.top.usable != want {
					t.Fatalf("%v: teams find the first k: %v, want %v", o.Type, s.segments.top.usable, want)
				}
				if !want {
					continue
				}
				lanes := s.shape.LaneCount
				r := rand.New(rand.NewSource(8))
				var offsets []uint32
				at := uint32(3)
				for i := range 90 {
					offsets = append(offsets, at)
					length := []int{0, 1, r.Intn(lanes), lanes, lanes + 1, r.Intn(9 * lanes)}[i%6]
					if i == 17 || i == 70 {
						length = 3 * s.layout.window.TileSize()
					}
					at += uint32(length)
				}
				keys := make([]uint64, at+5)
				for i := range keys {
					keys[i] = masked(o.Type, r.Uint64()&r.Uint64()&r.Uint64())
					if i%5 == 0 {
						keys[i] = masked(o.Type, 1<<64-1) // a lane without an item has no number of its own
					}
				}
				src := gputest.Words(t, dev, packed(o.Type, keys))
				for _, k := range []int{1, 2, 3, lanes - 1, lanes, lanes + 1} {
					tryFirstsOf(t, dev, s, keys, src, offsets, k)
				}
				src.Free()
			}
		})
	}
}

// The self-test finds a kernel of teams that takes words for numbers with a sign.
func TestFirstByTeamsIsSelfTested(t *testing.T) {
	s, err := New(gputest.Device(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := s.prepare(ForSegmentedTopK); err != nil {
		t.Fatal(err)
	}
	g := s.segments
	if !g.top.usable {
		t.Skip("no lanes exchange keys")
	}
	for typ, want := range map[gpu.Type]bool{gpu.Uint32: false, gpu.Int32: true} {
		g.top.kernel.Release()
		g.top.kernel.Kernel = nil
		if err := loadForTest(s.d, &g.top.kernel, topSpec(s.layout.segmentSpecs(typ, s.inOrder).windows[0], s.layout.shape, typ)); err != nil {
			t.Fatal(err)
		}
		if err := s.testFirsts(); errors.Is(err, gpu.ErrSelfTest) != want {
			t.Errorf("%v: %v", typ, err)
		}
	}
}

func TestTopTeam(t *testing.T) {
	for _, c := range []struct{ k, segments, n, lanes, want int }{
		{1, 1, 1, 32, 8}, {1, 100, 200, 32, 8}, {1, 100, 200, 4, 4}, {1, 100, 2500, 32, 16}, {8, 100, 6400, 32, 32}, {8, 100, 800, 32, 8}, {9, 100, 800, 32, 16},
		{32, 100, 800, 32, 32}, {33, 100, 800, 32, 0}, {4, 0, 800, 32, 32}, {8, 1 << 14, 1 << 20, 32, 8}, {8, 1 << 12, 1 << 20, 32, 32}, {9, 1 << 20, 1 << 24, 32, 16}, {3, 1, gpu.MaxItems, 4, 4}, {5, 10, 100, 4, 0}, {8, 1, 1 << 20, 16, 16},
	} {
		if got := topTeam(c.k, c.segments, c.n, c.lanes); got != c.want {
			t.Errorf("%s: a team of %d, want %d", fmt.Sprint(c), got, c.want)
		}
	}
}
