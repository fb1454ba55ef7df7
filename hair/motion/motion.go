// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/mathgl/mgl32"
)

// Motion simulates a set of strands. New makes it; Release frees it.
type Motion struct {
	d *gpu.Device
	o Options

	// Of the strands that are simulated: the guides, or all.
	step, rest       *kernel.Kernel
	phases           [waves]kernel.Uniform
	first            *gpu.Buffer[uint32]
	atRest           *gpu.Buffer[[4]float32] // in the head's axes; w: length from the point before, for a root the strand's length
	velocities, work *gpu.Buffer[[4]float32]
	simulated        int

	followers *followers // nil if all strands are simulated
	points    gpu.View   // of all strands
	solid     *gpu.Buffer[float32]
	params    *gpu.Buffer[params]
	block     []params // for uploads

	head    mgl32.Mat4
	waves   [waves]wave
	longest float32 // metres
	steps   int
	left    int64 // nanoseconds times Rate that no step has used yet
}

// Limits of New and Step.
const (
	MaxStrandPoints = 2048 // an invocation makes up to 19 iterations per point, and llvmpipe ends its loops after 65,535
	MaxStep         = time.Minute
	MaxGuides       = 1 << 20
)

// New prepares the simulation of a set. points is the destination: a vec4 for each point of the
// set, in its order. The simulation writes x, y and z; w stays. New writes the points of the set.
// It allocates 48 bytes for each point if all strands are simulated. Otherwise it allocates 16 for
// each point, 64 for each point of a guide, and 16 for each strand.
//
// Errors: ErrOptions; ErrSet if Validate refuses the set, it has no strands, or a strand has more
// than MaxStrandPoints points; gpu.ErrView if points is too small; gpu.ErrShader, gpu.ErrSelfTest,
// gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrReleased, gpu.ErrWrongThread.
func New(d *gpu.Device, set *strands.Set, points gpu.View, o Options) (*Motion, error) {
	if err := d.Internal().Enter(); err != nil {
		return nil, fmt.Errorf("motion: New: %w", err)
	}
	defer d.Internal().Leave()
	if err := o.validate(); err != nil {
		return nil, err
	}
	if err := check(set); err != nil {
		return nil, err
	}
	if err := kernel.Need(d, "motion: points", points, gpu.N(len(set.Points)), 16); err != nil {
		return nil, err
	}
	step, rest, follow := specs()
	err := kernel.RunSelfTest(d, "motion", step.Shape, kernel.SelfTest{Specs: []kernel.Spec{step, rest, follow}, Test: func() error { return test(d) }})
	if err != nil {
		return nil, err
	}
	return build(d, set, points, o)
}

func check(set *strands.Set) error {
	if set == nil {
		return fmt.Errorf("motion: New: the set is nil: %w", ErrSet)
	}
	if err := set.Validate(); err != nil {
		return fmt.Errorf("motion: New: %w: %w", err, ErrSet)
	}
	if set.Strands() == 0 {
		return fmt.Errorf("motion: New: the set has no strands, want one: %w", ErrSet)
	}
	for s := range set.Strands() {
		if n := set.First[s+1] - set.First[s]; n > MaxStrandPoints {
			return fmt.Errorf("motion: New: strand %d has %d points, want at most %d: %w", s, n, MaxStrandPoints, ErrSet)
		}
	}
	return nil
}

