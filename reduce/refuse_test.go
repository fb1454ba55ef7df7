// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A Buffer of floats of another type than the results is an error.
func TestOtherFloatsAsResultsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	floats, err := gpu.NewBuffer[float32](dev, 8)
	if err != nil {
		t.Fatal(err)
	}
	defer floats.Release()
	doubles, err := gpu.NewBuffer[float64](dev, 8)
	if err != nil {
		t.Fatal(err)
	}
	defer doubles.Release()
	src, offsets := gputest.Fresh(t, dev, 16).View(), gputest.Words(t, dev, []uint32{0, 4, 8}).View()
	for what, c := range map[string]struct {
		o    Options
		dst  gpu.View
		fits bool
	}{
		"floats for uint32":             {Options{}, floats.View(), false},
		"floats for int64":              {Options{Type: gpu.Int64}, floats.View(), false},
		"doubles for uint32":            {Options{}, doubles.View(), false},
		"doubles for float32":           {Options{Type: gpu.Float32}, doubles.View(), false},
		"doubles for a mean of uint32":  {Options{Op: Mean}, doubles.View(), false},
		"floats for an index of uint32": {Options{Op: ArgMin}, floats.View(), false},
		"floats for a mean of uint32":   {Options{Op: Mean}, floats.View(), true},
		"floats for float32":            {Options{Type: gpu.Float32}, floats.View(), true},
		"floats for vec2":               {Options{Type: gpu.Vec2}, floats.View(), true},
		"words for float32":             {Options{Type: gpu.Float32}, src, true},
	} {
		for _, segmented := range []bool{false, true} {
			c.o.Segmented = segmented
			r, err := New(dev, c.o)
			if err != nil {
				t.Fatal(err)
			}
			in := gputest.Fresh(t, dev, 32).View()
			if segmented {
				err = r.SegmentedReduce(c.dst, in, offsets, gpu.N(2), gpu.N(8))
			} else {
				err = r.Reduce(c.dst, in, gpu.N(8))
			}
			if c.fits && err != nil || !c.fits && (!errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "educe: dst is a view of a Buffer of float")) {
				t.Errorf("%s, segmented %v: %v", what, segmented, err)
			}
			r.Release()
		}
	}
}

// A Custom replaces Op and Type, which would have no effect beside it.
func TestOperatorBesideCustomIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	sum := Custom{Operator: gpu.Operator{GLSL: "uint combine(uint a, uint b) { return a + b; }", Item: "uint", Bytes: 4, Identity: "0u"}}
	for want, o := range map[string]Options{"Op is max and Type u32": {Op: Max, Custom: &sum}, "Op is sum and Type f32": {Type: gpu.Float32, Custom: &sum}} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}

// A Buffer of signed integers is an error where unsigned ones are compared, and where floats or
// smaller items are read.
func TestOtherIntegersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	ints, err := gpu.NewBufferFrom(dev, []int32{-1, 2, 4, 3})
	if err != nil {
		t.Fatal(err)
	}
	defer ints.Release()
	wide, err := gpu.NewBufferFrom(dev, []int64{-1, 2, 4, 3})
	if err != nil {
		t.Fatal(err)
	}
	defer wide.Release()
	dst := gputest.Fresh(t, dev, 8).View()
	for what, c := range map[string]struct {
		o    Options
		src  gpu.View
		fits bool
	}{
		"the sum of int32":              {Options{}, ints.View(), true},
		"the largest int32":             {Options{Op: Max, Type: gpu.Int32}, ints.View(), true},
		"int32 as uint32":               {Options{Op: Max}, ints.View(), false},
		"the mean of int32 as uint32":   {Options{Op: Mean}, ints.View(), false},
		"int32 as float32":              {Options{Type: gpu.Float32}, ints.View(), false},
		"int64 as uint32":               {Options{}, wide.View(), false},
		"the sum of int64 as uint64":    {Options{Type: gpu.Uint64}, wide.View(), true},
		"the least int64 as uint64":     {Options{Op: Min, Type: gpu.Uint64}, wide.View(), false},
		"the index of the least uint32": {Options{Op: ArgMin}, ints.View(), false},
	} {
		r, err := New(dev, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Reduce(dst, c.src, gpu.N(4)); c.fits && err != nil || !c.fits && (!errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "reduce: Reduce: src is a view of a Buffer of int")) {
			t.Errorf("%s: %v", what, err)
		}
		r.Release()
	}
}

// Indices that the input does not use are an error.
func TestIndicesWithoutTheirInputAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	v, dst := gputest.Words(t, dev, []uint32{3, 2, 1, 0}).View(), gputest.Fresh(t, dev, 1).View()
	r, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	r.SetIndices(v)
	if err := r.Reduce(dst, v, gpu.N(4)); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "indices of SetIndices are given with Input direct") {
		t.Errorf("%v", err)
	}
}

