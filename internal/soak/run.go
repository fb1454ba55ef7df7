// SPDX-License-Identifier: MIT

package soak

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/combgl/comb/gpu"
)

// Options for Run.
type Options struct {
	Trials     int
	First      int // the first trial's number
	Seed       int64
	Most       int // items
	Lanes      []gpu.Lanes
	Algorithms []gpu.Algorithm
	Repeat     string       // what repeats a trial, but for -first
	Progress   func(Status) // called now and then; may be nil
	OnWrong    func(Wrong)  // called for each wrong trial; may be nil
	// Save gets the summary so far: with the first trials that were checked, and then about every
	// second. So a process that is killed has kept it. Interrupted is set in it. An error ends the
	// run. Save may be nil.
	Save func(Summary) error
}

// Wrong is a trial whose result was wrong.
type Wrong struct {
	Seed   int64  `json:"seed"`
	Trial  int    `json:"trial"`
	Op     string `json:"op"`
	What   string `json:"what"`   // was wrong
	First  int    `json:"first"`  // index that was; -1 where there is none
	Inputs string `json:"inputs"` // operation, options, n and all else that was drawn
	Repeat string `json:"repeat"` // the command
}

func (w Wrong) String() string {
	return fmt.Sprintf("WRONG  seed %d trial %d: %s; %s; first at %d; again: %s", w.Seed, w.Trial, w.Inputs, w.What, w.First, w.Repeat)
}

// Status is how far a run is.
type Status struct {
	Done, Trials int // enqueued, and asked for
	Wrong        int // so far, of those that came back
	Seconds      float64
	Counts       map[string]int // trials of each operation
}

// Summary is what came of a run.
type Summary struct {
	Device      string                    `json:"device"`
	Driver      string                    `json:"driver"`
	Seed        int64                     `json:"seed"`
	First       int                       `json:"first"`
	Requested   int                       `json:"asked"`  // trials
	Trials      int                       `json:"trials"` // that were checked
	Counts      map[string]map[string]int `json:"counts"` // by operation and variant
	Items       int64                     `json:"items"`
	Seconds     float64                   `json:"seconds"`
	WrongTrials int                       `json:"wrong_trials"`
	Wrong       []Wrong                   `json:"wrong"`       // the first 1,000 of them
	Interrupted bool                      `json:"interrupted"` // the run did not come to its end
	Failure     string                    `json:"failure"`     // what the device had to say at the end
}

// maxWrong is how many wrong trials a summary keeps: a driver that gets nothing right need not fill
// a disk.
const maxWrong = 1000

// turn is the time after which enqueued trials are checked although their half of the ring has room
// for more, and the time between two calls of Save.
const turn = time.Second

// run is one under way.
type run struct {
	*engine
	ctx      context.Context
	sum      Summary
	began    time.Time
	reported time.Time
	saved    time.Time
	halves   [2]*gpu.Readback
	waiting  [2][]*trial
	begun    map[string]int // trials of each operation
}

// Run makes the trials. Errors: what made the run impossible, gpu.ErrContextLost when it was lost
// under way, the error of Save; the summary holds what was known by then. Wrong results are no
// error.
func Run(ctx context.Context, d *gpu.Device, o Options) (Summary, error) {
	caps := d.Caps()
	r := &run{ctx: ctx, began: time.Now(), begun: map[string]int{}, sum: Summary{
		Device: caps.Renderer, Driver: caps.Version, Seed: o.Seed, First: o.First, Requested: o.Trials,
		Counts: map[string]map[string]int{}, Wrong: []Wrong{},
	}}
	e, err := newEngine(d, o)
	if err != nil {
		r.sum.Failure = err.Error()
		return r.sum, err
	}
	defer e.release()
	r.engine = e
	for i := range r.halves {
		if r.halves[i], err = d.NewReadback(ringSlots / 2 * slotWords); err != nil {
			r.sum.Failure = err.Error()
			return r.sum, err
		}
		defer r.halves[i].Release()
	}
	r.began = time.Now()
	err = r.all()
	// A lost context reads as zeros everywhere: only Check reports it.
	check := d.Check()
	if e.clamped && errors.Is(check, gpu.ErrOverflow) && !errors.Is(check, gpu.ErrCount) {
		check = nil // asked for by Clamp
	}
	err = errors.Join(err, check)
	if err != nil {
		r.sum.Failure = err.Error()
	}
	r.sum.Interrupted = ctx.Err() != nil
	r.sum.Seconds = time.Since(r.began).Seconds()
	return r.sum, err
}

