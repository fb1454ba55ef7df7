// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"

	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
)

// What New and the others refuse. The error names the field and the limit.
var (
	ErrOptions = errkind.Reason(errkind.ErrArgument, "motion: option out of range")
	ErrSet     = errkind.Reason(errkind.ErrArgument, "motion: a set that cannot be moved")
)

// Options are what moves strands. Begin with Defaults: no field's zero has a special meaning.
type Options struct {
	Rate int    // steps a second, 30 to 1,000
	Seed uint64 // of the gusts

	Wind     mgl32.Vec3 // metres a second that the air moves, on the mean; up to 60
	Gusts    float32    // how much of it comes and goes, 0 to 1
	Gravity  mgl32.Vec3 // m/s2, up to 100
	Drag     float32    // how fast hair takes on the air's speed across it, 1/s, 0 to 100
	Damping  float32    // how fast it loses its own, 1/s, 0 to 100
	Style    float32    // how firmly points hold their places in the style, 0 to 1
	Bend     float32    // how firmly segments hold their angle to each other, 0 to 1
	Friction float32    // Coulomb's coefficient, between hair and head, 0 to 1

	Solid     *Solid  // the head; nil for none
	Clearance float32 // metres that points are kept away from it, 0 to 0.05
}

// Defaults are still air, and hair that moves like hair.
func Defaults() Options {
	return Options{
		Rate: 120, Seed: 1, Gusts: 0.6, Gravity: mgl32.Vec3{0, -standard, 0},
		Drag: 1.2, Damping: 1, Style: 0.5, Bend: 0.5, Friction: 0.3, Clearance: 0.001,
	}
}

// standard is the gravity that a set hangs under, m/s2.
const standard = 9.81

func (o Options) validate() error {
	for _, f := range []struct {
		name           string
		v, least, most float64
	}{
		{"Rate", float64(o.Rate), 30, 1000},
		{"Wind", float64(length(o.Wind)), 0, 60},
		{"Gusts", float64(o.Gusts), 0, 1},
		{"Gravity", float64(length(o.Gravity)), 0, 100},
		{"Drag", float64(o.Drag), 0, 100},
		{"Damping", float64(o.Damping), 0, 100},
		{"Style", float64(o.Style), 0, 1},
		{"Bend", float64(o.Bend), 0, 1},
		{"Friction", float64(o.Friction), 0, 1},
		{"Clearance", float64(o.Clearance), 0, 0.05},
	} {
		if !(f.v >= f.least && f.v <= f.most) {
			return fmt.Errorf("%s is %v, from %v to %v are possible: %w", f.name, f.v, f.least, f.most, ErrOptions)
		}
	}
	return nil
}

// stiffest is the spring, 1/s2, that the tip of a strand of length reference has to its place in the style at Style 1.
const stiffest = 480

// spring is that at a Style: the half of it is a sixteenth as stiff, and swings with a period of a second.
func (o Options) spring() float32 { return stiffest * o.Style * o.Style * o.Style * o.Style }

// length is that of a vector, NaN and infinite where that is in it.
func length(v mgl32.Vec3) float32 {
	return float32(math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2])))
}
