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
func tested() []decision {
	all := append(decisions(),
		decision{"large", Options{Stride: MaxStride, Clamp: true}, encodeValue, true},
		decision{"clamped indices", Options{Output: Indices, By: Flags, Clamp: true}, encodeFlags, true},
		decision{"clamped", Options{By: Mask, Clamp: true, VerticesPerItem: 1 << 30, Elements: true}, encodeMask, true},
		decision{"runs", Options{Output: Runs, Stride: 12}, encodeUnique, true},
		decision{"runs of same", Options{Output: Runs, Stride: 40, Predicate: sameKey, Record: "Pair"}, encodeSame, true},
		decision{"unique in two", Options{By: Unique, Classes: 2, ItemsPerGroup: 3}, encodeUnique, true})
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
	for i, v := range tested() {
		if !gputest.Nightly() && slices.Contains([]string{"index", "same", "keyed 12", "keyed 40", "keyed by index", "keyed indices", "runs of same"}, v.name) {
			continue // the self-test replaces their predicates: they are others of another stride
		}
		if !gputest.ShareOfSelfTests(i) {
			continue
		}
		gputest.Run(t, dev, v.name, func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				if tune.Workers == 7 {
					continue // the same kernels as with 3
				}
				if v.o.Stride > 128 && tune.Algorithm == gpu.SinglePass && tune.Lanes == gpu.LanesKHR && dev.Caps().Software {
					continue // Mesa 26's lavapipe crashes: see docs/drivers.md
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					what := fmt.Sprintf("%s %v %v", v.name, tune.Lanes, tune.Algorithm)
					v.o.Tuning = tune
					gputest.LeavesNothing(t, dev, what, func() {
						c, err := New(dev, v.o)
						if err != nil {
							t.Errorf("%s: %v", what, err)
							return
						}
						defer c.Release()
						args, err := c.results[c.latest].args.Download()
						if err != nil {
							t.Fatal(err)
						}
						gputest.Equal(t, what+": arguments before the first call", args, make([]uint32, argsWords))
						if r := c.Result(); r.Count.Max() != 0 || r.Found.Max() != 0 || r.Counts[1].Max() != 0 {
							t.Errorf("%s: the result of no call: %+v", what, r)
						}
						// Of a chain the movers have tiles of their own, and the compactor's shape
						// what they have in common.
						if want := c.movers[0].Shape(); c.chain == nil && c.shape != want || c.shape.Workers != want.Workers || c.shape.Variant() != want.Variant() {
							t.Errorf("%s: the shape is %+v after the self-test, the kernel's is %+v", what, c.shape, want)
						}
					})
					if err := dev.Check(); err != nil {
						t.Errorf("%s: Check after New: %v", what, err)
					}
					seen++
				})
			}
		})
	}
	report := reported(dev)
	t.Logf("%d compactors:\n%s", seen, report)
	if !strings.Contains(report, "self-test passed in") || strings.Contains(report, "not") {
		t.Error("the report does not say that all passed")
	}
}

// The records of a self-test are of all classes, in irregular order, and the last is kept.
func TestSelfTestRecordsOfEveryClass(t *testing.T) {
	for _, v := range tested() {
		t.Run(v.name, func(t *testing.T) {
			o, err := v.o.withDefaults("New")
			if err != nil {
				t.Fatal(err)
			}
			const n = 1000
			one := &trial{o: o.standIn(), r: rand.New(rand.NewSource(1)), n: n, most: n}
			one.decide()
			for class, count := range one.counts[:o.Classes] {
				if count < n/5 || count == n {
					t.Errorf("%d of %d records are of class %d", count, n, class)
				}
			}
			if !slices.Contains(one.order[:one.found], n-1) {
				t.Error("the last record is not kept")
			}
		})
	}
}

// A variant that forgets the last record fails its self-test, and New takes the next one. If all
// are wrong, New fails. An ordinary run takes one form.
func TestSelfTestFallsBackToNextVariant(t *testing.T) {
	for k, a := range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		if !gputest.Share(k, 2) {
			continue // TestSelfTestDetectsLostRecord has it
		}
		t.Run(a.String(), func(t *testing.T) {
			for i, v := range tested() {
				others := gputest.InNightly([]string{"flags in three", "clamped", "indices", "same", "runs", "keyed", "keyed indices"}, nil)
				if i > 0 && !slices.Contains(others, v.name) || v.o.Classes > 1 && a == gpu.SinglePass {
					continue
				}
				t.Run(v.name, func(t *testing.T) {
					r := rand.New(rand.NewSource(5))
					v.o.Algorithm = a
					gputest.PassedOver(t, "compact", a, func(dev *gpu.Device) (string, error) {
						c, err := New(dev, v.o)
						if err != nil {
							return "", err
						}
						defer c.Release()
						classes := make([]int, c.shape.TileSize()*2+7)
						for i := range classes {
							classes[i] = r.Intn(max(2, c.o.Classes))
						}
						if !c.o.Clamp && c.o.Output != Runs { // try has other arguments
							try(t, dev, c, v, v.name, r, classes)
						}
						return c.Variant(), dev.Check()
					})
				})
			}
		})
	}
}

// The self-test of each form finds a forgotten record. An ordinary run takes one form of each
// output.
func TestSelfTestDetectsLostRecord(t *testing.T) {
	wrong := gpu.Tier{Lanes: gpu.LanesShared}
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir(), Force: wrong}, wrong)
	for i, v := range tested() {
		if !gputest.Nightly() && !slices.Contains([]string{"flags in three", "indices", "runs"}, v.name) {
			continue
		}
		gputest.Run(t, dev, v.name, func(t *testing.T) {
			v.o.Algorithm = []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass}[i%2]
			if _, err := New(dev, v.o); !errors.Is(err, gpu.ErrSelfTest) {
				t.Errorf("New with kernels that forget the last record: %v", err)
			}
		})
	}
}

// What the self-test of a call that overflows provokes is not the caller's, and what the caller's
// did stays theirs.
func TestSelfTestRestoresFaultWord(t *testing.T) {
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
