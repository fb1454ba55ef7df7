// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
)

// A finish that nothing would call is an error.
func TestFinishWithoutResultIsRefused(t *testing.T) {
	o := Options{Predicate: "bool keep(uint v) { return v > 0u; }\nuint finish(uint v, uint i) { return v; }", Record: "uint"}
	if _, err := o.withDefaults("New"); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "finish") {
		t.Errorf("without Result: %v, want %v", err, gpu.ErrArgument)
	}
	o.Result, o.ResultBytes = "uint", 4
	if _, err := o.withDefaults("New"); err != nil {
		t.Errorf("with Result: %v", err)
	}
	o = Options{Predicate: "// uint finish(uint v, uint i) { return v; }\nbool keep(uint v) { return v > 0u; }", Record: "uint"}
	if _, err := o.withDefaults("New"); err != nil {
		t.Errorf("finish in a comment: %v", err)
	}
}

// Where flags or bits decide, a function of the predicate that decides is an error: nothing would
// call it.
func TestDecisionBesideFlagsIsRefused(t *testing.T) {
	const finish = "\nuint finish(uint v, uint i) { return v; }"
	for _, o := range []Options{
		{By: Flags, Predicate: "bool keep(uint v) { return v > 0u; }" + finish}, {By: Mask, Predicate: "bool keep(uint v) { return v > 0u; }" + finish},
		{By: Flags, Classes: 3, Predicate: "uint part(uint v) { return v; }" + finish},
	} {
		o.Record, o.Result, o.ResultBytes = "uint", "uint", 4
		if _, err := o.withDefaults("New"); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "By is "+o.By.String()) {
			t.Errorf("By %v: %v, want %v", o.By, err, gpu.ErrArgument)
		}
		o.Predicate = finish
		if _, err := o.withDefaults("New"); err != nil {
			t.Errorf("finish alone: %v", err)
		}
	}
}

// A BaseVertex without Elements would reach no buffer.
func TestBaseVertexWithoutElementsIsRefused(t *testing.T) {
	if _, err := (Options{BaseVertex: -7}).withDefaults("New"); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "BaseVertex is -7") {
		t.Errorf("%v, want %v", err, gpu.ErrArgument)
	}
	if _, err := (Options{BaseVertex: -7, Elements: true}).withDefaults("New"); err != nil {
		t.Error(err)
	}
}
