// SPDX-License-Identifier: MIT

package scene

import (
	"context"
	"fmt"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/motion"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
)

// Move prepares the strands for motion. Call it before there is a renderer.
func (s *Scene) Move(o flags.Options, set *strands.Set, head *groom.Head) error {
	m, err := s.motionOf(o, set, head)
	if err != nil {
		return err
	}
	return s.move(o, set, m)
}

// motionOf returns the options of the motion.
func (s *Scene) motionOf(o flags.Options, set *strands.Set, head *groom.Head) (m motion.Options, err error) {
	m = o.Motion.Apply(motion.Defaults())
	m.Seed = o.Seed
	if head != nil {
		m.Solid, err = s.solidOf(o, set, head, m.Clearance)
	}
	return m, err
}

func (s *Scene) move(o flags.Options, set *strands.Set, m motion.Options) error {
	points, err := s.Model.Moving(0)
	if err != nil {
		return err
	}
	if s.Motion, err = motion.New(s.device, set, points, m); err != nil {
		return err
	}
	s.before = o.Motion.Steps
	margin := s.Motion.Margin()
	if margin > hair.MaxMargin {
		return flags.InputError(fmt.Errorf("hair that moves by %.0f m is too large, %d m are possible: is -unit right?", margin, hair.MaxMargin))
	}
	_, err = s.Model.Moving(margin)
	return err
}

// solidOf returns the solid of a head. It has dents where the hair lies in it.
func (s *Scene) solidOf(o flags.Options, set *strands.Set, head *groom.Head, clearance float32) (solid *motion.Solid, err error) {
	if o.Head == "" || o.Head == flags.Milliner {
		low, high := groom.HeadBox()
		solid, err = motion.NewSolid(low, high, 0.004, groom.HeadDistance)
	} else {
		done := s.log.Step("measuring the head")
		if solid, err = motion.NewMeshSolid(head.Vertices, head.Indices, cellOf(head)); err != nil { // too large, or flat
			done("hair moves through it: %v", err)
			return nil, nil
		}
		done("%d triangles", len(head.Indices)/3)
	}
	if err != nil {
		return nil, err
	}
	return solid.Beside(set, clearance), nil
}

// cellOf is the cell of the solid of a head: a hundredth of its longest side.
func cellOf(head *groom.Head) float32 {
	low, high := head.Vertices[0], head.Vertices[0]
	for _, v := range head.Vertices {
		for a, x := range v {
			low[a], high[a] = min(low[a], x), max(high[a], x)
		}
	}
	side := high.Sub(low)
	return max(side[0], side[1], side[2]) / 100
}

// MoveTo moves the hair to its place at a frame of a sequence. Frame 0 is -steps steps after the
// start, and FramesPerSecond frames follow each second. The place depends on the frame alone: for
// an earlier frame the motion starts anew.
func (s *Scene) MoveTo(ctx context.Context, frame int) error {
	if s.Motion == nil {
		return nil
	}
	due := s.before + frame*s.Motion.Options().Rate/flags.FramesPerSecond - s.Motion.Steps()
	if due < 0 {
		if err := s.Motion.Reset(); err != nil {
			return err
		}
		return s.MoveTo(ctx, frame)
	}
	if due <= eachSteps {
		return s.Motion.Advance(due)
	}
	done := s.log.Step("moving the hair")
	for left := due; left > 0; left -= eachSteps {
		if err := s.Motion.Advance(min(left, eachSteps)); err != nil {
			return err
		}
		s.device.Finish()
		if err := ctx.Err(); err != nil {
			return err
		}
		s.log.Part(int64(min(due, due-left+eachSteps)), int64(due))
	}
	done("%d steps", due)
	return nil
}

// eachSteps is how many steps of motion are enqueued before progress is shown and an interrupt is
// looked for.
const eachSteps = 30

// Rest keeps the shadows of hair that stands still from frame to frame, or lets it move again.
func (s *Scene) Rest(still bool) error {
	if s.Motion == nil || s.Resting == still {
		return nil
	}
	s.Resting = still
	if still {
		s.Model.Rest()
		return nil
	}
	_, err := s.Model.Moving(s.Motion.Margin())
	return err
}

// Steps returns the number of steps that the hair has moved.
func (s *Scene) Steps() int {
	if s.Motion == nil {
		return 0
	}
	return s.Motion.Steps()
}
