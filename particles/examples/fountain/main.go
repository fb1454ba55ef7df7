// SPDX-License-Identifier: MIT

// Fountain simulates a million drops. They bounce off a floor and a ball, and are drawn far to
// near.
//
//	go run ./particles/examples/fountain                      # a window
//	go run ./particles/examples/fountain -headless -o out.png # an image
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

// drop is a particle: 48 bytes.
type drop struct {
	Position [3]float32
	Age      float32
	Velocity [3]float32
	Life     float32
	ID       uint32
	Size     float32
	Hue      float32
	_        float32
}

// world is the uniforms of the drops.
type world struct {
	Gravity [3]float32
	Drag    float32
	Ball    [4]float32
	Size    float32
}

const (
	birth = `void init(inout Particle p, Birth b) {
    // One jet straight up, six around it, all uneven.
    vec3 jet = vec3(0.0, 1.0, 0.0);
    float speed = 7.6;
    uint which = randomBelow(9u);
    if (which < 6u) {
        float around = 1.0471975 * float(which) + 0.2 * time;
        jet = normalize(vec3(0.42 * cos(around), 1.0, 0.42 * sin(around)));
        speed = 5.3 + 0.35 * sin(2.6 * time + float(which));
    }
    // Drops at the edge of a jet are slower, and all a little uneven, so that its head is no disc.
    vec3 way = randomInCone(jet, 0.1 * sqrt(random()));
    float edge = length(cross(way, jet)) * 10.0;
    float late = random();
    p.velocity = way * (speed * (1.0 - 0.28 * edge * edge - 0.16 * late * late * late));
    p.position = b.position + p.velocity * (dt * b.fraction);
    p.life = randomBetween(2.4, 4.2);
    p.size = u.size * exp(randomBetween(-0.7, 0.5));
    p.hue = random();
}`
	life = `bool update(inout Particle p) {
    p.velocity = drag(p.velocity + u.gravity * dt, u.drag);
    p.position += p.velocity * dt;
    hitSphere(p.position, p.velocity, p.size, u.ball, 0.35, 0.92);
    if (hitPlane(p.position, p.velocity, p.size, vec4(0.0, 1.0, 0.0, 0.0), 0.38, 0.75)) {
        // A splash: some of the speed turns sideways.
        p.velocity.xz += 0.25 * length(p.velocity) * (random2() - 0.5);
    }
    p.age += dt;
    return p.age < p.life;
}`
	look = `Sprite look(Particle p) {
    float t = p.age / p.life;
    vec4 c = fade(t);
    float speed = length(p.velocity);
    vec3 deep = mix(vec3(0.02, 0.10, 0.36), vec3(0.05, 0.30, 0.50), p.hue);
    vec3 water = mix(deep, vec3(0.85, 0.95, 1.0), clamp(speed / 8.0, 0.0, 1.0) * 0.55 + 0.35 * p.hue * p.hue);
    return Sprite(p.position, p.size, vec4(water * c.rgb, c.a), p.velocity * 0.007, 0.1);
}`
)

// fountain is the scene.
type fountain struct {
	drops    *particles.System
	renderer *draw.Renderer
}

func app() show.App {
	count, bits, slots, seed := 1<<20, 16, false, show.Seed(1)
	return show.App{
		Name: "fountain", About: "A fountain of a million drops, sorted by depth and blended.",
		Orbit: show.Orbit{Target: [3]float32{0, 1.25, 0}, Azimuth: 25, Elevation: 14, Distance: 6.4},
		Steps: 300, Glow: [4]float32{4, 5, 7, 2}, Balls: [4][4]float32{ball},
		Flags: func(f *flag.FlagSet) {
			f.IntVar(&count, "count", count, "drops that may live at a time, 1 to 64 M")
			f.IntVar(&bits, "keybits", bits, "bits of depth to sort by, 1 to 32; 0: do not sort")
			f.BoolVar(&slots, "slots", slots, "leave drops where they are in memory")
			f.Var(&seed, "seed", "of the random numbers")
		},
		Check: func() error {
			if count < 1 || count > 1<<26 || bits < 0 || bits > 32 {
				return fmt.Errorf("-count is %d and -keybits %d, want 1 to %d and 0 to 32", count, bits, 1<<26)
			}
			return nil
		},
		Open: func(d *gpu.Device) (show.Scene, error) {
			o := particles.Options{
				Capacity: count, Record: drop{}, Seed: uint32(seed), Slots: slots,
				// The covered area does not depend on the number of drops.
				Uniforms: world{Gravity: [3]float32{0, -9.81, 0}, Drag: 0.12, Ball: ball, Size: 0.0036 * scale(count)},
				Init:     birth, Update: life,
				Emitters: []particles.Emitter{{Shape: particles.Sphere, At: [3]float32{0, 0.1, 0}, Size: [3]float32{0.05}, Rate: float64(count) / 3.5}},
				Curves: []particles.Curve{{Name: "fade", Keys: []particles.Key{
					{At: 0, Value: [4]float32{1, 1, 1, 0.55}}, {At: 0.5, Value: [4]float32{0.8, 0.9, 1, 0.4}}, {At: 1, Value: [4]float32{0.8, 0.9, 1, 0}},
				}}},
			}
			if bits > 0 {
				o.Sort = particles.Sort{By: particles.ByDepth, Bits: bits}
			}
			drops, err := particles.New(d, o)
			if err != nil {
				return nil, err
			}
			r, err := draw.New(d, drops, draw.Options{Look: look})
			if err != nil {
				drops.Release()
				return nil, err
			}
			return &fountain{drops, r}, nil
		},
	}
}

// ball is an obstacle: centre and radius.
var ball = [4]float32{0.75, 0.42, 0.55, 0.42}

// scale returns the factor by which drops are larger if there are fewer than a million.
func scale(count int) float32 { return float32(math.Sqrt(float64(1<<20) / float64(max(count, 1<<12)))) }

func main() { show.Main(app()) }

func (f *fountain) Step(dt float64, camera particles.Camera) error {
	f.drops.SetCamera(camera)
	return f.drops.Step(dt)
}

func (f *fountain) Draw(camera particles.Camera, target draw.Target) error {
	target.Soft = 0.05
	return f.renderer.Draw(camera, target)
}

func (f *fountain) Systems() []show.Named {
	return []show.Named{{Name: "drops", System: f.drops}}
}

func (f *fountain) Release() {
	f.renderer.Release()
	f.drops.Release()
}
