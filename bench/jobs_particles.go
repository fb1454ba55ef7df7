// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/particles"
)

// A step of particles: as many as n, of which one in fifty or so dies and is born in each. All
// numbers are multiples of small powers of two and no sum is rounded, so that the CPU's are the
// same to the bit.
type mote struct {
	Position [3]float32
	Age      uint32
	Velocity [3]float32
	Life     uint32
	ID       uint32
	Size     float32
	Spin     [2]float32
}

const (
	moteStep            = 1.0 / 64     // seconds
	motesNear, motesFar = -16.0, 112.0 // -x and x between which keys differ
	motesBornOf         = 50
	moteKeys            = 65535
	naive               = "naive"
	moteRecord          = "struct Particle { vec3 position; uint age; vec3 velocity; uint life; uint id; float size; vec2 spin; };\n"
	moteInit            = `void init(inout Particle p, Birth b)
{
    uint h = b.id * 2654435761u;
    p.position = vec3(uvec3(h, h >> 9u, h >> 18u) & 511u) * 0.125;
    p.velocity = vec3(uvec3(h >> 5u, h >> 14u, h >> 23u) & 63u) * 0.015625 - 0.5;
    p.life = 40u + (h >> 27u);
    p.age = step_number == 0u ? (h >> 3u) % p.life : 0u;
    p.size = 0.0;
    p.spin = vec2(0.0);
}
`
	moteUpdate = `bool update(inout Particle p)
{
    p.velocity.y -= 0.25 * dt;
    p.position += p.velocity * dt;
    if (p.position.y < 0.0) {
        p.position.y = -p.position.y;
        p.velocity.y = -p.velocity.y;
    }
    p.size += dt;
    p.spin += vec2(dt, -dt);
    p.age++;
    return p.age < p.life;
}
`
)

// newMote is the twin of moteInit, behind the first step.
func newMote(id uint32) mote {
	h := id * 2654435761
	p := mote{ID: id, Life: 40 + h>>27}
	for i, shift := range [3][2]int{{0, 5}, {9, 14}, {18, 23}} {
		p.Position[i] = float32(h>>shift[0]&511) * 0.125
		p.Velocity[i] = float32(h>>shift[1]&63)*0.015625 - 0.5
	}
	return p
}

// moved is the twin of moteUpdate.
func (p mote) moved() (mote, bool) {
	p.Velocity[1] -= 0.25 * moteStep
	for i := range p.Position {
		p.Position[i] += p.Velocity[i] * moteStep
	}
	if p.Position[1] < 0 {
		p.Position[1], p.Velocity[1] = -p.Position[1], -p.Velocity[1]
	}
	p.Size += moteStep
	p.Spin[0] += moteStep
	p.Spin[1] -= moteStep
	p.Age++
	return p, p.Age < p.Life
}

// motes is a system to be measured.
type motes interface {
	step(wanted int, timer *gpu.Timer) error
	state() (alive []mote, order []uint32, next uint32, err error)
	Release()
}

// combMotes is comb's.
type combMotes struct {
	*particles.System
	d *gpu.Device
}

func newCombMotes(m maker) (combMotes, error) {
	s, err := particles.New(m.d, particles.Options{
		Capacity: m.n, Record: mote{}, Init: moteInit, Update: moteUpdate, Tuning: m.tune,
		Emitters: []particles.Emitter{{}}, Sort: particles.Sort{By: particles.ByDepth},
	})
	if err != nil {
		return combMotes{}, err
	}
	s.SetCamera(particles.Camera{View: [16]float32{2: -1, 15: 1}, Near: motesNear, Far: motesFar}) // depth is x
	return combMotes{s, m.d}, nil
}

func (c combMotes) step(wanted int, timer *gpu.Timer) error {
	if err := c.Emit(0, wanted); err != nil {
		return err
	}
	c.SetTimer(timer)
	return c.Step(moteStep)
}

func (c combMotes) state() ([]mote, []uint32, uint32, error) {
	stats, err := c.StatsNow()
	if err != nil {
		return nil, nil, 0, err
	}
	alive, err := particles.Read[mote](c.System)
	if err != nil {
		return nil, nil, 0, err
	}
	view, _ := c.Order()
	order := make([]uint32, len(alive))
	return alive, order, uint32(stats.Emitted), gpu.Download(c.d, view, order)
}

// errNoParticles says that a system of particles has room for one or more.
var errNoParticles = fmt.Errorf("no particles, want 1 or more: %w", errNoRow)

