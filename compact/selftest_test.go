// SPDX-License-Identifier: MIT

package compact

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

// tested are options of each kind.
func tested() []variant {
	all := append(variants(),
		variant{"large", Options{Stride: MaxStride, Clamp: true}, encodeValue, true},
		variant{"clamped", Options{By: Mask, Clamp: true, VerticesPerItem: 1 << 30, Elements: true}, encodeMask, true},
		variant{"clamped indices", Options{Output: Indices, By: Flags, Clamp: true}, encodeFlags, true},
		variant{"runs", Options{Output: Runs, Stride: 12}, encodeUnique, true},
		variant{"runs of same", Options{Output: Runs, Stride: 40, Predicate: sameKey, Record: "Pair"}, encodeSame, true},
		variant{"unique in two", Options{By: Unique, Classes: 2, ItemsPerGroup: 3}, encodeUnique, true})
	return all
}

// reported are the report's lines about compactions.
func reported(dev *gpu.Device) string {
	lines := slices.DeleteFunc(dev.Report(), func(l string) bool { return !strings.HasPrefix(l, "compact") })
	return strings.Join(lines, "\n")
}

func TestSelfTestPasses(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	seen := 0
	for path, tune := range gputest.Tunings(dev) {
		for _, v := range tested() {
			if path > 0 && v.once && (tune.Algorithm != gpu.Chained || path > 2) || tune.Workers == 7 {
				continue // as in TestEveryWayToDecide
			}
			if v.o.Stride > 128 && tune.Algorithm == gpu.Chained && tune.Lanes == gpu.LanesKHR && dev.Caps().Software {
				continue // Mesa 26's lavapipe crashes: see ARCHITECTURE.md
			}
			what := fmt.Sprintf("%s %v %v", v.name, tune.Lanes, tune.Algorithm)
			v.o.Tuning = tune
			gputest.LeavesNothing(t, dev, what, func() {
				c, err := New(dev, v.o)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					return
				}
				defer c.Release()
				args, err := c.args.Download()
				if err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, what+": arguments before the first call", args, make([]uint32, argsWords))
				if r := c.Result(); r.Count.Max() != 0 || r.Found.Max() != 0 {
					t.Errorf("%s: the result of no call: %+v", what, r)
				}
				if c.shape != c.move.Shape() {
					t.Errorf("%s: the shape is %+v after the self-test, the kernel's is %+v", what, c.shape, c.move.Shape())
				}
			})
			if err := dev.Check(); err != nil {
				t.Errorf("%s: Check after New: %v", what, err)
			}
			seen++
		}
	}
	report := reported(dev)
	t.Logf("%d compactors:\n%s", seen, report)
	if !strings.Contains(report, "self-test passed in") || strings.Contains(report, "not") {
		t.Error("the report does not say that all passed")
	}
}

// bestLanes are the driver's, and whether there are others.
func bestLanes(t *testing.T) (best gpu.Lanes, others bool) {
	dev := gputest.Device(t)
	all, err := gpu.Variants(dev.Caps(), gpu.Tuning{Algorithm: gpu.Chunked}, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return all[0].Lanes, len(all) > 1
}

// A variant that forgets the last record is found out, and the next one serves.
func TestSelfTestFallsToTheNext(t *testing.T) {
	best, others := bestLanes(t)
	if !others {
		t.Skip("one lane path only")
	}
	r := rand.New(rand.NewSource(5))
	for _, a := range []gpu.Algorithm{gpu.Chunked, gpu.Chained} {
		o := gpu.Options{CacheDir: t.TempDir(), Force: gpu.Tier{Algorithm: a}, Wrong: gpu.Tier{Algorithm: a, Lanes: best}}
		for _, found := range []string{"records of 1 records", " (as found before)"} { // a process, and one after it
			dev := gputest.DeviceWith(t, o)
			bad := gpu.Shape{Algorithm: a, Lanes: best}.Variant()
			for _, v := range tested() {
				if v.o.Classes > 1 && a == gpu.Chained || !slices.Contains([]string{"value", "flags in three", "clamped", "indices", "same"}, v.name) {
					continue
				}
				gputest.LeavesNothing(t, dev, v.name, func() {
					c, err := New(dev, v.o)
					if err != nil {
						t.Fatalf("%s, %s wrong: %v", v.name, bad, err)
					}
					defer c.Release()
					if c.Variant() == bad || !strings.HasPrefix(c.Variant(), a.String()) {
						t.Errorf("%s, %s wrong: %s was chosen", v.name, bad, c.Variant())
					}
					classes := make([]int, c.shape.TileSize()*2+7)
					for i := range classes {
						classes[i] = r.Intn(max(2, c.o.Classes))
					}
					if !c.o.Clamp { // try has other arguments
						try(t, dev, c, v, v.name, r, classes)
					}
				})
			}
			report := reported(dev)
			t.Logf("%s wrong:\n%s", bad, report)
			if !strings.Contains(report, "compact: not "+bad+": "+gpu.ErrSelfTest.Error()) || !strings.Contains(report, found) {
				t.Errorf("the report does not say that %s is wrong (%s)", bad, found)
			}
			if before := strings.Contains(report, "passed before"); before != (found[0] == ' ') || before && strings.Contains(report, "passed in") {
				t.Errorf("what was tested anew: before %v", before)
			}
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestSelfTestRefusesWhereAllIsWrong(t *testing.T) {
	for _, a := range []gpu.Algorithm{gpu.Chunked, gpu.Chained} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir(), Wrong: gpu.Tier{Algorithm: a}})
		for _, o := range []Options{{}, {Clamp: true, By: Flags}, {Output: Runs}} {
			o.Algorithm = a
			gputest.LeavesNothing(t, dev, a.String(), func() {
				c, err := New(dev, o)
				if !errors.Is(err, gpu.ErrSelfTest) || c != nil {
					t.Errorf("%v of which all is wrong: %v, %v", a, c, err)
				}
			})
		}
	}
}

// What the self-test of a call that overflows provokes is not the caller's, and what the caller's did stays theirs.
func TestSelfTestLeavesTheFaultWord(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	o := Options{Clamp: true, Tuning: gpu.Tuning{Lanes: gpu.LanesShared}}
	c, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	if err := dev.Check(); err != nil {
		t.Errorf("Check after New: %v", err)
	}
	src, dst := gputest.Words(t, dev, []uint32{1, 2, 3}), gputest.Fresh(t, dev, 2)
	if err := c.Compact(dst.View(), src.View(), gpu.N(3)); err != nil {
		t.Fatal(err)
	}
	o.Elements = true
	other, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Release()
	if err := dev.Check(); !errors.Is(err, gpu.ErrOverflow) {
		t.Errorf("Check after a call that overflows and another New: %v", err)
	}
}
