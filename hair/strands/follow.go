// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Follow describes hairs to grow around guide strands, as TressFX does. Each is its guide moved
// sideways, farther towards the tip.
type Follow struct {
	Count  int     // hairs around each guide, 0 to MaxFollow; 0: none; AutoFollow: by the density
	Spread float32 // largest distance from the guide at the root, in metres; 0: 1/100 of the largest side
	Tip    float32 // additional distance at the tip, as a multiple of that at the root
	Seed   uint64  // the same seed gives the same hairs
}

// AutoFollow is a Count that depends on the set. Strands of .tfx files, and of files that give no
// width, are guides. They get the number of hairs that the file gives, or as many as bring roots to
// 1.5 mm from each other. There are up to 32 hairs around a guide, and 32,768 strands of 1,048,576
// points in all. Other strands get none. Without a Spread the hairs stand up to half the way to
// neighbouring guides, so their roots stay on the surface of the guides' roots.
const AutoFollow = -1

// Limits of Follow.
const (
	MaxFollow = 1 << 12
	MaxSpread = 1e3
	MaxTip    = 1e3
)

func (f Follow) check() error {
	switch {
	case f.Count != AutoFollow && (f.Count < 0 || f.Count > MaxFollow):
		return fmt.Errorf("got %d hairs around each guide, want 0 to %d, or AutoFollow, which is %d: %w", f.Count, MaxFollow, AutoFollow, ErrOption)
	case !(f.Spread >= 0 && f.Spread <= MaxSpread):
		return fmt.Errorf("hairs spread %v m from their guide, want 0 to %v: %w", f.Spread, float32(MaxSpread), ErrOption)
	case !(f.Tip >= 0 && f.Tip <= MaxTip):
		return fmt.Errorf("got a tip spread of %v, want 0 to %v: %w", f.Tip, float32(MaxTip), ErrOption)
	}
	return nil
}

// Grow returns the set with hairs around each strand; each strand comes before its hairs. If the
// file gave no width, the width shrinks as the number of hairs grows. Errors: ErrOption, ErrLimit,
// ErrSet.
func (s *Set) Grow(f Follow) (*Set, error) {
	if err := s.usable(); err != nil {
		return nil, fmt.Errorf("strands: Grow: %w", err)
	}
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("strands: Grow: %w", err)
	}
	auto := f.Count == AutoFollow
	if f = s.counted(f, DefaultLimits()); auto && f.Count == 0 {
		out := *s
		return &out, nil
	}
	out, err := s.grow(f, auto && f.Spread == 0)
	if err != nil {
		return nil, fmt.Errorf("strands: Grow: %w", err)
	}
	return out, nil
}

// grow is Grow of a number of hairs. between: they stand between the guides.
func (s *Set) grow(f Follow, between bool) (*Set, error) {
	all := f.Count + 1
	if points := uint64(len(s.Points)) * uint64(all); points > math.MaxUint32 {
		return nil, fmt.Errorf("%d points with %d hairs around each of %d guides, want at most %d: %w", points, f.Count, s.Strands(), uint32(math.MaxUint32), ErrLimit)
	}
	var near [][]int
	if between {
		near = s.rootsNear(s.rootGap())
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
			// Uniform over a disc.
			sin, cos := math.Sincos(2 * math.Pi * float64(random&0xFFFFFFFF) / (1 << 32))
			r := spread * math.Sqrt(float64(random>>32)/(1<<32))
			if k == 0 {
				r = 0 // the guide itself
			}
			off := side.Mul(float32(r * cos)).Add(across.Mul(float32(r * sin)))
			if between && k > 0 {
				off = s.between(i, near[i], random)
			}
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

// repeated returns an array of point values with each strand's part repeated; nil stays nil.
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

// sideways returns two directions across a strand at its root.
func sideways(strand []mgl32.Vec3) (a, b mgl32.Vec3) {
	along := mgl32.Vec3{0, 1, 0}
	for _, p := range strand[1:] {
		if d := p.Sub(strand[0]); d.Len() > 0 {
			along = d.Normalize()
			break
		}
	}
	// Cross it with the axis to which it is least parallel.
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
