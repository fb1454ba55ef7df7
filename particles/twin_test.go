// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// mote is the record of most tests: whole numbers that must agree in every bit, and floats.
type mote struct {
	Position [3]float32
	Age      uint32
	Velocity [3]float32
	Life     uint32
	ID, Sum  uint32
	Emitter  uint32
	Colour   float32
}

// motion is its uniforms.
type motion struct {
	Gravity [3]float32
	Least   uint32
	Spread  uint32
}

const (
	moteInit = `void init(inout Particle p, Birth b) {
    p.life = u.least + randomBelow(u.spread);
    p.position = b.position;
    p.velocity = vec3(randomWords().xyz >> 24);
    p.emitter = b.emitter;
    p.sum = b.index;
}`
	moteUpdate = `bool update(inout Particle p) {
    p.sum += randomWords().y + step_number;
    p.velocity += u.gravity * dt;
    p.position += p.velocity * dt;
    p.age++;
    return p.age < p.life;
}`
)

// moteEvents is moteUpdate with events of channel sparks.
var moteEvents = strings.Replace(moteUpdate, "    return", "    if (p.sum % 3u == 0u) emit(sparks);\n    return", 1)

func moteOptions(capacity int) Options {
	return Options{
		Capacity: capacity, Record: mote{}, Uniforms: motion{Gravity: [3]float32{0, -9, 0}, Least: 2, Spread: 9},
		Init: moteInit, Update: moteUpdate, Seed: 7,
	}
}

// pcg4d is the twin of random.glsl.
func pcg4d(x, y, z, w uint32) [4]uint32 {
	v := [4]uint32{x, y, z, w}
	for i := range v {
		v[i] = v[i]*1664525 + 1013904223
	}
	add := func() {
		v[0] += v[1] * v[3]
		v[1] += v[2] * v[0]
		v[2] += v[0] * v[1]
		v[3] += v[1] * v[2]
	}
	add()
	for i := range v {
		v[i] ^= v[i] >> 16
	}
	add()
	return v
}

// twin is the step on the CPU.
type twin struct {
	o                      Options
	u                      motion
	alive                  []mote
	events                 []mote // of the first channel
	nextID, step           uint32
	emitted, died, dropped int
	time                   float64
	carry                  []float64
}

func newTwin(o Options) *twin {
	return &twin{o: o, u: o.Uniforms.(motion), carry: make([]float64, len(o.Emitters))}
}

// run is one step; more are particles of an emitter besides its rate.
func (w *twin) run(dt float64, more int) {
	n := len(w.alive)
	for e, em := range w.o.Emitters {
		w.carry[e] += em.Rate * dt
		whole := math.Floor(w.carry[e])
		w.carry[e] -= whole
		count := int(whole)
		if e == 0 {
			count += more
		}
		for i := range count {
			if len(w.alive) == w.o.Capacity {
				w.dropped++
				continue
			}
			// The shape takes the first number.
			r := pcg4d(w.nextID, w.step, 0x80000001, w.o.Seed)
			v := pcg4d(w.nextID, w.step, 0x80000002, w.o.Seed)
			p := mote{ID: w.nextID, Emitter: uint32(e), Sum: uint32(i), Position: em.At}
			p.Life = w.u.Least + uint32(uint64(r[0])*uint64(w.u.Spread)>>32)
			for a := range 3 {
				p.Velocity[a] = float32(v[a] >> 24)
			}
			w.alive = append(w.alive, p)
			w.nextID++
		}
	}
	w.emitted += len(w.alive) - n
	var kept []mote
	w.events = nil
	for _, p := range w.alive {
		p.Sum += pcg4d(p.ID, w.step, 0, w.o.Seed)[1] + w.step
		for a := range 3 {
			p.Velocity[a] += w.u.Gravity[a] * float32(dt)
			p.Position[a] += p.Velocity[a] * float32(dt)
		}
		p.Age++
		if p.Sum%3 == 0 {
			w.events = append(w.events, p)
		}
		if p.Age < p.Life {
			kept = append(kept, p)
		} else {
			w.died++
		}
	}
	w.alive = kept
	w.step++
	w.time += dt
}

// check compares a system with its twin: whole numbers by their bits, floats to a bound.
func (w *twin) check(t *testing.T, s *System) {
	t.Helper()
	got, err := Read[mote](s)
	if err != nil {
		t.Fatal(err)
	}
	w.compare(t, "alive", got, w.alive)
	stats, err := s.StatsNow()
	if err != nil {
		t.Fatal(err)
	}
	if stats.Alive != len(w.alive) || int(stats.Emitted) != w.emitted || int(stats.Died) != w.died || int(stats.Dropped) != w.dropped || stats.Step != int(w.step) {
		t.Fatalf("step %d: %+v, expected %d alive, %d emitted, %d died, %d dropped", w.step, stats, len(w.alive), w.emitted, w.died, w.dropped)
	}
}

