// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Arguments that a call would not use, and floats as the results of integers, are errors.
func TestUnusedArgumentsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	made := func(o Options) *Scanner {
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		return s
	}
	whole, flags, ofFloats := made(Options{}), made(Options{By: Flags}), made(Options{Type: gpu.Float32})
	floats, err := gpu.NewBuffer[float32](dev, 8)
	if err != nil {
		t.Fatal(err)
	}
	defer floats.Release()
	h, err := NewHistogram(dev, HistogramOptions{Bins: 8, Upper: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Release()
	v, w, by, n := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View(), gpu.N(8)
	for what, c := range map[string]struct {
		err  error
		kind error
		text string
	}{
		"By with Whole":                {whole.Scan(Call{Dst: v, Src: w, By: by, N: n}), gpu.ErrArgument, "want the zero View"},
		"Segments with Whole":          {whole.Scan(Call{Dst: v, Src: w, N: n, Segments: gpu.N(-7)}), gpu.ErrArgument, "Segments is -7 with Options.By whole"},
		"Segments on the GPU":          {whole.Scan(Call{Dst: v, Src: w, N: n, Segments: gpu.CountAt(by, 0)}), gpu.ErrArgument, "Segments is"},
		"Segments with Flags":          {flags.Scan(Call{Dst: v, Src: w, By: by, N: n, Segments: gpu.N(2)}), gpu.ErrArgument, "Segments is 2 with Options.By flags"},
		"floats as sums of uint32":     {whole.Inclusive(floats.View(), w, n), gpu.ErrView, "scan: Inclusive: dst is a view of a Buffer of float32"},
		"floats as counts":             {h.HistogramEven(floats.View(), w, n), gpu.ErrView, "dst is a view of a Buffer of float32"},
		"flags":                        {flags.Scan(Call{Dst: v, Src: w, By: by, N: n}), nil, ""},
		"floats as sums of floats":     {ofFloats.Inclusive(floats.View(), w, n), nil, ""},
		"words as sums of floats":      {ofFloats.Inclusive(v, w, n), nil, ""},
		"Segments of 0 with no others": {whole.Scan(Call{Dst: v, Src: w, N: n, Segments: gpu.N(0)}), nil, ""},
	} {
		if !errors.Is(c.err, c.kind) || c.err != nil && !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%s: %v, want %v with %q", what, c.err, c.kind, c.text)
		}
	}
}
