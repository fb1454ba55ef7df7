// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"

	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
)

// Reasons for errors, both of the kind gpu.ErrArgument. The error names the field and the limit.
var (
	ErrOptions = errkind.Reason(errkind.ErrArgument, "option out of range")
	ErrSet     = errkind.Reason(errkind.ErrArgument, "a set that cannot move")
)

// Options for New and Motion.Set. Start from Defaults: a zero field is not a default.
type Options struct {
	Rate int    // steps per second, 30 to 1,000
	Seed uint64 // seed of the gusts

	// Guides is about how many strands are simulated, at most, 0 to MaxGuides. Each of the others
	// follows the guide beside it that is most like it, so locks stay together. With 0, or if the
	// set has no more strands, all are simulated.
	Guides int
	// Lock is how many strands share a guide at least, on the mean, 0 to MaxGuides: a set has at
	// most one guide for so many strands. With fewer, single hairs blow across the face.
	Lock int

	Wind     mgl32.Vec3 // mean velocity of the air, m/s, up to 60
	Gusts    float32    // share of the wind that varies, 0 to 1
	Gravity  mgl32.Vec3 // m/s2, up to 100
	Drag     float32    // rate at which hair takes on the air's velocity across it, 1/s, 0 to 100
	Damping  float32    // rate at which it loses velocity, 1/s, 0 to 100
	Style    float32    // stiffness of points towards their places in the style, 0 to 1
	Bend     float32    // stiffness of angles between segments, 0 to 1
	Friction float32    // Coulomb's coefficient between hair and head, 0 to 1

	Solid     *Solid  // the head; nil for none
	Clearance float32 // distance of points from the head in metres, 0 to 0.05
}

// Defaults returns options for still air and natural hair.
func Defaults() Options {
	return Options{
		Rate: 120, Seed: 1, Guides: 2000, Lock: 24, Gusts: 0.6, Gravity: mgl32.Vec3{0, -standard, 0},
		Drag: 1.2, Damping: 1, Style: 0.5, Bend: 0.5, Friction: 0.3, Clearance: 0.001,
	}
}

// guidesOf returns how many of n strands to simulate, apart from those that are like no guide.
func (o Options) guidesOf(n int) int {
	if o.Guides == 0 || o.Guides >= n {
		return n
	}
	return max(min(o.Guides, n/max(o.Lock, 1)), 1)
}

// standard is the gravity in which a set is at rest, m/s2.
const standard = 9.81

func (o Options) validate() error {
	for _, f := range []struct {
		name           string
		v, least, most float64
	}{
		{"Rate", float64(o.Rate), 30, 1000},
		{"Guides", float64(o.Guides), 0, MaxGuides},
		{"Lock", float64(o.Lock), 0, MaxGuides},
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
			return fmt.Errorf("motion: %s is %v, want %v to %v: %w", f.name, f.v, f.least, f.most, ErrOptions)
		}
	}
	return nil
}

// stiffest is the spring constant at Style 1, 1/s2, of the tip of a strand of length reference.
const stiffest = 480

// spring returns the spring constant at o.Style. At half the Style it is a sixteenth, with a period
// of about a second.
func (o Options) spring() float32 { return stiffest * o.Style * o.Style * o.Style * o.Style }

// length returns the length of a vector; NaN and infinity if it contains them.
func length(v mgl32.Vec3) float32 {
	return float32(math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2])))
}
