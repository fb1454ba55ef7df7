// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"time"
)

// quality is how much of a frame is drawn. The frame is scaled up to the window.
type quality struct {
	share  float32 // of the strands
	scale  float32 // of the window's width and height
	light  float32 // of the side of the lights' maps
	weight float64 // the time that it takes, as a part of the full frame's, until it is measured
}

// qualities go from the full frame to the fastest one. Sizes have few values, as a new one
// allocates.
var qualities = [...]quality{
	{1, 1, 1, 1},
	{0.7, 1, 0.5, 0.65},
	{0.5, 0.75, 0.5, 0.42},
	{0.3, 0.75, 0.5, 0.28},
	{0.2, 0.5, 0.25, 0.17},
	{0.1, 0.5, 0.25, 0.1},
	{0.05, 0.5, 0.125, 0.06},
	{0.02, 0.25, 0.125, 0.03},
}

// fullQuality is the level of the full frame, fastest that of the fastest one.
const (
	fullQuality = 0
	fastest     = len(qualities) - 1
)

// pace chooses the quality of each frame: while something moves, the best that keeps to the target,
// and full quality in steps once nothing moves. It knows times of earlier frames only, so nothing
// waits for them. It is pure: all times are given.
type pace struct {
	target time.Duration // of a frame; 0: all frames are full
	begins int           // the level of the first frame

	level  int // of the latest frame
	held   int // of the latest that showed a change
	begun  bool
	moved  bool      // the latest frame shows a change
	since  time.Time // when it was shown
	cost   [len(qualities)]time.Duration
	latest [len(qualities)]time.Duration // the lesser of two in turn counts: one slow frame is no reason to change
}

// restAfter is how long nothing moves before frames become better, and patient how many times
// longer than the one before a step to a better one may take: input is seen between steps.
const (
	restAfter = 200 * time.Millisecond
	patient   = 4
)

// A level is kept up to tooSlow times the target, and a better one is taken from fastEnough times
// the target down.
const (
	tooSlow    = 1.2
	fastEnough = 0.8
)

// paced is a frame that has begun. judged is false for the first of its level, which allocates and
// finds the light anew.
type paced struct {
	level  int
	judged bool
}

// unpaced is a frame whose time says nothing.
var unpaced = paced{level: -1}

// moving is the level for a frame that shows a change.
func (p *pace) moving() int {
	p.moved, p.held = true, p.affordable()
	return p.held
}

func (p *pace) affordable() int {
	if p.target == 0 {
		return fullQuality
	}
	if !p.known() {
		return p.begins
	}
	for level := range fastest {
		limit := fastEnough
		if level == p.held {
			limit = tooSlow
		}
		if p.estimate(level) <= time.Duration(limit*float64(p.target)) {
			return level
		}
	}
	return fastest
}

// refine is the next better level, if nothing has moved for a while and there is one.
func (p *pace) refine(now time.Time) (level int, due bool) {
	if !p.unfinished() || p.wait(now) > 0 {
		return p.level, false
	}
	p.moved = false
	limit := patient * max(p.estimate(p.level), p.target)
	for level := range p.level {
		small := p.estimate(level) <= limit
		if !p.known() {
			small = qualities[level].weight <= patient*qualities[p.level].weight
		}
		if small {
			return level, true
		}
	}
	return p.level - 1, true
}

// unfinished says whether a better frame is to follow.
func (p *pace) unfinished() bool { return p.target > 0 && p.begun && p.level > fullQuality }

// wait is how long it is until the next better frame.
func (p *pace) wait(now time.Time) time.Duration {
	if !p.moved {
		return 0
	}
	return max(restAfter-now.Sub(p.since), 0)
}

// begin notes the level of a frame that begins.
func (p *pace) begin(level int) paced {
	f := paced{level, p.begun && level == p.level}
	p.level, p.begun = level, true
	return f
}

// shown notes when the latest frame got to the window.
func (p *pace) shown(now time.Time) { p.since = now }

// took takes in what a frame cost, at any time after it.
func (p *pace) took(f paced, cost time.Duration) {
	if f.level < 0 || cost <= 0 || p.target == 0 {
		return
	}
	if !f.judged { // it cost no less than the next ones of its level will
		if before := p.estimate(f.level); before > 0 && cost < before {
			p.cost[f.level], p.latest[f.level] = cost, cost
		}
		return
	}
	before, now := p.cost[f.level], cost
	if last := p.latest[f.level]; last > 0 {
		now = min(now, last)
	}
	p.latest[f.level] = cost
	if before > 0 { // what makes this level dearer or cheaper does so to all
		by := float64(now) / float64(before)
		for i := range p.cost {
			p.cost[i] = time.Duration(float64(p.cost[i]) * by)
		}
	}
	p.cost[f.level] = now
}

func (p *pace) known() bool { return p.cost != [len(qualities)]time.Duration{} }

// estimate is what a frame of a level costs: as measured, or by the nearest level that was
// measured. 0 is not known.
func (p *pace) estimate(level int) time.Duration {
	if p.cost[level] > 0 {
		return p.cost[level]
	}
	guess, nearest := time.Duration(0), len(qualities)
	for i, cost := range p.cost {
		if far := int(math.Abs(float64(i - level))); cost > 0 && far < nearest {
			guess, nearest = time.Duration(float64(cost)*qualities[level].weight/qualities[i].weight), far
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
