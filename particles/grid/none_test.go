// SPDX-License-Identifier: MIT

package grid

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestCountsAboveAMaximumOfZero(t *testing.T) {
	dev, none := gputest.Device(t), gpu.View{}
	g := newGrid(t, dev, Options{Capacity: 20, Cell: 1, Hashed: true})
	again := newGrid(t, dev, Options{Capacity: 20, Cell: 1, Hashed: true})
	gputest.AtMostNone(t, dev, map[string]func(n gpu.Count) error{
		"Build": func(n gpu.Count) error { return g.Build(none, n) },
		"Reorder": func(n gpu.Count) error {
			if err := again.Build(none, n); err != nil {
				return err
			}
			_ = dev.Check() // of Build
			return again.Reorder(none, none, 16)
		},
	})
}

// A walk before the first Build finds nothing, also if New has run the self-test, as on a driver
// that comb has not tested yet.
func TestNoRecordsBeforeTheFirstBuild(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	for name, o := range kinds() {
		o.Capacity = 100
		g := newGrid(t, dev, o)
		want, got := make([]uint32, g.Cells()+1), make([]uint32, g.Cells()+1)
		if err := gpu.Download(dev, g.Starts(), got); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, name+": starts", got, want)
		if g.Count() != gpu.N(0) {
			t.Errorf("%s: the Count is %v", name, g.Count())
		}
		g.Release()
	}
}

// New names itself in the error for a Device that is none.
func TestNilDeviceIsRefused(t *testing.T) {
	for _, d := range []*gpu.Device{nil, {}} {
		if g, err := New(d, Options{Capacity: 1, Cell: 1, Hashed: true}); g != nil || !errors.Is(err, gpu.ErrReleased) || !strings.HasPrefix(err.Error(), "grid: New: ") {
			t.Errorf("%v", err)
		}
	}
}

func TestVariant(t *testing.T) {
	dev := gputest.Device(t)
	g := newGrid(t, dev, Options{Capacity: 20, Cell: 1, Hashed: true})
	if line := "grid: " + g.Variant() + ","; !strings.Contains(strings.Join(dev.Report(), "\n"), line) {
		t.Errorf("the report has no line %q:\n%s", line, strings.Join(dev.Report(), "\n"))
	}
	if v := (*Grid)(nil).Variant(); v != "" {
		t.Errorf("a nil Grid has the variant %q", v)
	}
}
