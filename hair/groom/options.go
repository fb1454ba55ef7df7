// SPDX-License-Identifier: MIT

package groom

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// ErrOptions is what New's errors wrap; they name the field and its range.
var ErrOptions = errors.New("groom: option out of range")

// Options are the numbers that a groom grows from. Begin with Defaults: no field's zero has a special meaning.
type Options struct {
	Strands   int        // 1,000 to 1,000,000
	Points    int        // a strand, 4 to 128
	Seed      uint64     // any
	Length    float32    // metres from root to tip, 0.01 to 1.5
	Variation float32    // of the length, as a part of it, 0 to 0.9
	Parting   float32    // metres from the middle towards the left of the head (+x), -0.06 to 0.06
	Curl      float32    // metres, the radius of a lock's wave at the tip, 0 to 0.05
	Wave      float32    // metres, from crest to crest, 0.01 to 1
	Clump     float32    // how far strands gather in locks towards the tip, 0 to 1
	Frizz     float32    // metres, how far a strand strays from its lock, 0 to 0.03
	Stray     float32    // the part of strands that go their own way, 0 to 1
	Lift      float32    // metres, how high the hair stands off the scalp, 0.001 to 0.05
	Thickness float32    // metres, a hair's diameter at the root, 0.00001 to 0.002
	Root, Tip mgl32.Vec3 // display colours, 0 to 1
}

// Defaults is long, wavy brown hair with a side parting.
func Defaults() Options {
	return Options{
		Strands: 60_000, Points: 32, Seed: 1,
		Length: 0.40, Variation: 0.22, Parting: 0.022,
		Curl: 0.011, Wave: 0.115, Clump: 0.86, Frizz: 0.0022, Stray: 0.05, Lift: 0.011,
		Thickness: 0.00010,
		Root:      mgl32.Vec3{0.255, 0.165, 0.115}, Tip: mgl32.Vec3{0.52, 0.385, 0.275},
	}
}

// Limits of Options.
const (
	MinStrands, MaxStrands = 1_000, 1_000_000
	MinPoints, MaxPoints   = 4, 128
)

func (o Options) validate() error {
	for _, f := range []struct {
		name           string
		v, least, most float64
	}{
		{"Strands", float64(o.Strands), MinStrands, MaxStrands},
		{"Points", float64(o.Points), MinPoints, MaxPoints},
		{"Length", float64(o.Length), 0.01, 1.5},
		{"Variation", float64(o.Variation), 0, 0.9},
		{"Parting", float64(o.Parting), -0.06, 0.06},
		{"Curl", float64(o.Curl), 0, 0.05},
		{"Wave", float64(o.Wave), 0.01, 1},
		{"Clump", float64(o.Clump), 0, 1},
		{"Frizz", float64(o.Frizz), 0, 0.03},
		{"Stray", float64(o.Stray), 0, 1},
		{"Lift", float64(o.Lift), 0.001, 0.05},
		{"Thickness", float64(o.Thickness), 0.00001, 0.002},
		{"Root[0]", float64(o.Root[0]), 0, 1}, {"Root[1]", float64(o.Root[1]), 0, 1}, {"Root[2]", float64(o.Root[2]), 0, 1},
		{"Tip[0]", float64(o.Tip[0]), 0, 1}, {"Tip[1]", float64(o.Tip[1]), 0, 1}, {"Tip[2]", float64(o.Tip[2]), 0, 1},
	} {
		if math.IsNaN(f.v) || f.v < f.least || f.v > f.most {
			return fmt.Errorf("%w: %s is %v, from %v to %v are possible", ErrOptions, f.name, f.v, f.least, f.most)
		}
	}
	return nil
}
