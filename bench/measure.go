// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/combgl/comb/bench/ladder"
	"github.com/combgl/comb/bench/limits"
	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/printable"
)

// benchmark is one run of the program.
type benchmark struct {
	ctx            context.Context
	o              options
	table          []op
	d              *gpu.Device
	stdout, stderr io.Writer
	progress       progress
	rows           []result.Row
	json, csv      rowFile
	left           leftOut
	peer           result.PeerTimes
	failed         int

	ends   time.Time // when the budget does; zero without one
	copies map[int]result.Row
	seen   map[cell]bool // rows that are there, by what ran
	pacing guard
	queue  *limits.Hold // nil where calls cannot be queued
}

// measure makes, checks and times every row. Errors: those that make the whole run impossible, and
// gpu.ErrContextLost.
func (b *benchmark) measure() error {
	plan, err := b.plan()
	if err != nil {
		return err
	}
	pool, plan, err := b.buffers(plan)
	if err != nil {
		return err
	}
	defer pool.free()
	b.copies, b.seen, b.pacing = map[int]result.Row{}, map[cell]bool{}, guard{}
	if b.o.budget > 0 {
		b.ends = time.Now().Add(b.o.budget)
	}
	if err := b.wake(pool, wakeUp); err != nil {
		return err
	}
	if !b.o.check {
		if b.queue, err = newQueue(b.d); err != nil {
			return err
		}
		defer b.queue.Release()
	}
	t := b.newTable()
	b.progress = newProgress(b.stderr, len(plan), b.o.progress)
	defer b.progress.clear()
	last, reached := "", 0
	defer func() {
		for _, s := range plan[reached:] {
			b.left.add(notReached, s.op.name)
		}
	}()
	for i, s := range plan {
		if b.ctx.Err() != nil {
			break
		}
		if s.op.name != last {
			pool.forget()
			last = s.op.name
		}
		b.progress.at(i, s.cell)
		rows, err := b.one(s, pool, b.share(len(plan)-i))
		if err != nil {
			return err
		}
		b.progress.clear()
		if len(rows) > 0 || b.ctx.Err() == nil {
			reached = i + 1
		}
		for _, r := range rows {
			if err := b.keep(t, r); err != nil {
				return err
			}
		}
	}
	b.progress.clear()
	t.end()
	return nil
}

// wake keeps a GPU busy until its clock has risen. Short calls alone do not raise it: after a long
// wait their rows took up to three times as long.
func (b *benchmark) wake(pool *pool, d time.Duration) error {
	if b.d.Caps().Software || b.o.check {
		return nil
	}
	for began := time.Now(); time.Since(began) < d; b.d.Finish() {
		for range 20 {
			if err := b.d.Copy(pool.busy[0], pool.busy[1], gpu.N(busyWords)); err != nil {
				return err
			}
		}
	}
	return nil
}

// share is the part of the budget for one row when left rows remain; 0 without a budget.
func (b *benchmark) share(left int) time.Duration {
	if b.ends.IsZero() {
		return 0
	}
	return max(time.Until(b.ends)/time.Duration(left), time.Millisecond)
}

// pace returns the pace of a row. share is the row's part of the budget. waited is how long the GPU
// was idle while the row was made and checked. A GPU that waits for the CPU lowers its clock, and
// single calls of some microseconds do not raise it. So the share does not shorten the warm-up.
// When it did, rows behind a long check read up to ten times too slow on an H200.
func (b *benchmark) pace(share, waited time.Duration) pace {
	p := pace{reps: b.o.reps, limit: b.o.timeout, warm: min(max(3*waited, leastWarmUp), mostWarmUp)}
	if b.d.Caps().Software {
		p.warm = softWarmUp // it runs on the CPU, whose clock is up already
		if share > 0 && p.reps == 0 {
			p.warm = min(p.warm, share/3)
		}
	}
	if share > 0 {
		p.share = max(share-waited-p.warm, leastShare)
		if b.d.Caps().Software {
			p.share = max(share-waited, time.Millisecond)
		}
	}
	return p
}

const (
	leastWarmUp = 30 * time.Millisecond
	mostWarmUp  = 300 * time.Millisecond
	softWarmUp  = 10 * time.Millisecond
	wakeUp      = time.Second           // of a GPU, at first
	leastShare  = 20 * time.Millisecond // of samples on a GPU
)

