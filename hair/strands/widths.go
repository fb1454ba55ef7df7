// SPDX-License-Identifier: MIT

package strands

import "fmt"

// HairWidth is the mean diameter of a human head hair, in metres.
const HairWidth = 70e-6

// Widths describe the diameter of hairs from root to tip.
type Widths struct {
	Root    float32   // diameter in metres where Profile is 1, 0 to 10; 0 keeps the set's widths
	Profile []float32 // factors from 0 to 1000, evenly spaced from root to tip, linear between; nil: 1
}

// Taper returns the profile of a hair that narrows over the last two thirds to the factor tip at
// its tip.
func Taper(tip float32) []float32 { return []float32{1, 1, 1 - (1-tip)*0.3, tip} }

// UsualTip is the factor of Taper for hair whose file gives no width along its strands.
const UsualTip = 0.35

// Tapers reports whether the width of any strand changes from root to tip.
func (s *Set) Tapers() bool {
	if s.Thickness == nil {
		return false
	}
	for i := range s.Strands() {
		width := s.Thickness[s.First[i]:s.First[i+1]]
		for _, w := range width[1:] {
			if w != width[0] {
				return true
			}
		}
	}
	return false
}

// maxWidth is the largest Root, in metres.
const maxWidth = 10

// WithWidths returns the set with other widths. It shares all other arrays with s. The profile is
// evaluated at the length along a strand, divided by the strand's length. Errors: ErrOption for a
// Root or a factor out of range; ErrSet.
func (s *Set) WithWidths(w Widths) (*Set, error) {
	if err := s.usable(); err != nil {
		return nil, fmt.Errorf("strands: WithWidths: %w", err)
	}
	if !(w.Root >= 0 && w.Root <= maxWidth) {
		return nil, fmt.Errorf("strands: WithWidths: got hairs of %v metres, want 0 to %d: %w", w.Root, maxWidth, ErrOption)
	}
	for i, p := range w.Profile {
		if !(p >= 0 && p <= 1000) {
			return nil, fmt.Errorf("strands: WithWidths: place %d of the profile is %v, want 0 to 1000: %w", i, p, ErrOption)
		}
	}
	out := *s
	if w.Root > 0 {
		out.Thickness, out.DefaultThickness = nil, w.Root/s.Unit
	}
	if w.Profile == nil {
		return &out, nil
	}
	own := out.Thickness
	out.Thickness = make([]float32, len(s.Points))
	var lengths []float32
	for i := range s.Strands() {
		from, to := s.First[i], s.First[i+1]
		lengths = append(lengths[:0], 0)
		for p := from; p+1 < to; p++ {
			lengths = append(lengths, lengths[p-from]+s.Points[p+1].Sub(s.Points[p]).Len())
		}
		all := lengths[len(lengths)-1]
		for p := from; p < to; p++ {
			width, at := out.DefaultThickness, float32(0)
			if own != nil {
				width = own[p]
			}
			if all > 0 {
				at = lengths[p-from] / all
			}
			out.Thickness[p] = width * segmentPart(w.Profile, at)
		}
	}
	return &out, nil
}

// segmentPart returns a profile at a position from 0 to 1. NaN counts as 0: the length of a strand
// that Validate refuses can overflow.
func segmentPart(profile []float32, at float32) float32 {
	if len(profile) == 0 {
		return 1
	}
	last := len(profile) - 1
	if !(at > 0) {
		at = 0
	}
	x := min(at, 1) * float32(last)
	i := int(x)
	return betweenNumbers(profile[i], profile[min(i+1, last)], x-float32(i))
}
