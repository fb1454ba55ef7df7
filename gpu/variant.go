// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/internal/quirks"
)

// covers reports whether a shape belongs to the tier. The zero tier covers no shape.
func (t Tier) covers(s Shape) bool {
	return t != Tier{} && (t.Algorithm == AlgorithmAuto || t.Algorithm == s.Algorithm) && (t.Lanes == LanesAuto || t.Lanes == s.Lanes)
}

// matches reports whether tier f covers the variant t.
func (t Tier) matches(f Tier) bool { return f.covers(Shape{Algorithm: t.Algorithm, Lanes: t.Lanes}) }

// Variants lists the shapes that an operation may use, the best first. Tuning selects the algorithm
// and the lanes. Options.Force selects what Tuning leaves open, and Options.Forbid removes shapes.
// If neither selects an algorithm, the single pass is listed only with LanesKHR, on drivers where
// it was measured to be faster.
//
// Variants is pure; a table test fixes its results. Errors: ErrArgument for a Tuning that no driver
// supports, such as Workers outside 0 to 4,096; ErrUnsupported if the driver lacks what Tuning or
// Force selects, or if Forbid leaves nothing.
func Variants(c Caps, t Tuning, o Options) ([]Shape, error) {
	if t.Algorithm == AlgorithmAuto {
		t.Algorithm = o.Force.Algorithm
	}
	if t.Lanes == LanesAuto {
		t.Lanes = o.Force.Lanes
	}
	lanes, algorithms := []Lanes{t.Lanes}, []Algorithm{t.Algorithm}
	if t.Lanes == LanesAuto {
		lanes = []Lanes{LanesKHR, LanesBallot, LanesShared}
	}
	if t.Algorithm == AlgorithmAuto {
		algorithms = []Algorithm{SinglePass, ReduceThenScan}
	}
	var all []Shape
	var lacking error
	forbidden := false
	for _, l := range lanes {
		for _, a := range algorithms {
			// With other lanes the look-back uses shared memory and is no faster than two
			// dispatches.
			if t.Algorithm == AlgorithmAuto && a == SinglePass && (l != LanesKHR || !quirks.WaitersProgress(c.Vendor, c.Software)) {
				continue
			}
			one := t
			one.Lanes, one.Algorithm = l, a
			s, err := shapeOf(c, one)
			s.Either = t.Algorithm == AlgorithmAuto && a == SinglePass && !slices.ContainsFunc(o.Forbid, Tier{ReduceThenScan, l}.matches)
			switch {
			case err != nil:
				lacking = err
			case slices.ContainsFunc(o.Forbid, Tier{a, l}.matches):
				forbidden = true
			default:
				all = append(all, s)
			}
		}
	}
	switch {
	case len(all) > 0:
		return all, nil
	case forbidden:
		return nil, fmt.Errorf("gpu: Options.Forbid leaves no variant of %v on this driver, want one: %w", Tier{t.Algorithm, t.Lanes}, ErrUnsupported)
	}
	return nil, lacking
}

// Pick returns the first of the Variants with zero Options. It is pure. Errors: those of Variants.
func Pick(c Caps, t Tuning) (Shape, error) {
	all, err := Variants(c, t, Options{})
	if err != nil {
		return Shape{}, err
	}
	return all[0], nil
}

// SelfTest is the self-test of an operation.
type SelfTest struct {
	Specs []Spec // the kernels that Test runs; the result is valid for these texts only

	// Test runs the kernels and compares the result with a loop on the CPU. Errors: ErrSelfTest for
	// a wrong result.
	Test func() error
}

// SelectVariant makes an operation of the best variant that passes its self-test.
//
// name names the operation in errors and in Report. singlePass says whether the operation has that
// form. make compiles the operation for a shape. selfTest returns its self-test; an operation with
// GLSL of the caller may test a stand-in of comb's own.
//
// A variant that fails its self-test or does not compile is skipped, and Report says so. Results of
// self-tests are kept in the cache (Options.CacheDir).
//
// Errors: those of Variants; the first error if no variant compiles or passes, such as ErrShader or
// ErrSelfTest; any other error of make or of the self-test, at once.
func SelectVariant[T interface{ Release() }](d *Device, name string, t Tuning, singlePass bool, make func(Shape) (T, error), selfTest func(T, Shape) SelfTest) (T, error) {
	var none T
	if err := d.attached(); err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	if !singlePass {
		t.Algorithm = ReduceThenScan
	}
	shapes, err := Variants(d.caps, t, d.options)
	if err != nil {
		return none, err
	}
	var first error
	for _, s := range shapes {
		if s.Algorithm == SinglePass {
			s.Silent = d.core.Faults.Silent
		}
		o, err := make(s)
		if err == nil {
			if err = d.RunSelfTest(name, s, selfTest(o, s)); err == nil {
				return o, nil
			}
			o.Release()
		}
		if first == nil {
			first = err
		}
		if !isDriversFault(err) {
			return none, err
		}
		d.noteNot(name, s, err)
	}
	return none, first
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// noteNot adds a line to the report about a variant that is skipped.
func (d *Device) noteNot(name string, s Shape, err error) {
	d.note(fmt.Sprintf("%s: not %s: %s", name, s.Variant(), firstLine(err)))
}

// note adds a line to the report, once.
func (d *Device) note(line string) {
	if !slices.Contains(d.report, line) {
		d.report = append(d.report, line)
	}
}
