// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// reported are the report's lines about sorts.
func reported(dev *gpu.Device) string {
	lines := slices.DeleteFunc(dev.Report(), func(l string) bool { return !strings.HasPrefix(l, "radix") })
	return strings.Join(lines, "\n")
}

func TestSelfTestPasses(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	seen := 0
	for path, tune := range gputest.Tunings(dev) {
		for _, o := range []Options{
			{FirstBit: 5, Bits: 11, Descending: true}, {SkipSorted: true},
			{Type: gpu.Int32}, {Type: gpu.Float32}, {Type: gpu.Uint64, Bits: 20}, {Type: gpu.Int64}, {Type: gpu.Float64, Descending: true},
			{Type: gpu.Uint16}, {Type: gpu.Uint8, FirstBit: 2}, {Type: gpu.Float64, SkipSorted: true},
		} {
			one := o.Type == gpu.Uint32 || o.Type == gpu.Float64 && path == 2
			if tune.Workers == 7 || o.SkipSorted && tune.Algorithm == gpu.Chained || path > 0 && !one {
				continue // types and lanes have nothing to do with each other
			}
			o.Tuning = tune
			what := fmt.Sprintf("%v %v %v", o.Type, tune.Lanes, tune.Algorithm)
			gputest.LeavesNothing(t, dev, what, func() {
				s, err := New(dev, o)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					return
				}
				defer s.Release()
				if want, _ := o.withDefaults(); s.o != want || s.shape.Workers != 3 {
					t.Errorf("%s: the sorter is of %+v and %d workers after the self-test", what, s.o, s.shape.Workers)
				}
				try(t, dev, s, randomKeys(rand.New(rand.NewSource(1)), o.Type, 3*s.shape.TileSize()+1))
			})
			if err := dev.Check(); err != nil {
				t.Errorf("%s: Check after New: %v", what, err)
			}
			seen++
		}
	}
	report := reported(dev)
	t.Logf("%d sorters:\n%s", seen, report)
	if !strings.Contains(report, "self-test passed in") || strings.Contains(report, "not") {
		t.Error("the report does not say that all passed")
	}
}

// A variant that forgets the last key is found out, and the next one serves.
func TestSelfTestFallsToTheNext(t *testing.T) {
	caps := gputest.Device(t).Caps()
	all, err := gpu.Variants(caps, gpu.Tuning{Algorithm: gpu.Chunked}, gpu.Options{})
	if err != nil || len(all) < 2 {
		t.Skip("one lane path only: ", err)
	}
	r := rand.New(rand.NewSource(5))
	for _, a := range []gpu.Algorithm{gpu.Chunked, gpu.Chained} {
		wrong := gpu.Tier{Algorithm: a, Lanes: all[0].Lanes}
		o := gpu.Options{CacheDir: t.TempDir(), Force: gpu.Tier{Algorithm: a}, Wrong: wrong}
		for _, found := range []string{"of 1 u32", " (as found before)"} { // a process, and one after it
			dev := gputest.DeviceWith(t, o)
			for _, o := range []Options{{}, {Type: gpu.Uint8, Descending: true}, {SkipSorted: true}} {
				if o.SkipSorted && a == gpu.Chained {
					continue // never chained
				}
				gputest.LeavesNothing(t, dev, wrong.String(), func() {
					s, err := New(dev, o)
					if err != nil {
						t.Fatalf("%v wrong: %v", wrong, err)
					}
					defer s.Release()
					if s.Variant() == wrong.String() || !strings.HasPrefix(s.Variant(), a.String()) {
						t.Errorf("%v wrong: %s was chosen", wrong, s.Variant())
					}
					try(t, dev, s, randomKeys(r, o.Type, 5001))
				})
			}
			report := reported(dev)
			t.Logf("%v wrong:\n%s", wrong, report)
			if !strings.Contains(report, "radix: not "+wrong.String()+": "+gpu.ErrSelfTest.Error()) || !strings.Contains(report, found) {
				t.Errorf("the report does not say that %v is wrong (%s)", wrong, found)
			}
			if before := strings.Contains(report, "passed before"); before != (found[0] == ' ') || before && strings.Contains(report, "passed in") {
				t.Errorf("what was tested anew: before %v", before)
			}
		}
	}
}

func TestSelfTestRefusesWhereAllIsWrong(t *testing.T) {
	for _, a := range []gpu.Algorithm{gpu.Chunked, gpu.Chained} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir(), Wrong: gpu.Tier{Algorithm: a}})
		gputest.LeavesNothing(t, dev, a.String(), func() {
			s, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: a}})
			if !errors.Is(err, gpu.ErrSelfTest) || s != nil {
				t.Errorf("%v of which all is wrong: %v, %v", a, s, err)
			}
		})
	}
}