func (m maker) particlesJob() *job {
	j := m.newJob(2 * 48 * int64(m.n)) // every record read and written once
	if !m.automatic() {
		return j.fail(errNoForm)
	}
	if m.n == 0 {
		return j.fail(errNoParticles)
	}
	var s motes
	var err error
	if m.variant == naive {
		s, err = newNaiveParticles(m.d, m.n)
	} else {
		s, err = newCombMotes(m)
	}
	if err != nil {
		return j.fail(err)
	}
	j.release = s.Release
	step := m.stepsOf(s)
	j.run = func() error { return step(nil) }
	j.mark, j.stages = step, particles.Stages()
	j.check = func() error { return m.checkMotes(s, j.run) }
	return j
}

// stepsOf returns a step of a system. The first emits all particles.
func (m maker) stepsOf(s motes) func(timer *gpu.Timer) error {
	first := true
	return func(timer *gpu.Timer) error {
		wanted := m.n / motesBornOf
		if first {
			wanted, first = m.n, false
		}
		return s.step(wanted, timer)
	}
}

// firstStepJob is particlesJob for -startup, which counts how long comb's system takes to make.
func (m maker) firstStepJob() *job {
	j := m.newJob(2 * 48 * int64(m.n))
	s := keepTuned(m, j, "particles", func() (combMotes, error) { return newCombMotes(m) })
	if j.err != nil {
		return j
	}
	step := m.stepsOf(s)
	j.run = func() error { return step(nil) }
	j.check = func() error { return m.checkMotes(s, j.run) }
	return j
}

// checkMotes holds a step beside the CPU's: the same particles, and those drawn in order.
func (m maker) checkMotes(s motes, step func() error) error {
	before, _, id, err := s.state()
	if err != nil {
		return err
	}
	if err := step(); err != nil {
		return err
	}
	after, order, next, err := s.state()
	if err != nil {
		return err
	}
	born := min(m.n/motesBornOf, m.n-len(before))
	if want := id + uint32(born); next != want {
		return fmt.Errorf("particles: the next is number %d, want %d", next, want)
	}
	var want []mote
	for i := range len(before) + born {
		p := newMote(id + uint32(i-len(before)))
		if i < len(before) {
			p = before[i]
		}
		if p, lives := p.moved(); lives {
			want = append(want, p)
		}
	}
	if err := motesInOrder(after, order); err != nil {
		return err
	}
	if m.variant == naive { // its order is lost
		after, want = byID(after), byID(want)
	}
	if len(after) != len(want) {
		return fmt.Errorf("particles: %d live, want %d", len(after), len(want))
	}
	for i, p := range after {
		if p != want[i] {
			return fmt.Errorf("particles: number %d of %d is %+v, want %+v", i, len(after), p, want[i])
		}
	}
	return nil
}

// byID puts particles in the order of their numbers, of which those that live at a time lie close
// together: a sort of 2^24 would take longer than what is measured. Of two with one number it
// leaves one.
func byID(all []mote) []mote {
	place := map[uint32][]int32{} // by the number's higher part
	var parts []uint32
	for i, p := range all {
		row := place[p.ID>>16]
		if row == nil {
			row = make([]int32, 1<<16)
			place[p.ID>>16] = row
			parts = append(parts, p.ID>>16)
		}
		row[p.ID&0xFFFF] = int32(i + 1)
	}
	sorted := make([]mote, 0, len(all))
	slices.Sort(parts)
	for _, high := range parts {
		for _, at := range place[high] {
			if at > 0 {
				sorted = append(sorted, all[at-1])
			}
		}
	}
	return sorted
}

// motesInOrder checks that an order has each of the particles once, from far to near as far as keys
// distinguish them.
func motesInOrder(all []mote, order []uint32) error {
	seen := make([]bool, len(all))
	const least = float32(motesFar-motesNear) / moteKeys * 1.1
	for i, at := range order {
		if int(at) >= len(all) || seen[at] {
			return fmt.Errorf("particles: place %d of the order has %d, which there is not, or twice", i, at)
		}
		seen[at] = true
		if i > 0 && all[at].Position[0] > all[order[i-1]].Position[0]+least {
			return fmt.Errorf("particles: %v is drawn behind %v, which is nearer", all[at].Position, all[order[i-1]].Position)
		}
	}
	return nil
}

var naiveVariant = variant{name: naive, about: "an atomic counter for the living, a bitonic sort of keys and indices; the same particles, their order lost"}

// againstNaive writes the naive step's time over comb's.
func againstNaive(out io.Writer, rows []result.Row) {
	frames := map[int]result.Row{}
	head := "\nA step of particles, the naive one's time over comb's:\n"
	for _, r := range rows {
		if r.Op == "particles" && r.Variant == wholeFrame && r.Good() {
			frames[r.N] = r
		}
	}
	for _, r := range rows {
		if f, ok := frames[r.N]; ok && r.Op == "particles" && r.Variant == naive && r.Good() {
			fmt.Fprintf(out, "%s%10s %8s\n", head, count(r.N), ratio(r.Time()/f.Time()))
			head = ""
		}
	}
}
