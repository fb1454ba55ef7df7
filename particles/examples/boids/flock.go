// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/draw"
	"github.com/combgl/comb/particles/examples/internal/show"
	"github.com/combgl/comb/particles/grid"
	"github.com/combgl/comb/reduce"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// settings are the values of the flags.
type settings struct {
	count, hawks         int
	flat, hashed, stones bool
	seed                 show.Seed
}

// rules returns the rules for a sky of fixed size: with more birds, each is smaller and sees less
// far.
func (s settings) rules() rules {
	r := rules{
		Min: [3]float32{-8, 0.2, -8}, Max: [3]float32{8, 9, 8}, Speed: 2.4, Fear: 2.2,
		Align: 3, Gather: 1.6, Part: 5, Wander: 1.5, Hawks: uint32(s.hawks),
	}
	r.Sight = float32(math.Cbrt(5 * 16 * 8.8 * 16 / (4.19 * float64(s.count))))
	if s.flat {
		r.Min, r.Max = [3]float32{-9, 0.2, 0}, [3]float32{9, 10, 0}
		r.Sight = float32(math.Sqrt(9 * 18 * 9.8 / (3.14 * float64(s.count))))
	}
	r.Sight = min(r.Sight, 2)
	r.Room = 0.5 * r.Sight
	if s.stones {
		r.Stone = [maxStones][4]float32{{-3.6, 4.6, 0, 1.1}, {2.4, 2.2, 0.4, 1.3}, {4.4, 6.6, -0.5, 0.8}}
		r.Stones = 3
	}
	return r
}

// flock is the scene.
type flock struct {
	d            *gpu.Device
	count        int
	grid         *grid.Grid
	birds, hawks *particles.System
	renderers    [2]*draw.Renderer
	mates        *gpu.Buffer[boid]       // the birds, in the grid's order
	hawksThen    *gpu.Buffer[boid]       // the hawks before their step
	sum          *gpu.Buffer[[8]float32] // means: middle and neighbours, heading and speed
	reducer      *reduce.Reducer
	timer        *gpu.Timer
}

const (
	stride = 32 // bytes of a boid
	// mostInSoftware keeps the loops of an invocation, which visit some hundred candidates for each
	// of its birds, far below 65,535 iterations.
	mostInSoftware = 100_000
)

func open(d *gpu.Device, s settings) (_ show.Scene, err error) {
	f, err := newFlock(d, s, s.rules())
	if err != nil {
		return nil, err
	}
	return f, nil
}

func newFlock(d *gpu.Device, s settings, r rules) (_ *flock, err error) {
	if d.Caps().Software && s.count > mostInSoftware {
		return nil, fmt.Errorf("boids: %d birds, want at most %d on %s, which ends long loops in silence: %w", s.count, mostInSoftware, d.Caps().Renderer, gpu.ErrTooLarge)
	}
	f := &flock{d: d, count: s.count}
	defer func() {
		if err != nil {
			f.Release()
		}
	}()
	o := grid.Options{Capacity: s.count, Cell: 0.5 * r.Sight, Min: r.Min, Max: r.Max, Flat: s.flat, Hashed: s.hashed, Stride: stride}
	if s.hashed {
		o.Min, o.Max = [3]float32{}, [3]float32{}
	}
	if f.grid, err = grid.New(d, o); err != nil {
		return nil, err
	}
	functions := f.grid.GLSL() + common
	system := particles.Options{
		Capacity: s.count, Record: boid{}, Uniforms: r, Init: birth, Update: birdLife, Functions: functions, Seed: uint32(s.seed),
		Emitters: []particles.Emitter{{Bursts: []particles.Burst{{Count: s.count}}}},
	}
	if f.birds, err = particles.New(d, system); err != nil {
		return nil, err
	}
	system.Capacity, system.Update, system.Seed = maxHawks, hawkLife, system.Seed+1
	system.Emitters = []particles.Emitter{{Bursts: []particles.Burst{{Count: s.hawks}}}}
	if f.hawks, err = particles.New(d, system); err != nil {
		return nil, err
	}
	if f.renderers[0], err = draw.New(d, f.birds, draw.Options{Look: birdLook, Shade: shape}); err != nil {
		return nil, err
	}
	if f.renderers[1], err = draw.New(d, f.hawks, draw.Options{Look: hawkLook, Shade: shape}); err != nil {
		return nil, err
	}
	if f.mates, err = gpu.NewBuffer[boid](d, s.count); err != nil {
		return nil, err
	}
	if f.hawksThen, err = gpu.NewBuffer[boid](d, maxHawks); err != nil {
		return nil, err
	}
	if f.sum, err = gpu.NewBuffer[[8]float32](d, 1); err != nil {
		return nil, err
	}
	f.reducer, err = reduce.New(d, reduce.Options{Custom: &reduce.Custom{
		Operator: gpu.Operator{GLSL: flockSum, Item: "Sum", Bytes: 32, Identity: "Sum(vec4(0.0), vec4(0.0))", Name: "flock"},
		Record:   "Bird", RecordBytes: stride, Result: "Sum", ResultBytes: 32,
	}})
	return f, err
}

