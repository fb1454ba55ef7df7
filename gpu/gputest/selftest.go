// SPDX-License-Identifier: MIT

package gputest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// WrongDevice is DeviceWith for tests of self-tests: kernels of a tier leave out the last item.
func WrongDevice(t testing.TB, o gpu.Options, wrong gpu.Tier) *gpu.Device {
	t.Helper()
	dev := DeviceWith(t, o)
	f := &dev.Internal().Faults
	f.WrongAlgorithm, f.WrongLanes = int(wrong.Algorithm), int(wrong.Lanes)
	return dev
}

// PassedOver makes an operation whose best variant is wrong, makes it again with the results in the
// cache, and makes it with every variant wrong. make returns the variant that it got and releases
// the operation; name is what Report calls the operation.
func PassedOver(t testing.TB, name string, algorithm gpu.Algorithm, make func(dev *gpu.Device) (variant string, err error)) {
	t.Helper()
	dir := t.TempDir()
	attached := DeviceWith(t, gpu.Options{CacheDir: dir})
	all, err := kernel.Variants(attached.Caps(), gpu.Tuning{Algorithm: algorithm}, gpu.Options{})
	if err != nil || len(all) < 2 {
		t.Skipf("one variant only: %v", err)
	}
	wrong := gpu.Tier{Algorithm: algorithm, Lanes: all[0].Lanes}
	for _, again := range []bool{false, true} {
		dev := WrongDevice(t, gpu.Options{CacheDir: dir}, wrong)
		for range 2 {
			LeavesNothing(t, dev, name, func() {
				if variant, err := make(dev); err != nil || variant != all[1].Variant() {
					t.Errorf("%s: %q, %v, want %s", name, variant, err, all[1].Variant())
				}
			})
		}
		bad, good := []string{"expected", "want"}, "self-test passed in"
		if again {
			bad, good = []string{"as found before: "}, "self-test passed before"
		}
		report := dev.Report()
		refused, taken := 0, map[string]int{} // by operation, or a part of it that is tested apart
		for _, line := range report {
			_, rest, ok := strings.Cut(line, fmt.Sprintf("%s: not %v: ", name, wrong))
			why := slices.ContainsFunc(bad, func(w string) bool { return strings.Contains(rest, w) })
			if ok && why && strings.Contains(rest, gpu.ErrSelfTest.Error()) {
				refused++
			}
			of, how, _ := strings.Cut(line, ": "+all[1].Variant()+", ")
			if strings.HasPrefix(of, name) && strings.HasPrefix(how, good) {
				taken[of]++
			}
		}
		if refused != 1 || len(taken) == 0 {
			t.Errorf("%d times not %v and %v %s, want each once in the report:\n%s", refused, wrong, taken, all[1].Variant(), strings.Join(report, "\n"))
		}
		for of, times := range taken {
			if times != 1 {
				t.Errorf("%q is %d times in the report, want once:\n%s", of, times, strings.Join(report, "\n"))
			}
		}
	}
	every := gpu.Tier{Algorithm: algorithm}
	for _, c := range []struct {
		o     gpu.Options
		wrong gpu.Tier
	}{{gpu.Options{CacheDir: dir}, every}, {gpu.Options{CacheDir: dir, Force: wrong}, wrong}, {gpu.Options{CacheDir: t.TempDir()}, every}} {
		dev := WrongDevice(t, c.o, c.wrong)
		LeavesNothing(t, dev, name, func() {
			if variant, err := make(dev); !errors.Is(err, gpu.ErrSelfTest) {
				t.Errorf("all wrong: %s: %q, %v\n%s", name, variant, err, strings.Join(dev.Report(), "\n"))
			}
		})
	}
}
