// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/combgl/comb/particles/examples/internal/show"
	"github.com/combgl/comb/shaders"
)

// drop is the record of a particle.
type drop struct {
	Position  [3]float32
	Density   float32 // relative to that at rest
	Velocity  [3]float32
	ID        uint32
	Predicted [3]float32 // its place after the next step without neighbours; the grid sorts by it
	Started   uint32
}

const stride = 48 // bytes of a drop

// tank is the uniforms: the corner of the dam, the distance of its drops, and their number in a row
// and in a slice.
type tank struct {
	Min     [3]float32
	Spacing float32
	Max     [3]float32
	Fastest float32
	Row     uint32
	Slice   uint32
	Size    float32 // of a drop as it is drawn
}

// settings are the values of the flags.
type settings struct {
	count, substeps, iterations int
	hashed                      bool
	seed                        show.Seed
}

// The tank, and the dam: a block of water at its left wall, in metres.
var (
	tankMin = [3]float32{-2, 0, -0.8}
	tankMax = [3]float32{2, 3, 0.8}
	dam     = [3]float64{1.5, 1.3, 1.6}
)

const (
	frame     = 1.0 / 60 // seconds
	reach     = 2.1      // radius of the smoothing, in distances at rest
	viscosity = 0.03
)

// spacing is the distance of drops at rest.
func (s settings) spacing() float64 { return math.Cbrt(dam[0] * dam[1] * dam[2] / float64(s.count)) }

// steps returns the number of steps of a frame. A drop that falls from the height of the dam moves
// less than a third of the reach in one.
func (s settings) steps() int {
	if s.substeps > 0 {
		return s.substeps
	}
	return max(2, int(math.Ceil(frame*math.Sqrt(2*9.81*dam[1])/(reach*s.spacing()/3))))
}

func (s settings) tank() tank {
	a := s.spacing()
	row, slice := max(1, int(math.Round(dam[0]/a))), max(1, int(dam[2]/a))
	return tank{
		Min: tankMin, Max: tankMax, Spacing: float32(a), Row: uint32(row), Slice: uint32(row * slice),
		Fastest: float32(0.5 * reach * a * float64(s.steps()) / frame), Size: float32(0.85 * a),
	}
}

// constants returns the constants of the solver. Those of the smoothing include the mass of a drop,
// so that a lattice at rest has density 1.
func (s settings) constants() shaders.Constants {
	h := reach * s.spacing()
	poly6, spiky := 315/(64*math.Pi*math.Pow(h, 9)), 45/(math.Pi*math.Pow(h, 6))
	sum := 0.0
	for x := -3.0; x <= 3; x++ {
		for y := -3.0; y <= 3; y++ {
			for z := -3.0; z <= 3; z++ {
				d2 := (x*x + y*y + z*z) * s.spacing() * s.spacing()
				sum += poly6 * math.Pow(max(0, h*h-d2), 3)
			}
		}
	}
	vec := func(v [3]float32) string { return "vec3(" + glsl(v[0]) + ", " + glsl(v[1]) + ", " + glsl(v[2]) + ")" }
	return shaders.Constants{
		"REACH": float32(h), "SMOOTH_SCALE": float32(poly6 / sum), "GRADIENT_SCALE": float32(spiky / sum),
		"RELAX": float32(0.5 / (h * h)), "VISCOSITY": float32(viscosity), "STEP": float32(frame / float64(s.steps())),
		"TANK_MIN": vec(tankMin), "TANK_MAX": vec(tankMax),
	}
}

const birth = `void init(inout Particle p, Birth b) {
    // Layer by layer, with a small random offset so that the lattice does not stay rigid.
    vec3 cell = vec3(b.id % u.row, b.id / u.slice, b.id % u.slice / u.row);
    p.position = u.min + u.spacing * (cell + 0.5 + 0.02 * (random3() - 0.5));
    p.predicted = p.position;
    p.density = 1.0;
}`

const life = `
layout(std430, binding = 10) readonly buffer Place { vec4 place[]; };
layout(std430, binding = 11) readonly buffer Speed { vec4 speed[]; };

// Takes over the result of the solver and predicts the next place.
bool update(inout Particle p) {
    if (p.started == 1u) {
        p.position = place[slot].xyz;
        p.density = place[slot].w;
        p.velocity = speed[slot].xyz;
    }
    p.started = 1u;
    p.velocity.y -= 9.81 * dt;
    p.velocity *= min(1.0, u.fastest / max(length(p.velocity), 1e-9));
    p.predicted = clamp(p.position + p.velocity * dt, u.min, u.max);
    return true;
}`

// total is the operator of package reduce over drops: their number, mean and largest density error,
// energy, and lowest and highest place.
const total = `
struct Drop { vec3 position; float density; vec3 velocity; uint id; vec3 predicted; uint started; };
struct Sum { vec4 sums; vec4 least; vec4 most; };
Sum map(Drop d, uint index) {
    float over = max(d.density - 1.0, 0.0);
    return Sum(vec4(1.0, over, 0.5 * dot(d.velocity, d.velocity) + 9.81 * d.position.y, d.density), vec4(d.position, 0.0), vec4(d.position, over));
}
Sum combine(Sum a, Sum b) { return Sum(a.sums + b.sums, min(a.least, b.least), max(a.most, b.most)); }
`
