// SPDX-License-Identifier: MIT

package groom

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func little() Options {
	o := Defaults()
	o.Strands = 2000
	return o
}

func TestTheSameOptionsGiveTheSameHairOnAnyNumberOfCores(t *testing.T) {
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

func TestHairIsValidAndOutsideTheHead(t *testing.T) {
	o := little()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	if s.Strands() != o.Strands || s.Segments() != o.Strands*(o.Points-1) {
		t.Errorf("%d strands, %d segments", s.Strands(), s.Segments())
	}
	for i, p := range s.Points {
		d := headDistance(p)
		if i%o.Points == 0 && abs(d) > 0.0005 {
			t.Fatalf("root %d is %v m from the scalp", i/o.Points, d)
		}
		if d < -0.001 {
			t.Fatalf("point %d of strand %d is %v m inside the head", i%o.Points, i/o.Points, -d)
		}
	}
}

func TestLengthsFollowTheOptions(t *testing.T) {
	o := little()
	o.Variation, o.Curl, o.Frizz, o.Stray = 0, 0, 0, 0
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
		"Lift":      func(o *Options) { o.Lift = 0 },
		"Thickness": func(o *Options) { o.Thickness = 0 },
		"Tip[1]":    func(o *Options) { o.Tip[1] = 2 },
	} {
		o := Defaults()
		change(&o)
		if _, err := New(o); !errors.Is(err, ErrOptions) || !strings.Contains(fmt.Sprint(err), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(Options{}); !errors.Is(err, ErrOptions) {
		t.Errorf("zero options: %v", err)
	}
}

func TestTheHeadIsClosedAndFacesOutwards(t *testing.T) {
	h := NewHead()
	edges := map[[2]uint32]int{}
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

func ExampleNew() {
	o := Defaults()
	o.Strands, o.Points = 1000, 16
	set, err := New(o)
	fmt.Println(set.Strands(), set.Segments(), set.Unit, err)
	// Output: 1000 15000 1 <nil>
}
