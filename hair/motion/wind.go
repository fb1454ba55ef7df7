// SPDX-License-Identifier: MIT

package motion

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// wave is a plane wave of the air's velocity.
type wave struct {
	at            mgl32.Vec3 // radians a metre
	rate, phase   float64    // periods a second, periods
	along, across float32    // amplitudes, as parts of the wind's speed
	aside         float64    // the direction across, radians
}

// shapes are the waves, the slowest first: gusts, then flutter.
var shapes = [waves]struct {
	length, rate  float64 // metres, periods a second
	along, across float32
}{
	{2.6, 0.21, 0.50, 0.15}, {1.1, 0.52, 0.30, 0.25}, {0.5, 1.3, 0.15, 0.25}, {0.24, 2.7, 0.08, 0.15},
}

// wavesOf returns the waves of a seed. They do not depend on the wind, so that it can change
// without a jump.
func wavesOf(seed uint64) (out [waves]wave) {
	state := seed
	unit := func() float64 {
		state += 0x9E3779B97F4A7C15
		return float64(mix(state)>>11) / (1 << 53)
	}
	for k, s := range shapes {
		up := 2*unit() - 1
		sin, cos := math.Sincos(2 * math.Pi * unit())
		flat := math.Sqrt(1 - up*up)
		turns := 2 * math.Pi / (s.length * (0.85 + 0.3*unit()))
		out[k] = wave{
			at:   mgl32.Vec3{float32(turns * flat * cos), float32(turns * up), float32(turns * flat * sin)},
			rate: s.rate * (0.85 + 0.3*unit()), phase: unit(),
			along: s.along, across: s.across, aside: 2 * math.Pi * unit(),
		}
	}
	return out
}

// mix is the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// by returns the amplitude of the wave in a wind.
func (w wave) by(wind mgl32.Vec3, gusts float32) mgl32.Vec3 {
	speed := wind.Len()
	if speed == 0 {
		return mgl32.Vec3{}
	}
	toward := wind.Mul(1 / speed)
	axis := mgl32.Vec3{0, 1, 0}
	if abs(toward[1]) > 0.9 {
		axis = mgl32.Vec3{0, 0, 1}
	}
	side := axis.Cross(toward).Normalize()
	sin, cos := math.Sincos(w.aside)
	across := side.Mul(float32(cos)).Add(toward.Cross(side).Mul(float32(sin)))
	return toward.Mul(w.along).Add(across.Mul(w.across)).Mul(speed * gusts)
}

// phaseAt returns the phase of the wave at a step, in radians. It counts steps instead of adding
// times, so that gusts stay exact after days.
func (w wave) phaseAt(step, rate int) float32 {
	_, part := math.Modf(w.phase - float64(step)/float64(rate)*w.rate)
	return float32(2 * math.Pi * part)
}

func abs(v float32) float32 { return max(v, -v) }
