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
