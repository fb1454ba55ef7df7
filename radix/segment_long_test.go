// SPDX-License-Identifier: MIT

package radix

import (
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/shaders"
)

// Workgroups that do not wait for others leave the rest to the one that finishes a step.
func TestLongSegmentsWithoutWaiting(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if !listsLong(dev.Caps()) {
		t.Skip("long segments take several dispatches in software, but for small tiles")
	}
	prepareLongAs(t, s, true)
	s.segments.long.polls = 0
	part := uint32(s.layout.long.part)
	trySegmentsOf(t, dev, s, []uint32{3, 3 + 3*part, 4 + 7*part}, int(9*part), int(9*part))
}

// A kernel of long segments that sorts wrongly is found on first use, and their items are gathered.
func TestWrongLongSegmentsFallBack(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	if !listsLong(dev.Caps()) {
		t.Skip("long segments take several dispatches in software, but for small tiles")
	}
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	s.segments = &segmentSorter{}
	p := s.layout.segmentSpecs(s.o.Type, s.inOrder)
	for i := range p.long {
		p.long[i].Slots["KEY"] = shaders.Snippet{File: "lib/key.glsl#int"}
	}
	if listed, err := s.prepareLong(p); err != nil || listed {
		t.Errorf("the kernel is not found out: %v, %v", listed, err)
	}
	s.segments.merges = true // of keys alone too
	if err := s.prepareWindows(p); err != nil {
		t.Fatal(err)
	}
	trySegmentsOf(t, dev, s, []uint32{3, 40, 41, 900}, 1000, 1000)
	if report := reported(dev); !strings.Contains(report, "radix, long segments: not ") {
		t.Errorf("the report lacks the kernel:\n%s", report)
	}
}

// No two parts of long segments have the same row of counts: a part is no shorter than the distance
// of windows. Keys and counts fit in 32 KB of shared memory.
func TestLongLayout(t *testing.T) {
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Float64, gpu.Uint8} {
		for _, shape := range gputest.Shapes() {
			l := Options{Type: typ}.layout(gpu.Caps{}, shape)
			tile, words := l.long.tile.TileSize(), keyTypes[typ].words
			if l.long.part < windowItems(l.window) || l.long.part%tile != 0 {
				t.Errorf("%v: a part has %d items, want tiles of %d, no less than the %d of a window", typ, l.long.part, tile, windowItems(l.window))
			}
			counts := digits * l.long.tile.GroupSize / l.long.tile.LaneCount
			if shape.Lanes == gpu.LanesShared {
				counts *= 2
			}
			if bytes := 4 * (max(tile*words, counts) + 4*digits + 64); bytes > 32<<10 {
				t.Errorf("%v, %v: a tile takes %d bytes of shared memory", typ, shape.Lanes, bytes)
			}
		}
	}
}

func TestListsLong(t *testing.T) {
	for _, c := range []struct {
		caps gpu.Caps
		in   bool
	}{{gpu.Caps{}, true}, {gpu.Caps{Software: true}, false}} {
		if got := listsLong(c.caps); got != c.in {
			t.Errorf("software %v: %v, want %v", c.caps.Software, got, c.in)
		}
	}
}
