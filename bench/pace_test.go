// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// scripted is a watch whose clock goes by what its samples take.
type scripted struct {
	clock           time.Time
	us              func(i int) float64 // of sample i
	wild            func(i int) bool    // whether the GPU's clock is off
	host            bool
	stages          int
	takes           int
	runs            int
	batches         int
	queued          func(i int) bool // whether the GPU was busy before a sample
	walls, enqueued int
	fails           int // the sample that fails, from 1
	each            time.Duration
}

func (s *scripted) now() time.Time { return s.clock }

func (s *scripted) run(calls int) error {
	s.runs += calls
	s.clock = s.clock.Add(time.Duration(calls) * s.each)
	return nil
}

func (s *scripted) take(calls int) (reading, error) {
	s.clock = s.clock.Add(time.Duration(calls) * s.each)
	if calls > 1 {
		s.batches++
		return reading{gpu: float64(calls) * s.us(s.takes), wall: 1, reliable: true}, nil
	}
	i := s.takes
	s.takes++
	if s.takes == s.fails {
		return reading{}, errors.New("want of power")
	}
	r := reading{gpu: s.us(i), wall: s.us(i) + 10, reliable: s.wild == nil || !s.wild(i), queued: s.queued != nil && s.queued(i)}
	if s.host {
		r.gpu = -1
	}
	for k := range s.stages {
		r.names, r.stages = append(r.names, string(rune('a'+k))), append(r.stages, float64(k))
	}
	return r, nil
}

func (s *scripted) wall() (float64, error) {
	s.walls++
	s.clock = s.clock.Add(s.each)
	return s.us(s.takes) + 5, nil
}

func (s *scripted) enqueue(calls int) ([]float64, error) {
	s.enqueued += calls
	s.clock = s.clock.Add(time.Duration(calls) * s.each)
	all := make([]float64, calls)
	for i := range all {
		all[i] = 3
	}
	return all, nil
}

func steady(int) float64 { return 100 }

// noisy takes 80, 90, 100, 110 or 120: a median that many samples do not settle to 1 %.
func noisy(i int) float64 { return []float64{80, 120, 100, 90, 110}[i*7%5] }

func TestPaceStopsWhenTheMedianIsKnown(t *testing.T) {
	ctx := context.Background()
	s := &scripted{us: steady, each: time.Millisecond}
	r, err := pace{share: time.Minute, warm: 100 * time.Millisecond}.measure(ctx, s)
	if err != nil || len(r.GPU) != surelyReps || r.GPU[0] != 100 || r.Wall[0] != 105 || !r.Reliable || s.runs < 100 || s.runs > 120 {
		t.Errorf("steady: %+v after %d runs, %v", r, s.runs, err)
	}
	if r.Batch != 2 || s.batches != batchSamples || r.Batches[0] != 200 {
		t.Errorf("batches of %d: %v", r.Batch, r.Batches)
	}
	s = &scripted{us: noisy, each: time.Millisecond}
	if r, err = (pace{share: 10 * time.Minute}).measure(ctx, s); err != nil || len(r.GPU) <= 5*surelyReps {
		t.Errorf("noisy: %d samples, %v", len(r.GPU), err)
	}
}

// Queued calls have a wall time and an enqueue time of their own; those of the samples would count
// the hold in.
func TestPaceTimingMethods(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		queued, wild func(i int) bool
		want         bool
		wall         float64
		walls        int
	}{
		"queued":                      {func(int) bool { return true }, nil, true, 105, 20},
		"idle":                        {nil, nil, false, 105, 20},
		"one of them idle":            {func(i int) bool { return i != 7 }, nil, false, 105, 20},
		"idle, without a clock":       {nil, func(int) bool { return true }, false, 110, 0},
		"queued, with no clock of it": {func(int) bool { return true }, func(int) bool { return true }, true, 105, 20},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scripted{us: steady, each: time.Millisecond, queued: c.queued, wild: c.wild}
			r, err := pace{reps: 20}.measure(ctx, s)
			if err != nil || r.Queued != c.want || r.Wall[0] != c.wall || s.walls != c.walls || len(r.Wall) != 20 || s.enqueued < 20 || len(r.Enqueues) != s.enqueued || r.Enqueues[0] != 3 {
				t.Errorf("%s: %+v, %d walls, %d enqueued, %v", name, r, s.walls, s.enqueued, err)
			}
		})
	}
	// Slow calls are enqueued once.
	s := &scripted{us: steady, each: time.Second}
	if _, err := (pace{reps: 3}).measure(ctx, s); err != nil || s.enqueued != 1 || s.walls != 3 {
		t.Errorf("%d walls, %d enqueued, %v", s.walls, s.enqueued, err)
	}
}

