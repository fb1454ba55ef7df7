// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/motion"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// moves are the flags of motion.
type moves struct {
	breeze             string
	wind               mgl32.Vec3 // metres a second
	gravity, stiffness float64
	steps              int
	asked              bool // one of them was given
}

// The motion's own.
const (
	breeze          = "2.5:60" // of the window's key
	windUp          = 240      // steps before a picture with -wind: what hair takes to get going
	maxSteps        = 1_000_000
	maxWind         = 40
	framesPerSecond = 30
)

func (m *moves) flags(f *flag.FlagSet) {
	f.StringVar(&m.breeze, "wind", "0", "")
	f.Float64Var(&m.gravity, "gravity", 9.81, "")
	f.Float64Var(&m.stiffness, "stiffness", 0.5, "")
	f.IntVar(&m.steps, "steps", 0, "")
}

func (m *moves) parse(f *flag.FlagSet, headless bool) (err error) {
	given := map[string]bool{}
	f.Visit(func(f *flag.Flag) { given[f.Name] = true })
	m.asked = given["wind"] || given["gravity"] || given["stiffness"] || given["steps"]
	if m.wind, err = parseWind(m.breeze); err != nil {
		return err
	}
	if headless && m.wind != (mgl32.Vec3{}) && !given["steps"] {
		m.steps = windUp
	}
	switch {
	case !(m.gravity >= -100 && m.gravity <= 100):
		return fmt.Errorf("-gravity %v: from -100 to 100", m.gravity)
	case !(m.stiffness >= 0 && m.stiffness <= 1):
		return fmt.Errorf("-stiffness %v: from 0 to 1", m.stiffness)
	case m.steps < 0 || m.steps > maxSteps:
		return fmt.Errorf("-steps %d: from 0 to %d", m.steps, maxSteps)
	}
	return nil
}

// parseWind reads SPEED or SPEED:DIRECTION. Wind blows from its direction, which is counted as the camera's.
func parseWind(s string) (mgl32.Vec3, error) {
	first, second, two := strings.Cut(s, ":")
	speed, err := strconv.ParseFloat(first, 64)
	from := 60.0
	if two && err == nil {
		from, err = strconv.ParseFloat(second, 64)
	}
	if err != nil || !(speed >= 0 && speed <= maxWind) || !(math.Abs(from) <= 360) {
		return mgl32.Vec3{}, fmt.Errorf("-wind %q: SPEED or SPEED:DIRECTION: metres a second from 0 to %d, degrees from -360 to 360", s, maxWind)
	}
	sin, cos := math.Sincos(from * math.Pi / 180)
	return mgl32.Vec3{float32(-speed * sin), 0, float32(-speed * cos)}, nil
}

// set are options with what the flags say.
func (m *moves) set(o motion.Options) motion.Options {
	o.Wind, o.Gravity = m.wind, mgl32.Vec3{0, float32(-m.gravity), 0}
	o.Style, o.Bend = float32(m.stiffness), float32(m.stiffness)
	return o
}

// move makes the strands able to move, before there is a renderer.
func (s *scene) move(d *gpu.Device, o options, set *strands.Set, head *groom.Head) (err error) {
	m := o.moves.set(motion.Defaults())
	m.Seed = o.seed
	if head != nil {
		low, high := groom.HeadBox()
		if m.Solid, err = motion.NewSolid(low, high, 0.004, groom.HeadDistance); err != nil {
			return err
		}
	}
	points, err := s.model.Moving(0)
	if err != nil {
		return err
	}
	if s.motion, err = motion.New(d, set, points, m); err != nil {
		return err
	}
	s.before = o.moves.steps
	_, err = s.model.Moving(s.motion.Margin())
	return err
}

// moveTo puts the hair where it is at a frame of a sequence, counted from 0: -steps steps after the beginning, and then
// framesPerSecond frames a second. It depends on the frame alone: one before the latest begins anew.
func (s *scene) moveTo(ctx context.Context, d *gpu.Device, frame int) error {
	if s.motion == nil {
		return nil
	}
	due := s.before + frame*s.motion.Options().Rate/framesPerSecond - s.motion.Steps()
	if due < 0 {
		if err := s.motion.Reset(); err != nil {
			return err
		}
		return s.moveTo(ctx, d, frame)
	}
	const each = 240 // so that an interrupt is seen
	for ; due > 0; due -= each {
		if err := s.motion.Advance(min(due, each)); err != nil {
			return err
		}
		if due > each {
			d.Finish()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// rest keeps the shadows of hair that stands still from frame to frame, or lets it move again.
func (s *scene) rest(still bool) error {
	if s.motion == nil || s.resting == still {
		return nil
	}
	s.resting = still
	if still {
		s.model.Rest()
		return nil
	}
	_, err := s.model.Moving(s.motion.Margin())
	return err
}

// steps is how many steps the hair has moved.
func (s *scene) steps() int {
	if s.motion == nil {
		return 0
	}
	return s.motion.Steps()
}
