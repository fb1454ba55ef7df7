// SPDX-License-Identifier: MIT

package groom

import (
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/combgl/comb/hair/strands"
)

func little() Options {
	o := Defaults()
	o.Strands = 2000
	if !nightly() {
		o.Strands, o.Points = 1000, 12
	}
	return o
}

// nightly reports whether this run takes the cases that other runs leave out.
func nightly() bool { return os.Getenv("COMB_NIGHTLY") != "" }

func TestGroomIsDeterministicOnAnyNumberOfCores(t *testing.T) {
	before := runtime.GOMAXPROCS(1)
	a, err := New(little())
	runtime.GOMAXPROCS(max(before, 4))
	b, again := New(little())
	runtime.GOMAXPROCS(before)
	if err != nil || again != nil {
		t.Fatal(err, again)
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("one core and four grow different hair")
	}
	o := little()
	o.Seed++
	if c, _ := New(o); reflect.DeepEqual(a.Points, c.Points) {
		t.Error("another seed grows the same hair")
	}
}

var styledSets = map[string]*strands.Set{}

// styled is a style with few strands, grown once.
func styled(t *testing.T, name string) (Options, *strands.Set) {
	o, err := Style(name)
	if err != nil {
		t.Fatal(err)
	}
	o.Strands = 1000
	if nightly() {
		o.Strands = 2000
	} else if name == "bob" || name == "short" { // no test looks at their waves
		o.Points = 16
	}
	if styledSets[name] == nil {
		if styledSets[name], err = New(o); err != nil {
			t.Fatal(err)
		}
	}
	return o, styledSets[name]
}

// Every style has its roots on the scalp, no point in the head, and no segment through it.
func TestHairIsValidAndOutsideTheHead(t *testing.T) {
	for _, name := range Styles() {
		t.Run(name, func(t *testing.T) {
			o, s := styled(t, name)
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			if s.Strands() != o.Strands || s.Segments() != o.Strands*(o.Points-1) {
				t.Errorf("%s: %d strands, %d segments", name, s.Strands(), s.Segments())
			}
			for i, p := range s.Points {
				d := headDistance(p)
				if i%o.Points == 0 {
					if abs(d) > 0.0005 {
						t.Fatalf("%s: root %d is %v m from the scalp", name, i/o.Points, d)
					}
					continue
				}
				if d < -0.001 {
					t.Fatalf("%s: point %d of strand %d is %v m inside the head", name, i%o.Points, i/o.Points, -d)
				}
				if middle := headDistance(p.Add(s.Points[i-1]).Mul(0.5)); middle < -0.003 {
					t.Errorf("%s: segment %d of strand %d passes %v m below the skin, from %v to %v", name, i%o.Points, i/o.Points, -middle, s.Points[i-1], p)
				}
			}
		})
	}
}

