// SPDX-License-Identifier: MIT

package hair

import (
	"math"

	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// tints are the display colours of a set's points. Where a set gives one colour for all of them,
// hairs differ in pigment: each from the others, those of a lock from other locks, and tips from
// roots. Hair of one colour looks like plastic. The mean of the pigment stays.
//
// A colour to the power of k is that of hair with k squared times the pigment (Chiang and others
// 2016, equation 9), so white hair stays white. Blue differs more than red where the share of
// pheomelanin differs.
type tints struct {
	set  *strands.Set
	ink  [3]float64 // the negative logarithm of the one colour
	lock float32    // the size of a lock
}

// How much the logarithm of k deviates, by trial beside the styles of package groom.
const (
	ownPigment  = 0.25
	ownRedness  = 0.05
	lockPigment = 0.5  // at most
	rootPigment = 0.16 // at the root, and as much less at the tip
	lockOfSide  = 30   // locks along the longest side of the set
)

func tintsOf(s *strands.Set) tints {
	t := tints{set: s}
	for a, c := range s.DefaultColor {
		t.ink[a] = -math.Log(max(float64(c), 1e-6))
	}
	low, high := s.Bounds()
	side := high.Sub(low)
	t.lock = max(side[0], side[1], side[2]) / lockOfSide
	return t
}

// paint calls put with the colour of each point of a strand.
func (t *tints) paint(strand int, put func(p uint32, color mgl32.Vec3)) {
	s := t.set
	from, to := s.First[strand], s.First[strand+1]
	if s.Color != nil {
		for p := from; p < to; p++ {
			put(p, s.Color[p])
		}
		return
	}
	pigment := float64(ownPigment*normal(uint32(strand)) + lockPigment*t.noise(s.Points[(from+to)/2]))
	redness := float64(ownRedness * normal(^uint32(strand)))
	var ink [3]float64
	for a, v := range [3]float64{-redness, 0, redness} {
		ink[a] = t.ink[a] * math.Exp(pigment+v)
	}
	for p := from; p < to; p++ {
		along := float64(p-from) / float64(max(to-from-1, 1))
		k := math.Exp(rootPigment * (1 - 2*along))
		var out mgl32.Vec3
		for a := range out {
			out[a] = float32(math.Exp(-ink[a] * k))
		}
		put(p, out)
	}
}

// normal is an approximately normal number of deviation 1, within 3.5, by an index.
func normal(i uint32) (sum float32) {
	for k := range uint32(4) {
		sum += 2*unit(4*i+k) - 1
	}
	return sum * 0.866
}

// noise is a smooth function of a place, from -1 to 1.
func (t *tints) noise(place mgl32.Vec3) float32 {
	if !(t.lock > 0) {
		return 0
	}
	var cell [3]int32
	var f mgl32.Vec3
	for a, v := range place {
		x := math.Floor(float64(v / t.lock))
		cell[a] = int32(int64(max(-1e9, min(x, 1e9))))
		f[a] = smoothly(float32(float64(v/t.lock) - x))
	}
	sum := float32(0)
	for k := range int32(8) {
		weight, at := float32(1), uint32(0)
		for a := range 3 {
			up := k >> a & 1
			weight *= float32(1-up) + float32(2*up-1)*f[a]
			at = at*0x9E3779B1 + uint32(cell[a]+up)
		}
		sum += weight * (2*unit(at) - 1)
	}
	return sum
}

// smoothly goes from 0 to 1 without a corner at either end.
func smoothly(t float32) float32 { return t * t * (3 - 2*t) }
