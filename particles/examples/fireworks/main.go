// SPDX-License-Identifier: MIT

// Fireworks runs three systems that feed each other on the GPU. Shells rise and emit an event when
// they burst, each burst makes stars with trails, and stars that touch the floor make sparks.
//
//	go run ./particles/examples/fireworks -headless -o out.png
package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/combgl/comb/particles/examples/internal/show"
)

// mote is the record of all three systems.
type mote struct {
	Position [3]float32
	Age      float32
	Velocity [3]float32
	Life     float32
	ID       uint32
	Kind     uint32
	Hue      float32
	Size     float32
}

const (
	move = `vec3 colour(float h) { return clamp(abs(fract(h + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0); }
void fall(inout Particle p, float air) {
    p.velocity = drag(p.velocity + vec3(0.0, -9.81, 0.0) * dt, air);
    p.position += p.velocity * dt;
    p.age += dt;
}`
	shellBirth = `void init(inout Particle p, Birth b) {
    p.position = b.position;
    p.velocity = randomInCone(vec3(0.0, 1.0, 0.0), 0.22) * randomBetween(19.0, 26.0);
    p.life = p.velocity.y / 9.81 * 0.93;
    p.hue = random();
    p.kind = randomBelow(3u);
    p.size = 0.06;
}`
	shellLife = `bool update(inout Particle p) {
    fall(p, 0.05);
    if (p.age >= p.life) emit(bursts);
    return p.age < p.life;
}`
	starBirth = `void init(inout Particle p, Birth b) {
    Parent shell = parentOf(b);
    vec3 d = randomDirection();
    float speed = 13.0 * pow(random(), 0.3);
    if (shell.kind == 1u) speed = randomBetween(10.0, 12.5);   // a hollow shell
    if (shell.kind == 2u) { d = normalize(d * vec3(1.0, 0.2, 1.0)); speed = randomBetween(11.0, 15.0); }   // a ring, nearly
    p.position = shell.position;
    p.velocity = shell.velocity * 0.4 + d * speed;
    p.life = randomBetween(1.4, 3.2);
    p.hue = shell.hue + 0.07 * random() + (shell.kind == 0u && random() < 0.3 ? 0.45 : 0.0);
    p.size = randomBetween(0.045, 0.08);
}`
	starLife = `bool update(inout Particle p) {
    fall(p, 1.5);
    if (hitPlane(p.position, p.velocity, 0.02, vec4(0.0, 1.0, 0.0, 0.0), 0.4, 0.6) && p.age < p.life) {
        emit(hits);
        return false;
    }
    return p.age < p.life;
}`
	sparkBirth = `void init(inout Particle p, Birth b) {
    Parent star = parentOf(b);
    p.position = star.position;
    p.velocity = randomInCone(vec3(0.0, 1.0, 0.0), 1.2) * randomBetween(0.5, 2.5);
    p.life = randomBetween(0.2, 0.6);
    p.hue = star.hue;
    p.size = 0.015;
}`
	sparkLife = `bool update(inout Particle p) { fall(p, 0.5); return p.age < p.life && p.position.y > 0.0; }`

	hues = `vec3 colour(float h) { return clamp(abs(fract(h + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0); }
float left(Particle p) { float t = clamp(p.age / p.life, 0.0, 1.0); return (1.0 - t * t) * (t > 0.6 ? 0.6 + 0.4 * sin(p.age * 60.0 + float(p.id)) : 1.0); }
`
	look = hues + `Sprite look(Particle p) {
    return Sprite(p.position, p.size * 1.25, vec4(mix(colour(p.hue), vec3(1.0), 0.15) * 2.8 * left(p), 1.0), p.velocity * 0.004, 1.0);
}`
	tail = hues + `Ribbon ribbon(Particle p, float t) {
    return Ribbon(p.size * (0.9 - 0.6 * t), vec4(mix(colour(p.hue), vec3(1.0, 0.6, 0.25), 0.7 * t) * 1.0 * left(p), (1.0 - t) * (1.0 - t)), 1.0);
}`
)

