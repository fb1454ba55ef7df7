// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// variant is one implementation of an operation.
type variant struct {
	name, about string
	tune        gpu.Tuning // of comb's own; zero of what comb takes by itself, and of all others
	forced      bool       // made only when asked for by name
	fetch       int        // bits that a lane loads at once; 0 where that is no matter
}

// auto stands for the variant that comb selects. The rows of bench name that variant.
const auto = "auto"

// tunings are the variants of comb's own operations: first auto, then each.
func tunings() []variant {
	all := []variant{{name: auto, about: "what comb takes by itself on this driver, for so many items"}}
	for _, a := range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
			all = append(all, variant{
				name: a.String() + "-" + l.String(), about: algorithmAbouts[a] + "; lanes by " + laneAbouts[l],
				tune: gpu.Tuning{Algorithm: a, Lanes: l}, forced: true,
			})
		}
	}
	return all
}

var algorithmAbouts = map[gpu.Algorithm]string{
	gpu.SinglePass:     "single pass: tiles look back at what earlier tiles publish",
	gpu.ReduceThenScan: "reduce-then-scan: a chunk for each worker, joined between two dispatches",
}

var laneAbouts = map[gpu.Lanes]string{
	gpu.LanesKHR:    "KHR_shader_subgroup",
	gpu.LanesBallot: "ARB_shader_ballot",
	gpu.LanesShared: "shared memory alone",
}

// choice is the value of -variant: names and patterns, in the order of the flag. It is empty for
// the usual variants.
type choice []string

// readChoice reads the flag. Errors: an invalid pattern.
func readChoice(list string) (choice, error) {
	var c choice
	for _, s := range strings.Split(list, ",") {
		s = strings.TrimSpace(s)
		if _, err := path.Match(s, ""); err != nil || s == "" {
			return nil, fmt.Errorf("%q is no name and no pattern such as `chunked-*`", s)
		}
		if s == "all" {
			s = "*"
		}
		c = append(c, s)
	}
	return c, nil
}

// takes reports whether the choice has a variant. If it has auto, and by its name also the variant
// that auto is on this driver, that one has a single row ([benchmark.one]).
func (c choice) takes(v variant) bool {
	if len(c) == 0 {
		return !v.forced
	}
	for _, s := range c {
		if ok, _ := path.Match(s, v.name); ok {
			return true
		}
	}
	return false
}

// of returns the variants of an operation that are chosen.
func (c choice) of(all []variant) []variant {
	return slices.DeleteFunc(slices.Clone(all), func(v variant) bool { return !c.takes(v) })
}

// check refuses names and patterns that match no variant of the operations, and none of the copy.
func (c choice) check(ops []op) error {
	for _, s := range c {
		known := len(choice{s}.of(kernelAlone())) > 0 // the copy's, which is always made
		for _, o := range ops {
			known = known || len(choice{s}.of(o.variants())) > 0
		}
		if !known {
			like := ""
			if near := suggest(s, variantsOf(ops)); near != "" {
				like = ", did you mean " + near + "?"
			}
			return fmt.Errorf("-variant: %q is no variant of %s%s (bench -list names them)", s, strings.Join(names(ops), ", "), like)
		}
	}
	return nil
}

// variantsOf names the variants of operations.
func variantsOf(ops []op) (all []string) {
	for _, o := range ops {
		all = append(all, mapped(o.variants(), func(v variant) string { return v.name })...)
	}
	return all
}

// possible leaves out the variants that the driver lacks. Errors: gpu.ErrUnsupported for one that
// is named in full, gpu.ErrTooLarge for too many workers.
func (c choice) possible(caps gpu.Caps, workers int, all []variant) (left []variant, err error) {
	for _, v := range all {
		tune := v.tune
		tune.Workers = workers
		_, err := kernel.Pick(caps, tune)
		if errors.Is(err, gpu.ErrUnsupported) && !errors.Is(err, gpu.ErrTooLarge) && !slices.Contains(c, v.name) {
			continue
		}
		if err != nil {
			return nil, err
		}
		left = append(left, v)
	}
	return left, nil
}

// without names the variants that are in all and not in some.
func without(all, some []variant) (names []string) {
	for _, v := range all {
		if !slices.ContainsFunc(some, func(s variant) bool { return s.name == v.name }) {
			names = append(names, v.name)
		}
	}
	return names
}

// product returns the choice as a list of algorithms and a list of lane tiers: the choice is all
// pairs of them. An empty choice, or auto alone, gives both algorithms and the driver's best lane
// tier. Beside others auto adds nothing, as a soak takes each algorithm by name. Errors: as for
// possible, and for a choice that is not such a product.
func (c choice) product(caps gpu.Caps, workers int) (algorithms []gpu.Algorithm, lanes []gpu.Lanes, err error) {
	named := slices.DeleteFunc(c.of(tunings()), func(v variant) bool { return !v.forced })
	if len(named) == 0 {
		shape, err := kernel.Pick(caps, gpu.Tuning{Workers: workers})
		return []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass}, []gpu.Lanes{shape.Lanes}, err
	}
	all, err := c.possible(caps, workers, named)
	if err != nil {
		return nil, nil, err
	}
	for _, v := range all {
		if !slices.Contains(algorithms, v.tune.Algorithm) {
			algorithms = append(algorithms, v.tune.Algorithm)
		}
		if !slices.Contains(lanes, v.tune.Lanes) {
			lanes = append(lanes, v.tune.Lanes)
		}
	}
	switch {
	case len(all) == 0:
		return nil, nil, fmt.Errorf("%w: none of -variant %s on %s", gpu.ErrUnsupported, strings.Join(c, ","), caps.Renderer)
	case len(all) != len(algorithms)*len(lanes):
		return nil, nil, fmt.Errorf("-variant %s: a soak takes every algorithm with every lane tier, such as `chunked-*`", strings.Join(c, ","))
	}
	return algorithms, lanes, nil
}
