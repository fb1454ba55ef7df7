// SPDX-License-Identifier: MIT

package groom

import (
	"math"
	"reflect"
	"testing"
)

// Strands differ in width and in pigment: a head of equal hairs looks like satin.
func TestStrandsDifferInWidthAndPigment(t *testing.T) {
	o, s := styled(t, "wavy")
	spread := func(of func(i int) float64) float64 {
		var sum, squares float64
		for i := range s.Strands() {
			v := of(i)
			sum, squares = sum+v, squares+v*v
		}
		mean := sum / float64(s.Strands())
		return math.Sqrt(squares/float64(s.Strands())-mean*mean) / math.Abs(mean)
	}
	root := func(i int) int { return int(s.First[i]) }
	width := spread(func(i int) float64 { return float64(s.Thickness[root(i)]) })
	pigment := spread(func(i int) float64 { return math.Log(float64(s.Color[root(i)][1])) })
	hue := spread(func(i int) float64 {
		c := s.Color[root(i)]
		return math.Log(float64(c[0])) / math.Log(float64(c[2]))
	})
	if width < 0.15 || pigment < 0.08 || hue < 0.04 {
		t.Errorf("widths deviate by %.3f, pigment by %.3f, its hue by %.3f of the mean", width, pigment, hue)
	}
	for i, w := range s.Thickness {
		if !(w > 0 && w <= 2*o.Thickness) {
			t.Fatalf("point %d is %v m wide", i, w)
		}
	}
}

// No root lies on the line of the parting, and both sides have roots beside it.
func TestPartingIsBare(t *testing.T) {
	o := Defaults()
	var beside [2]int
	for _, root := range o.roots(20_000, kindRoot) {
		if root[1] < 0 || root[2] < 0 {
			continue
		}
		d := root[0] - o.partingAt(root)
		if abs(d) < 0.7*bareLine {
			t.Errorf("a root at %v is %v m from the parting", root, d)
		}
		if abs(d) < 3*bareLine {
			beside[(int(o.parted(root))+1)/2]++
		}
	}
	if beside[0] < 20 || beside[1] < 20 {
		t.Errorf("%v roots beside the parting", beside)
	}
}

// Tips end at many lengths.
func TestTipsEndInLayers(t *testing.T) {
	o := little()
	o.Crown = 0
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	length := func(i int) (sum float32) {
		for p := s.First[i]; p+1 < s.First[i+1]; p++ {
			sum += s.Points[p+1].Sub(s.Points[p]).Len()
		}
		return sum
	}
	var sum, squares float64
	for i := range s.Strands() {
		l := float64(length(i))
		sum, squares = sum+l, squares+l*l
	}
	mean := sum / float64(s.Strands())
	if d := math.Sqrt(squares/float64(s.Strands()) - mean*mean); !(d > 0.07*mean) {
		t.Errorf("the standard deviation of lengths is %v m, their mean %v m", d, mean)
	}
}

// Long hair falls before or behind the shoulders. Hair that lies on one ends in a tuft that points
// back.
func TestLittleHairLiesOnTheShoulders(t *testing.T) {
	for name, most := range map[string]float32{"wavy": 0.22, "straight": 0.02} {
		t.Run(name, func(t *testing.T) {
			_, s := styled(t, name)
			lying := 0
			for i := range s.Strands() {
				for k := s.First[i] + 1; k < s.First[i+1]; k++ {
					p := s.Points[k]
					aslant := p.Sub(s.Points[k-1]).Normalize()[1] > -0.6
					if aslant && abs(p[0]) > 0.055 && p[1] < -0.15 && p[1] > -0.3 && headDistance(p) < 0.03 {
						lying++
						break
					}
				}
			}
			if share := float32(lying) / float32(s.Strands()); share > most {
				t.Errorf("%.3f of the hairs lie on a shoulder, want at most %v", share, most)
			}
		})
	}
}

// Hair that is cut above the shoulders falls as if there were none.
func TestShortHairIsNotDividedByTheShoulders(t *testing.T) {
	for name, divided := range map[string]bool{"bob": false, "straight": true} {
		o, err := Style(name)
		if err != nil {
			t.Fatal(err)
		}
		var paths [2][]vec
		for i, forward := range []bool{false, true} {
			g := guide{root: onto(cranium, vec{1, 0, 0}), side: 1, forward: forward}
			g.normal = headNormal(g.root)
			r := newRandom(1, kindGuide, 0)
			paths[i] = o.comb(g, &r)
		}
		if got := !reflect.DeepEqual(paths[0], paths[1]); got != divided {
			t.Errorf("%s: hair before and behind a shoulder differs: %v, want %v", name, got, divided)
		}
	}
}

// Coils of both sides close over the parting: there is no furrow of flat hair down to the scalp.
func TestCoilsCloseOverTheParting(t *testing.T) {
	o, s := styled(t, "curly")
	const places, reach = 5, 0.008
	var roots, normals [places]vec
	above := 0 // points over the line, 12 to 50 mm from it
	for i := range places {
		z := 0.01 * float32(i)
		roots[i] = onto(cranium, direction(vec{o.partingAt(vec{0, 0, z}), 0.1, z}.Sub(cranium), vec{0, 1, 0}))
		normals[i] = headNormal(roots[i])
	}
	for _, p := range s.Points {
		for i := range places {
			d := p.Sub(roots[i])
			high := d.Dot(normals[i])
			if high > 0.012 && high < 0.05 && d.Sub(normals[i].Mul(high)).Len() < reach {
				above++
			}
		}
	}
	if least := s.Strands() / 25; above < least {
		t.Errorf("%d points of %d strands lie over the parting, want %d or more", above, s.Strands(), least)
	}
}