// one makes a row, checks it, times it and checks it again. The second check is that of the last of
// many calls in a row, where a race between two calls would show. If the device cannot run the row,
// one returns a row with the reason. A variant that has run already, and a form that does not
// exist, have no row. Errors: gpu.ErrContextLost, without a row: its results are unknown.
func (b *benchmark) one(s step, pool *pool, share time.Duration) ([]result.Row, error) {
	began := time.Now()
	m := maker{cell: s.cell, d: b.d, seed: b.o.seed, tune: s.variant.tune, pool: pool}
	m.tune.Workers = b.o.workers
	if why := b.pacing.tooLong(s.cell, share); why != "" && !b.o.check {
		b.left.add(overBudget, s.op.name)
		return []result.Row{b.described(s.row(), why)}, nil
	}
	j := s.op.job(m)
	defer j.free()
	err := j.err
	if errors.Is(err, errNoForm) {
		return nil, nil
	}
	if err == nil {
		ran := s.cell
		if ran.variant = j.row.Variant; b.seen[ran] {
			return nil, nil
		}
		b.seen[ran] = true
		err = j.first()
	}
	if lost := b.d.Lost(); lost != nil {
		return nil, lost
	}
	if cannot(err) {
		b.left.add(notHere, s.op.name)
		return []result.Row{b.described(s.row(), reason(err))}, nil
	}
	if err == nil {
		err = errors.Join(j.check(), b.d.Check())
	}
	var all []result.Row
	if err == nil && !b.o.check {
		all, err = b.time(j, pool, b.pace(share, time.Since(began)))
	}
	if b.ctx.Err() != nil && !b.o.check {
		return nil, nil // interrupted: a row without its times is no result
	}
	// If the context is lost, other errors do not matter.
	if lost := b.d.Lost(); lost != nil {
		return nil, lost
	}
	if err != nil {
		r := b.described(j.row, "")
		r.Fail(err)
		b.progress.clear()
		fmt.Fprintf(b.stderr, "bench: %s %s n=%d: %s\n", r.Op, r.Variant, r.N, printable.Lines(err.Error()))
		return []result.Row{r}, nil
	}
	if b.o.check {
		all = []result.Row{j.row}
	}
	for i := range all {
		all[i] = b.described(all[i], all[i].Note)
		all[i].Checked = true
	}
	if s.op.name == "copy" && !b.o.check {
		b.copies[s.n] = all[0]
	}
	if !b.o.check {
		b.pacing.took(s.cell, all[0].Wall)
	}
	return all, nil
}

// impossible are the errors of rows that this device cannot run, which is no failure: a rung
// without Min, or more items than a driver's loops have turns.
var impossible = []error{errNoRow, ladder.ErrRung, gpu.ErrTooLarge, gpu.ErrUnsupported, gpu.ErrCount}

// cannot reports whether an error is one of impossible.
func cannot(err error) bool {
	return slices.ContainsFunc(impossible, func(kind error) bool { return errors.Is(err, kind) })
}

// reason is the text of an error without its kind and its package.
func reason(err error) string {
	text := err.Error()
	for _, kind := range impossible {
		text = strings.TrimPrefix(strings.TrimSuffix(text, ": "+kind.Error()), kind.Error()+": ")
	}
	for _, room := range []string{"classic: ", "ladder: ", "tiles: ", "limits: "} {
		text = strings.TrimPrefix(text, room)
	}
	return text
}

// described returns a row with its note and the device.
func (b *benchmark) described(r result.Row, note string) result.Row {
	c := b.d.Caps()
	r.Device, r.Driver, r.Note = printable.Line(c.Renderer), printable.Line(c.Version), printable.Line(note)
	return r
}

// sample measures a job that has passed its check, and checks it again. If the GPU has waited long,
// it raises the clock first.
func (b *benchmark) sample(j *job, pool *pool, p pace) (readings, error) {
	w, err := newWatch(b.d, j, b.queue)
	if err != nil {
		return readings{}, err
	}
	defer w.release()
	if p.warm > leastWarmUp {
		if err := b.wake(pool, p.warm); err != nil {
			return readings{}, err
		}
	}
	times, err := p.measure(b.ctx, w)
	if err == nil {
		err = errors.Join(b.d.Check(), j.check())
	}
	return times, err
}

// time measures a job that has passed its check, and checks it again. It returns the job's row,
// then the rows of its stages.
func (b *benchmark) time(j *job, pool *pool, p pace) ([]result.Row, error) {
	times, err := b.sample(j, pool, p)
	if err != nil {
		return nil, err
	}
	if n := len(times.Wall); n < p.reps {
		b.progress.clear()
		fmt.Fprintf(b.stderr, "bench: %s %s n=%d: %d of %d samples within -timeout %v\n", j.row.Op, j.row.Variant, j.row.N, n, p.reps, p.limit)
	}
	r := j.row
	r.Settle(times.Times, b.copies[j.words])
	all := []result.Row{r}
	for i, name := range times.names {
		if !times.Reliable {
			break // a stage has no wall clock of its own
		}
		stage := j.row
		stage.Variant = name
		stage.Settle(result.Times{GPU: times.stages[i], Reliable: true}, result.Row{})
		all = append(all, stage)
	}
	return all, nil
}

// guard stores how long calls took. It estimates the time of a call with more items, as in
// proportion. The time of fewer than fewItems hardly depends on n, and counts as that of fewItems.
type guard map[cell]known

type known struct {
	n    int
	wall float64 // microseconds
}

const fewItems = 1024

// callsEach is about how many calls a row takes at least: checked, warmed up, timed.
const callsEach = 6

func (g guard) took(c cell, wall float64) {
	n := c.n
	c.n = 0
	g[c] = known{n, wall}
}

// tooLong returns why a row is left out: it would take the time of many others. "" means that it is
// measured.
func (g guard) tooLong(c cell, share time.Duration) string {
	n := c.n
	c.n = 0
	before, ok := g[c]
	if !ok || before.n == 0 || n <= before.n || share == 0 {
		return ""
	}
	call := time.Duration(before.wall * float64(n) / float64(max(before.n, fewItems)) * float64(time.Microsecond))
	if callsEach*call <= max(8*share, 300*time.Millisecond) {
		return ""
	}
	return fmt.Sprintf("left out: a call would take about %v, too much of -budget", call.Round(time.Millisecond))
}
