// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestParseVersion(t *testing.T) {
	for s, want := range map[string][2]int{
		"4.5 (Core Profile) Mesa 22.3.6": {4, 5}, "4.6.0 NVIDIA 580.159.04": {4, 6}, "4.3": {4, 3}, "3.3.0 x": {3, 3},
	} {
		major, minor, err := parseVersion(s)
		if err != nil || [2]int{major, minor} != want {
			t.Errorf("%q: %d.%d, %v", s, major, minor, err)
		}
	}
	for _, s := range []string{"", "OpenGL ES 3.2 Mesa", "four", "4", "4.x"} {
		if _, _, err := parseVersion(s); !errors.Is(err, ErrVersion) {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func caps(khr, ballot bool, size int) Caps {
	return Caps{Multiprocessors: 132, MaxGroupInvocations: 1024, Subgroup: Subgroup{KHR: khr, Ballot: ballot, Size: size}}
}

func TestPick(t *testing.T) {
	for _, c := range []struct {
		name string
		caps Caps
		tune Tuning
		want Shape
	}{
		{"H200", caps(true, true, 32), Tuning{}, Shape{LanesKHR, 32, 256, 8, 1056, 0}},
		{"AMD", caps(true, false, 64), Tuning{}, Shape{LanesKHR, 64, 256, 8, 1056, 0}},
		{"ballot", caps(false, true, 8), Tuning{}, Shape{LanesBallot, 8, 128, 8, 1056, 0}},
		{"narrow", caps(true, true, 4), Tuning{}, Shape{LanesKHR, 4, 64, 8, 1056, 0}},
		{"neither", caps(false, false, 0), Tuning{}, Shape{LanesShared, 32, 256, 8, 1056, 0}},
		{"too wide to be a word pair", caps(true, true, 128), Tuning{}, Shape{LanesShared, 32, 256, 8, 1056, 0}},
		{"asked for shared", caps(true, true, 32), Tuning{Lanes: LanesShared, Workers: 5}, Shape{LanesShared, 32, 256, 8, 5, 0}},
		{"small groups", Caps{Multiprocessors: 1, MaxGroupInvocations: 128}, Tuning{}, Shape{LanesShared, 32, 128, 8, 8, 0}},
		{"many processors", Caps{Multiprocessors: 9999, MaxGroupInvocations: 1024}, Tuning{}, Shape{LanesShared, 32, 256, 8, 4096, 0}},
		{"software", Caps{Multiprocessors: 2, MaxGroupInvocations: 1024, Software: true}, Tuning{}, Shape{LanesShared, 32, 256, 8, 16, 16 << 18}},
	} {
		if got, err := Pick(c.caps, c.tune); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
	for _, c := range []struct {
		caps Caps
		tune Tuning
		want error
	}{
		{caps(false, true, 8), Tuning{Lanes: LanesKHR}, ErrUnsupported},
		{caps(true, false, 8), Tuning{Lanes: LanesBallot}, ErrUnsupported},
		{caps(true, true, 8), Tuning{Lanes: 7}, ErrUnsupported},
		{caps(true, true, 8), Tuning{Lanes: -1}, ErrUnsupported},
		{caps(true, true, 8), Tuning{Workers: -1}, ErrTooLarge},
		{caps(true, true, 8), Tuning{Workers: 4097}, ErrTooLarge},
	} {
		if _, err := Pick(c.caps, c.tune); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.tune, err, c.want)
		}
	}
}

func TestWorkersFor(t *testing.T) {
	s := Shape{GroupSize: 256, ItemsPerThread: 8, Workers: 10}
	for n, want := range map[int]int{0: 1, 1: 1, 2048: 1, 2049: 2, 2048 * 10: 10, 1 << 30: 10} {
		if got := s.WorkersFor(n); got != want {
			t.Errorf("%d items: %d workers, want %d", n, got, want)
		}
	}
}

func TestGridOfCoversAndFits(t *testing.T) {
	for _, limit := range []int{1, 2, 7, 100} {
		for groups := 0; groups <= limit*limit; groups++ {
			x, y := gridOf(groups, limit)
			if x*y < groups || x > limit || y > limit || (groups > 0 && x*y-groups >= y) {
				t.Fatalf("%d groups, limit %d: %d x %d", groups, limit, x, y)
			}
		}
	}
}

func TestRecordsBack(t *testing.T) {
	for _, c := range []struct {
		offset, stride, alignment, back int
		ok                              bool
	}{
		{0, 12, 16, 0, true}, {12, 12, 16, 12, true}, {60, 12, 16, 12, true}, {4, 4, 256, 4, true},
		{4, 12, 16, 0, false}, {20, 24, 16, 0, false}, {256, 24, 256, 0, true},
	} {
		if back, ok := recordsBack(c.offset, c.stride, c.alignment); back != c.back || ok != c.ok {
			t.Errorf("%+v: %d, %v", c, back, ok)
		}
	}
}

func TestMatchBindings(t *testing.T) {
	for _, c := range []struct {
		name, says string
		want       []string
		found      map[string]int
	}{
		{"as listed", "", []string{"Src", "Dst"}, map[string]int{"Src": 0, "Dst": 1}},
		{"the caller's beyond", "", []string{"Src"}, map[string]int{"Src": 0, "Mine": UserBinding}},
		{"optional and unused", "", []string{"Src", "Records?"}, map[string]int{"Src": 0}},
		{"swapped", `"Src" at binding 1`, []string{"Src", "Dst"}, map[string]int{"Src": 1, "Dst": 0}},
		{"optional and misplaced", `"Records" at binding 5`, []string{"Src", "Records?"}, map[string]int{"Src": 0, "Records": 5}},
		{"unused", `"Dst"`, []string{"Src", "Dst"}, map[string]int{"Src": 0}},
		{"unlisted", `"Extra" at binding 3`, []string{"Src"}, map[string]int{"Src": 0, "Extra": 3}},
	} {
		err := matchBindings("k", c.want, c.found)
		if (err == nil) != (c.says == "") || err != nil && (!errors.Is(err, ErrBinding) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for block, want := range map[string]string{"Src": "src_at", "DstKeys": "dst_keys_at"} {
		if got := atUniform(block); got != want {
			t.Errorf("%s: %s", block, got)
		}
	}
}

func TestTrust(t *testing.T) {
	const us = time.Microsecond
	for _, c := range []struct {
		gpu, wall time.Duration
		want      bool
	}{
		{35 * us, 60 * us, true}, {0, 60 * us, false}, {-5 * us, 60 * us, false}, {80 * us, 60 * us, false},
		{35000 * us, 36000 * us, true}, {1 * us, 200000 * us, false}, {4000 * us, 3000 * us, false}, {1200 * us, 2000 * us, true},
	} {
		if got := trust(c.gpu, c.wall); got != c.want {
			t.Errorf("gpu %v, wall %v: %v", c.gpu, c.wall, got)
		}
	}
}

func TestViews(t *testing.T) {
	v := View{id: 1, offset: 100, size: 40}
	if s, err := v.Slice(4, 12); err != nil || s != (View{1, 104, 8}) {
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
	}{{View{1, 60, 40}, false}, {View{1, 60, 44}, true}, {View{1, 140, 4}, false}, {View{2, 100, 40}, false}, {View{1, 120, 0}, false}} {
		if v.Overlaps(c.o) != c.want || c.o.Overlaps(v) != c.want {
			t.Errorf("%+v and %+v", v, c.o)
		}
	}
}
