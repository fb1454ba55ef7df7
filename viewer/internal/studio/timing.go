// SPDX-License-Identifier: MIT

package studio

import (
	"context"
	"slices"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
)

// timingBudget is the time for which frames are repeated and timed. The clock of an idle GPU takes
// some tenths of a second to rise.
const timingBudget = 800 * time.Millisecond

// Timed returns the times of a frame. They are those of before if it took longer than timingBudget,
// else the medians of the frames in the second half of that time. Each frame computes the shadow
// anew, as it must while hair, lights or head move.
func (st *Studio) Timed(ctx context.Context, r *hair.Renderer, c hair.Camera, before Frame) (Frame, error) {
	if before.Wall >= timingBudget {
		return before, nil
	}
	done := st.Log.Step("timing")
	var all []Frame
	f := before
	for start := time.Now(); time.Since(start) < timingBudget; {
		if err := ctx.Err(); err != nil {
			return f, err
		}
		r.RedoShadow()
		if err := st.draw(ctx, r, c, st.timer, false); err != nil {
			return f, err
		}
		var err error
		if f.Stages, f.Wall, err = st.timer.Stages(); err != nil {
			return f, err
		}
		if len(all) > 0 && time.Since(start) < timingBudget/2 {
			all = all[:0]
		}
		all = append(all, f)
	}
	f = medians(all)
	f.Drawn = before.Drawn
	done("the medians of %d frames", f.Timed)
	return f, st.Device.Check()
}

// medians returns those of each stage and of the wall clock. There is at least one frame, and all
// have the same stages.
func medians(all []Frame) Frame {
	out := Frame{Stages: slices.Clone(all[0].Stages), Timed: len(all)}
	times := make([]time.Duration, len(all))
	median := func(of func(Frame) time.Duration) time.Duration {
		for i, f := range all {
			times[i] = of(f)
		}
		slices.Sort(times)
		return times[len(times)/2]
	}
	out.Wall = median(func(f Frame) time.Duration { return f.Wall })
	for i := range out.Stages {
		out.Stages[i] = gpu.Stage{Name: all[0].Stages[i].Name, Reliable: true}
		out.Stages[i].Time = median(func(f Frame) time.Duration { return f.Stages[i].Time })
		for _, f := range all {
			out.Stages[i].Reliable = out.Stages[i].Reliable && f.Stages[i].Reliable
		}
	}
	return out
}
