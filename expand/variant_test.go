// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Each operation names the variant of its line in the report. One that is nil or released has none.
func TestVariant(t *testing.T) {
	dev := gputest.Device(t)
	e, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	s, err := NewShuffler(dev, ShuffleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := NewTransposer(dev)
	if err != nil {
		t.Fatal(err)
	}
	report := strings.Join(dev.Report(), "\n")
	for name, v := range map[string]string{"expand": e.Variant(), "expand: shuffle": s.Variant(), "expand: transpose": tr.Variant()} {
		if line := name + ": " + v + ","; !strings.Contains(report, line) {
			t.Errorf("the report has no line %q:\n%s", line, report)
		}
	}
	s.Release()
	tr.Release()
	for what, v := range map[string]string{
		"nil Expander": (*Expander)(nil).Variant(), "nil Shuffler": (*Shuffler)(nil).Variant(), "nil Transposer": (*Transposer)(nil).Variant(),
		"released Shuffler": s.Variant(), "released Transposer": tr.Variant(),
	} {
		if v != "" {
			t.Errorf("a %s has the variant %q", what, v)
		}
	}
}

// The expansion has one form, but a form that does not exist is an error.
func TestUnknownAlgorithmIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	if _, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: 99}}); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(fmt.Sprint(err), "Algorithm is algorithm(99)") {
		t.Errorf("%v, want %v", err, gpu.ErrArgument)
	}
	if e, err := New(dev, Options{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}); err != nil {
		t.Error(err)
	} else {
		e.Release()
	}
}
