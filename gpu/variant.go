// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/combgl/comb/internal/quirks"
)

// Tier names variants: a way for workgroups and a way for lanes to work together. A field left zero stands for any.
type Tier struct {
	Algorithm Algorithm
	Lanes     Lanes
}

func (t Tier) String() string {
	switch {
	case t == Tier{}:
		return "any"
	case t.Lanes == LanesAuto:
		return t.Algorithm.String()
	case t.Algorithm == AlgorithmAuto:
		return t.Lanes.String()
	}
	return t.Algorithm.String() + "-" + t.Lanes.String()
}

// covers says whether a shape is of the tier; the zero tier covers none.
func (t Tier) covers(s Shape) bool {
	return t != Tier{} && (t.Algorithm == AlgorithmAuto || t.Algorithm == s.Algorithm) && (t.Lanes == LanesAuto || t.Lanes == s.Lanes)
}

// matches says whether the tier forbids a variant.
func (t Tier) matches(f Tier) bool { return f.covers(Shape{Algorithm: t.Algorithm, Lanes: t.Lanes}) }

// Variants lists the shapes that an operation may take, the best first: what the Tuning asks for, or else Options.Force,
// or else all that the driver has, less those in Options.Forbid. It is pure: a table test holds it down.
// Errors: ErrArgument for a Tuning that no driver could take, such as Workers outside 0..4096, ErrUnsupported when the
// driver lacks what is asked for or nothing is left.
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
		algorithms = []Algorithm{Chained, Chunked}
	}
	var all []Shape
	var lacking error
	forbidden := false
	for _, l := range lanes {
		for _, a := range algorithms {
			// The look-back of the other lanes goes through shared memory, and is no faster than two launches.
			if t.Algorithm == AlgorithmAuto && a == Chained && (l != LanesKHR || !quirks.WaitersProgress(c.Vendor, c.Software)) {
				continue
			}
			one := t
			one.Lanes, one.Algorithm = l, a
			s, err := shapeOf(c, one)
			s.Either = t.Algorithm == AlgorithmAuto && a == Chained && !slices.ContainsFunc(o.Forbid, Tier{Chunked, l}.matches)
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
		return nil, fmt.Errorf("gpu: Options.Forbid leaves no variant of %v on this driver: %w", Tier{t.Algorithm, t.Lanes}, ErrUnsupported)
	}
	return nil, lacking
}

// Pick is the first of the Variants on a device without Options. It is pure. Errors: as for Variants.
func Pick(c Caps, t Tuning) (Shape, error) {
	all, err := Variants(c, t, Options{})
	if err != nil {
		return Shape{}, err
	}
	return all[0], nil
}

// Proof is how an operation shows that it computes right on a driver.
type Proof struct {
	Specs []Spec       // of the kernels that Test runs: the verdict holds for these very texts
	Test  func() error // runs them and compares with a plain loop on the CPU. Errors: ErrSelfTest for a wrong result
}

// Choose makes an operation of the best variant that proves itself: one that fails, or does not compile while another
// does, is passed over, and Report says so. chained says whether there is a chained form. An operation of the caller's
// GLSL may prove a stand-in of comb's own. Verdicts are kept in the cache (Options.CacheDir). Errors: make's of the best
// variant when none can be made; ErrSelfTest when none of them is right.
func Choose[T interface{ Release() }](d *Device, name string, t Tuning, chained bool, make func(Shape) (T, error), proof func(T, Shape) Proof) (T, error) {
	var none T
	if err := d.attached(); err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	if !chained {
		t.Algorithm = Chunked
	}
	shapes, err := Variants(d.caps, t, d.options)
	if err != nil {
		return none, err
	}
	var first error
	for _, s := range shapes {
		o, err := make(s)
		if err == nil {
			if err = d.Prove(name, s, proof(o, s)); err == nil {
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

// noteNot reports a variant that is passed over.
func (d *Device) noteNot(name string, s Shape, err error) {
	d.note(fmt.Sprintf("%s: not %s: %s", name, s.Variant(), firstLine(err)))
}

// note adds a line to the report, once.
func (d *Device) note(line string) {
	if !slices.Contains(d.report, line) {
		d.report = append(d.report, line)
	}
}
