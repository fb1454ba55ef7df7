// SPDX-License-Identifier: MIT

package groom

import (
	"fmt"
	"strings"

	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
)

// ErrOptions is the reason for errors of New and Style: an option is out of range. It is of the
// kind gpu.ErrArgument.
var ErrOptions = errkind.Reason(errkind.ErrArgument, "option out of range")

// Options for New. Start from Defaults or Style: a zero field is not a default.
type Options struct {
	Strands   int        // 1,000 to 1,000,000
	Points    int        // points per strand, 4 to 128
	Seed      uint64     // any
	Length    float32    // metres from root to tip, 0.01 to 1.5
	Variation float32    // random part of the length, 0 to 0.9
	Parting   float32    // metres of the parting from the middle towards +x, -0.06 to 0.06
	Crown     float32    // how much shorter hair is at the sides and the nape than on top: a part of its length, 0 to 0.9
	Cut       float32    // metres below the middle of the head (ear height) at which hair is cut, as in a bob, 0 to 0.3; 0: not cut
	Fringe    float32    // metres that hair hangs over the forehead, 0 to 0.06; 0: combed aside
	Tuck      float32    // how far hair bends inwards below the ears, 0 to 1
	Curl      float32    // radius of a lock's wave at the tip in metres, 0 to 0.05
	Wave      float32    // wave length in metres, 0.01 to 1
	Coil      float32    // 0: a lock swings sideways, wider towards the tip; 1: a helix of constant radius
	Locks     int        // number of locks, 20 to 2,000
	Hold      float32    // 0: hair falls by its weight; 1: it stays as combed
	Noise     float32    // metres by which a lock deviates at its tip, 0 to 0.05
	Clump     float32    // how closely strands gather in locks towards the tip, 0 to 1
	Frizz     float32    // metres by which a strand deviates from its lock, 0 to 0.03
	Stray     float32    // share of strands that follow no lock, 0 to 1
	Lift      float32    // metres between hair and scalp, 0.001 to 0.05
	Thickness float32    // diameter at the root in metres, 0.00001 to 0.002
	Root, Tip mgl32.Vec3 // display colours, 0 to 1
}

// Limits of Options.
const (
	MinStrands, MaxStrands = 1_000, 1_000_000
	MinPoints, MaxPoints   = 4, 128
)

// Number is a numeric field of Options with its limits, for programs with controls.
type Number struct {
	Name        string                  // name of the field, in lower case
	Least, Most float32                 // smallest and largest value
	At          func(*Options) *float32 // the field
}

// Numbers returns all fields of Options with their limits, except Strands, Points, Locks, Seed and
// the colours.
func Numbers() []Number {
	return []Number{
		{"length", 0.01, 1.5, func(o *Options) *float32 { return &o.Length }},
		{"variation", 0, 0.9, func(o *Options) *float32 { return &o.Variation }},
		{"parting", -0.06, 0.06, func(o *Options) *float32 { return &o.Parting }},
		{"crown", 0, 0.9, func(o *Options) *float32 { return &o.Crown }},
		{"cut", 0, 0.3, func(o *Options) *float32 { return &o.Cut }},
		{"fringe", 0, 0.06, func(o *Options) *float32 { return &o.Fringe }},
		{"tuck", 0, 1, func(o *Options) *float32 { return &o.Tuck }},
		{"curl", 0, 0.05, func(o *Options) *float32 { return &o.Curl }},
		{"wave", 0.01, 1, func(o *Options) *float32 { return &o.Wave }},
		{"coil", 0, 1, func(o *Options) *float32 { return &o.Coil }},
		{"hold", 0, 1, func(o *Options) *float32 { return &o.Hold }},
		{"noise", 0, 0.05, func(o *Options) *float32 { return &o.Noise }},
		{"clump", 0, 1, func(o *Options) *float32 { return &o.Clump }},
		{"frizz", 0, 0.03, func(o *Options) *float32 { return &o.Frizz }},
		{"stray", 0, 1, func(o *Options) *float32 { return &o.Stray }},
		{"lift", 0.001, 0.05, func(o *Options) *float32 { return &o.Lift }},
		{"thickness", 0.00001, 0.002, func(o *Options) *float32 { return &o.Thickness }},
	}
}

func (o Options) validate() error {
	check := func(name string, v, least, most float64) error {
		if !(v >= least && v <= most) {
			return fmt.Errorf("%s is %v, want %v to %v: %w", name, float32(v), float32(least), float32(most), ErrOptions)
		}
		return nil
	}
	for _, n := range Numbers() {
		name := strings.ToUpper(n.Name[:1]) + n.Name[1:]
		if err := check(name, float64(*n.At(&o)), float64(n.Least), float64(n.Most)); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name           string
		v, least, most float64
	}{
		{"Strands", float64(o.Strands), MinStrands, MaxStrands},
		{"Points", float64(o.Points), MinPoints, MaxPoints},
		{"Locks", float64(o.Locks), 20, 2000},
		{"Root[0]", float64(o.Root[0]), 0, 1}, {"Root[1]", float64(o.Root[1]), 0, 1}, {"Root[2]", float64(o.Root[2]), 0, 1},
		{"Tip[0]", float64(o.Tip[0]), 0, 1}, {"Tip[1]", float64(o.Tip[1]), 0, 1}, {"Tip[2]", float64(o.Tip[2]), 0, 1},
	} {
		if err := check(f.name, f.v, f.least, f.most); err != nil {
			return err
		}
	}
	return nil
}
