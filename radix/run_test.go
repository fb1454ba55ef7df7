// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"regexp"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/shaders"
)

// ofRuns returns a Sorter that sorts by runs, on any driver.
func ofRuns(t *testing.T, dev *gpu.Device, o Options) *Sorter {
	s, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	s.layout.runs = true
	s.runs = newRunSorter(specs(s.shape, s.o.Type, s.inOrder))
	s.oneDispatch = nil
	return s
}

// Sorts by runs give what all sorts give: each type and use, runs of no key and of many.
func TestRunSortMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []Options{{}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Uint8}, {Type: gpu.Int32, FirstBit: 3, Bits: 21, Descending: true}} {
		if testing.Short() && i > 1 {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,first=%d,bits=%d,descending=%v", o.Type, o.FirstBit, o.Bits, o.Descending), func(t *testing.T) {
			s := ofRuns(t, dev, o)
			for at, name := range []string{"random", "few", "equal", "high byte"} {
				for _, n := range []int{1, 15, 17, runGroup*shortestRun - 1, runGroup*shortestRun + 1, 3 * runGroup * shortestRun} {
					if at > 0 && n < 3*runGroup*shortestRun {
						continue
					}
					gputest.Run(t, dev, fmt.Sprintf("%s,n=%d", name, n), func(t *testing.T) {
						r := rand.New(rand.NewSource(31))
						keys := make([]uint64, n)
						for i := range keys {
							keys[i] = masked(o.Type, distributions[name](r, i, n))
						}
						try(t, dev, s, keys, usesOf(o)...)
					})
				}
			}
			if !s.runs.right || s.runs.count.Kernel == nil {
				t.Error("the other passes sorted")
			}
		})
	}
}

// A count on the GPU may be less than its maximum, or more.
func TestRunSortOfACountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s := ofRuns(t, dev, Options{})
	const most = 20 * shortestRun
	keys := randomKeys(rand.New(rand.NewSource(5)), gpu.Uint32, most)
	for _, n := range []uint32{0, 1, most - 1, most, most + 1} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			src, dst, count := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Fresh(t, dev, most), gputest.Words(t, dev, []uint32{n})
			before := dst.Get()
			if err := s.SortKeys(dst.View(), src.View(), gpu.CountAt(count.View(), most)); err != nil {
				t.Fatal(err)
			}
			if err := dev.Check(); (n > most) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("count %d of at most %d: Check says %v", n, most, err)
			}
			got, n := dst.Get(), min(n, most)
			gputest.Equal(t, "keys", got[:n], packed(gpu.Uint32, take(keys, oracle(s.o, keys[:n]))))
			gputest.Equal(t, "behind the count", got[n:], before[n:])
			_ = dev.Check() // the count that is too large
		})
	}
}

// Kernels that sort wrongly are found on first use, and the other passes sort instead.
func TestWrongRunSortFallsBack(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	s := ofRuns(t, dev, Options{})
	s.runs.scatter[withPayload].spec.Slots["KEY"] = shaders.Snippet{File: "lib/key.glsl#int"}
	try(t, dev, s, randomKeys(rand.New(rand.NewSource(6)), gpu.Uint32, 100), ForPairs, ForKeys)
	if !s.runs.wrong || s.runs.right || s.runs.count.Kernel != nil {
		t.Error("a kernel takes keys for signed, and is not found out")
	}
	if report := reported(dev); !regexp.MustCompile(`radix, by runs: not .*` + gpu.ErrSelfTest.Error()).MatchString(report) {
		t.Errorf("the report lacks the self-test:\n%s", report)
	}
}

// Runs sort more keys than the workers of the other passes can. If runs are found wrong, that call
// refuses so many keys, and later ones do too.
func TestRunsHaveNoLimitOfWorkers(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	const n = 100
	keys := randomKeys(rand.New(rand.NewSource(7)), gpu.Uint32, n)
	right := ofRuns(t, dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan}})
	right.shape.MaxItems = n - 1
	try(t, dev, right, keys, ForPairs, ForKeys)
	if err := right.Reserve(ForPairs, n); err != nil {
		t.Errorf("Reserve: %v", err)
	}
	wrong := ofRuns(t, dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan}})
	wrong.shape.MaxItems = n - 1
	wrong.runs.scatter[withPayload].spec.Slots["KEY"] = shaders.Snippet{File: "lib/key.glsl#int"}
	src := gputest.Words(t, dev, packed(gpu.Uint32, keys))
	for range 2 {
		if err := wrong.SortKeys(src.View(), src.View(), gpu.N(n)); !errors.Is(err, gpu.ErrTooLarge) || !wrong.runs.wrong {
			t.Errorf("%d keys, the other passes take %d: %v", n, n-1, err)
		}
	}
}

func TestByRuns(t *testing.T) {
	software := gpu.Caps{Software: true}
	for _, c := range []struct {
		name string
		caps gpu.Caps
		o    Options
		want bool
	}{
		{"software", software, Options{}, true},
		{"a GPU", gpu.Caps{}, Options{}, false},
		{"tuned", software, Options{Tuning: gpu.Tuning{Workers: 3}}, false},
		{"SkipSorted", software, Options{SkipSorted: true}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.o.byRuns(c.caps); got != c.want {
				t.Errorf("by runs: %v, want %v", got, c.want)
			}
		})
	}
}

func TestRunsOf(t *testing.T) {
	for _, c := range [][2]int{{1, 16}, {16 * shortestRun, 16}, {17 * shortestRun, 32}, {1 << 20, 128}, {1 << 22, 128}, {1<<22 + 1, 144}, {gpu.MaxItems, 65536}} {
		if got := runsOf(c[0]); got != c[1] {
			t.Errorf("%d keys: %d runs, want %d", c[0], got, c[1])
		}
	}
	for n := 1; n < 1<<30; n = n*3 + 1 {
		if r := runsOf(n); r%runGroup != 0 || (n+r-1)/r+digits > 65535 {
			t.Errorf("%d keys: %d runs, so long that loops of an invocation may end early", n, r)
		}
	}
}
