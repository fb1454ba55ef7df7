// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/errkind"
	"github.com/go-gl/mathgl/mgl32"
)

// MaxLights is the largest number of lights.
const MaxLights = scene.MaxLights // 4

// Light is a lamp: far away in a direction, or a point.
type Light struct {
	Direction mgl32.Vec3 // towards the light, of any length but 0
	AtCamera  bool       // Direction is in the camera's axes: right, up, towards the viewer
	Point     bool       // the light stands at Position, outside of the sphere around hair and head; Direction is unused
	Position  mgl32.Vec3 // metres
	Color     mgl32.Vec3 // linear; all 0 is white
	Strength  float32    // at the middle of hair and head: the radiance of a white matt surface there that faces the light
}

// ownLights are a renderer's own copies of a caller's lights and environment.
type ownLights struct {
	lights      [MaxLights]Light
	environment Environment
}

// keepLights copies lights and an environment, without lights of strength 0. These would count for
// the openness, which is the share of the environment's light that arrives. It does not allocate.
func (r *Renderer) keepLights(lights []Light, e *Environment) {
	var kept ownLights
	n := 0
	for _, l := range lights {
		if l.Strength != 0 {
			kept.lights[n] = l
			n++
		}
	}
	kept.environment = *e
	r.own = kept
	r.o.Light.Lights, r.o.Light.Environment = r.own.lights[:n], &r.own.environment
	r.scene.Lights = n
}

// DefaultLights stand by the camera, so that every side of the model is lit alike: a key light, and
// behind the model a softer, warmer rim light that shines through the hair's edge.
func DefaultLights() []Light {
	return []Light{
		{Direction: mgl32.Vec3{-0.55, 0.65, 0.75}, AtCamera: true, Strength: 2.8},
		{Direction: mgl32.Vec3{0.75, 0.45, -0.75}, AtCamera: true, Color: mgl32.Vec3{1, 0.86, 0.70}, Strength: 0.9},
	}
}

// InWorld is the light as it stands for a camera, fixed to the world: a later camera does not move
// it. A light without AtCamera is in the world already.
func (l Light) InWorld(c Camera) Light {
	if !l.AtCamera {
		return l
	}
	right, up, back := c.up().Cross(c.direction()), c.up(), c.direction()
	l.Direction = right.Mul(l.Direction[0]).Add(up.Mul(l.Direction[1])).Add(back.Mul(l.Direction[2]))
	l.AtCamera = false
	return l
}

// ErrLight is the error for lights and environments that cannot be: a gpu.ErrArgument. The error
// names the light and what is wrong with it.
var ErrLight = errkind.Reason(errkind.ErrArgument, "bad light")

// checkEnvironment returns an error for light from all around that cannot be. name is the operation
// and the argument.
func checkEnvironment(name string, e *Environment) error {
	for i, c := range e {
		if !finite(c[:]...) {
			return fmt.Errorf("hair: %s[%d] is %v, want finite numbers: %w", name, i, c, ErrLight)
		}
	}
	return nil
}

// checkLights returns an error for lights that cannot be. name is the operation and the argument.
// low and high are the box around hair and head.
func checkLights(name string, lights []Light, low, high mgl32.Vec3) error {
	if len(lights) > MaxLights {
		return fmt.Errorf("hair: %s has %d lights, want up to %d: %w", name, len(lights), MaxLights, ErrLight)
	}
	for i, l := range lights {
		bad := func(format string, args ...any) error {
			return fmt.Errorf("hair: %s[%d]."+format+": %w", append(append([]any{name, i}, args...), ErrLight)...)
		}
		if !(l.Strength >= 0 && l.Strength <= 1e6) {
			return bad("Strength is %v, want 0 to 1e6", l.Strength)
		}
		for _, c := range l.Color {
			if !(c >= 0 && c <= 1e6) {
				return bad("Color is %v, want 0 to 1e6 in each channel", l.Color)
			}
		}
		if !l.Point {
			if n := l.Direction.Len(); !(n > 1e-6 && n < 1e6) {
				return bad("Direction is %v, want a length above 1e-6 and below 1e6", l.Direction)
			}
			continue
		}
		if l.AtCamera {
			return bad("AtCamera is true, want false with Point")
		}
		centre, radius := low.Add(high).Mul(0.5), high.Sub(low).Len()/2
		if d := l.Position.Sub(centre).Len(); !(d >= nearestPoint*radius && d < 1e6) {
			return bad("Position is %v, %v m from the middle of hair and head, want at least %v m", l.Position, d, nearestPoint*radius)
		}
	}
	return nil
}

// nearestPoint is how near a point light may stand, in radii of the sphere around hair and head:
// its map is flat.
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

// leastReach is how far the box of a model without an extent reaches from its middle, in widths of
// its hair.
const leastReach = 16

// widened returns the box, or a larger one where it is narrower than a hair. In a light's map of
// that box, a single ribbon, such as one without a length, would cover every texel. It would cost
// as much as a whole head of hair.
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

// SetLights changes the lights and the environment of the frames that follow: see LightOptions. It
// copies both. It costs nothing, but for the first lights of a strength above 0 after none. Errors:
// ErrLight, and as for SetShadow; then they stay as they were.
func (r *Renderer) SetLights(lights []Light, e *Environment) error {
	if err := r.enter("SetLights"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if lights == nil {
		lights = DefaultLights()
	}
	if e == nil {
		usual := DefaultEnvironment()
		e = &usual
	}
	if err := checkLights("SetLights: lights", lights, r.reach.low, r.reach.high); err != nil {
		return err
	}
	if err := checkEnvironment("SetLights: e", e); err != nil {
		return err
	}
	before, n := r.own, len(r.o.Light.Lights)
	r.keepLights(lights, e)
	if (n == 0) != (len(r.o.Light.Lights) == 0) {
		if err := r.SetShadow(r.o.Light.Shadow); err != nil {
			r.keepLights(before.lights[:n], &before.environment)
			return err
		}
	}
	return nil
}
