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

// variant is a way of doing an operation.
type variant struct {
	name, about string
	tune        gpu.Tuning // of comb's own; zero of what comb takes by itself, and of all others
	forced      bool       // made only when asked for by name
	fetch       int        // bits that a lane loads at once; 0 where that is no matter
}

// auto is the variant that comb takes by itself: bench's rows name which it was.
const auto = "auto"

// tunings are the variants of comb's own operations: what it takes by itself, and each in turn.
func tunings() []variant {
	all := []variant{{name: auto, about: "what comb takes by itself on this driver, for so many items"}}
	for _, a := range []gpu.Algorithm{gpu.SinglePass, gpu.ReduceThenScan} {
		for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
			how := map[gpu.Algorithm]string{
				gpu.SinglePass:     "single pass: tiles look back at what earlier tiles publish",
				gpu.ReduceThenScan: "reduce-then-scan: a chunk for each worker, joined between two dispatches",
			}[a]
			by := map[gpu.Lanes]string{
				gpu.LanesKHR:    "KHR_shader_subgroup",
				gpu.LanesBallot: "ARB_shader_ballot",
				gpu.LanesShared: "shared memory alone",
			}[l]
			all = append(all, variant{
				name: a.String() + "-" + l.String(), about: how + "; lanes by " + by,
				tune: gpu.Tuning{Algorithm: a, Lanes: l}, forced: true,
			})
		}
	}
	return all
}

// choice is what -variant asks for: names and patterns, in the order of the flag; none at all for
// the usual ones.
type choice []string

// readChoice reads the flag. Errors: a pattern that is none.
func readChoice(list string) (choice, error) {
	var c choice
	for _, s := range strings.Split(list, ",") {
		s = strings.TrimSpace(s)
		if _, err := path.Match(s, ""); err != nil || s == "" {
			return nil, fmt.Errorf("%q is no name and no pattern such as chunked-*", s)
		}
		if s == "all" {
			s = "*"
		}
		c = append(c, s)
	}
	return c, nil
}

// takes says whether a variant is asked for. A pattern means the variants themselves and not auto,
// which is one of them.
func (c choice) takes(v variant) bool {
	if len(c) == 0 {
		return !v.forced
	}
	for _, s := range c {
		if ok, _ := path.Match(s, v.name); ok && (s == v.name || v.name != auto) {
			return true
		}
	}
	return false
}

// of are the variants of an operation that are asked for.
func (c choice) of(all []variant) (taken []variant) {
	for _, v := range all {
		if c.takes(v) {
			taken = append(taken, v)
		}
	}
	return taken
}

// check refuses names and patterns that none of the operations has, nor the copy.
func (c choice) check(ops []op) error {
	for _, s := range c {
		known := len(choice{s}.of(kernelAlone())) > 0 // the copy's, which is always made
		for _, o := range ops {
			known = known || len(choice{s}.of(o.variants())) > 0
		}
		if !known {
			return fmt.Errorf("-variant: %q is no variant of %s (bench -list names them)", s, strings.Join(names(ops), ", "))
		}
	}
	return nil
}

// possible leaves out the variants that the driver lacks. Errors: gpu.ErrUnsupported for one that
// was asked for by its whole name, gpu.ErrTooLarge for too many workers.
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

// product is the choice as algorithms and lanes of which every pair is meant: without any, both
// algorithms and the driver's best lanes. Errors: as for possible; what is no such product.
func (c choice) product(caps gpu.Caps, workers int) (algorithms []gpu.Algorithm, lanes []gpu.Lanes, err error) {
	if len(c) == 0 || slices.Contains(c, auto) {
		shape, err := kernel.Pick(caps, gpu.Tuning{Workers: workers})
		return []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass}, []gpu.Lanes{shape.Lanes}, err
	}
	all, err := c.possible(caps, workers, c.of(tunings()))
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
		return nil, nil, fmt.Errorf("-variant %s: a soak takes every algorithm with every way of lanes, such as chunked-*", strings.Join(c, ","))
	}
	return algorithms, lanes, nil
}
