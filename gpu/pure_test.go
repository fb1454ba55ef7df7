// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

func TestParseVersion(t *testing.T) {
	for s, want := range map[string][2]int{
		"4.5 (Core Profile) Mesa 22.3.6": {4, 5}, "4.6.0 NVIDIA 580.159.04": {4, 6}, "4.3": {4, 3}, "3.3.0 x": {3, 3},
	} {
		t.Run(s, func(t *testing.T) {
			major, minor, err := parseVersion(s)
			if err != nil || [2]int{major, minor} != want {
				t.Errorf("%q: %d.%d, %v", s, major, minor, err)
			}
		})
	}
	for _, s := range []string{"", "OpenGL ES 3.2 Mesa", "four", "4", "4.x"} {
		if _, _, err := parseVersion(s); !errors.Is(err, ErrVersion) {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestVersionsBelow43AreRefused(t *testing.T) {
	for version, ok := range map[string]bool{
		"4.2.0 NVIDIA 304.1": false, "4.1 Metal - 88": false, "3.3 (Core Profile) Mesa 25.0": false,
		"4.3.0 x": true, "4.6.0 NVIDIA 580.1": true, "4.10 x": true, "5.0 x": true,
	} {
		t.Run(version, func(t *testing.T) {
			c := Caps{Version: version, Renderer: "card"}
			var err error
			if c.Major, c.Minor, err = parseVersion(version); err != nil {
				t.Fatal(err)
			}
			err = c.needVersion("linux")
			if ok != (err == nil) || !ok && (!errors.Is(err, ErrVersion) || !strings.Contains(err.Error(), version) || !strings.Contains(err.Error(), "card")) {
				t.Errorf("%q: %v", version, err)
			}
			if !ok && (!strings.Contains(c.needVersion("darwin").Error(), "macOS") || strings.Contains(err.Error(), "macOS")) {
				t.Errorf("%q: the hint for a Mac", version)
			}
		})
	}
}

func TestMultiprocessorsAreEstimated(t *testing.T) {
	if n, from := multiprocessors(Caps{Software: true}); n < 1 || !strings.Contains(from, "software") {
		t.Errorf("%d, %s", n, from)
	}
	if n, from := multiprocessors(Caps{}); n < 1 || !strings.Contains(from, "estimate") {
		t.Errorf("%d, %s", n, from)
	}
}

func TestLanesAndMessagesHaveNames(t *testing.T) {
	for l, want := range map[Lanes]string{LanesAuto: "auto", LanesKHR: "khr", LanesBallot: "ballot", LanesShared: "shared", 9: "lanes(9)", -1: "lanes(-1)"} {
		t.Run(want, func(t *testing.T) {
			if l.String() != want {
				t.Errorf("%d: %s", int(l), l)
			}
		})
	}
	for i, want := range map[Input]string{InputDirect: "direct", InputStrided: "strided", InputGathered: "gathered", InputCounting: "counting", 9: "input(9)", -1: "input(-1)"} {
		t.Run(want, func(t *testing.T) {
			if i.String() != want {
				t.Errorf("%d: %s", int(i), i)
			}
		})
	}
	for _, c := range []struct {
		kind, severity uint32
		want           string
		bad            bool
	}{
		{gl.DEBUG_TYPE_ERROR, gl.DEBUG_SEVERITY_HIGH, "error (high, 7): x", true},
		{gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR, gl.DEBUG_SEVERITY_MEDIUM, "undefined behaviour (medium, 7): x", true},
		{gl.DEBUG_TYPE_PERFORMANCE, gl.DEBUG_SEVERITY_LOW, "performance (low, 7): x", false},
		{gl.DEBUG_TYPE_DEPRECATED_BEHAVIOR, gl.DEBUG_SEVERITY_NOTIFICATION, "deprecated (note, 7): x", false},
		{gl.DEBUG_TYPE_PORTABILITY, gl.DEBUG_SEVERITY_LOW, "portability (low, 7): x", false},
		{gl.DEBUG_TYPE_MARKER, gl.DEBUG_SEVERITY_LOW, "other (low, 7): x", false},
	} {
		t.Run(c.want, func(t *testing.T) {
			m := Message{severityName(c.severity), typeName(c.kind), 7, "x"}
			if m.String() != c.want || m.Bad() != c.bad {
				t.Errorf("%v, bad %v, want %s", m, m.Bad(), c.want)
			}
		})
	}
}

func TestNegativeTimeoutIsZero(t *testing.T) {
	for limit, want := range map[time.Duration]uint64{-time.Second: 0, 0: 0, 3: 3, time.Second: 1e9} {
		if got := timeout(limit); got != want {
			t.Errorf("%v: %d, want %d", limit, got, want)
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
		t.Run(fmt.Sprintf("gpu=%v,wall=%v", c.gpu, c.wall), func(t *testing.T) {
			if got := trust(c.gpu, c.wall); got != c.want {
				t.Errorf("gpu %v, wall %v: %v", c.gpu, c.wall, got)
			}
		})
	}
}

func TestInt64Atomics(t *testing.T) {
	all := map[string]bool{"GL_ARB_gpu_shader_int64": true, "GL_NV_shader_atomic_int64": true}
	if got := int64Atomics(all); len(got) != 2 {
		t.Errorf("of both: %v", got)
	}
	for name := range all {
		if got := int64Atomics(map[string]bool{name: true}); got != nil {
			t.Errorf("of %s alone: %v", name, got)
		}
	}
}
