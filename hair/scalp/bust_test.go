// SPDX-License-Identifier: MIT

package scalp

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/mathgl/mgl64"
)

// headRoots returns the points of the groom's head where hair grows and keep is true, and the
// normals.
func headRoots(keep func(p vec) bool) (roots, normals []vec) {
	for i := 0; i < len(head().Vertices); i += 4 {
		p := head().Vertices[i]
		q := vec{float64(p[0]), float64(p[1]), float64(p[2])}
		if groom.AboveHairline(p) > 0 && p[1] > -0.1 && keep(q) {
			n := head().Normals[i]
			roots = append(roots, q)
			normals = append(normals, vec{float64(n[0]), float64(n[1]), float64(n[2])})
		}
	}
	return roots, normals
}

var madeHead *groom.Head

func head() *groom.Head {
	if madeHead == nil {
		madeHead = groom.NewHead()
	}
	return madeHead
}

// A head is found under all of its hair, and under a strip of it, wherever it stands and looks.
func TestHeadIsFoundUnderItsHair(t *testing.T) {
	for _, c := range []struct {
		name    string
		keep    func(p vec) bool
		degrees float64 // the most that the found head may be turned against the true one
		scale   float64 // and the most that its scale may be wrong
		places  int     // how many places are tried
	}{
		{"all hair", func(vec) bool { return true }, 3, 0.03, 2},
		{"strip", func(p vec) bool { return math.Abs(p[0]) < 0.012 }, 8, 0.12, 4},
		{"one side", func(p vec) bool { return p[0] < 0.01 }, 6, 0.06, 2},
	} {
		roots, normals := headRoots(c.keep)
		for i, place := range []struct{ yaw, scale float64 }{{100, 0.3}, {-70, 40}, {0, 1}, {180, 1}} {
			if i >= c.places {
				break
			}
			turn := mgl64.Rotate3DY(place.yaw * math.Pi / 180)
			at := vec{0.3, 1.5, -0.2}.Mul(place.scale)
			t.Run(fmt.Sprintf("%s, turned by %v, %v times", c.name, place.yaw, place.scale), func(t *testing.T) {
				var moved, toward []vec
				for i := range roots {
					moved = append(moved, turn.Mul3x1(roots[i]).Mul(place.scale).Add(at))
					toward = append(toward, turn.Mul3x1(normals[i]))
				}
				b, ok := gather(grown(moved, toward, 0.05*place.scale)).solidOf().(*bust)
				if !ok {
					t.Fatal("no head is found")
				}
				against := b.turn.Transpose().Mul3(turn)
				angle := math.Acos(min(max((against.Trace()-1)/2, -1), 1)) * 180 / math.Pi
				wrong, off := b.mean/place.scale-1, b.centre.Sub(at).Len()/place.scale
				t.Logf("turned by %.2f degrees, scale wrong by %.3f, moved by %.4f", angle, wrong, off)
				if angle > c.degrees || math.Abs(wrong) > c.scale || off > 0.015 {
					t.Errorf("the head is turned by %.2f degrees, its scale is wrong by %.3f and its middle by %.4f", angle, wrong, off)
				}
			})
		}
	}
}

// Roots that are not those of a head get an ellipsoid.
func TestOtherRootsGetAnEllipsoid(t *testing.T) {
	for name, roots := range map[string]func() (roots, normals []vec){
		"ball":  func() ([]vec, []vec) { return capOf(3000, -1) },
		"fur":   func() ([]vec, []vec) { return body(3000) },
		"plane": func() ([]vec, []vec) { return sheet(1500, 0.3) },
		"beard": func() ([]vec, []vec) { r, n := capOf(3000, 0.2); return reversed(r), reversed(n) },
	} {
		t.Run(name, func(t *testing.T) {
			at, toward := roots()
			if s, ok := gather(grown(at, toward, 0.05)).solidOf().(*ellipsoid); !ok {
				t.Errorf("the solid is %T", s)
			}
		})
	}
}

// Shoulders stay if no hair lies in them.
func TestShouldersGiveWayToHair(t *testing.T) {
	roots, normals := headRoots(func(vec) bool { return true })
	for _, c := range []struct {
		name   string
		length float64
		toward vec
		neck   bool
	}{
		{"short hair", 0, vec{}, false},
		{"hair straight down through the shoulders", 0.4, vec{0, -1, 0}, true},
		{"hair that stands up", 0.4, vec{0, 1, 0}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := grown(roots, normals, 0.01)
			for i := range roots {
				tip := roots[i].Add(normals[i].Mul(0.01)).Add(c.toward.Mul(c.length))
				s.Points[2*i+1] = narrow(tip)
			}
			b, ok := gather(s).solidOf().(*bust)
			if !ok {
				t.Fatal("no head is found")
			}
			if b.neck != c.neck {
				t.Errorf("a neck alone: %v, want %v", b.neck, c.neck)
			}
			low, _ := b.box()
			if below := b.distance(vec{0, low[1] - 0.01, 0}); below < 0 {
				t.Errorf("the bust reaches below its box at %v", low)
			}
			if !c.neck {
				return
			}
			// A narrow rim shows as a hard edge.
			for _, y := range []float64{neckCut + 0.004, neckCut + 0.012} {
				if d := b.ownDistance(vec{0.92 * neckRadius, y, neckAt}); d < 0 {
					t.Errorf("at %v the neck is %v m in itself, want a round rim", y, -d)
				}
			}
			h, err := New(s, Options{Cells: 48})
			if err != nil {
				t.Fatal(err)
			}
			checkMesh(t, h, true)
		})
	}
}

// The rim of the bust is round enough for the grid, also where the head is tilted in it: normals of
// vertices side by side are near each other. A narrower rim shows as a row of dark ticks.
func TestRimOfTheBustIsRound(t *testing.T) {
	roots, normals := headRoots(func(vec) bool { return true })
	turn := mgl64.Rotate3DX(0.13).Mul3(mgl64.Rotate3DZ(0.06))
	for i := range roots {
		roots[i], normals[i] = turn.Mul3x1(roots[i]), turn.Mul3x1(normals[i])
	}
	s := grown(roots, normals, 0.01)
	b, ok := gather(s).solidOf().(*bust)
	if !ok || b.neck {
		t.Fatalf("the solid is %+v, want a bust", b)
	}
	h, err := New(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	turned := make([]float64, 0, len(h.Indices)) // degrees along an edge
	for i := 0; i < len(h.Indices); i += 3 {
		for k := range 3 {
			a, c := h.Indices[i+k], h.Indices[i+(k+1)%3]
			if b.own(widen(h.Vertices[a]))[1] < -0.25 {
				turned = append(turned, math.Acos(min(float64(h.Normals[a].Dot(h.Normals[c])), 1))*180/math.Pi)
			}
		}
	}
	slices.Sort(turned)
	n := len(turned)
	t.Logf("%d edges: %.1f degrees in the worst hundredth, %.1f at most", n, turned[n*99/100], turned[n-1])
	if turned[n-1] > 30 {
		t.Errorf("two normals side by side are %.1f degrees apart", turned[n-1])
	}
}