// fireworks is the scene: the systems in the order in which they feed each other.
type fireworks struct {
	systems   [3]*particles.System
	renderers [3]*draw.Renderer
}

var names = [3]string{"shells", "stars", "sparks"}

func (f *fireworks) add(d *gpu.Device, i int, o particles.Options, look draw.Options) (err error) {
	o.Record, o.Functions = mote{}, move
	if f.systems[i], err = particles.New(d, o); err != nil {
		return err
	}
	f.renderers[i], err = draw.New(d, f.systems[i], look)
	return err
}

func open(d *gpu.Device, stars int, seed uint32) (_ show.Scene, err error) {
	f := &fireworks{}
	defer func() {
		if err != nil {
			f.Release()
		}
	}()
	const bursts = 8 // events of a step, at most
	if err = f.add(d, 0, particles.Options{
		Capacity: 256, Init: shellBirth, Update: shellLife, Seed: seed,
		Emitters: []particles.Emitter{{Shape: particles.Box, Size: [3]float32{17, 0, 5}, Rate: 1.7, Bursts: []particles.Burst{{Count: 3, Every: 4}}}},
		Channels: []particles.EventChannel{{Name: "bursts", Capacity: bursts}},
	}, draw.Options{Look: look}); err != nil {
		return nil, err
	}
	from, err := f.systems[0].Source("bursts")
	if err != nil {
		return nil, err
	}
	if err = f.add(d, 1, particles.Options{
		Capacity: stars, Init: starBirth, Update: starLife, Seed: seed + 1, Slots: true,
		Emitters: []particles.Emitter{{Events: from, Each: max(1, stars/64)}},
		Channels: []particles.EventChannel{{Name: "hits", Capacity: max(1, stars/16)}},
		Trail:    particles.Trail{Points: 48},
	}, draw.Options{Look: look, Ribbon: tail}); err != nil {
		return nil, err
	}
	if from, err = f.systems[1].Source("hits"); err != nil {
		return nil, err
	}
	err = f.add(d, 2, particles.Options{
		Capacity: stars, Init: sparkBirth, Update: sparkLife, Seed: seed + 2,
		Emitters: []particles.Emitter{{Events: from, Each: 6}},
	}, draw.Options{Look: look})
	return f, err
}

func app() show.App {
	stars, seed := 60000, show.Seed(1)
	return show.App{
		Name: "fireworks", About: "Shells, stars and sparks that make each other by events, without the host.",
		Orbit: show.Orbit{Target: [3]float32{1, 17, 0}, Azimuth: 10, Elevation: 3, Distance: 50},
		Steps: 400, Glow: [4]float32{4, 3, 2.5, 16}, Haze: 0.006,
		Flags: func(f *flag.FlagSet) {
			f.IntVar(&stars, "count", stars, "stars that may live at a time, 16 to 500,000")
			f.Var(&seed, "seed", "of the random numbers")
		},
		Check: func() error {
			if stars < 16 || stars > 500000 {
				return fmt.Errorf("-count is %d, want 16 to 500000", stars)
			}
			return nil
		},
		Open: func(d *gpu.Device) (show.Scene, error) { return open(d, stars, uint32(seed)) },
	}
}

func main() { show.Main(app()) }

func (f *fireworks) Step(dt float64, camera particles.Camera) (err error) {
	for _, s := range f.systems {
		s.SetCamera(camera)
		err = errors.Join(err, s.Step(dt))
	}
	return err
}

func (f *fireworks) Draw(camera particles.Camera, target draw.Target) (err error) {
	target.Soft = 0.2
	for _, r := range f.renderers {
		err = errors.Join(err, r.Draw(camera, target))
	}
	return err
}

func (f *fireworks) Systems() (all []show.Named) {
	for i, s := range f.systems {
		all = append(all, show.Named{Name: names[i], System: s})
	}
	return all
}

func (f *fireworks) Release() {
	for i := range f.systems {
		f.renderers[i].Release()
		f.systems[i].Release()
	}
}
