// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// Motion is a set of strands that move.
type Motion struct {
	d *gpu.Device
	o Options

	step, rest       *gpu.Kernel
	phases           [waves]gpu.Uniform
	first            *gpu.Buffer[uint32]
	atRest           *gpu.Buffer[[4]float32] // in the head's axes; w: the length from the point before, of a root that of the strand
	velocities, work *gpu.Buffer[[4]float32]
	solid            *gpu.Buffer[float32]
	params           *gpu.Buffer[params]
	block            []params // what is uploaded
	points           gpu.View

	head    mgl32.Mat4
	waves   [waves]wave
	strands int
	longest float32 // metres
	steps   int
	left    int64 // nanoseconds times Rate that were no step yet
}

// Limits.
const (
	MaxStrandPoints = 2048 // a strand is one invocation, of up to 16 turns a point, and llvmpipe ends loops after 65,535 turns
	MaxStep         = time.Minute
)

// New makes ready to move a set. points is where its points are to be, in its order: a vec4 each, of which the last
// number stays. It takes 48 bytes of memory a point, and puts the points where the set has them. Errors: ErrOptions;
// ErrSet for a set that Validate refuses, has no strands, or has one of more than MaxStrandPoints points; gpu.ErrView when
// points does not hold them; gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrTooLarge, gpu.ErrOutOfMemory.
func New(d *gpu.Device, set *strands.Set, points gpu.View, o Options) (*Motion, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	if err := check(set); err != nil {
		return nil, err
	}
	if err := d.Need("motion: points", points, gpu.N(len(set.Points)), 16); err != nil {
		return nil, err
	}
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	step, rest := specs()
	err := d.Prove("motion", step.Shape, gpu.Proof{Specs: []gpu.Spec{step, rest}, Test: func() error { return test(d) }})
	if err != nil {
		return nil, err
	}
	return build(d, set, points, o)
}

func check(set *strands.Set) error {
	if err := set.Validate(); err != nil {
		return fmt.Errorf("%w: %w", err, ErrSet)
	}
	if set.Strands() == 0 {
		return fmt.Errorf("it has no strands: %w", ErrSet)
	}
	for s := range set.Strands() {
		if n := set.First[s+1] - set.First[s]; n > MaxStrandPoints {
			return fmt.Errorf("strand %d has %d points, at most %d are possible: %w", s, n, MaxStrandPoints, ErrSet)
		}
	}
	return nil
}

// build is New without its checks.
func build(d *gpu.Device, set *strands.Set, points gpu.View, o Options) (*Motion, error) {
	m := &Motion{d: d, o: o, points: points, head: mgl32.Ident4(), waves: wavesOf(o.Seed), strands: set.Strands(), block: make([]params, 1)}
	if err := m.allocate(set); err != nil {
		m.Release()
		return nil, fmt.Errorf("motion: %d points: %w", len(set.Points), err)
	}
	if err := m.compile(); err != nil {
		m.Release()
		return nil, err
	}
	return m, m.Reset()
}

func (m *Motion) allocate(set *strands.Set) (err error) {
	rest := restOf(set)
	for s := range m.strands {
		m.longest = max(m.longest, rest[set.First[s]][3])
	}
	if m.first, err = gpu.NewBufferFrom(m.d, set.First); err != nil {
		return err
	}
	if m.atRest, err = gpu.NewBufferFrom(m.d, rest); err != nil {
		return err
	}
	for _, b := range []**gpu.Buffer[[4]float32]{&m.velocities, &m.work} {
		if *b, err = gpu.NewBuffer[[4]float32](m.d, len(rest)); err != nil {
			return err
		}
	}
	if m.o.Solid != nil {
		if m.solid, err = gpu.NewBufferFrom(m.d, m.o.Solid.distance); err != nil {
			return err
		}
	}
	m.params, err = gpu.NewBuffer[params](m.d, 1)
	return err
}

// restOf are a set's points in metres, with the lengths of segments and, at roots, of strands.
func restOf(set *strands.Set) [][4]float32 {
	rest := make([][4]float32, len(set.Points))
	for s := range set.Strands() {
		begin, end := set.First[s], set.First[s+1]
		sum := float32(0)
		for i := begin; i < end; i++ {
			p := set.Points[i].Mul(set.Unit)
			l := float32(0)
			if i > begin {
				l = p.Sub(set.Points[i-1].Mul(set.Unit)).Len()
			}
			sum += l
			rest[i] = [4]float32{p[0], p[1], p[2], l}
		}
		rest[begin][3] = sum
	}
	return rest
}

func (m *Motion) compile() (err error) {
	step, rest := specs()
	if m.step, err = m.d.NewKernel(step); err != nil {
		return err
	}
	if m.rest, err = m.d.NewKernel(rest); err != nil {
		return err
	}
	for k := range m.phases {
		if m.phases[k], err = m.step.Uniform(fmt.Sprintf("phase[%d]", k)); err != nil {
			return err
		}
	}
	seed, err := m.step.Uniform("seed")
	if err != nil {
		return err
	}
	m.step.Set(seed, seedOf(m.o.Seed))
	return nil
}

// seedOf is what strands' shares of the wind come from.
func seedOf(seed uint64) uint32 { return uint32(mix(seed) >> 32) }

