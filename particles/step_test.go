// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Alive is what was emitted less what died, over a thousand steps, in a nightly run three thousand,
// with room running out now and then.
func TestCountsAddUpOverManySteps(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(4000)
	o.Emitters = []Emitter{{Rate: 3333.3, Bursts: []Burst{{At: 0.5, Count: 5000, Every: 7}}}}
	s := newSystem(t, dev, o)
	steps := gputest.InNightly(3000, 1000)
	if testing.Short() {
		steps = 300
	}
	dropped, emitted := uint64(0), 0.0
	for i := range steps {
		if err := s.Step(1.0 / 50); err != nil {
			t.Fatal(err)
		}
		emitted += 3333.3 / 50
		if i%97 != 0 {
			continue
		}
		n, err := s.StatsNow()
		if err != nil {
			t.Fatal(err)
		}
		if uint64(n.Alive) != n.Emitted-n.Died || n.Alive > o.Capacity || n.MostAlive > o.Capacity || n.Dropped < dropped || n.Step != i+1 {
			t.Fatalf("after step %d: %+v", i+1, n)
		}
		at := float64(i+1) / 50
		bursts := 0.0
		if at > 0.5 {
			bursts = math.Ceil((at-1e-9-0.5)/7) * 5000
		}
		if all := float64(n.Emitted + n.Dropped); math.Abs(all-emitted-bursts) > 2 {
			t.Fatalf("after %v s %v were to be emitted, expected %v", at, all, emitted+bursts)
		}
		dropped = n.Dropped
	}
	if dropped == 0 {
		t.Error("room never ran out: the test looks at less than it should")
	}
}

func TestCapacities(t *testing.T) {
	dev := gputest.Device(t)
	for _, slots := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
			for _, c := range []struct{ capacity, emit, alive, dropped int }{
				{1, 0, 0, 0}, {1, 1, 1, 0}, {1, 2, 1, 1}, {1000, 1000, 1000, 0}, {1000, 1001, 1000, 1}, {1024, 1024, 1024, 0},
				{1025, 1 << 20, 1025, 1<<20 - 1025}, {31, 31, 31, 0}, {33, 33, 33, 0},
			} {
				gputest.Run(t, dev, fmt.Sprintf("capacity=%d,emit=%d", c.capacity, c.emit), func(t *testing.T) {
					o := moteOptions(c.capacity)
					o.Slots, o.Emitters = slots, []Emitter{{}}
					o.Uniforms = motion{Least: 3, Spread: 1}
					s, w := newSystem(t, dev, o), newTwin(o)
					if err := s.Emit(0, c.emit); err != nil {
						t.Fatal(err)
					}
					for step := range 4 {
						if err := s.Step(0.1); err != nil {
							t.Fatal(err)
						}
						w.run(0.1, map[int]int{0: c.emit}[step])
						w.check(t, s)
						if step == 0 && (len(w.alive) != c.alive || w.dropped != c.dropped) {
							t.Errorf("%+v: %d alive, %d dropped", c, len(w.alive), w.dropped)
						}
					}
					if len(w.alive) != 0 {
						t.Errorf("%+v: %d are still alive", c, len(w.alive))
					}
				})
			}
		})
	}
}

func TestEmitRefuses(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(10)
	o.Emitters = []Emitter{{}, {Count: gpu.CountAt(gputest.Words(t, dev, []uint32{3}).View(), 5)}}
	s := newSystem(t, dev, o)
	for _, c := range []struct {
		emitter, n int
		is         error
	}{{-1, 1, gpu.ErrArgument}, {2, 1, gpu.ErrArgument}, {1, 1, gpu.ErrArgument}, {0, -1, gpu.ErrArgument}, {0, maxEmitted + 1, gpu.ErrTooLarge}} {
		gputest.Run(t, dev, fmt.Sprintf("emitter=%d,n=%d", c.emitter, c.n), func(t *testing.T) {
			if err := s.Emit(c.emitter, c.n); !errors.Is(err, c.is) {
				t.Errorf("Emit(%d, %d): %v", c.emitter, c.n, err)
			}
		})
	}
	for _, dt := range []float64{-1, math.NaN(), math.Inf(1)} {
		gputest.Run(t, dev, fmt.Sprint("dt=", dt), func(t *testing.T) {
			if err := s.Step(dt); !errors.Is(err, gpu.ErrArgument) {
				t.Errorf("Step(%v): %v", dt, err)
			}
		})
	}
	s.Emitter(0).Rate = -1
	if err := s.Step(0.1); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("a rate below 0: %v", err)
	}
	s.Emitter(0).Rate = 1e300
	if err := s.Step(0.1); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("a rate of 1e300: %v", err)
	}
	s.Emitter(0).Rate = 0
	if err := s.Step(0.1); err != nil {
		t.Error(err)
	}
	if n, err := s.StatsNow(); err != nil || n.Alive != 3 || n.Step != 1 {
		t.Errorf("%+v, %v: 3 are emitted by the word on the GPU", n, err)
	}
}

