// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Up is the axis of a file that points up. In a Set it is y, and the face looks towards +z.
type Up int

// Which way the face looks in a file: towards +z where y is up, -z where -y is; towards -y where x, -x or z is up (as in
// Blender, and in CT2Hair's scans), but +y in .hair files; towards +y where -z is up.
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

// ParseUp reads an axis: auto, x, y, z, -x, -y or -z. Errors: ErrOption.
func ParseUp(name string) (Up, error) {
	for u, n := range upNames {
		if n == name {
			return Up(u), nil
		}
	}
	return UpAuto, fmt.Errorf("%w: no up axis %q: %s", ErrOption, name, strings.Join(upNames[:], ", "))
}

// turn is a rotation that only swaps and mirrors axes: to the set from[axis[i]] * sign[i], for each i.
type turn struct {
	axis [3]int
	sign mgl32.Vec3
}

var (
	turns = [...]turn{
		UpAuto: {}, // none
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

// Units go from a micrometre to a kilometre.
const (
	MinUnit = 1e-6
	MaxUnit = 1e3
)

var units = []struct {
	name   string
	metres float32
}{{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"0.1in", hairUnit}}

// ParseUnit reads a unit of length: m, cm, mm, in, 0.1in (what .hair files have), or a number of metres. Errors: ErrOption.
func ParseUnit(name string) (metres float32, err error) {
	for _, u := range units {
		if u.name == name {
			return u.metres, nil
		}
	}
	v, err := strconv.ParseFloat(name, 32)
	if err != nil || !(v >= MinUnit && v <= MaxUnit) {
		return 0, fmt.Errorf("%w: no unit %q: m, cm, mm, in, 0.1in, or a number of metres from %v to %v", ErrOption, name, float32(MinUnit), float32(MaxUnit))
	}
	return float32(v), nil
}

// UnitName is a unit's name, or its metres.
func UnitName(metres float32) string {
	for _, u := range units {
		if u.metres == metres {
			return u.name
		}
	}
	return strconv.FormatFloat(float64(metres), 'g', -1, 32) + " m"
}

// What guesses go by, in metres.
const (
	headOfHair = 0.4  // the largest side of a usual model's box
	hangs      = 0.15 // how far tips hang below roots, on the mean, where an axis other than y is taken for up
	scanHangs  = 0.05 // the same for .bin files: scans lie as they lay in the scanner
	clearly    = 4    // and this many times as far as they stray along the other axes
)

// .hair files of other programs than their author's are in other units: one whose box would be less than 5 cm or
// more than 5 m is.
const hairLeast, hairMost = 0.05 / hairUnit, 5 / hairUnit

// place finds the unit and the up axis of points as they are in the file, and turns them.
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

// largestSide is that of the box around the points.
func (s *Set) largestSide() float64 {
	low, high := s.Bounds()
	side := 0.0
	for a := range 3 {
		side = max(side, float64(high[a])-float64(low[a]))
	}
	return side
}

// unitBySize is the metre, the centimetre or the millimetre, whichever brings the side nearest to a head of hair's.
func unitBySize(side float64) float32 {
	best, least := float32(1), math.Inf(1)
	for _, u := range units[:3] {
		if off := math.Abs(math.Log(side * float64(u.metres) / headOfHair)); off < least {
			best, least = u.metres, off
		}
	}
	return best
}

// upByHang is the axis along which hair hangs down: far, and far more than along the others. Else it is y.
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