// Step goes on by dt. Errors: ErrOptions when it is below 0 or above MaxStep; gpu.ErrWrongThread, gpu.ErrReleased,
// gpu.ErrContextLost.
func (m *Motion) Step(dt time.Duration) error {
	if dt < 0 || dt > MaxStep {
		return fmt.Errorf("a step of %v, from 0 to %v are possible: %w", dt, MaxStep, ErrOptions)
	}
	due := m.left + int64(dt)*int64(m.o.Rate)
	if err := m.Advance(int(due / int64(time.Second))); err != nil {
		return err
	}
	m.left = due % int64(time.Second)
	return nil
}

// Advance goes on by n steps. Errors: ErrOptions when n is below 0, and as for Step.
func (m *Motion) Advance(n int) error {
	if n < 0 {
		return fmt.Errorf("%d steps, not below 0: %w", n, ErrOptions)
	}
	if err := m.d.Enter(); err != nil {
		return err
	}
	defer m.d.Leave()
	if n == 0 {
		return nil
	}
	k := m.step
	for i, v := range [...]gpu.View{m.first.View(), m.atRest.View(), {}, m.velocities.View(), m.work.View(), m.solid.View(), m.params.View()} {
		if i != 2 {
			k.SetBuffer(i, v)
		}
	}
	if err := k.SetRecords(2, m.points, 16); err != nil {
		return err
	}
	k.SetCount(gpu.N(m.strands))
	for range n {
		for i, w := range m.waves {
			k.Set(m.phases[i], math.Float32bits(w.phaseAt(m.steps, m.o.Rate)))
		}
		k.Dispatch((m.strands + groupSize - 1) / groupSize)
		m.d.Barrier()
		m.steps++
	}
	m.d.Publish()
	return nil
}

// Reset goes back to the beginning: the style, at rest, no steps, no time kept. Errors: as for Step.
func (m *Motion) Reset() error {
	if err := m.d.Enter(); err != nil {
		return err
	}
	defer m.d.Leave()
	if err := m.tell(); err != nil {
		return err
	}
	k, n := m.rest, m.atRest.Len()
	k.SetBuffer(0, m.atRest.View())
	if err := k.SetRecords(1, m.points, 16); err != nil {
		return err
	}
	k.SetBuffer(2, m.velocities.View())
	k.SetBuffer(3, m.params.View())
	k.SetCount(gpu.N(n))
	k.Dispatch((n + groupSize - 1) / groupSize)
	m.d.Publish()
	m.steps, m.left = 0, 0
	return nil
}

// Set changes the options of the steps that follow. Rate, Seed and Solid are New's. Errors: ErrOptions, and as for Step.
func (m *Motion) Set(o Options) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.Rate != m.o.Rate || o.Seed != m.o.Seed || o.Solid != m.o.Solid {
		return fmt.Errorf("Rate, Seed and Solid cannot be changed after New: %w", ErrOptions)
	}
	was := m.o
	m.o = o
	if err := m.tell(); err != nil {
		m.o = was
		return err
	}
	return nil
}

// Options are those of the steps that follow.
func (m *Motion) Options() Options { return m.o }

// SetHead puts the head, and the roots on it, elsewhere in the steps that follow and in Reset: a turn and a move of the
// axes that the set is in. A hair.Renderer draws its head where it was. Errors: ErrOptions for a matrix that does anything else, and as for Step.
func (m *Motion) SetHead(head mgl32.Mat4) error {
	r := head.Mat3()
	off := r.Mul3(r.Transpose()).Sub(mgl32.Ident3())
	for _, v := range off {
		if !(abs(v) < 1e-3) {
			return fmt.Errorf("the head's matrix scales or shears: %w", ErrOptions)
		}
	}
	if !(r.Det() > 0 && length(head.Col(3).Vec3()) < 1e6) || head.Row(3) != (mgl32.Vec4{0, 0, 0, 1}) {
		return fmt.Errorf("the head's matrix is no turn and move of up to 1e6 m: %w", ErrOptions)
	}
	was := m.head
	m.head = head
	if err := m.tell(); err != nil {
		m.head = was
		return err
	}
	return nil
}

// tell uploads what steps go by.
func (m *Motion) tell() error {
	m.block[0] = paramsOf(m.o, m.head)
	return m.params.Upload(m.block)
}

// Steps is how many there were since New or Reset.
func (m *Motion) Steps() int { return m.steps }

// Margin is how far, in metres, points may get out of the box of the set, for hair.Model.Moving: by the options as they
// are now and the longest strand, with room for gusts, and never more than its length. The head's moves are not in it.
func (m *Motion) Margin() float32 {
	firm := min(reference*reference/max(m.longest*m.longest, tiny), firmest)
	spring := m.o.spring() * firm
	held := m.o.Gravity.Sub(mgl32.Vec3{0, -standard, 0}.Mul(min(1, spring/holds)))
	pull := held.Len() + m.o.Drag*m.o.Wind.Len()*(1+m.o.Gusts)*(1+windSpread)
	// Where the spring would let the tip go, bent to a strand's length.
	tip := pull / max(spring, 1e-6)
	return min(m.longest, 0.02+m.longest*tip/mgl32.Vec2{tip, m.longest}.Len())
}

// Release frees what it holds. The points stay.
func (m *Motion) Release() {
	if m == nil {
		return
	}
	m.step.Release()
	m.rest.Release()
	m.first.Release()
	m.atRest.Release()
	m.velocities.Release()
	m.work.Release()
	m.solid.Release()
	m.params.Release()
}
