// SPDX-License-Identifier: MIT

package gpu

// Tier is a set of variants: those with this algorithm and these lanes. A zero field matches any.
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