func TestPaceStaysWithinBudget(t *testing.T) {
	ctx := context.Background()
	s := &scripted{us: noisy, each: 10 * time.Millisecond}
	r, err := pace{share: 200 * time.Millisecond, warm: 50 * time.Millisecond}.measure(ctx, s)
	if spent := s.clock.Sub(time.Time{}); err != nil || spent > 290*time.Millisecond || len(r.GPU) < 10 {
		t.Errorf("%d samples in %v, %v", len(r.GPU), spent, err)
	}
	// The warm-up is no part of the share, so that a short one does not leave the clock low.
	s = &scripted{us: steady, each: time.Millisecond}
	if _, err := (pace{share: 1, warm: 100 * time.Millisecond}).measure(ctx, s); err != nil || s.runs < 100 {
		t.Errorf("%d runs to warm up, %v", s.runs, err)
	}
	// However short the share is, there are three; however short the limit, one.
	for want, p := range map[int]pace{leastReps: {share: 1}, 1: {share: time.Hour, limit: 1}} {
		s := &scripted{us: noisy, each: time.Second}
		if r, err := p.measure(ctx, s); err != nil || len(r.GPU) != want || len(r.Batches) > 0 {
			t.Errorf("%+v: %d samples, want %d, %v", p, len(r.GPU), want, err)
		}
	}
	s = &scripted{us: func(i int) float64 { return []float64{50, 150}[i%2] }, each: 1}
	if r, err := (pace{}).measure(ctx, s); err != nil || len(r.GPU) > mostReps {
		t.Errorf("samples that never agree: %d, %v", len(r.GPU), err)
	}
}

func TestPaceWithFixedRepetitions(t *testing.T) {
	s := &scripted{us: steady, each: time.Second}
	if r, err := (pace{reps: 31, share: time.Second}).measure(context.Background(), s); err != nil || len(r.GPU) != 31 {
		t.Errorf("%d samples, want 31 whatever the share: %v", len(r.GPU), err)
	}
	s = &scripted{us: steady, each: time.Second}
	if r, err := (pace{reps: 31, limit: 9 * time.Second}).measure(context.Background(), s); err != nil || len(r.GPU) != 10 {
		t.Errorf("%d samples within the limit, want 10: %v", len(r.GPU), err)
	}
}

// A clock that still rises makes the first samples too long: they do not count.
func TestPaceDropsARisingClock(t *testing.T) {
	s := &scripted{us: func(i int) float64 { return max(100, 400-10*float64(i)) }, each: time.Millisecond}
	r, err := pace{share: time.Minute}.measure(context.Background(), s)
	if err != nil || len(r.GPU) == 0 || r.GPU[len(r.GPU)/2] > 105 {
		t.Errorf("%v, %v", r.GPU, err)
	}
}

func TestPaceRejectsUnreliableClock(t *testing.T) {
	s := &scripted{us: steady, each: time.Millisecond, wild: func(i int) bool { return i%5 == 0 }}
	if r, err := (pace{reps: 20}).measure(context.Background(), s); err != nil || r.Reliable || r.Batch != 0 || len(r.Batches) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	s = &scripted{us: steady, each: time.Millisecond, wild: func(i int) bool { return i == 3 }}
	if r, err := (pace{reps: 20}).measure(context.Background(), s); err != nil || !r.Reliable {
		t.Errorf("one in twenty off: %+v, %v", r, err)
	}
	s = &scripted{us: steady, each: time.Millisecond, host: true}
	if r, err := (pace{share: time.Minute}).measure(context.Background(), s); err != nil || r.Reliable || len(r.GPU) > 0 || len(r.Wall) != surelyReps {
		t.Errorf("the CPU's: %+v, %v", r, err)
	}
}

func TestPaceOfStages(t *testing.T) {
	s := &scripted{us: steady, each: time.Millisecond, stages: 3}
	r, err := pace{reps: 4}.measure(context.Background(), s)
	if err != nil || len(r.stages) != 3 || len(r.stages[2]) != 4 || r.stages[2][1] != 2 || r.names[2] != "c" || s.batches > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPaceStopsOnErrorOrCancel(t *testing.T) {
	s := &scripted{us: steady, each: time.Millisecond, fails: 3}
	if _, err := (pace{reps: 9}).measure(context.Background(), s); err == nil {
		t.Error("a sample that fails is no error")
	}
	ctx, stop := context.WithCancel(context.Background())
	s = &scripted{us: func(i int) float64 {
		if i == 2 {
			stop()
		}
		return 100
	}, each: time.Millisecond}
	if _, err := (pace{reps: 9}).measure(ctx, s); !errors.Is(err, context.Canceled) || s.takes != 3 {
		t.Errorf("interrupted: %v after %d", err, s.takes)
	}
}

func TestBatches(t *testing.T) {
	for us, want := range map[float64]int{0: 1, -1: 1, 3: 64, 10: 20, 199: 2, 200: 1, 1e6: 1} {
		t.Run(fmt.Sprint("us=", us), func(t *testing.T) {
			if n := batchFor(us); n != want {
				t.Errorf("%v us: a batch of %d, want %d", us, n, want)
			}
		})
	}
}
