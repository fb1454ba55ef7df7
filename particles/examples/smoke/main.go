// SPDX-License-Identifier: MIT

// Smoke simulates a column of soft sprites, drawn far to near. It rises and swirls in curl noise.
//
//	go run ./particles/examples/smoke -headless -o out.png
package main

import (
	"flag"
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/combgl/comb/particles/examples/internal/show"
)

type puff struct {
	Position [3]float32
	Age      float32
	Velocity [3]float32
	Life     float32
	ID       uint32
	Size     float32
	Shade    float32
	Lit      float32 // the share of the light that is left here
}

type air struct {
	Wind  [3]float32
	Size  float32
	Alpha float32
}

const (
	birth = `void init(inout Particle p, Birth b) {
    p.position = b.position;
    p.velocity = vec3(0.0, 0.9, 0.0) + 0.25 * randomInBall();
    p.life = randomBetween(4.0, 6.5);
    p.size = u.size * randomBetween(0.7, 1.3);
    p.shade = random();
}`
	life = `bool update(inout Particle p) {
    vec3 at = p.position * 1.1 - vec3(0.0, time * 0.55, 0.0);
    vec3 eddies = 0.6 * curlNoise(at) + 0.5 * curlNoise(at * 2.1 + 17.0) + 0.3 * curlNoise(at * 4.3 + 5.0);
    float heat = exp(-0.5 * p.age);
    vec3 flow = u.wind * (1.0 - heat) + vec3(0.0, 0.55 + 0.75 * heat, 0.0) + eddies * (0.15 + 0.65 * smoothstep(0.0, 2.5, p.age));
    p.velocity += wind(p.velocity, flow, 2.5);
    // Folds that face the light, up and to the left, are brighter: a difference of coarse noise.
    vec3 fold = at * 1.7;
    p.lit = clamp(0.5 + 0.9 * (smoothNoise(fold + vec3(-0.35, 0.35, 0.2)).y - smoothNoise(fold).y)
        + 0.5 * (smoothNoise(3.1 * fold + vec3(-0.35, 0.35, 0.2)).y - smoothNoise(3.1 * fold).y), 0.0, 1.0);
    p.position += p.velocity * dt;
    p.age += dt;
    return p.age < p.life;
}`
	look = `Sprite look(Particle p) {
    float t = p.age / p.life;
    vec4 c = haze(t);
    // Light of the fire below, a rough approximation.
    float fire = exp(-2.2 * p.position.y) * (1.0 - t) * (0.25 + 1.5 * p.shade * p.shade);
    // The left side is lit, the right side is in its own shadow.
    float side = p.position.x - 0.13 * p.position.y * p.position.y;
    vec3 grey = c.rgb * (0.15 + 0.2 * p.shade + 0.7 * p.lit) * mix(1.7, 0.35, smoothstep(-0.6, 0.7, side)) + vec3(3.5, 1.0, 0.16) * fire;
    return Sprite(p.position, p.size * (0.6 + 3.4 * t), vec4(grey, c.a * u.alpha), vec3(0.0), 0.35 * fire);
}`
	shade = `float shade(vec2 at) { float f = max(0.0, 1.0 - dot(at, at)); return f; }`
)

type smoke struct {
	puffs    *particles.System
	renderer *draw.Renderer
}

func open(d *gpu.Device, count, bits int, seed uint32) (show.Scene, error) {
	few := math.Sqrt(20000 / float64(count))
	o := particles.Options{
		Capacity: count, Record: puff{}, Seed: seed, Init: birth, Update: life,
		Uniforms: air{Wind: [3]float32{0.35, 0, 0.1}, Size: float32(0.07 * math.Sqrt(max(few, 0.4))), Alpha: float32(min(1, math.Sqrt(few)))},
		Emitters: []particles.Emitter{{Shape: particles.Sphere, At: [3]float32{0, 0.12, 0}, Size: [3]float32{0.16}, Rate: float64(count) / 5.4}},
		Curves: []particles.Curve{{Name: "haze", Keys: []particles.Key{
			{At: 0, Value: [4]float32{0.10, 0.09, 0.09, 0}}, {At: 0.06, Value: [4]float32{0.07, 0.065, 0.065, 0.20}},
			{At: 0.5, Value: [4]float32{0.17, 0.175, 0.19, 0.045}}, {At: 1, Value: [4]float32{0.34, 0.35, 0.39, 0}},
		}}},
	}
	if bits > 0 {
		o.Sort = particles.Sort{By: particles.ByDepth, Bits: bits}
	}
	puffs, err := particles.New(d, o)
	if err != nil {
		return nil, err
	}
	r, err := draw.New(d, puffs, draw.Options{Look: look, Shade: shade})
	if err != nil {
		puffs.Release()
		return nil, err
	}
	return &smoke{puffs, r}, nil
}

func app() show.App {
	count, bits, seed := 40000, 16, show.Seed(1)
	return show.App{
		Name: "smoke", About: "Smoke of soft sprites, drawn far to near.",
		Orbit: show.Orbit{Target: [3]float32{0.8, 3.4, 0}, Azimuth: 20, Elevation: 6, Distance: 11.6},
		Steps: 420, Glow: [4]float32{7, 3.2, 1.2, 1.2},
		Flags: func(f *flag.FlagSet) {
			f.IntVar(&count, "count", count, "puffs that may live at a time, 100 to 4 M")
			f.IntVar(&bits, "keybits", bits, "bits of depth to sort by, 1 to 32; 0: do not sort")
			f.Var(&seed, "seed", "of the random numbers")
		},
		Check: func() error {
			if count < 100 || count > 1<<22 || bits < 0 || bits > 32 {
				return fmt.Errorf("-count is %d and -keybits %d, want 100 to %d and 0 to 32", count, bits, 1<<22)
			}
			return nil
		},
		Open: func(d *gpu.Device) (show.Scene, error) { return open(d, count, bits, uint32(seed)) },
	}
}

func main() { show.Main(app()) }

func (s *smoke) Step(dt float64, camera particles.Camera) error {
	s.puffs.SetCamera(camera)
	return s.puffs.Step(dt)
}

func (s *smoke) Draw(camera particles.Camera, target draw.Target) error {
	target.Soft = 0.3
	return s.renderer.Draw(camera, target)
}

func (s *smoke) Systems() []show.Named {
	return []show.Named{{Name: "puffs", System: s.puffs}}
}

func (s *smoke) Release() {
	s.renderer.Release()
	s.puffs.Release()
}
