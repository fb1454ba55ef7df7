// SPDX-License-Identifier: MIT

package pace

import (
	"math"
	"time"
)

// Level is a quality of a frame. The frame is scaled up to the window.
type Level struct {
	Share  float32 // of the strands
	Scale  float32 // of the window's width and height
	Light  float32 // of the side of the lights' maps
	Draft  bool    // with fewer points of a strand, and a coarse head: hair.Renderer.SetDraft
	weight float64 // the assumed time as a share of the full frame's, until it is measured
}

// Levels go from the full frame to the fastest one. There are few sizes, because each new size
// allocates.
var Levels = [...]Level{
	{1, 1, 1, false, 1},
	{0.7, 1, 0.5, false, 0.65},
	{0.5, 0.75, 0.5, false, 0.42},
	{0.3, 0.75, 0.5, false, 0.28},
	{0.2, 0.5, 0.25, false, 0.17},
	{0.1, 0.5, 0.25, true, 0.06},
	{0.05, 0.5, 0.125, true, 0.04},
	{0.02, 0.25, 0.125, true, 0.015},
}

// Full is the level of the full frame, Fastest that of the fastest one.
const (
	Full    = 0
	Fastest = len(Levels) - 1
)

// Pace chooses the quality of each frame: while something moves, the best that keeps to the target,
// and full quality in steps once nothing moves. It uses the times of earlier frames only, so no
// frame waits for a measurement. It reads no clock: the caller passes all times.
type Pace struct {
	Target time.Duration // of a frame; 0: all frames are full
	Begins int           // the level of the first frame

	Level  int // of the latest frame
	held   int // of the latest that showed a change
	begun  bool
	moved  bool      // the latest frame shows a change, or there was input since
	Since  time.Time // when it was shown, or when there was input
	cost   [len(Levels)]time.Duration
	latest [len(Levels)]time.Duration // the lesser of two consecutive times counts, so one slow frame changes nothing
}

// RestAfter is the time without changes before frames become better. A better frame may take at
// most maxSlowdown times as long as the one before: input is handled between these frames.
// A frame of at least LongStep waits for LongRest, so that input can end the wait.
const (
	RestAfter   = 200 * time.Millisecond
	LongStep    = 3 * time.Second
	LongRest    = time.Second
	maxSlowdown = 4
)

// A level stays up to tooSlow times the target. A better one is chosen if its estimate is at most
// fastEnough times the target.
const (
	tooSlow    = 1.2
	fastEnough = 0.8
)

// Frame is a frame that has begun. The first frame of a level allocates and computes the light
// anew, so its time does not count like others; timed is false for it.
type Frame struct {
	Level int
	timed bool
}

// Untimed is a frame whose time does not count.
var Untimed = Frame{Level: -1}

// Moving returns the level for a frame that shows a change.
func (p *Pace) Moving() int {
	p.moved, p.held = true, p.affordable()
	return p.held
}

func (p *Pace) affordable() int {
	if p.Target == 0 {
		return Full
	}
	if !p.known() {
		return p.Begins
	}
	for level := range Fastest {
		limit := fastEnough
		if level == p.held {
			limit = tooSlow
		}
		if p.estimate(level) <= time.Duration(limit*float64(p.Target)) {
			return level
		}
	}
	return Fastest
}

// Refine returns the next better level, if there is one and nothing has moved for RestAfter.
func (p *Pace) Refine(now time.Time) (level int, due bool) {
	if !p.Unfinished() || p.Wait(now) > 0 {
		return p.Level, false
	}
	p.moved = false
	return p.next(), true
}

// Next returns the expected time of the next better frame, 0 if it is unknown.
func (p *Pace) Next() time.Duration { return p.estimate(p.next()) }

// Estimate returns the expected time of a frame of a level, 0 if it is unknown.
func (p *Pace) Estimate(level int) time.Duration { return p.estimate(level) }

// next is the level of the next better frame.
func (p *Pace) next() int {
	limit := maxSlowdown * max(p.estimate(p.Level), p.Target)
	for level := range p.Level {
		small := p.estimate(level) <= limit
		if !p.known() {
			small = Levels[level].weight <= maxSlowdown*Levels[p.Level].weight
		}
		if small {
			return level
		}
	}
	return max(p.Level-1, Full)
}

// Unfinished reports whether a better frame follows.
func (p *Pace) Unfinished() bool { return p.Target > 0 && p.begun && p.Level > Full }

// Wait returns the time until the next better frame.
func (p *Pace) Wait(now time.Time) time.Duration {
	rest := time.Duration(0)
	if p.moved {
		rest = RestAfter
	}
	if p.Next() >= LongStep {
		rest = LongRest
	}
	return max(rest-now.Sub(p.Since), 0)
}

// Input stores that there was input: better frames wait for a rest since then.
func (p *Pace) Input(now time.Time) { p.moved, p.Since = true, now }

// Begin stores the level of a frame that begins.
func (p *Pace) Begin(level int) Frame {
	f := Frame{level, p.begun && level == p.Level}
	p.Level, p.begun = level, true
	return f
}

// Shown stores when the latest frame appeared in the window.
func (p *Pace) Shown(now time.Time) { p.Since = now }

// Took adds the measured time of a frame. It may come at any time after the frame.
func (p *Pace) Took(f Frame, cost time.Duration) {
	if f.Level < 0 || cost <= 0 || p.Target == 0 {
		return
	}
	if !f.timed { // the next frames of its level cost no more
		if before := p.estimate(f.Level); before > 0 && cost < before {
			p.cost[f.Level], p.latest[f.Level] = cost, cost
		}
		return
	}
	before, now := p.cost[f.Level], cost
	if last := p.latest[f.Level]; last > 0 {
		now = min(now, last)
	}
	p.latest[f.Level] = cost
	if before > 0 { // a change of this level's cost applies to all levels
		by := float64(now) / float64(before)
		for i := range p.cost {
			p.cost[i] = time.Duration(float64(p.cost[i]) * by)
		}
	}
	p.cost[f.Level] = now
}

func (p *Pace) known() bool { return p.cost != [len(Levels)]time.Duration{} }

// estimate is the expected time of a frame of a level: measured, or from the nearest measured
// level. 0 means unknown.
func (p *Pace) estimate(level int) time.Duration {
	if p.cost[level] > 0 {
		return p.cost[level]
	}
	guess, nearest := time.Duration(0), len(Levels)
	for i, cost := range p.cost {
		if far := int(math.Abs(float64(i - level))); cost > 0 && far < nearest {
			guess, nearest = time.Duration(float64(cost)*Levels[level].weight/Levels[i].weight), far
		}
	}
	for i, cost := range p.cost { // a better frame is no faster
		if cost > 0 && i < level {
			guess = min(guess, cost)
		} else if cost > 0 && i > level {
			guess = max(guess, cost)
		}
	}
	return guess
}
