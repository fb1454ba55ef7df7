// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A function of the Operator that nothing would call is an error.
func TestFunctionsWithoutTheirOptionAreRefused(t *testing.T) {
	const combine = "float combine(float a, float b) { return a + b; }\n"
	for _, c := range []struct{ what, glsl, option string }{
		{"map", "float map(float v, uint i) { return 2.0 * v; }", "Record"},
		{"finish", "float finish(float v, uint i) { return 2.0 * v; }", "Result"},
	} {
		op := gpu.Operator{GLSL: combine + c.glsl, Item: "float", Bytes: 4, Identity: "0.0"}
		o := Options{Operator: &op}
		if _, err := ScratchBytes(gpu.Caps{}, o); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.option) {
			t.Errorf("%s without %s: %v, want %v", c.what, c.option, err, gpu.ErrArgument)
		}
		op.GLSL = combine + "// " + c.glsl
		if _, err := o.withDefaults(); err != nil {
			t.Errorf("%s in a comment: %v", c.what, err)
		}
		op.GLSL = combine + c.glsl
		o.Record, o.RecordBytes, o.Result, o.ResultBytes = "float", 4, "float", 4
		if _, err := o.withDefaults(); err != nil {
			t.Errorf("%s with Record and Result: %v", c.what, err)
		}
	}
}

// twoWords returns the KeyBytes of keys of two words, and 0 where there are no keys.
func twoWords(by By) int {
	if by == Keys {
		return 8
	}
	return 0
}

// KeyBytes without keys are an error.
func TestKeyBytesWithoutKeysAreRefused(t *testing.T) {
	for by := Whole; by <= Offsets; by++ {
		if _, err := (Options{By: by, KeyBytes: 8}).withDefaults(); errors.Is(err, gpu.ErrArgument) != (by != Keys) {
			t.Errorf("By %v: %v", by, err)
		}
	}
}

// Signed integers are no items of a scan that compares unsigned ones, of a histogram of unsigned
// ones, or of floats.
func TestSignedBuffersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	ints, err := gpu.NewBufferFrom(dev, []int32{-1, 2, 4, 3})
	if err != nil {
		t.Fatal(err)
	}
	defer ints.Release()
	dst := gputest.Fresh(t, dev, 8).View()
	for _, c := range []struct {
		o    Options
		fits bool
	}{{Options{}, true}, {Options{Op: gpu.Max, Type: gpu.Int32}, true}, {Options{Op: gpu.Max}, false}, {Options{Type: gpu.Float32}, false}} {
		s, err := New(dev, c.o)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range [][2]gpu.View{{dst, ints.View()}, {ints.View(), dst}} {
			if err := s.Inclusive(v[0], v[1], gpu.N(4)); (err == nil) != c.fits || err != nil && !errors.Is(err, gpu.ErrView) {
				t.Errorf("%v of %v: %v", c.o.Op, c.o.Type, err)
			}
		}
		s.Release()
	}
	h, err := NewHistogram(dev, HistogramOptions{Bins: 8, Upper: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Release()
	if err := h.HistogramEven(dst, ints.View(), gpu.N(4)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("a histogram of uint32: %v", err)
	}
}

// An Operator replaces Op and Type, which would have no effect beside it.
func TestOpBesideOperatorIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	sum := gpu.Operator{GLSL: "uint combine(uint a, uint b) { return a + b; }", Item: "uint", Bytes: 4, Identity: "0u"}
	for want, o := range map[string]Options{"Op is max and Type u32": {Op: gpu.Max, Operator: &sum}, "Op is sum and Type f32": {Type: gpu.Float32, Operator: &sum}} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}

// Indices that the input does not use are an error, until the zero View takes them back.
func TestIndicesWithoutTheirInputAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	src, dst, indices := gputest.Words(t, dev, []uint32{1, 2, 3, 4}).View(), gputest.Fresh(t, dev, 4).View(), gputest.Words(t, dev, []uint32{3, 2, 1, 0}).View()
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	s.SetIndices(indices)
	if err := s.Inclusive(dst, src, gpu.N(4)); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "scan: Inclusive: indices of SetIndices are given with Input direct, want Input gathered") {
		t.Errorf("a scan: %v", err)
	}
	s.SetIndices(gpu.View{})
	if err := s.Inclusive(dst, src, gpu.N(4)); err != nil {
		t.Error(err)
	}
	h, err := NewHistogram(dev, HistogramOptions{Bins: 4, Upper: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Release()
	h.SetIndices(indices)
	if err := h.HistogramEven(dst, src, gpu.N(4)); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("a histogram: %v", err)
	}
}
