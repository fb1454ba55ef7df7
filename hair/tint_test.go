// SPDX-License-Identifier: MIT

package hair

import (
	"math"
	"testing"

	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// curtain is a set of straight hairs side by side, each of four points.
func curtain(hairs int, color mgl32.Vec3) *strands.Set {
	s := &strands.Set{First: []uint32{0}, Unit: 1, DefaultThickness: 1e-4, DefaultOpacity: 1, DefaultColor: color}
	for i := range hairs {
		for k := range 4 {
			s.Points = append(s.Points, mgl32.Vec3{float32(i) / float32(hairs), -float32(k), 0})
		}
		s.First = append(s.First, uint32(len(s.Points)))
	}
	return s
}

// painted is the colours of all points.
func painted(s *strands.Set) []mgl32.Vec3 {
	out := make([]mgl32.Vec3, len(s.Points))
	t := tintsOf(s)
	for i := range s.Strands() {
		t.paint(i, func(p uint32, c mgl32.Vec3) { out[p] = c })
	}
	return out
}

// Hairs of a set without colours of points differ. The mean of the pigment stays, and white has
// none.
func TestHairsOfOneColorDifferInPigment(t *testing.T) {
	blond := mgl32.Vec3{0.9, 0.7, 0.4}
	a := painted(curtain(4000, blond))
	var sum, squares, roots, tips float64
	for p, c := range a {
		k := math.Log(math.Log(float64(c[1])) / math.Log(float64(blond[1])))
		sum += k
		squares += k * k
		switch p % 4 {
		case 0:
			roots += k
		case 3:
			tips += k
		}
	}
	n := float64(len(a))
	mean := sum / n
	deviation := math.Sqrt(squares/n - mean*mean)
	if math.Abs(mean) > 0.06 || !(deviation > 0.2 && deviation < 0.6) || !(roots > tips) {
		t.Errorf("the logarithm of the pigment is %.3f, deviates by %.3f, sums up to %.1f at roots and %.1f at tips", mean, deviation, roots, tips)
	}
	for _, c := range painted(curtain(100, mgl32.Vec3{1, 1, 1})) {
		if c != (mgl32.Vec3{1, 1, 1}) {
			t.Fatalf("white hair is %v", c)
		}
	}
}

// Hairs near each other are more alike than others.
func TestLocksDifferInPigment(t *testing.T) {
	c := painted(curtain(4000, mgl32.Vec3{0.5, 0.5, 0.5}))
	lock := func(i int) (mean float32) {
		for k := range 20 {
			mean += c[4*(20*i+k)][1] / 20
		}
		return mean
	}
	beside, far := float32(0), float32(0)
	for i := range 100 {
		beside += abs32(lock(2*i) - lock(2*i+1))
		far += abs32(lock(i) - lock(i+100))
	}
	if !(far > 1.5*beside) {
		t.Errorf("locks beside each other differ by %v, others by %v", beside, far)
	}
}

// Colours of points stay, also one colour for all.
func TestColorsOfPointsStay(t *testing.T) {
	s := curtain(3, mgl32.Vec3{})
	for range s.Points {
		s.Color = append(s.Color, mgl32.Vec3{0.75, 0.5, 0.25})
	}
	for p, c := range painted(s) {
		if c != s.Color[p] {
			t.Errorf("point %d is %v, want %v", p, c, s.Color[p])
		}
	}
}

func abs32(v float32) float32 { return max(v, -v) }
