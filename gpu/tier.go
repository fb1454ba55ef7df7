// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Tier is a set of variants: those with this algorithm and these lanes. A zero field matches any.
type Tier struct {
	Algorithm Algorithm
	Lanes     Lanes
}

// check returns an error for fields that are no constants of their types. what names the tier.
func (t Tier) check(what string) error {
	switch {
	case t.Algorithm < AlgorithmAuto || t.Algorithm > SinglePass:
		return fmt.Errorf("gpu: Attach: %s.Algorithm is %v, want a constant of gpu.Algorithm: %w", what, t.Algorithm, ErrArgument)
	case t.Lanes < LanesAuto || t.Lanes > LanesShared:
		return fmt.Errorf("gpu: Attach: %s.Lanes is %v, want a constant of gpu.Lanes: %w", what, t.Lanes, ErrArgument)
	}
	return nil
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