func (w *twin) compare(t *testing.T, what string, got, want []mote) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("step %d: %d %s, expected %d", w.step, len(got), what, len(want))
	}
	for i, p := range got {
		q := want[i]
		for a := range 3 {
			if math.Abs(float64(p.Position[a]-q.Position[a])) > 1e-3 || math.Abs(float64(p.Velocity[a]-q.Velocity[a])) > 1e-3 {
				t.Fatalf("step %d: %s %d is %+v, expected %+v", w.step, what, i, p, q)
			}
		}
		p.Position, p.Velocity = q.Position, q.Velocity
		if p != q {
			t.Fatalf("step %d: %s %d is %+v, expected %+v", w.step, what, i, p, q)
		}
	}
}

func newSystem(t testing.TB, dev *gpu.Device, o Options) *System {
	t.Helper()
	s, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	s.SetCamera(alongZ)
	return s
}

// alongZ is a camera at the origin without perspective.
var alongZ = Camera{View: mgl32.Ident4(), Projection: mgl32.Ident4(), Far: 100}

// drawn are the records in drawing order.
func drawn(t *testing.T, s *System, dev *gpu.Device) []mote {
	t.Helper()
	stats, err := s.StatsNow()
	if err != nil {
		t.Fatal(err)
	}
	all := make([]mote, s.o.Capacity)
	if err := gpu.Download(dev, s.Records(), all); err != nil {
		t.Fatal(err)
	}
	order, ok := s.Order()
	if !ok {
		return all[:stats.Alive]
	}
	index := make([]uint32, stats.Alive)
	if err := gpu.Download(dev, order, index); err != nil {
		t.Fatal(err)
	}
	var out []mote
	for _, i := range index {
		out = append(out, all[i])
	}
	return out
}

// The step beside its twin, with every tuning, dense and in slots, sorted and not.
func TestStepMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	for i, tune := range gputest.InNightly(gputest.Tunings(dev), gputest.Paths(dev)) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for k, slots := range []bool{false, true} {
				gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
					for _, by := range []Criterion{Unsorted, ByDepth, ByKey} {
						if i > 0 && (by == ByDepth || !gputest.Share(i+k, 2) || !gputest.Nightly() && (by == ByKey) != (i/2%2 == 0)) {
							continue // the first tuning has them all
						}
						gputest.Run(t, dev, by.String(), func(t *testing.T) {
							o := moteOptions(3000)
							o.Tuning, o.Slots, o.Sort.By, o.Elements = tune, slots, by, true
							o.Emitters = []Emitter{{Rate: 6100, At: [3]float32{1, 2, 3}}, {Rate: 777.7}}
							if by == ByKey {
								o.Sort.Key, o.Sort.Bits = "uint key(Particle p) { return p.life; }", 8
							}
							o.Channels = []EventChannel{{Name: "sparks", Capacity: 3000}}
							o.Update = moteEvents
							t.Logf("%+v slots %v by %v", tune, slots, by)
							stepAndCheck(t, dev, o)
						})
					}
				})
			}
		})
	}
}

func stepAndCheck(t *testing.T, dev *gpu.Device, o Options) {
	s, w := newSystem(t, dev, o), newTwin(o)
	s.SetCamera(Camera{View: [16]float32{2: 1, 15: 1}, Near: -200, Far: 20}) // depth is -x
	for step := range 12 {
		more := 0
		if step == 5 {
			more = 2500 // past the capacity
			if err := s.Emit(0, more); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Step(1.0 / 30); err != nil {
			t.Fatal(err)
		}
		w.run(1.0/30, more)
		w.check(t, s)
		checkDraw(t, s, dev, len(w.alive))
		if len(o.Channels) > 0 {
			events := make([]mote, len(w.events))
			if err := gpu.Download(dev, s.EventRecords(0), events); err != nil {
				t.Fatal(err)
			}
			w.compare(t, "events", events, w.events)
		}
		want := slices.Clone(w.alive)
		if o.Sort.By == ByKey {
			sort.SliceStable(want, func(i, j int) bool { return want[i].Life < want[j].Life })
			w.compare(t, "drawn", drawn(t, s, dev), want)
		} else if o.Sort.By == ByDepth {
			got := drawn(t, s, dev)
			for i := range got {
				if i > 0 && got[i-1].Position[0] > got[i].Position[0]+0.01 {
					t.Fatalf("step %d: %v is drawn before %v", step, got[i-1].Position, got[i].Position)
				}
			}
			slices.SortFunc(got, func(a, b mote) int { return int(a.ID) - int(b.ID) })
			slices.SortFunc(want, func(a, b mote) int { return int(a.ID) - int(b.ID) })
			w.compare(t, "drawn", got, want)
		}
	}
}

func checkDraw(t *testing.T, s *System, dev *gpu.Device, alive int) {
	t.Helper()
	var words [7]uint32
	if err := gpu.Download(dev, part(s.state, 0, 7), words[:]); err != nil {
		t.Fatal(err)
	}
	groups := uint32((alive + s.GroupSize() - 1) / s.GroupSize())
	want := [7]uint32{uint32(6 * alive), 1, 0, 0, groups, min(groups, 1), 1}
	var elements [5]uint32
	if err := gpu.Download(dev, s.ElementArgs(), elements[:]); err != nil || elements != [5]uint32{uint32(6 * alive), 1} {
		t.Fatalf("arguments for elements %v, %v", elements, err)
	}
	if words != want {
		t.Fatalf("arguments %v, expected %v", words, want)
	}
}