// build is New without validation.
func build(d *gpu.Device, set *strands.Set, points gpu.View, o Options) (*Motion, error) {
	m := &Motion{d: d, o: o, points: points, head: mgl32.Ident4(), waves: wavesOf(o.Seed), block: make([]params, 1)}
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
	first, rest := set.First, restOf(set)
	for s := range set.Strands() {
		m.longest = max(m.longest, rest[first[s]][3])
	}
	if f := familyOf(first, rest, m.o.guidesOf(set.Strands())); len(f.guides) < set.Strands() {
		guides := linksOf(f, first, rest)
		if m.followers, err = newFollowers(m.d, f, guides, rest); err != nil {
			return err
		}
		first, rest = guides.first, guides.rest
	}
	m.simulated = len(first) - 1
	if m.first, err = gpu.NewBufferFrom(m.d, first); err != nil {
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

// restOf returns a set's points in metres; w is the length of the segment before, at roots that of
// the strand.
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
	step, rest, _ := specs()
	if m.step, err = kernel.New(m.d, step); err != nil {
		return err
	}
	if m.rest, err = kernel.New(m.d, rest); err != nil {
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

// enter begins an operation, which m.d.Internal().Leave ends.
func (m *Motion) enter(operation string) error {
	if m == nil || m.params == nil {
		return fmt.Errorf("motion: %s: the Motion is nil, or not made by New: %w", operation, gpu.ErrReleased)
	}
	if err := m.d.Internal().Enter(); err != nil {
		return fmt.Errorf("motion: %s: %w", operation, err)
	}
	var err error
	if m.params.View().ID() == 0 {
		err = fmt.Errorf("motion: %s: the Motion: %w", operation, gpu.ErrReleased)
	} else {
		err = kernel.Own(m.d, "motion: points", m.points)
	}
	if err != nil {
		m.d.Internal().Leave()
	}
	return err
}

// seedOf returns the seed from which strands derive their share of the wind.
func seedOf(seed uint64) uint32 { return uint32(mix(seed) >> 32) }

// Step advances time by dt. Errors: ErrOptions unless dt is 0 to MaxStep; gpu.ErrWrongThread,
// gpu.ErrReleased, gpu.ErrContextLost.
func (m *Motion) Step(dt time.Duration) error {
	if err := m.enter("Step"); err != nil {
		return err
	}
	defer m.d.Internal().Leave()
	if dt < 0 || dt > MaxStep {
		return fmt.Errorf("motion: Step: dt is %v, want 0 to %v: %w", dt, MaxStep, ErrOptions)
	}
	due := m.left + int64(dt)*int64(m.o.Rate)
	if err := m.Advance(int(due / int64(time.Second))); err != nil {
		return err
	}
	m.left = due % int64(time.Second)
	return nil
}

// Advance makes n steps. Errors: ErrOptions if n is below 0, and those of Step.
func (m *Motion) Advance(n int) error {
	if err := m.enter("Advance"); err != nil {
		return err
	}
	defer m.d.Internal().Leave()
	if n < 0 {
		return fmt.Errorf("motion: Advance: got %d steps, want 0 or more: %w", n, ErrOptions)
	}
	if n == 0 {
		return nil
	}
	k := m.step
	for i, v := range [...]gpu.View{m.first.View(), m.atRest.View(), {}, m.velocities.View(), m.work.View(), m.solid.View(), m.params.View()} {
		if i != 2 {
			k.SetBuffer(i, v)
		}
	}
	if err := k.SetRecords(2, m.moving(), 16); err != nil {
		return err
	}
	k.SetCount(gpu.N(m.simulated))
	for range n {
		for i, w := range m.waves {
			k.Set(m.phases[i], math.Float32bits(w.phaseAt(m.steps, m.o.Rate)))
		}
		k.Dispatch((m.simulated + groupSize - 1) / groupSize)
		m.d.StorageBarrier()
		m.steps++
	}
	return m.moveFollowers()
}

// moving is the points of the strands that are simulated.
func (m *Motion) moving() gpu.View {
	if m.followers != nil {
		return m.followers.points.View()
	}
	return m.points
}

// moveFollowers moves the strands that are not simulated, and ends a call.
func (m *Motion) moveFollowers() error {
	if m.followers != nil {
		if err := m.followers.move(m); err != nil {
			return err
		}
	}
	m.d.MemoryBarrier()
	return nil
}

// Reset returns to the beginning: the style, at rest, after 0 steps and with no time left over.
// Errors: those of Step.
func (m *Motion) Reset() error {
	if err := m.enter("Reset"); err != nil {
		return err
	}
	defer m.d.Internal().Leave()
	if err := m.upload(); err != nil {
		return err
	}
	k, n := m.rest, m.atRest.Len()
	k.SetBuffer(0, m.atRest.View())
	if err := k.SetRecords(1, m.moving(), 16); err != nil {
		return err
	}
	k.SetBuffer(2, m.velocities.View())
	k.SetBuffer(3, m.params.View())
	k.SetCount(gpu.N(n))
	k.Dispatch((n + groupSize - 1) / groupSize)
	m.steps, m.left = 0, 0
	m.d.StorageBarrier()
	return m.moveFollowers()
}

// Set changes the options of the next steps. Rate, Seed, Guides, Lock and Solid must stay as they
// are. Errors: ErrOptions, and those of Step.
func (m *Motion) Set(o Options) error {
	if err := m.enter("Set"); err != nil {
		return err
	}
	defer m.d.Internal().Leave()
	if err := o.validate(); err != nil {
		return err
	}
	if o.Rate != m.o.Rate || o.Seed != m.o.Seed || o.Guides != m.o.Guides || o.Lock != m.o.Lock || o.Solid != m.o.Solid {
		return fmt.Errorf("motion: Set: Rate, Seed, Guides, Lock or Solid differ, want those of New: %w", ErrOptions)
	}
	was := m.o
	m.o = o
	if err := m.upload(); err != nil {
		m.o = was
		return err
	}
	return nil
}

// Options returns the options of the next steps.
func (m *Motion) Options() Options { return m.o }

// SetHead moves the head and the roots, for the next steps and for Reset. The matrix is a rotation
// and a translation of up to 1e6 m in the axes of the set. The head that a hair.Renderer draws does
// not move. Errors: ErrOptions for any other matrix, and those of Step.
func (m *Motion) SetHead(head mgl32.Mat4) error {
	if err := m.enter("SetHead"); err != nil {
		return err
	}
	defer m.d.Internal().Leave()
	r := head.Mat3()
	off := r.Mul3(r.Transpose()).Sub(mgl32.Ident3())
	for _, v := range off {
		if !(abs(v) < 1e-3) {
			return fmt.Errorf("motion: SetHead: the matrix scales or shears, want a rotation and a translation: %w", ErrOptions)
		}
	}
	if !(r.Det() > 0 && length(head.Col(3).Vec3()) < 1e6) || head.Row(3) != (mgl32.Vec4{0, 0, 0, 1}) {
		return fmt.Errorf("motion: SetHead: want a rotation and a translation of up to 1e6 m: %w", ErrOptions)
	}
	was := m.head
	m.head = head
	if err := m.upload(); err != nil {
		m.head = was
		return err
	}
	return nil
}

// upload uploads the parameters of steps.
func (m *Motion) upload() error {
	m.block[0] = paramsOf(m.o, m.head)
	return m.params.Upload(m.block)
}

// Steps is the number of steps since New or Reset.
func (m *Motion) Steps() int { return m.steps }

// Margin is the distance in metres by which points may leave the box of the set, for
// hair.Model.Moving. It follows from the present options and the longest strand, includes gusts,
// and is at most the strand's length. It does not include moves of the head.
func (m *Motion) Margin() float32 {
	firm := min(reference*reference/max(m.longest*m.longest, tiny), firmest)
	spring := m.o.spring() * firm
	held := m.o.Gravity.Sub(mgl32.Vec3{0, -standard, 0}.Mul(min(1, spring/holds)))
	pull := held.Len() + m.o.Drag*m.o.Wind.Len()*(1+m.o.Gusts)*(1+windSpread)
	// The deflection of the tip by the spring, bent to the strand's length.
	tip := pull / max(spring, 1e-6)
	margin := 0.02 + m.longest*tip/mgl32.Vec2{tip, m.longest}.Len()
	if m.followers != nil {
		margin += 3.5 * m.followers.off // which turns with the guide, and where that bends at once lags behind
	}
	return min(m.longest, margin)
}

// Release frees the memory of the simulation. The points stay.
func (m *Motion) Release() {
	if m == nil {
		return
	}
	m.followers.release()
	m.step.Release()
	m.rest.Release()
	m.first.Release()
	m.atRest.Release()
	m.velocities.Release()
	m.work.Release()
	m.solid.Release()
	m.params.Release()
}
