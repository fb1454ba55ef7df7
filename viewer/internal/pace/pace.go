// SPDX-License-Identifier: MIT

package pace

import (
	"math"
	"time"
)

// Level is how much of a frame is drawn. The frame is scaled up to the window.
type Level struct {
	Share  float32 // of the strands
	Scale  float32 // of the window's width and height
	Light  float32 // of the side of the lights' maps
	weight float64 // the time that it takes, as a part of the full frame's, until it is measured
}

// Levels go from the full frame to the fastest one. Sizes have few values, as a new one
// allocates.
var Levels = [...]Level{
	{1, 1, 1, 1},
	{0.7, 1, 0.5, 0.65},
	{0.5, 0.75, 0.5, 0.42},
	{0.3, 0.75, 0.5, 0.28},
	{0.2, 0.5, 0.25, 0.17},
	{0.1, 0.5, 0.25, 0.1},
	{0.05, 0.5, 0.125, 0.06},
	{0.02, 0.25, 0.125, 0.03},
}

// Full is the level of the full frame, fastest that of the fastest one.
const (
	Full    = 0
	Fastest = len(Levels) - 1
)

// Pace chooses the quality of each frame: while something moves, the best that keeps to the target,
// and full quality in steps once nothing moves. It knows times of earlier frames only, so nothing
// waits for them. It is pure: all times are given.
type Pace struct {
	Target time.Duration // of a frame; 0: all frames are full
	Begins int           // the level of the first frame

	Level  int // of the latest frame
	held   int // of the latest that showed a change
	begun  bool
	moved  bool      // the latest frame shows a change
	Since  time.Time // when it was shown
	cost   [len(Levels)]time.Duration
	latest [len(Levels)]time.Duration // the lesser of two in turn counts: one slow frame is no reason to change
}

// RestAfter is how long nothing moves before frames become better, and patient how many times
// longer than the one before a step to a better one may take: input is seen between steps.
const (
	RestAfter = 200 * time.Millisecond
	patient   = 4
)

// A level is kept up to tooSlow times the target, and a better one is taken from fastEnough times
// the target down.
const (
	tooSlow    = 1.2
	fastEnough = 0.8
)

// Frame is a frame that has begun. judged is false for the first of its level, which allocates and
// finds the light anew.
type Frame struct {
	Level  int
	judged bool
}

// Untimed is a frame whose time says nothing.
var Untimed = Frame{Level: -1}

// Moving is the level for a frame that shows a change.
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

// Refine is the next better level, if nothing has moved for a while and there is one.
func (p *Pace) Refine(now time.Time) (level int, due bool) {
	if !p.Unfinished() || p.Wait(now) > 0 {
		return p.Level, false
	}
	p.moved = false
	limit := patient * max(p.estimate(p.Level), p.Target)
	for level := range p.Level {
		small := p.estimate(level) <= limit
		if !p.known() {
			small = Levels[level].weight <= patient*Levels[p.Level].weight
		}
		if small {
			return level, true
		}
	}
	return p.Level - 1, true
}

// Unfinished says whether a better frame is to follow.
func (p *Pace) Unfinished() bool { return p.Target > 0 && p.begun && p.Level > Full }

// Wait is how long it is until the next better frame.
func (p *Pace) Wait(now time.Time) time.Duration {
	if !p.moved {
		return 0
	}
	return max(RestAfter-now.Sub(p.Since), 0)
}

// Begin notes the level of a frame that begins.
func (p *Pace) Begin(level int) Frame {
	f := Frame{level, p.begun && level == p.Level}
	p.Level, p.begun = level, true
	return f
}

// Shown notes when the latest frame got to the window.
func (p *Pace) Shown(now time.Time) { p.Since = now }

// Took takes in what a frame cost, at any time after it.
func (p *Pace) Took(f Frame, cost time.Duration) {
	if f.Level < 0 || cost <= 0 || p.Target == 0 {
		return
	}
	if !f.judged { // it cost no less than the next ones of its level will
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
	if before > 0 { // what makes this level dearer or cheaper does so to all
		by := float64(now) / float64(before)
		for i := range p.cost {
			p.cost[i] = time.Duration(float64(p.cost[i]) * by)
		}
	}
	p.cost[f.Level] = now
}

func (p *Pace) known() bool { return p.cost != [len(Levels)]time.Duration{} }

// estimate is what a frame of a level costs: as measured, or by the nearest level that was
// measured. 0 is not known.
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
