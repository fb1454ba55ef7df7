// SPDX-License-Identifier: MIT

package strands

import "fmt"

// HairWidth is the mean diameter of a hair of the head, in metres.
const HairWidth = 70e-6

// Widths say how wide hairs are, from root to tip.
type Widths struct {
	Root    float32   // metres, of all hairs where Profile is 1; 0 keeps the set's own widths, times Profile
	Profile []float32 // parts of the width at places evenly far apart from root to tip, straight between; nil is 1 all along
}

// Taper is the profile of a hair that keeps its width over two thirds and narrows down to a part of it at the tip.
func Taper(tip float32) []float32 { return []float32{1, 1, 1 - (1-tip)*0.3, tip} }

// maxWidth is the widest that hairs can be made, in metres.
const maxWidth = 10

// WithWidths is the set with other widths; it shares all other arrays with s. Places go by the length along a strand.
// Errors: ErrOption for a width or a part that is not finite, or below 0, or above 10 m or 1,000.
func (s *Set) WithWidths(w Widths) (*Set, error) {
	if !(w.Root >= 0 && w.Root <= maxWidth) {
		return nil, fmt.Errorf("%w: hairs of %v metres, from 0 to %d are possible", ErrOption, w.Root, maxWidth)
	}
	for i, p := range w.Profile {
		if !(p >= 0 && p <= 1000) {
			return nil, fmt.Errorf("%w: place %d of a profile is %v, from 0 to 1000 are possible", ErrOption, i, p)
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
			out.Thickness[p] = width * partAt(w.Profile, at)
		}
	}
	return &out, nil
}

// partAt is a profile at a place from 0 to 1.
func partAt(profile []float32, at float32) float32 {
	if len(profile) == 0 {
		return 1
	}
	last := len(profile) - 1
	x := at * float32(last)
	i := min(int(x), last)
	return betweenNumbers(profile[i], profile[min(i+1, last)], x-float32(i))
}