// A step refuses other Count, Events and Each than New got. It refuses Rate and Bursts of an
// emitter on the GPU, which would have no effect.
func TestEmitterChangesBetweenSteps(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(100)
	o.Emitters = []Emitter{{}, {Count: gpu.CountAt(gputest.Words(t, dev, []uint32{3}).View(), 5), Each: 2}}
	s := newSystem(t, dev, o)
	steps(t, s, 1)
	if n, err := s.StatsNow(); err != nil || n.Emitted != 6 {
		t.Errorf("%+v, %v: want 6 emitted", n, err)
	}
	s.Emitter(1).Rate = 60
	if err := s.Step(0.1); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "emitter 1: Rate is 60 with 0 Bursts, want neither") {
		t.Errorf("a Rate of an emitter on the GPU: %v", err)
	}
	s.Emitter(1).Rate, s.Emitter(1).Bursts = 0, []Burst{{Count: 1}}
	if err := s.Step(0.1); !errors.Is(err, gpu.ErrArgument) || s.Steps() != 1 {
		t.Errorf("a Burst of an emitter on the GPU: %v after %d steps", err, s.Steps())
	}
	s.Emitter(1).Bursts = nil
	for want, change := range map[string]func(){
		"emitter 0: Count is 7, want 0 as New got it":            func() { s.Emitter(0).Count = gpu.N(7) },
		"emitter 0: Each is 3, want 0 as New got it":             func() { s.Emitter(0).Each = 3 },
		"emitter 1: Each is 0, want 2 as New got it":             func() { s.Emitter(1).Each = 0 },
		"emitter 1: Count is 0, want at most 5, in ":             func() { s.Emitter(1).Count = gpu.Count{} },
		"emitter 0: Events was changed, want those that New got": func() { s.Emitter(0).Events = &EventSource{} },
	} {
		before := [2]Emitter{*s.Emitter(0), *s.Emitter(1)}
		change()
		if err := s.Step(0.1); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "particles: Step: "+want) || s.Steps() != 1 {
			t.Errorf("%v after %d steps, want %s", err, s.Steps(), want)
		}
		*s.Emitter(0), *s.Emitter(1) = before[0], before[1]
	}
	steps(t, s, 1)
}

// Advance turns time that goes by into steps of one length.
func TestAdvance(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(10)
	o.FixedStep, o.MaxSteps = 0.1, 3
	s := newSystem(t, dev, o)
	for _, c := range []struct {
		seconds float64
		steps   int
	}{{0.05, 0}, {0.06, 1}, {0.2, 2}, {0.08, 0}, {0.0125, 1}, {100, 3}, {0.05, 0}, {0.06, 1}} {
		if n, err := s.Advance(c.seconds); n != c.steps || err != nil {
			t.Errorf("%v seconds are %d steps, expected %d (%v)", c.seconds, n, c.steps, err)
		}
	}
	s.Pause(true)
	if n, _ := s.Advance(5); n != 0 || !s.Paused() {
		t.Errorf("%d steps while paused", n)
	}
	before := s.Steps()
	if err := s.Step(0.1); err != nil || s.Steps() != before+1 {
		t.Errorf("a single step while paused: %v", err)
	}
	s.Pause(false)
	if n, _ := s.Advance(0.1); n != 1 {
		t.Errorf("%d steps when going on", n)
	}
	if _, err := s.Advance(-1); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("time that runs back: %v", err)
	}
}

