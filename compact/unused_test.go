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

// A BaseVertex without Elements would reach no buffer.
func TestBaseVertexWithoutElementsIsRefused(t *testing.T) {
	if _, err := (Options{BaseVertex: -7}).withDefaults("New"); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "BaseVertex is -7") {
		t.Errorf("%v, want %v", err, gpu.ErrArgument)
	}
	if _, err := (Options{BaseVertex: -7, Elements: true}).withDefaults("New"); err != nil {
		t.Error(err)
	}
}
