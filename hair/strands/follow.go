// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Follow says what hairs to grow around guides, as TressFX does: each is its guide moved sideways, and by more towards
// the tip.
type Follow struct {
	Count  int     // hairs around each guide; 0: none
	Spread float32 // metres from the guide at the root, at the most; 0: a hundredth of the model's largest side
	Tip    float32 // how many times as far more at the tip
	Seed   uint64  // the same seed, the same hairs
}

// Limits of Follow.
const (
	MaxFollow = 1 << 12
	MaxSpread = 1e3
	MaxTip    = 1e3
)

func (f Follow) check() error {
	switch {
	case f.Count < 0 || f.Count > MaxFollow:
		return fmt.Errorf("%w: %d hairs around each guide, from 0 to %d are possible", ErrOption, f.Count, MaxFollow)
	case !(f.Spread >= 0 && f.Spread <= MaxSpread):
		return fmt.Errorf("%w: hairs spread %v m from their guide, from 0 to %v are possible", ErrOption, f.Spread, float32(MaxSpread))
	case !(f.Tip >= 0 && f.Tip <= MaxTip):
		return fmt.Errorf("%w: a tip spread of %v, from 0 to %v is possible", ErrOption, f.Tip, float32(MaxTip))
	}
	return nil
}

// Grow is the set with hairs around each strand, which stands before them. Hairs whose width no file has told grow
// thinner as they grow more. Errors: ErrOption, ErrLimit.
func (s *Set) Grow(f Follow) (*Set, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	all := f.Count + 1
	if points := uint64(len(s.Points)) * uint64(all); points > math.MaxUint32 {
		return nil, fmt.Errorf("%w: %d points of %d hairs around each of %d guides, at most %d", ErrLimit, points, f.Count, s.Strands(), uint32(math.MaxUint32))
	}
	spread := float64(f.Spread) / float64(s.Unit)
	if f.Spread == 0 {
		spread = s.largestSide() / 100
	}
	out := *s
	out.First = append(make([]uint32, 0, s.Strands()*all+1), 0)
	out.Points = make([]mgl32.Vec3, 0, len(s.Points)*all)
	for i := range s.Strands() {
		guide := s.Points[s.First[i]:s.First[i+1]]
		side, across := sideways(guide)
		for k := range all {
			random := mix(f.Seed ^ mix(uint64(i)*uint64(all)+uint64(k)))
			// Evenly over a disc.
			sin, cos := math.Sincos(2 * math.Pi * float64(random&0xFFFFFFFF) / (1 << 32))
			r := spread * math.Sqrt(float64(random>>32)/(1<<32))
			if k == 0 {
				r = 0 // the guide itself
			}
			off := side.Mul(float32(r * cos)).Add(across.Mul(float32(r * sin)))
			for p, at := range guide {
				out.Points = append(out.Points, at.Add(off.Mul(1+f.Tip*float32(p)/float32(len(guide)-1))))
			}
			out.First = append(out.First, uint32(len(out.Points)))
		}
	}
	out.Thickness, out.Opacity, out.Color = repeated(s, s.Thickness, all), repeated(s, s.Opacity, all), repeated(s, s.Color, all)
	out.Origin.Guides = s.Strands()
	if s.Origin.widthUnset {
		out.DefaultThickness = usualWidth(out.Strands()) / s.Unit
	}
	return &out, nil
}

// repeated is an array of the set's points with each strand's part so many times; nil stays nil.
func repeated[T any](s *Set, from []T, times int) []T {
	if from == nil {
		return nil
	}
	to := make([]T, 0, len(from)*times)
	for i := range s.Strands() {
		for range times {
			to = append(to, from[s.First[i]:s.First[i+1]]...)
		}
	}
	return to
}

// sideways are two directions across a strand at its root.
func sideways(strand []mgl32.Vec3) (a, b mgl32.Vec3) {
	along := mgl32.Vec3{0, 1, 0}
	for _, p := range strand[1:] {
		if d := p.Sub(strand[0]); d.Len() > 0 {
			along = d.Normalize()
			break
		}
	}
	// Across the axis that it is least along.
	least := 0
	for i, v := range along {
		if mgl32.Abs(v) < mgl32.Abs(along[least]) {
			least = i
		}
	}
	var axis mgl32.Vec3
	axis[least] = 1
	a = along.Cross(axis).Normalize()
	return a, along.Cross(a)
}
