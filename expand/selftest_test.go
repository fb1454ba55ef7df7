// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// all makes an Expander with all kernels, and releases it.
func all(dev *gpu.Device, o Options) error {
	e, err := New(dev, o)
	if err == nil {
		err = e.Reserve(10)
		e.Release()
	}
	return err
}

func TestSelfTestsPass(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	gputest.LeavesNothing(t, dev, "expand", func() {
		e, err := New(dev, Options{Stride: 12})
		if err == nil {
			err = e.ready(records)
			e.Release()
		}
		if err != nil {
			t.Error(err)
		}
	})
	for _, line := range dev.Report() {
		if strings.Contains(line, "not tested") || strings.Contains(line, ": not ") {
			t.Error(line)
		}
	}
}

// Reserve after two calls, which runs a self-test, leaves the results of both.
func TestReserveLeavesTheResults(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	e := makeExpander(t, dev, Options{})
	var results []gpu.Count
	for n := range 2 {
		offsets, dst := gputest.Words(t, dev, []uint32{0, uint32(n + 3)}), gputest.Fresh(t, dev, 9)
		if err := e.Owners(dst.View(), gpu.View{}, offsets.View(), gpu.N(1), gpu.N(9)); err != nil {
			t.Fatal(err)
		}
		results = append(results, e.Result())
	}
	if err := e.Reserve(10); err != nil {
		t.Fatal(err)
	}
	if e.kinds[records].Kernel == nil {
		t.Error("Reserve compiled no kernel of Decode")
	}
	for i, r := range results {
		if n, err := r.Read(); err != nil || n != i+3 {
			t.Errorf("call %d has %d items, want %d: %v", i, n, i+3, err)
		}
	}
	if e.Result() != results[1] {
		t.Errorf("the Result is %v, want that of the second call, %v", e.Result(), results[1])
	}
}

// Kernels that leave out the last item fail their self-tests.
func TestSelfTestsDetectWrongKernels(t *testing.T) {
	dev := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Algorithm: gpu.ReduceThenScan})
	if err := all(dev, Options{}); !errors.Is(err, gpu.ErrSelfTest) {
		t.Errorf("New: %v, want %v", err, gpu.ErrSelfTest)
	}
	o, err := Options{}.defaults()
	if err != nil {
		t.Fatal(err)
	}
	shape, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: gpu.LanesShared})
	if err != nil {
		t.Fatal(err)
	}
	e, err := newExpander(dev, o, o.tile(shape))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	if err := e.ready(records); !errors.Is(err, gpu.ErrSelfTest) {
		t.Errorf("decode: %v, want %v", err, gpu.ErrSelfTest)
	}
}

func TestShadersExpand(t *testing.T) {
	var specs []kernel.Spec
	for _, shape := range gputest.Shapes() {
		for _, stride := range []int{4, 12} {
			o := Options{Stride: stride}
			specs = append(specs, o.specOf(o.tile(shape), indices), o.specOf(o.tile(shape), records))
		}
		for _, o := range []Options{finishedOwners, finishedRecords} {
			specs = append(specs, o.specOf(o.tile(shape), o.own()))
		}
	}
	gputest.Validate(t, specs)
}
