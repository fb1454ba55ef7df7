// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"

	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
)

// MaxLights is how many lights there can be.
const MaxLights = 4

// Light is a lamp: far away in a direction, or a point.
type Light struct {
	Direction mgl32.Vec3 // towards the light, of any length but 0
	AtCamera  bool       // Direction is in the camera's axes: right, up, towards the viewer
	Point     bool       // the light stands at Position, outside of the sphere around hair and head; Direction is unused
	Position  mgl32.Vec3 // metres
	Color     mgl32.Vec3 // linear; all 0 is white
	Strength  float32    // at the middle of hair and head: the radiance of a white matt surface there that faces the light
}

// DefaultLights stand by the camera, so that every side of the model is lit alike: a key light, and behind the model a rim
// light that shines through the hair's edge.
func DefaultLights() []Light {
	return []Light{
		{Direction: mgl32.Vec3{-0.55, 0.65, 0.75}, AtCamera: true, Strength: 2.8},
		{Direction: mgl32.Vec3{0.75, 0.45, -0.75}, AtCamera: true, Strength: 1.2},
	}
}

// InWorld is the light as it stands for a camera, fixed to the world: a later camera does not move it. A light without
// AtCamera is in the world already.
func (l Light) InWorld(c Camera) Light {
	if !l.AtCamera {
		return l
	}
	right, up, back := c.up().Cross(c.direction()), c.up(), c.direction()
	l.Direction = right.Mul(l.Direction[0]).Add(up.Mul(l.Direction[1])).Add(back.Mul(l.Direction[2]))
	l.AtCamera = false
	return l
}

// ErrLight is the error for lights that cannot be: a gpu.ErrArgument. The error names the light and what is wrong with it.
var ErrLight = errkind.Reason(errkind.ErrArgument, "bad light")

// checkLights says what cannot be. low and high are the box around hair and head.
func checkLights(lights []Light, low, high mgl32.Vec3) error {
	if len(lights) > MaxLights {
		return fmt.Errorf("hair: %d lights, want up to %d: %w", len(lights), MaxLights, ErrLight)
	}
	for i, l := range lights {
		bad := func(why string, v any) error {
			return fmt.Errorf("hair: light %d: %s %v: %w", i, why, v, ErrLight)
		}
		if !(l.Strength >= 0 && l.Strength <= 1e6) {
			return bad("strength", l.Strength)
		}
		for _, c := range l.Color {
			if !(c >= 0 && c <= 1e6) {
				return bad("color", l.Color)
			}
		}
		if !l.Point {
			if n := l.Direction.Len(); !(n > 1e-6 && n < 1e6) {
				return bad("direction", l.Direction)
			}
			continue
		}
		if l.AtCamera {
			return bad("a point light has a place of its own, not at the camera:", l.Position)
		}
		centre, radius := low.Add(high).Mul(0.5), high.Sub(low).Len()/2
		if d := l.Position.Sub(centre).Len(); !(d >= nearestPoint*radius && d < 1e6) {
			return bad(fmt.Sprintf("stands %v m from the middle of hair and head, from %v m are possible: position", d, nearestPoint*radius), l.Position)
		}
	}
	return nil
}

// nearestPoint is how near a point light may stand, in radii of the sphere around hair and head: its map is flat.
const nearestPoint = 1.1

// box is one around points.
type box struct{ low, high mgl32.Vec3 }

func (b box) corners() (out [8]mgl32.Vec3) {
	for i := range out {
		out[i] = b.low
		for a := range 3 {
			if i>>a&1 == 1 {
				out[i][a] = b.high[a]
			}
		}
	}
	return out
}

func (b box) centre() mgl32.Vec3 { return b.low.Add(b.high).Mul(0.5) }

// leastReach is how far the box of a model without an extent reaches from its middle, in widths of its hair.
const leastReach = 16

// widened is the box, or a larger one where it has less room than a hair's width: in a light's map of it a single ribbon,
// such as one without a length, would cover every texel and cost as much as a whole head of hair.
func (b box) widened(width float32) box {
	if b.high.Sub(b.low).Len() >= width {
		return b
	}
	centre := b.centre()
	for a := range 3 {
		b.low[a], b.high[a] = centre[a]-leastReach*width, centre[a]+leastReach*width
	}
	return b
}

// mapEdge is how many texels at the edge of a light's map stay empty, for what ribbons reach beyond their points.
const mapEdge = 3