// Stats come without waiting, and have an age.
func TestStatsArriveWithoutWaiting(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(1000)
	o.Emitters = []Emitter{{Rate: 600}}
	s := newSystem(t, dev, o)
	if n, age, err := s.Stats(); n != (Stats{}) || age != 0 || err != nil {
		t.Errorf("before the first step: %+v, %d, %v", n, age, err)
	}
	for until := time.Now().Add(10 * time.Second); ; {
		if err := s.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
		n, age, err := s.Stats()
		if err != nil {
			t.Fatal(err)
		}
		if n.Step+age != s.Steps() || n.Step > 0 && uint64(n.Alive) != n.Emitted-n.Died || n.Emitted != uint64(10*n.Step) {
			t.Fatalf("%+v, %d steps old after %d", n, age, s.Steps())
		}
		if n.Step > 5 {
			break
		}
		if time.Now().After(until) {
			t.Fatal("no Stats in 10 s")
		}
	}
}

func TestNoLeaksAndNoAllocations(t *testing.T) {
	dev := gputest.Device(t)
	for i, x := range allTexts(t) {
		gputest.Run(t, dev, []string{"plain", "full", "keyed"}[i], func(t *testing.T) {
			o := *x.o
			o.Emitters = []Emitter{{Rate: 1e4, Shape: Box, Size: [3]float32{1, 1, 1}}}
			if len(o.Channels) > 0 {
				o.Channels[0].ToHost = true
			}
			gputest.LeavesNothing(t, dev, "a system", func() {
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				s.SetCamera(alongZ)
				step := func() {
					if err := s.Step(0.01); err != nil {
						t.Fatal(err)
					}
				}
				step()
				step()
				runs := gputest.InNightly(50, 15)
				if n := testing.AllocsPerRun(runs, step); n != 0 {
					t.Errorf("a step allocates %v times", n)
				}
				if n := testing.AllocsPerRun(runs, func() {
					step()
					if _, _, err := s.Stats(); err != nil {
						t.Fatal(err)
					}
				}); n != 0 {
					t.Errorf("a step with Stats allocates %v times", n)
				}
				s.Release()
				s.Release()
				if err := s.Step(1); !errors.Is(err, gpu.ErrReleased) {
					t.Errorf("a step after Release: %v", err)
				}
				if _, _, err := s.Stats(); !errors.Is(err, gpu.ErrReleased) {
					t.Errorf("Stats after Release: %v", err)
				}
			})
		})
	}
}

// The order of the records themselves, which later steps keep.
func TestSortWithGatherAndEvery(t *testing.T) {
	dev := gputest.Device(t)
	for _, skip := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("skip=", skip), func(t *testing.T) {
			o := moteOptions(3000)
			o.Emitters = []Emitter{{Rate: 6000}}
			o.Sort = Sort{By: ByKey, Key: "uint key(Particle p) { return p.emitter * 256u + p.life; }", Gather: true, Every: 3, Descending: true, SkipSorted: skip}
			s := newSystem(t, dev, o)
			for step := range 9 {
				if err := s.Step(0.05); err != nil {
					t.Fatal(err)
				}
				all, err := Read[mote](s)
				if err != nil {
					t.Fatal(err)
				}
				born := uint32(300 * step) // the ids of this step's newborn begin here
				last := uint32(math.MaxUint32)
				for i, p := range all {
					if sorts := step%3 == 0; sorts || p.ID < uint32(300*(step/3*3+1)) {
						if p.Life > last {
							t.Fatalf("step %d: particle %d of life %d comes after one of %d", step, i, p.Life, last)
						}
						last = p.Life
					} else if i > 0 && p.ID >= born && all[i-1].ID >= born && all[i-1].ID >= p.ID {
						t.Fatalf("step %d: newborn out of order at %d", step, i)
					}
				}
				if _, ok := s.Order(); ok || len(all) == 0 {
					t.Fatalf("step %d: %d records, with an order beside them: %v", step, len(all), ok)
				}
			}
		})
	}
}
