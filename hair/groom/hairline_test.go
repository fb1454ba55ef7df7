// SPDX-License-Identifier: MIT

package groom

import (
	"math"
	"testing"
)

// Roots get dense over some millimetres, and not at a line.
func TestHairlineIsSoft(t *testing.T) {
	o := Defaults()
	const band = 2 // degrees above the hairline
	var roots [10]int
	for _, root := range o.roots(60_000, kindRoot) {
		if at := above(direction(root.Sub(cranium), vec{0, 1, 0})); root[2] > 0.02 && at > 0 {
			roots[min(int(at/band), len(roots)-1)]++
		}
	}
	edge, middle, behind := float64(roots[0]), float64(roots[1]), float64(roots[4])
	if !(edge > 0.15*behind && edge < 0.6*behind && middle > 1.2*edge && middle < behind) {
		t.Errorf("%v roots in bands of %d degrees from the forehead", roots[:5], band)
	}
}

// At the hairline many hairs are short and fine. Behind it hairs are long.
func TestHairlineHasShortFineHairs(t *testing.T) {
	o, s := styled(t, "straight")
	var all, short, others, shortBehind int
	var fine, width float64
	for i := range s.Strands() {
		points := s.Points[s.First[i]:s.First[i+1]]
		length := float32(0)
		for k := range points[1:] {
			length += points[k+1].Sub(points[k]).Len()
		}
		at := above(direction(points[0].Sub(cranium), vec{0, 1, 0}))
		w := float64(s.Thickness[s.First[i]] / o.Thickness)
		switch isShort := length < 0.06; {
		case at < 2:
			all++
			if isShort {
				short++
				fine += w
			}
		case at > 2*hairlineDepth:
			others++
			width += w
			if isShort {
				shortBehind++
			}
		}
	}
	if share := float64(short) / float64(all); !(share > 0.3 && share < 0.9) || shortBehind > others/500 {
		t.Errorf("%d of %d hairs at the hairline are short, %d of %d behind it", short, all, shortBehind, others)
	}
	if fine, width = fine/float64(short), width/float64(others); !(fine < 0.9*width) {
		t.Errorf("short hairs are %.2f wide, others %.2f", fine, width)
	}
}

// Beside the fringe the bob frames the face and covers the temples.
func TestBobCoversTheTemples(t *testing.T) {
	_, s := styled(t, "bob")
	var before [3][2]int // points by elevation and side
	for _, p := range s.Points {
		d := direction(p.Sub(cranium), vec{0, 1, 0})
		around := math.Atan2(float64(abs(d[0])), float64(d[2])) * 180 / math.Pi
		up := math.Asin(float64(d[1])) * 180 / math.Pi
		if around > 50 && around < 68 && up > -15 && up < 15 {
			side := 0
			if d[0] > 0 {
				side = 1
			}
			before[int(up+15)/10][side]++
		}
	}
	for band, sides := range before {
		if min(sides[0], sides[1]) < 30 {
			t.Errorf("%v points lie over the temples in the range %d of elevation", sides, band)
		}
	}
}

// Curls leave the middle of the face bare.
func TestCurlsLeaveTheFaceBare(t *testing.T) {
	_, s := styled(t, "curly")
	before := 0
	for _, p := range s.Points {
		if abs(p[0]) < 0.035 && p[1] < 0.03 && p[1] > -0.11 && p[2] > 0.06 {
			before++
		}
	}
	if before > len(s.Points)/2000 {
		t.Errorf("%d of %d points lie before the face", before, len(s.Points))
	}
}