// Styles keep their promises: a bob ends at its line and its fringe above the eyes, curls are
// shorter than their hair, and no style leaves a bald spot.
func TestStylesHaveTheirShape(t *testing.T) {
	grow := func(name string) (Options, [][]vec) {
		o, s := styled(t, name)
		var all [][]vec
		for i := range s.Strands() {
			all = append(all, s.Points[s.First[i]:s.First[i+1]])
		}
		return o, all
	}
	o, bob := grow("bob")
	at, low, fringe := 0, 0, 0
	for _, p := range bob {
		tip := p[len(p)-1]
		if tip[1] < -o.Cut-0.02 {
			t.Errorf("a hair of the bob ends at %v, the cut is at %v", tip[1], -o.Cut)
		}
		if o.fringed(p[0]) {
			fringe++
			if tip[1] < foreheadTop-o.Fringe-0.03 {
				low++ // with its neighbours outside
			}
		}
		if abs(tip[1]+o.Cut) < 0.01 {
			at++
		}
	}
	if fringe == 0 || low > fringe/20 {
		t.Errorf("%d of %d hairs of the fringe hang over the eyes", low, fringe)
	}
	if at < len(bob)/2 {
		t.Errorf("%d of %d hairs end at the cut", at, len(bob))
	}
	straightness := func(strands [][]vec) float32 {
		sum := float32(0)
		for _, p := range strands {
			length := float32(0)
			for k := 1; k < len(p); k++ {
				length += p[k].Sub(p[k-1]).Len()
			}
			sum += p[len(p)-1].Sub(p[len(p)/2]).Len() / length
		}
		return sum / float32(len(strands))
	}
	_, straight := grow("straight")
	_, wavy := grow("wavy")
	_, curly := grow("curly")
	s, w, c := straightness(straight), straightness(wavy), straightness(curly)
	t.Logf("the outer half reaches %.3f of the length in straight hair, %.3f in wavy, %.3f in curly", s, w, c)
	if !(s > w+0.02 && w > c+0.1) {
		t.Errorf("straight %v, wavy %v, curly %v", s, w, c)
	}
	if _, err := Style("none"); !errors.Is(err, ErrOptions) || !strings.Contains(fmt.Sprint(err), "bob") {
		t.Errorf("%v", err)
	}
}

