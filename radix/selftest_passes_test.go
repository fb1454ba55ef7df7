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
	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/internal/kernel"
)

// sizedSorter is a sorter without kernels whose lists have these limits, by payload.
func sizedSorter(counters []int, movers ...[]int) *Sorter {
	s := &Sorter{}
	of := func(most int) sized { return sized{spec: kernel.Spec{File: fmt.Sprint(most)}, most: most} }
	for _, most := range counters {
		s.counters = append(s.counters, counter{sized: of(most)})
	}
	for kind, list := range movers {
		for _, most := range list {
			s.movers[kind] = append(s.movers[kind], mover{sized: of(most)})
		}
	}
	return s
}

func TestOnlyForLeavesTheKernelsOfSomeKeys(t *testing.T) {
	s := sizedSorter([]int{10, 30}, []int{30}, []int{10, 20, 30}, nil, []int{20, 30})
	for _, c := range []struct {
		n    int
		want string
	}{
		{1, "30 10 - 20 counter 10"}, {10, "30 10 - 20 counter 10"}, {11, "30 20 - 20 counter 30"},
		{20, "30 20 - 20 counter 30"}, {21, "30 30 - 30 counter 30"}, {99, "30 30 - 30 counter 30"},
	} {
		t.Run(fmt.Sprint("n=", c.n), func(t *testing.T) {
			all := s.onlyFor(c.n)
			var got []string
			for _, list := range s.movers[:plainKinds] {
				switch len(list) {
				case 0:
					got = append(got, "-")
				default:
					got = append(got, fmt.Sprint(list[0].most))
				}
				if len(list) > 1 {
					t.Errorf("%d kernels are left in a list", len(list))
				}
			}
			if got = append(got, "counter", fmt.Sprint(s.counters[0].most)); strings.Join(got, " ") != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if all(); len(s.movers[withPayload]) != 3 || len(s.counters) != 2 {
				t.Error("the lists are not those of before")
			}
		})
	}
}

func TestLeastKeys(t *testing.T) {
	s := sizedSorter([]int{10, 30}, []int{20, 30})
	for n, want := range map[int]int{1: 1, 10: 1, 11: 11, 20: 11, 21: 21, 30: 21, 99: 31} {
		if got := s.leastKeys(keysAlone, n); got != want {
			t.Errorf("%d keys: %d, want %d", n, got, want)
		}
	}
}

// The tests of passes have all kernels that move plain keys.
func TestPassTestsHaveAllKernels(t *testing.T) {
	limits := []int{10, 20, gpu.MaxItems}
	s := sizedSorter(nil, limits, limits, limits, limits)
	var seen []string
	for _, late := range s.passTests() {
		for _, spec := range late.Specs {
			seen = append(seen, spec.File)
		}
	}
	for _, most := range limits {
		got := 0
		for _, file := range seen {
			if file == fmt.Sprint(most) {
				got++
			}
		}
		want := 0
		for _, with := range movesWith {
			want += len(with)
		}
		if got != want {
			t.Errorf("kernels for %d keys are in %d tests, want %d", most, got, want)
		}
	}
}

// withMoreKeys gives a sorter kernels for more than 1,000 keys, the same ones, not yet compiled.
func withMoreKeys(s *Sorter) {
	for kind := range plainKinds {
		last := s.movers[kind][len(s.movers[kind])-1]
		for i := range s.movers[kind] {
			s.movers[kind][i].release()
		}
		few := mover{sized: last.sized, tested: true}
		few.most = 1000
		s.movers[kind] = []mover{few, {sized: last.sized}}
	}
	if len(s.counters) > 0 {
		last := s.counters[len(s.counters)-1]
		for i := range s.counters {
			s.counters[i].Release()
		}
		few := counter{sized: last.sized, tested: true}
		few.most = 1000
		s.counters = []counter{few, {sized: last.sized}}
	}
}

// A kernel for more keys that is wrong makes the sorter one of the next variant: in the call that
// first needs it, or in New if the result is known. The call's result is right.
func TestWrongKernelForMoreKeys(t *testing.T) {
	for i, a := range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		t.Run(a.String(), func(t *testing.T) {
			dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
			tune := gpu.Tuning{Algorithm: a, Spins: oneSinglePass.Spins} // shares the right kernels with other tests
			all, err := kernel.Variants(dev.Caps(), tune, gpu.Options{})
			if err != nil || len(all) < 2 {
				t.Skipf("one variant only: %v", err)
			}
			for j, use := range []Use{ForKeys, ForPairs, ForIndices, ForValues} {
				if !gputest.Share(i+j, 2) {
					continue
				}
				gputest.Run(t, dev, fmt.Sprint("use=", use), func(t *testing.T) {
					gputest.LeavesNothing(t, dev, "a sorter of another variant", func() {
						faults := &dev.Internal().Faults
						*faults = withWrong(*faults, gpu.Tier{})
						s, err := New(dev, Options{Tuning: tune})
						if err != nil {
							t.Fatal(err)
						}
						defer s.Release()
						if s.runs != nil {
							s.runs.wrong = true // the passes of many workgroups are what is tested
						}
						withMoreKeys(s)
						r := rand.New(rand.NewSource(int64(use)))
						if err := s.tryAll(r, []trial{{use: use, n: 900, most: 900}}); err != nil {
							t.Errorf("few keys: %v", err)
						}
						*faults = withWrong(*faults, gpu.Tier{Algorithm: a, Lanes: all[0].Lanes})
						if s.shape.Variant() != all[0].Variant() {
							t.Errorf("the sorter is %s before, want %s", s.shape.Variant(), all[0].Variant())
						}
						if err := s.tryAll(r, []trial{{use: use, n: 5001, most: 5001}}); err != nil {
							t.Errorf("more keys: %v", err)
						}
						if s.shape.Variant() != all[1].Variant() {
							t.Errorf("the sorter is %s, want %s", s.shape.Variant(), all[1].Variant())
						}
						*faults = withWrong(*faults, gpu.Tier{Algorithm: a})
						withMoreKeys(s)
						if err := s.tryAll(r, []trial{{use: use, n: 5001, most: 5001}}); !errors.Is(err, gpu.ErrSelfTest) {
							t.Errorf("all variants are wrong: %v", err)
						}
					})
				})
			}
			refused := fmt.Sprintf("radix: not %s: ", all[0].Variant())
			if !slices.ContainsFunc(dev.Report(), func(line string) bool { return strings.HasPrefix(line, refused) }) {
				t.Errorf("no line begins with %q in\n%s", refused, strings.Join(dev.Report(), "\n"))
			}
		})
	}
}

// withWrong are faults by which kernels of a tier forget the last item, or none of the zero Tier.
func withWrong(f core.Faults, wrong gpu.Tier) core.Faults {
	f.WrongAlgorithm, f.WrongLanes = int(wrong.Algorithm), int(wrong.Lanes)
	return f
}