// SetTimer makes the next steps mark their stages.
func (f *flock) SetTimer(t *gpu.Timer) {
	f.timer = t
	f.birds.SetTimer(t)
}

// Step enqueues a step on the GPU: the grid, the birds in its order, the means of the flock, the
// birds, the hawks. In the order of the grid the birds of a workgroup visit the same places.
func (f *flock) Step(dt float64, camera particles.Camera) error {
	if err := f.grid.Build(f.birds.Records(), f.birds.Alive()); err != nil {
		return err
	}
	f.timer.Mark("grid")
	if err := f.birds.Reorder(f.grid.Order()); err != nil {
		return err
	}
	// A copy, because birds read each other while their records are written.
	if err := f.d.Copy(f.mates.View(), f.birds.Records(), gpu.N(f.count*stride/4)); err != nil {
		return err
	}
	f.timer.Mark("mates")
	if err := f.reducer.Reduce(f.sum.View(), f.birds.Records(), f.birds.Alive()); err != nil {
		return err
	}
	// So do hawks.
	if err := f.d.Copy(f.hawksThen.View(), f.hawks.Records(), gpu.N(maxHawks*stride/4)); err != nil {
		return err
	}
	f.timer.Mark("flock")
	f.grid.Bind()
	bind(bindMates, f.mates.View())
	bind(bindFlock, f.sum.View())
	bind(bindHawks, f.hawksThen.View())
	f.hawks.SetCamera(camera)
	f.birds.SetCamera(camera)
	if err := f.birds.Step(dt); err != nil {
		return err
	}
	if err := f.hawks.Step(dt); err != nil {
		return err
	}
	f.timer.Mark("hawks")
	return nil
}

func bind(binding uint32, v gpu.View) {
	gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, binding, v.ID(), v.Offset(), v.Size())
}

func (f *flock) Draw(camera particles.Camera, target draw.Target) error {
	target.Soft = 0
	return errors.Join(f.renderers[0].Draw(camera, target), f.renderers[1].Draw(camera, target))
}

// Numbers returns the middle of the flock, its mean heading (of length 1 if all fly in the same
// direction), and its mean number of neighbours.
func (f *flock) Numbers() (map[string]float64, error) {
	all, err := f.sum.Download()
	if err != nil {
		return nil, err
	}
	g, err := f.grid.StatsNow()
	if err != nil {
		return nil, err
	}
	s := all[0]
	order := math.Sqrt(float64(s[4]*s[4] + s[5]*s[5] + s[6]*s[6]))
	return map[string]float64{
		"middle_x": float64(s[0]), "middle_y": float64(s[1]), "middle_z": float64(s[2]), "neighbours": float64(s[3]),
		"heading_x": float64(s[4]), "heading_y": float64(s[5]), "heading_z": float64(s[6]), "order": order, "speed": float64(s[7]),
		"outside": float64(g.Outside), "no_numbers": float64(g.NaNs),
	}, nil
}

func (f *flock) Systems() []show.Named {
	return []show.Named{{Name: "birds", System: f.birds}, {Name: "hawks", System: f.hawks}}
}

func (f *flock) Release() {
	for _, r := range f.renderers {
		r.Release()
	}
	f.birds.Release()
	f.hawks.Release()
	f.grid.Release()
	f.mates.Release()
	f.hawksThen.Release()
	f.sum.Release()
	f.reducer.Release()
}