// setLights computes the lights' part of a frame. It is pure. hull is points of the hair that tell how far it reaches, all
// the box around hair and head, which is what a light's map shows.
func (f *frame) setLights(c Camera, hull []mgl32.Vec3, all box, o Options, size int) {
	f.lights = mgl32.Vec4{float32(len(o.Lights)), 0, float32(size)}
	if o.Shadow != NoShadow && len(o.Lights) > 0 {
		f.lights[1] = 1
	}
	if o.Head != nil {
		f.lights[3] = 1
	}
	for i := range o.Lights {
		f.setLight(i, &o.Lights[i], c, hull, all, float32(size))
	}
	for i, s := range o.Environment.folded() {
		f.sky[i] = s.Vec4(0)
	}
}

func (f *frame) setLight(i int, l *Light, c Camera, hull []mgl32.Vec3, all box, size float32) {
	centre := all.centre()
	toward := l.InWorld(c).Direction
	if l.Point {
		toward = l.Position.Sub(centre)
	}
	distance := toward.Len()
	toward = toward.Normalize()
	axis := mgl32.Vec3{0, 1, 0}
	if toward[1] > 0.9 || toward[1] < -0.9 {
		axis = mgl32.Vec3{0, 0, 1}
	}
	right := axis.Cross(toward).Normalize()
	up := toward.Cross(right)

	// Depth goes away from the light: a plane over all, and the hair's own range in it.
	corners := all.corners()
	nearest, farthest := along(toward, corners[:])
	span := max(farthest-nearest, 1e-6)
	f.lightDepth[i] = toward.Mul(-1 / span).Vec4(-nearest / span)
	hairNearest, hairFarthest := along(toward, hull)

	hairSpan := max(hairFarthest-hairNearest, 1e-6)
	f.lightScale[i] = mgl32.Vec4{span / hairSpan, (nearest - hairNearest) / hairSpan, 0, 1 / span}

	color := l.Color
	if color == (mgl32.Vec3{}) {
		color = mgl32.Vec3{1, 1, 1}
	}
	inner := 1 - 2*mapEdge/size
	if l.Point {
		// The widest angle of a corner, seen along the axis; w is the distance along it.
		widest := float32(0)
		for _, p := range corners {
			p = p.Sub(l.Position)
			depth := -p.Dot(toward)
			widest = max(widest, max(abs(p.Dot(right)), abs(p.Dot(up)))/depth)
		}
		scale := inner / max(widest, 1e-6)
		f.lightClip[i] = rows(right.Mul(scale).Vec4(-scale*right.Dot(l.Position)), up.Mul(scale).Vec4(-scale*up.Dot(l.Position)),
			toward.Mul(-1).Vec4(toward.Dot(l.Position)))
		f.lightScale[i][2] = scale * size / 2
		f.lightFrom[i] = l.Position.Vec4(1)
		f.lightColor[i] = color.Mul(l.Strength * distance * distance).Vec4(0)
		return
	}
	reach := float32(1e-6)
	for _, p := range corners {
		p = p.Sub(centre)
		reach = max(reach, abs(p.Dot(right)), abs(p.Dot(up)))
	}
	scale := inner / reach
	f.lightClip[i] = rows(right.Mul(scale).Vec4(-scale*right.Dot(centre)), up.Mul(scale).Vec4(-scale*up.Dot(centre)), mgl32.Vec4{0, 0, 0, 1})
	f.lightScale[i][2] = scale * size / 2
	f.lightFrom[i] = toward.Vec4(0)
	f.lightColor[i] = color.Mul(l.Strength).Vec4(0)
}

// along is how far points reach away from a light: the least and the greatest of -toward.p.
func along(toward mgl32.Vec3, points []mgl32.Vec3) (nearest, farthest float32) {
	nearest, farthest = float32(math.Inf(1)), float32(math.Inf(-1))
	for _, p := range points {
		d := -toward.Dot(p)
		nearest, farthest = min(nearest, d), max(farthest, d)
	}
	return nearest, farthest
}

// rows is the matrix that gives x, y and w; z stays 0.
func rows(x, y, w mgl32.Vec4) mgl32.Mat4 { return mgl32.Mat4FromRows(x, y, mgl32.Vec4{}, w) }

func abs(v float32) float32 { return max(v, -v) }
