// SPDX-License-Identifier: MIT

package scalp

import (
	"math"

	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/mathgl/mgl64"
)

// bust is the head of package groom, moved, turned and scaled until it lies under the roots.
type bust struct {
	centre, scale vec        // of the middle of the cranium; times the groom's head, by its axes
	turn          mgl64.Mat3 // from the groom's axes to the set's
	mean          float64    // of the scale
	neck          bool       // ends at the neck
}

// cranium is the mean radius of the groom's cranium in metres.
const cranium = 0.0855

// The weights of a head's fit, by trial, and the limits of a head.
const (
	starts     = 4    // sides to which the face may point
	bustRounds = 12   // of the fit for each
	bustRound  = 0.15 // how little its radii differ
	bustNod    = 0.1  // how little it turns: up and down, to the sides, over
	bustLook   = 0.02
	bustTilt   = 0.3
	bustFar    = 0.2 // of the cranium's radius: nine of ten places are nearer
	bustBelow  = 0.1 // radians below the hairline: no hair grows
	bustBare   = 0.4 // share of the places that may be there, as a strip may end on the neck
)

// bustOf fits a bust to places, in units of the size. The face may point to any side, so each gets
// a fit to few of the places. ok reports whether the places lie like the roots of a head.
func bustOf(start shape, few, all []place) (best *bust, ok bool) {
	least := math.Inf(1)
	var from shape
	var chosen model
	for i := range starts {
		side := mgl64.Rotate3DY(float64(i) * 2 * math.Pi / starts)
		m := model{
			func(s *shape) solid { return newBust(s.centre(), s.radii().Mul(1/cranium), side.Mul3(s.turn())) },
			bustRound, vec{bustNod, bustLook, bustTilt},
		}
		// Symmetric roots leave the side open. The first one stays then.
		if s, sum := descend(start, few, m, bustRounds); sum < 0.999*least {
			least, from, chosen = sum, s, m
		}
	}
	from, _ = descend(from, all, chosen, rounds)
	best = chosen.solid(&from).(*bust)
	return best, best.fits(all)
}

// fits reports whether places lie like the roots of a head.
func (b *bust) fits(places []place) bool {
	far, bare := 0, 0
	for i := range places {
		if math.Abs(b.distance(places[i].at)) > bustFar*cranium*b.mean {
			far++
		}
		if b.bare(places[i].at) > bustBelow {
			bare++
		}
	}
	return 10*far < len(places) && float64(bare) < bustBare*float64(len(places))
}

func newBust(centre, scale vec, turn mgl64.Mat3) *bust {
	return &bust{centre: centre, scale: scale, turn: turn, mean: math.Cbrt(scale[0] * scale[1] * scale[2])}
}

// grown is the same solid in metres: it moves the fit's origin to a point, and multiplies all
// lengths.
func (b *bust) grown(origin vec, by float64) *bust {
	return newBust(b.centre.Mul(by).Add(origin), b.scale.Mul(by), b.turn)
}

// A neck without shoulders, in metres of the groom's head. Below its top it is a cylinder around a
// line behind the middle, which ends at a cut with a wide round rim. Edges are rounded. inside is
// the share of the hair that may lie in the shoulders, below a height, by more than a depth.
const (
	neckTop    = -0.145
	neckAt     = -0.042
	neckRadius = 0.058
	neckCut    = -0.198
	neckEdge   = 0.012
	neckRim    = 0.060
	shoulders  = -0.175
	inside     = 0.002
	depth      = 0.003
)

// The groom's bust ends at a cut. The rim is two cells of the usual grid wide, and shows as a row
// of dark ticks in a mesh that is not aligned with the cut. So a cut above it, in metres of the
// groom's head, has a rim of ten cells.
const (
	bustCut = -0.305
	bustRim = 0.045
)

// fitShoulders leaves the shoulders out if the hair would lie in them: hair of a file was made for
// another body.
func (b *bust) fitShoulders(hair []vec) {
	within := 0
	for _, p := range hair {
		if q := b.own(p); q[1] < shoulders && groom.HeadDistance(narrow(q)) < -depth {
			within++
		}
	}
	b.neck = float64(within) > inside*float64(len(hair))
}

// own is a point as the groom's head has it.
func (b *bust) own(p vec) vec {
	q := b.turn.Transpose().Mul3x1(p.Sub(b.centre))
	return vec{q[0] / b.scale[0], q[1] / b.scale[1], q[2] / b.scale[2]}
}

// distance takes the scale to be equal along all axes.
func (b *bust) distance(p vec) float64 { return b.mean * b.ownDistance(b.own(p)) }

// ownDistance is the distance to the groom's head with a round rim, or to its neck without
// shoulders, as that head has it.
func (b *bust) ownDistance(q vec) float64 {
	d := float64(groom.HeadDistance(narrow(q)))
	if b.neck {
		kept := join(neckTop-q[1], math.Hypot(q[0], q[2]-neckAt)-neckRadius, neckEdge)
		return -join(join(-d, -kept, neckEdge), q[1]-neckCut, neckRim)
	}
	return -join(-d, q[1]-bustCut, bustRim)
}

// join is the union of two solids with a seam rounded over k metres (Quilez). With both signs
// changed it is the part that they share.
func join(a, b, k float64) float64 {
	h := max(k-max(a-b, b-a), 0) / k
	return min(a, b) - h*h*h*k/6
}

func (b *bust) beside(p vec) (distance float64, normal vec) {
	const e = 0.0005
	q := b.own(p)
	here := b.ownDistance(q)
	var slope vec
	for a := range slope {
		next := q
		next[a] += e
		slope[a] = (b.ownDistance(next) - here) / b.scale[a]
	}
	return b.mean * here, direction(b.turn.Mul3x1(slope))
}

// bare is how far below the hairline a point is, in radians.
func (b *bust) bare(p vec) float64 {
	return max(-float64(groom.AboveHairline(narrow(b.own(p)))), 0) * math.Pi / 180
}

func (b *bust) box() (low, high vec) {
	ownLow, ownHigh := groom.HeadBox()
	if b.neck {
		ownLow[1] = neckCut - neckEdge
	}
	for k := range 8 {
		var q vec
		for a := range q {
			q[a] = float64([2]float32{ownLow[a], ownHigh[a]}[k>>a&1]) * b.scale[a]
		}
		p := b.turn.Mul3x1(q).Add(b.centre)
		for a, v := range p {
			if k == 0 {
				low[a], high[a] = v, v
			}
			low[a], high[a] = min(low[a], v), max(high[a], v)
		}
	}
	return low, high
}
