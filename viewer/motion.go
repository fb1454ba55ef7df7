// SPDX-License-Identifier: MIT

package main

import (
	"context"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/motion"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
)

// move makes the strands able to move, before there is a renderer.
func (s *scene) move(o flags.Options, set *strands.Set, head *groom.Head) (err error) {
	m := o.Motion.Apply(motion.Defaults())
	m.Seed = o.Seed
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
	if s.motion, err = motion.New(s.device, set, points, m); err != nil {
		return err
	}
	s.before = o.Motion.Steps
	_, err = s.model.Moving(s.motion.Margin())
	return err
}

// moveTo puts the hair where it is at a frame of a sequence, counted from 0: -steps steps after the beginning, and then
// framesPerSecond frames a second. It depends on the frame alone: one before the latest begins anew.
func (s *scene) moveTo(ctx context.Context, frame int) error {
	if s.motion == nil {
		return nil
	}
	due := s.before + frame*s.motion.Options().Rate/flags.FramesPerSecond - s.motion.Steps()
	if due < 0 {
		if err := s.motion.Reset(); err != nil {
			return err
		}
		return s.moveTo(ctx, frame)
	}
	const each = 240 // so that an interrupt is seen
	for ; due > 0; due -= each {
		if err := s.motion.Advance(min(due, each)); err != nil {
			return err
		}
		if due > each {
			s.device.Finish()
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