func TestLengthsFollowTheOptions(t *testing.T) {
	o := little()
	o.Variation, o.Curl, o.Frizz, o.Stray, o.Crown, o.Noise = 0, 0, 0, 0, 0, 0
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for i := range s.Strands() {
		for p := s.First[i]; p+1 < s.First[i+1]; p++ {
			sum += float64(s.Points[p+1].Sub(s.Points[p]).Len())
		}
	}
	if mean := sum / float64(s.Strands()); math.Abs(mean-float64(o.Length)) > 0.15*float64(o.Length) {
		t.Errorf("hair of %v m is %v m long on the mean", o.Length, mean)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"Strands":   func(o *Options) { o.Strands = MaxStrands + 1 },
		"Points":    func(o *Options) { o.Points = 3 },
		"Length":    func(o *Options) { o.Length = float32(math.NaN()) },
		"Variation": func(o *Options) { o.Variation = 1 },
		"Parting":   func(o *Options) { o.Parting = 1 },
		"Curl":      func(o *Options) { o.Curl = -1 },
		"Wave":      func(o *Options) { o.Wave = 0 },
		"Clump":     func(o *Options) { o.Clump = 2 },
		"Frizz":     func(o *Options) { o.Frizz = 1 },
		"Stray":     func(o *Options) { o.Stray = 2 },
		"Crown":     func(o *Options) { o.Crown = 1 },
		"Cut":       func(o *Options) { o.Cut = -0.1 },
		"Fringe":    func(o *Options) { o.Fringe = 0.1 },
		"Tuck":      func(o *Options) { o.Tuck = 2 },
		"Coil":      func(o *Options) { o.Coil = -1 },
		"Locks":     func(o *Options) { o.Locks = 0 },
		"Hold":      func(o *Options) { o.Hold = 2 },
		"Noise":     func(o *Options) { o.Noise = 1 },
		"Lift":      func(o *Options) { o.Lift = 0 },
		"Thickness": func(o *Options) { o.Thickness = 0 },
		"Tip[1]":    func(o *Options) { o.Tip[1] = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			o := Defaults()
			change(&o)
			if _, err := New(o); !errors.Is(err, ErrOptions) || !strings.Contains(fmt.Sprint(err), name) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	if _, err := New(Options{}); !errors.Is(err, ErrOptions) {
		t.Errorf("zero options: %v", err)
	}
}

// bust is a head, grown once.
var bust = sync.OnceValue(NewHead)

func TestHeadIsClosedAndFacesOutwards(t *testing.T) {
	h := bust()
	edges := make(map[[2]uint32]int, len(h.Indices))
	volume := 0.0
	for i := 0; i < len(h.Indices); i += 3 {
		var corner [3]vec
		for k := range 3 {
			a, b := h.Indices[i+k], h.Indices[i+(k+1)%3]
			edges[[2]uint32{a, b}]++
			corner[k] = h.Vertices[a]
		}
		volume += float64(corner[0].Dot(corner[1].Cross(corner[2]))) / 6
	}
	for e, n := range edges {
		if n != 1 || edges[[2]uint32{e[1], e[0]}] != 1 {
			t.Fatalf("edge %v is used %d times, and %d times the other way", e, n, edges[[2]uint32{e[1], e[0]}])
		}
	}
	if volume < 0.005 || volume > 0.03 {
		t.Errorf("the bust holds %v m3", volume)
	}
	for i, p := range h.Vertices {
		if d := headDistance(p); abs(d) > 0.0015 {
			t.Fatalf("vertex %d is %v m from the surface", i, d)
		}
	}
}

// No triangle is a sliver or lies across its corners' normals, and normals of neighbours differ
// little but at the cut of the bust. Either would show as a speck.
func TestHeadIsSmooth(t *testing.T) {
	h := bust()
	for i, n := range h.Normals {
		if l := n.Len(); !(abs(l-1) < 1e-4) {
			t.Fatalf("normal %d has length %v", i, l)
		}
	}
	for i := 0; i < len(h.Indices); i += 3 {
		corner := h.Indices[i : i+3]
		at := h.Vertices[corner[0]]
		across := h.Vertices[corner[1]].Sub(at).Cross(h.Vertices[corner[2]].Sub(at))
		if across.Len()/2 < 0.05*headCell*headCell {
			t.Errorf("triangle %d at %v has %v m2", i/3, at, across.Len()/2)
		}
		for k, v := range corner {
			if cos := across.Normalize().Dot(h.Normals[v]); cos < 0.8 {
				t.Errorf("triangle %d at %v: cosine %v to the normal of a corner", i/3, at, cos)
			}
			next := corner[(k+1)%3]
			if cos := h.Normals[v].Dot(h.Normals[next]); cos < 0.85 && h.Vertices[v][1] > -0.12 {
				t.Errorf("a fold in the face at %v: cosine %v", h.Vertices[v], cos)
			}
		}
	}
}

// Under the chin less light arrives from all around than on the cheek, and nowhere none.
func TestHollowsAreDarker(t *testing.T) {
	for i, open := range bust().Open {
		if !(open > 0.05 && open <= 1) {
			t.Fatalf("vertex %d is open to %v", i, open)
		}
	}
	at := func(p vec) float32 { return openness(p, headNormal(p)) }
	throat, cheek := onto(vec{0, -0.132, -0.03}, vec{0, 0, 1}), onto(vec{0.03, -0.05, 0}, vec{0.2, 0, 0.98})
	if !(at(throat) < 0.6 && at(cheek) > 0.9) {
		t.Errorf("the throat at %v is open to %v, the cheek at %v to %v", throat, at(throat), cheek, at(cheek))
	}
}

// Blocks of corners that share a distance have the signs of their own distances, so the mesh is the
// same.
func TestBlocksKeepTheSigns(t *testing.T) {
	n := nets{corner: make([]float32, (headGrid[0]+1)*(headGrid[1]+1)*(headGrid[2]+1))}
	n.corners()
	shared, step := 0, 4 // of 8 corners of a block's row 2 are compared, others in the next row
	if nightly() {
		step = 1
	}
	for z := range headGrid[2] + 1 {
		for y := range headGrid[1] + 1 {
			for x := (y + z) % step; x <= headGrid[0]; x += step {
				got, want := n.corner[n.at(x, y, z)], headDistance(n.place(x, y, z))
				if (got < 0) != (want < 0) {
					t.Fatalf("corner %d %d %d: %v, want the sign of %v", x, y, z, got, want)
				}
				if got != want {
					shared++
				}
			}
		}
	}
	if shared == 0 {
		t.Error("no corner shares its block's distance")
	}
}
