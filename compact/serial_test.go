// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersCompactByRuns(t *testing.T) {
	shapes := gputest.Shapes()
	options := []Options{
		{Output: Runs}, {Output: Runs, Stride: 40, Predicate: sameKey, Record: "Pair"},
		{Keyed: true, Predicate: keyedFetch, Record: "uint", Fetch: "Ends"}, {Clamp: true},
	}
	for _, v := range decisions() {
		options = append(options, v.o)
	}
	for _, f := range finishings() {
		options = append(options, f.o)
	}
	var all []kernel.Spec
	for _, o := range options {
		count, move := specs(shapes[len(shapes)-1], o.settled(t)) // lanes that share memory
		count, places, move := serialSpecs(count, move, o.settled(t))
		all = append(all, count, places, move)
	}
	gputest.Validate(t, all)
}

// Compactions by runs give what all others give: each way to decide, runs of no record and of many.
func TestCompactByRunsMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	for _, v := range decisions() {
		gputest.Run(t, dev, v.name, func(t *testing.T) {
			c, err := newSerial(dev, v.o.settled(t))
			if err != nil || c == nil {
				t.Fatalf("got %v, %v, want a Compactor", c, err)
			}
			defer c.Release()
			if c.Variant() != "runs" {
				t.Errorf("the variant is %q, want runs", c.Variant())
			}
			sizes := []int{0, 1, serialGroup - 1, serialGroup + 1, serialRun, serialGroup*serialRun + 1, 3*serialGroup*serialRun - 7}
			if testing.Short() {
				sizes = sizes[5:]
			}
			for _, n := range sizes {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					r := rand.New(rand.NewSource(1))
					classes := make([]int, n)
					for i := range classes {
						classes[i] = r.Intn(max(2, v.o.Classes))
					}
					try(t, dev, c, v, fmt.Sprint(v.name, " of ", n), r, classes)
				})
			}
			for name, classes := range patterns(rand.New(rand.NewSource(2)), c.shape, 2*serialGroup*serialRun+5, v.o.Classes) {
				gputest.Run(t, dev, name, func(t *testing.T) {
					try(t, dev, c, v, fmt.Sprint(v.name, ", ", name), rand.New(rand.NewSource(1)), classes)
				})
			}
		})
	}
}

// settled returns the options as New completes them.
func (o Options) settled(t *testing.T) Options {
	t.Helper()
	o, err := o.withDefaults("New")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestRunsAreForSoftwareWithoutTuning(t *testing.T) {
	for _, c := range []struct {
		caps gpu.Caps
		o    Options
		want bool
	}{
		{gpu.Caps{Software: true}, Options{}, true},
		{gpu.Caps{Software: true}, Options{Tuning: gpu.Tuning{Workers: 3}}, false},
		{gpu.Caps{}, Options{}, false},
	} {
		if got := c.o.serial(c.caps); got != c.want {
			t.Errorf("software %v, tuning %v: by runs is %v, want %v", c.caps.Software, c.o.Tuning, got, c.want)
		}
	}
	dev := gputest.Device(t)
	c, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	if byRuns := c.Variant() == "runs"; byRuns != dev.Caps().Software {
		t.Errorf("software %v: the variant is %s", dev.Caps().Software, c.Variant())
	}
}

func TestSerialRuns(t *testing.T) {
	for n, want := range map[int]int{0: 16, 1: 16, 16 * 64: 16, 16*64 + 1: 32, 1 << 20: 1 << 14, gpu.MaxItems: serialMost} {
		if got := serialRuns(n); got != want {
			t.Errorf("%d records have %d runs, want %d", n, got, want)
		}
	}
	// A call of more records than the loops of a run allow is refused.
	dev := gputest.Device(t)
	o := Options{Stride: 1024}.settled(t)
	c, err := newSerial(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	if most := o.serialItems(); most < 1<<21 {
		t.Errorf("at most %d records of 1,024 bytes, want 2^21 or more", most)
	}
	if err := c.Reserve(o.serialItems() + 1); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("one record too many: got %v, want gpu.ErrTooLarge", err)
	}
}
