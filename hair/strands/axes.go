// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Up is the axis that points up in a file. In a Set y is up, and the face looks towards +z.
type Up int

// Axes. Each implies the direction of the face in the file: +z for UpY, -z for UpNegY, +y for
// UpNegZ, and -y for UpX, UpNegX and UpZ as in Blender and in the scans of CT2Hair. In .hair files
// with UpZ it is +y.
const (
	UpAuto Up = iota
	UpX
	UpY
	UpZ
	UpNegX
	UpNegY
	UpNegZ
)

var upNames = [...]string{"auto", "x", "y", "z", "-x", "-y", "-z"}

func (u Up) String() string {
	if u < 0 || int(u) >= len(upNames) {
		return fmt.Sprintf("axis %d", int(u))
	}
	return upNames[u]
}

// ParseUp returns the axis of a name: auto, x, y, z, -x, -y or -z. Errors: ErrOption.
func ParseUp(name string) (Up, error) {
	for u, n := range upNames {
		if n == name {
			return Up(u), nil
		}
	}
	return UpAuto, fmt.Errorf("strands: ParseUp: got %q, want one of %s: %w", name, strings.Join(upNames[:], ", "), ErrOption)
}

// turn is a rotation that swaps and mirrors axes. Coordinate i of the set is sign[i] *
// from[axis[i]].
type turn struct {
	axis [3]int
	sign mgl32.Vec3
}

var (
	turns = [...]turn{
		UpAuto: {}, // not used
		UpX:    {[3]int{2, 0, 1}, mgl32.Vec3{-1, 1, -1}},
		UpY:    {[3]int{0, 1, 2}, mgl32.Vec3{1, 1, 1}},
		UpZ:    {[3]int{0, 2, 1}, mgl32.Vec3{1, 1, -1}},
		UpNegX: {[3]int{2, 0, 1}, mgl32.Vec3{1, -1, -1}},
		UpNegY: {[3]int{0, 1, 2}, mgl32.Vec3{1, -1, -1}},
		UpNegZ: {[3]int{0, 2, 1}, mgl32.Vec3{1, -1, 1}},
	}
	hairTurn = turn{[3]int{0, 2, 1}, mgl32.Vec3{-1, 1, 1}} // z up, facing +y
)

func turnOf(f Format, u Up) turn {
	if f == Hair && u == UpZ {
		return hairTurn
	}
	return turns[u]
}

func (t turn) apply(p mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{t.sign[0] * p[t.axis[0]], t.sign[1] * p[t.axis[1]], t.sign[2] * p[t.axis[2]]}
}

func (t turn) back(p mgl32.Vec3) (out mgl32.Vec3) {
	for i, a := range t.axis {
		out[a] = t.sign[i] * p[i]
	}
	return out
}

// Limits of units, in metres.
const (
	MinUnit = 1e-6
	MaxUnit = 1e3
)

var units = []struct {
	name   string
	metres float32
}{{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"0.1in", hairUnit}}

// ParseUnit returns the metres of a unit of length: m, cm, mm, in, 0.1in (the unit of .hair files),
// or a number of metres. Errors: ErrOption.
func ParseUnit(name string) (metres float32, err error) {
	for _, u := range units {
		if u.name == name {
			return u.metres, nil
		}
	}
	v, err := strconv.ParseFloat(name, 32)
	if err != nil || !(float32(v) >= MinUnit && float32(v) <= MaxUnit) {
		return 0, fmt.Errorf("strands: ParseUnit: got %q, want m, cm, mm, in, 0.1in, or a number of metres from %v to %v: %w", name, float32(MinUnit), float32(MaxUnit), ErrOption)
	}
	return float32(v), nil
}

// UnitName returns the name of a unit, or its metres if it has none.
func UnitName(metres float32) string {
	for _, u := range units {
		if u.metres == metres {
			return u.name
		}
	}
	return strconv.FormatFloat(float64(metres), 'g', -1, 32) + " m"
}

// Thresholds of the guesses, in metres.
const (
	headOfHair = 0.4  // the largest side of a typical model's box
	hangs      = 0.15 // mean distance of tips below roots from which an axis other than y counts as up
	scanHangs  = 0.05 // the same for .bin files: scans have the orientation of the scanner
	clearly    = 4    // and this many times the distance along the other axes
)

// Other programs write .hair files in other units. A file counts as such if its box would be
// smaller than 5 cm or larger than 5 m.
const hairLeast, hairMost = 0.05 / hairUnit, 5 / hairUnit

// place determines the unit and the up axis of the points of a file, and rotates them.
func (s *Set) place(o Options) {
	f := s.Origin.Format
	side := s.largestSide()
	foreign := f == Hair && (side < hairLeast || side > hairMost)
	switch {
	case o.Unit > 0:
		s.Unit, s.Origin.UnitBy = o.Unit, ByOption
	case s.Unit > 0:
		s.Origin.UnitBy = ByFile
	case f == Hair && !foreign:
		s.Unit, s.Origin.UnitBy = hairUnit, ByFormat
	default:
		s.Unit, s.Origin.UnitBy = unitBySize(side), ByGuess
	}
	s.Origin.Unit = s.Unit
	switch {
	case o.Up != UpAuto:
		s.Origin.Up, s.Origin.UpBy = o.Up, ByOption
	case s.Origin.Up != UpAuto:
		s.Origin.UpBy = ByFile
	case f == Hair && (!foreign || o.Unit > 0):
		s.Origin.Up, s.Origin.UpBy = UpZ, ByFormat
	case f == TFX || f == Data:
		s.Origin.Up, s.Origin.UpBy = UpY, ByFormat
	default:
		s.Origin.Up, s.Origin.UpBy = s.upByHang(), ByGuess
	}
	if t := turnOf(f, s.Origin.Up); t != turns[UpY] {
		for i, p := range s.Points {
			s.Points[i] = t.apply(p)
		}
	}
}

// largestSide returns the largest side of the box around the points.
func (s *Set) largestSide() float64 {
	low, high := s.Bounds()
	side := 0.0
	for a := range 3 {
		side = max(side, float64(high[a])-float64(low[a]))
	}
	return side
}

// unitBySize returns the metre, the centimetre or the millimetre: the one that brings the side
// closest to headOfHair.
func unitBySize(side float64) float32 {
	best, least := float32(1), math.Inf(1)
	for _, u := range units[:3] {
		if off := math.Abs(math.Log(side * float64(u.metres) / headOfHair)); off < least {
			best, least = u.metres, off
		}
	}
	return best
}

// upByHang returns the axis along which hair hangs down far, and much farther than along the
// others; else y.
func (s *Set) upByHang() Up {
	var down [3]float64 // mean of root - tip
	for i := range s.Strands() {
		root, tip := s.Points[s.First[i]], s.Points[s.First[i+1]-1]
		for a := range down {
			down[a] += (float64(root[a]) - float64(tip[a])) * float64(s.Unit) / float64(s.Strands())
		}
	}
	least := hangs
	if s.Origin.Format == Bin {
		least = scanHangs
	}
	for a, up := range [3][2]Up{{UpX, UpNegX}, {UpY, UpNegY}, {UpZ, UpNegZ}} {
		far := math.Abs(down[a])
		if far < least || far < clearly*math.Abs(down[(a+1)%3]) || far < clearly*math.Abs(down[(a+2)%3]) {
			continue
		}
		if down[a] < 0 {
			return up[1]
		}
		return up[0]
	}
	return UpY
}