// all makes the trials, half a ring at a time: while one half is worked on, the other comes back. A
// half of slow trials, which compile kernels, is not filled.
func (r *run) all() error {
	for done, half := 0, 0; done < r.o.Trials && r.ctx.Err() == nil; half = 1 - half {
		if err := r.take(half); err != nil {
			return err
		}
		if err := r.clearRing(half*ringSlots/2, ringSlots/2); err != nil {
			return err
		}
		began := time.Now()
		for i := 0; i < ringSlots/2 && done < r.o.Trials && r.ctx.Err() == nil && (i == 0 || time.Since(began) < turn); i++ {
			t := r.try(r.o.First+done, uint32((half*ringSlots/2+i)*slotWords))
			r.waiting[half] = append(r.waiting[half], t)
			r.begun[t.kind.op]++
			if errors.Is(t.err, gpu.ErrContextLost) {
				return t.err
			}
			t.parts, t.outs, t.made = nil, nil, nil
			done++
			r.progress()
		}
		view, err := r.area[areaRing].Slice(4*half*ringSlots/2*slotWords, 4*(half+1)*ringSlots/2*slotWords)
		if err != nil {
			return err
		}
		r.d.MemoryBarrier()
		if err := r.halves[half].Start(view); err != nil {
			return err
		}
	}
	return errors.Join(r.take(0), r.take(1))
}

// take waits for half a ring, and looks at its trials.
func (r *run) take(half int) error {
	trials := r.waiting[half]
	if len(trials) == 0 {
		return nil
	}
	words, err := r.halves[half].Take()
	if err != nil {
		return err
	}
	for i, t := range trials {
		if r.sum.Counts[t.kind.op] == nil {
			r.sum.Counts[t.kind.op] = map[string]int{}
		}
		r.sum.Counts[t.kind.op][t.variant]++
		r.sum.Trials++
		r.sum.Items += int64(t.n)
		what, first := t.finding(words[i*slotWords : (i+1)*slotWords])
		if what == "" {
			continue
		}
		if r.sum.WrongTrials++; r.sum.WrongTrials > maxWrong {
			continue
		}
		w := Wrong{Seed: r.o.Seed, Trial: t.number, Op: t.kind.op, What: what, First: first, Inputs: t.String(), Repeat: fmt.Sprintf("%s -first %d", r.o.Repeat, t.number)}
		r.sum.Wrong = append(r.sum.Wrong, w)
		if r.o.OnWrong != nil {
			r.o.OnWrong(w)
		}
	}
	r.waiting[half] = nil
	return r.save()
}

// save gives the summary so far to Save, if its time has come.
func (r *run) save() error {
	if r.o.Save == nil || time.Since(r.saved) < turn {
		return nil
	}
	r.saved = time.Now()
	s := r.sum
	s.Interrupted, s.Seconds = true, time.Since(r.began).Seconds()
	return r.o.Save(s)
}

func (r *run) progress() {
	if r.o.Progress == nil || time.Since(r.reported) < 200*time.Millisecond {
		return
	}
	r.reported = time.Now()
	s := Status{Trials: r.o.Trials, Wrong: r.sum.WrongTrials, Seconds: time.Since(r.began).Seconds(), Counts: map[string]int{}}
	for op, n := range r.begun {
		s.Counts[op] = n
		s.Done += n
	}
	r.o.Progress(s)
}