// A Buffer of 64-bit numbers holds no keys and no items of the caller's of 4 bytes: a call would
// take halves of them.
func TestItemsOf4BytesInWideBuffersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	made := func(o Options) *Reducer {
		r, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Release)
		return r
	}
	byKey, byWideKey := made(Options{ByKey: true}), made(Options{ByKey: true, KeyBytes: 8})
	sum := made(Options{Custom: &Custom{Operator: gpu.Operator{GLSL: "uint combine(uint a, uint b) { return a + b; }", Item: "uint", Bytes: 4, Identity: "0u"}}})
	wide, n := gputest.BufferOf[float64](t, dev, 4), gpu.N(4)
	words := func() gpu.View { return gputest.Fresh(t, dev, 8).View() }
	for what, err := range map[string]error{
		"ReduceByKey: Keys":    byKey.ReduceByKey(ByKey{Keys: wide, Src: words(), N: n, RunKeys: words(), Dst: words(), Runs: words()}),
		"ReduceByKey: RunKeys": byKey.ReduceByKey(ByKey{Keys: words(), Src: words(), N: n, RunKeys: wide, Dst: words(), Runs: words()}),
		"Reduce: src":          sum.Reduce(words(), wide, n),
		"Reduce: dst":          sum.Reduce(wide, words(), n),
	} {
		want := "reduce: " + what + " is a view of a Buffer of 64-bit numbers, want items of 4 bytes"
		if !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
	if err := byWideKey.ReduceByKey(ByKey{Keys: wide, Src: words(), N: n, RunKeys: words(), Dst: words(), Runs: words()}); err != nil {
		t.Errorf("keys of 8 bytes: %v", err)
	}
}

// Offsets are one word more than segments, so gpu.MaxItems of these are too many. The error names
// the number that the caller gave.
func TestMostSegmentsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	r, err := New(dev, Options{Segmented: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	a, b, c := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View()
	for text, segments := range map[string]gpu.Count{
		"segments: the count is 2147483647, want at most 2147483646, as offsets holds": gpu.N(gpu.MaxItems),
		"segments: the count is the zero Count":                                        {},
	} {
		if err := r.SegmentedReduce(a, b, c, segments, gpu.N(8)); !errors.Is(err, gpu.ErrCount) || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %v with %q", err, gpu.ErrCount, text)
		}
	}
}

// A type that the GLSL does not declare, a size that is not the array stride, and an unknown form
// are errors that name the option.
func TestCustomAndGLSLMustAgree(t *testing.T) {
	dev := gputest.Device(t)
	defer gputest.DropMessages(t, dev)
	const three = "uvec3 combine(uvec3 a, uvec3 b) { return a + b; }\n"
	made := func(c Custom) error {
		r, err := New(dev, Options{Custom: &c})
		r.Release()
		return err
	}
	op := func(glsl, item string, bytes int) gpu.Operator {
		return gpu.Operator{GLSL: glsl, Item: item, Bytes: bytes, Identity: item + "(0u)"}
	}
	ends := three + "uvec3 map(uint v, uint i) { return uvec3(v); } uint finish(uvec3 v, uint n) { return v.x; }"
	image := func(c ImageCustom) error {
		im, err := NewImage(dev, ImageOptions{Custom: &c})
		im.Release()
		return err
	}
	_, form := New(dev, Options{Tuning: gpu.Tuning{Algorithm: 99}})
	for want, err := range map[string]error{
		`reduce: New: Item is "Itm", want a type`:                  made(Custom{Operator: op("uint combine(uint a, uint b) { return a; }", "Itm", 4)}),
		`reduce: New: Record is "Rec", want a type`:                made(Custom{Operator: op("uint combine(uint a, uint b) { return a; } uint map(uint v, uint i) { return v; }", "uint", 4), Record: "Rec", RecordBytes: 4}),
		"reduce: New: Bytes is 12, want 16, which uvec3 takes":     made(Custom{Operator: op(three, "uvec3", 12)}),
		"reduce: New: Bytes is 32, want 16, which uvec3 takes":     made(Custom{Operator: op(ends, "uvec3", 32), Record: "uint", RecordBytes: 4, Result: "uint", ResultBytes: 4}),
		"reduce: New: RecordBytes is 8, want 4, which uint takes":  made(Custom{Operator: op(ends, "uvec3", 16), Record: "uint", RecordBytes: 8, Result: "uint", ResultBytes: 4}),
		"reduce: New: ResultBytes is 8, want 4, which uint takes":  made(Custom{Operator: op(ends, "uvec3", 16), Record: "uint", RecordBytes: 4, Result: "uint", ResultBytes: 8}),
		"reduce: NewImage: Bytes is 12, want 16, which vec3 takes": image(ImageCustom{Operator: gpu.Operator{GLSL: "vec3 map(vec4 v, ivec2 at) { return v.rgb; } vec3 combine(vec3 a, vec3 b) { return a + b; }", Item: "vec3", Bytes: 12, Identity: "vec3(0.0)"}}),
		"Algorithm is algorithm(99), want constants":               form,
	} {
		if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}
