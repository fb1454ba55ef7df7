// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
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

// A Buffer of 64-bit numbers holds no keys and no items of the caller's of 4 bytes: a call would
// take halves of them.
func TestItemsOf4BytesInWideBuffersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	made := func(o Options) *Scanner {
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		return s
	}
	byKeys, byWideKeys := made(Options{By: Keys}), made(Options{By: Keys, KeyBytes: 8})
	custom := made(Options{Operator: &gpu.Operator{GLSL: "float combine(float a, float b) { return a + b; }", Item: "float", Bytes: 4, Identity: "0.0"}})
	wide, n := gputest.BufferOf[float64](t, dev, 4), gpu.N(4)
	words := func() gpu.View { return gputest.Fresh(t, dev, 8).View() }
	for what, err := range map[string]error{
		"InclusiveBy: keys": byKeys.InclusiveBy(words(), words(), wide, n),
		"Inclusive: src":    custom.Inclusive(words(), wide, n),
		"Inclusive: dst":    custom.Inclusive(wide, words(), n),
	} {
		want := "scan: " + what + " is a view of a Buffer of 64-bit numbers, want items of 4 bytes"
		if !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
	if err := byWideKeys.InclusiveBy(words(), words(), wide, n); err != nil {
		t.Errorf("keys of 8 bytes: %v", err)
	}
}

// Offsets are one word more than segments, so gpu.MaxItems of these are too many. The error names
// the number that the caller gave.
func TestMostSegmentsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{By: Offsets})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	a, b := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View()
	for text, segments := range map[string]gpu.Count{
		"segments: the count is 2147483647, want at most 2147483646, as offsets holds": gpu.N(gpu.MaxItems),
		"segments: the count is the zero Count":                                        {},
	} {
		if err := s.SegmentedInclusive(a, a, b, segments, gpu.N(8)); !errors.Is(err, gpu.ErrCount) || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %v with %q", err, gpu.ErrCount, text)
		}
	}
}

// An error of a count names the parameter of the method.
func TestErrorsNameTheCount(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	h, err := NewHistogram(dev, HistogramOptions{Bins: 8, Upper: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Release()
	a, b := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View()
	for what, err := range map[string]error{"Inclusive": s.Inclusive(a, b, gpu.Count{}), "HistogramEven": h.HistogramEven(a, b, gpu.Count{})} {
		if want := "scan: " + what + ": n: the count is the zero Count"; !errors.Is(err, gpu.ErrCount) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}

// A type that the GLSL does not declare, and a function of a Map that nothing would call, are
// errors of the options. A function that is not there is named.
func TestGLSLAndOptionsMustAgree(t *testing.T) {
	dev := gputest.Device(t)
	defer gputest.DropMessages(t, dev)
	sum := "uint combine(uint a, uint b) { return a + b; }\n"
	scanner := func(more, item string, o Options) error {
		o.Operator = &gpu.Operator{GLSL: sum + more, Item: item, Bytes: 4, Identity: "0u"}
		s, err := New(dev, o)
		s.Release()
		return err
	}
	histogram := func(more string, o HistogramOptions) error {
		o.Map, o.Bins, o.Upper, o.RecordBytes = "uint map(uint v, uint i) { return v; }\n"+more, 4, 4, 4
		if o.Record == "" {
			o.Record = "uint"
		}
		h, err := NewHistogram(dev, o)
		h.Release()
		return err
	}
	second := Axis{Bins: 4, Upper: 4}
	for want, err := range map[string]error{
		`scan: New: Item is "Itm", want a type`:                    scanner("", "Itm", Options{}),
		`scan: New: Record is "Rec", want a type`:                  scanner("uint map(uint v, uint i) { return v; }", "uint", Options{Record: "Rec", RecordBytes: 4}),
		`scan: New: Result is "Res", want a type`:                  scanner("uint finish(uint v, uint i) { return v; }", "uint", Options{Result: "Res", ResultBytes: 4}),
		`scan: NewHistogram: Record is "Rec", want a type`:         histogram("", HistogramOptions{Record: "Rec"}),
		`scan: NewHistogram: Map defines a function mapWeight and`: histogram("uint mapWeight(uint v, uint i) { return v; }", HistogramOptions{}),
		`scan: NewHistogram: Map defines a function mapY and Y`:    histogram("uint mapY(uint v, uint i) { return v; }", HistogramOptions{Weighted: true}),
		`map does not define uint mapY(uint r, uint index)`:        histogram("", HistogramOptions{Y: second}),
		`map does not define uint mapWeight(uint r, uint index)`:   histogram("", HistogramOptions{Weighted: true}),
	} {
		if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}
