// SPDX-License-Identifier: MIT

package kernel

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/quirks"
)

// covers reports whether a shape belongs to the tier. The zero tier covers no shape.
func covers(t gpu.Tier, s Shape) bool {
	return t != gpu.Tier{} && (t.Algorithm == gpu.AlgorithmAuto || t.Algorithm == s.Algorithm) && (t.Lanes == gpu.LanesAuto || t.Lanes == s.Lanes)
}

// matches returns whether a tier covers a variant.
func matches(a gpu.Algorithm, l gpu.Lanes) func(gpu.Tier) bool {
	return func(f gpu.Tier) bool { return covers(f, Shape{Algorithm: a, Lanes: l}) }
}

// Variants lists the shapes that an operation may use, the best first. Tuning selects the algorithm
// and the lanes. Options.Force selects what Tuning leaves open, and Options.Forbid removes shapes.
// If neither selects an algorithm, the single pass is listed only with LanesKHR, on drivers where
// it was measured to be faster.
//
// Variants is pure; a table test fixes its results. Errors: ErrArgument for a Tuning that no driver
// supports, such as Workers outside 0 to 4,096; ErrUnsupported if the driver lacks what Tuning or
// Force selects, or if Forbid leaves nothing.
func Variants(c gpu.Caps, t gpu.Tuning, o gpu.Options) ([]Shape, error) {
	if t.Algorithm == gpu.AlgorithmAuto {
		t.Algorithm = o.Force.Algorithm
	}
	forced := t.Lanes == gpu.LanesAuto && o.Force.Lanes != gpu.LanesAuto
	if forced {
		t.Lanes = o.Force.Lanes
	}
	lanes, algorithms := []gpu.Lanes{t.Lanes}, []gpu.Algorithm{t.Algorithm}
	if t.Lanes == gpu.LanesAuto {
		lanes = []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared}
	}
	if t.Algorithm == gpu.AlgorithmAuto {
		algorithms = []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan}
	}
	var all []Shape
	var lacking error
	forbidden := false
	for _, l := range lanes {
		for _, a := range algorithms {
			// With other lanes the look-back uses shared memory and is no faster than two
			// dispatches.
			if t.Algorithm == gpu.AlgorithmAuto && a == gpu.SinglePass && (l != gpu.LanesKHR || !quirks.WaitersProgress(c.Vendor, c.Software)) {
				continue
			}
			one := t
			one.Lanes, one.Algorithm = l, a
			s, err := shapeOf(c, one)
			s.MayReduceThenScan = t.Algorithm == gpu.AlgorithmAuto && a == gpu.SinglePass && !slices.ContainsFunc(o.Forbid, matches(gpu.ReduceThenScan, l))
			switch {
			case err != nil:
				lacking = err
			case slices.ContainsFunc(o.Forbid, matches(a, l)):
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
		return nil, fmt.Errorf("gpu: Options.Forbid leaves no variant of %v on this driver, want one: %w", gpu.Tier{Algorithm: t.Algorithm, Lanes: t.Lanes}, gpu.ErrUnsupported)
	}
	if forced && errors.Is(lacking, gpu.ErrUnsupported) {
		lacking = fmt.Errorf("gpu: Options.Force: Lanes is %v, want lanes that %s has: %w", t.Lanes, c.Renderer, gpu.ErrUnsupported)
	}
	return nil, lacking
}

// Pick returns the first of the Variants with zero Options. It is pure. Errors: those of Variants.
func Pick(c gpu.Caps, t gpu.Tuning) (Shape, error) {
	all, err := Variants(c, t, gpu.Options{})
	if err != nil {
		return Shape{}, err
	}
	return all[0], nil
}

// SelfTest is the self-test of an operation.
type SelfTest struct {
	Specs []Spec // the kernels that Test runs; the result is valid for these texts only

	// Test runs the kernels and compares the result with a loop on the CPU. It is nil if all
	// kernels are tested late. Errors: ErrSelfTest for a wrong result.
	Test func() error

	// Late are self-tests that the operation runs when it compiles more kernels, by RunSelfTest
	// with these names. A variant that is known to fail one is passed over.
	Late []LateTest
}

// LateTest is a self-test of kernels that are compiled on first use.
type LateTest struct {
	Name string
	SelfTest
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
func SelectVariant[T interface{ Release() }](d *gpu.Device, name string, t gpu.Tuning, singlePass bool, make func(Shape) (T, error), selfTest func(T, Shape) SelfTest) (T, error) {
	var none T
	if err := d.Internal().Attached(); err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	if !singlePass && isAlgorithm(t.Algorithm) { // Variants refuses others
		t.Algorithm = gpu.ReduceThenScan
	}
	shapes, err := Variants(d.Caps(), t, d.Options())
	if err != nil {
		return none, err
	}
	var first error
	for _, s := range shapes {
		if s.Algorithm == gpu.SinglePass {
			s.Silent = d.Internal().Faults.Silent
		}
		o, err := make(s)
		if err == nil {
			if err = RunSelfTest(d, name, s, selfTest(o, s)); err == nil {
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
		noteNot(d, name, s, err)
	}
	return none, first
}

// isAlgorithm reports whether a is one of the constants.
func isAlgorithm(a gpu.Algorithm) bool { return a >= gpu.AlgorithmAuto && a <= gpu.SinglePass }

// Together is make, with the kernels that it makes compiled side by side where the driver can.
// Their self-tests run last. If a kernel does not compile or a self-test fails, make runs again,
// one after the other, so that operations become other variants. Errors: those of make.
func Together[T interface{ Release() }](d *gpu.Device, make func() (T, error)) (T, error) {
	var made T
	done, err := d.Internal().Together(func() (err error) {
		made, err = make()
		return err
	})
	if !done {
		return make()
	}
	if err != nil {
		made.Release()
		return make()
	}
	return made, nil
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// noteNot adds a line to the report about a variant that is skipped.
func noteNot(d *gpu.Device, name string, s Shape, err error) {
	d.Internal().Note(fmt.Sprintf("%s: not %s: %s", name, s.Variant(), firstLine(err)))
}
