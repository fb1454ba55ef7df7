// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"slices"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
)

// timingBudget is for how long frames are repeated to be timed. The clock of an idle GPU takes some
// tenths of a second to rise.
const timingBudget = 800 * time.Millisecond

// timed returns what a frame costs. That is the frame before if it took longer than timingBudget,
// else the medians of the frames that fit into the second half of it. Each frame computes the shadow
// anew, as it must while hair, lights or head move.
func (st *studio) timed(ctx context.Context, r *hair.Renderer, c hair.Camera, before frame) (frame, error) {
	if before.wall >= timingBudget {
		return before, nil
	}
	done := st.log.Step("timing")
	var all []frame
	f := before
	for start := time.Now(); time.Since(start) < timingBudget; {
		if err := ctx.Err(); err != nil {
			return f, err
		}
		r.RedoShadow()
		st.timer.Begin()
		if err := r.Frame(c, hair.Target{Framebuffer: st.target.ID}, st.timer); err != nil {
			return f, err
		}
		var err error
		if f.stages, f.wall, err = st.timer.Stages(); err != nil {
			return f, err
		}
		if len(all) > 0 && time.Since(start) < timingBudget/2 {
			all = all[:0]
		}
		all = append(all, f)
	}
	f = medians(all)
	f.drawn = before.drawn
	done("the medians of %d frames", f.timed)
	return f, st.device.Check()
}

// medians returns those of each stage and of the wall clock. There is at least one frame, and all
// have the same stages.
func medians(all []frame) frame {
	out := frame{stages: slices.Clone(all[0].stages), timed: len(all)}
	times := make([]time.Duration, len(all))
	median := func(of func(frame) time.Duration) time.Duration {
		for i, f := range all {
			times[i] = of(f)
		}
		slices.Sort(times)
		return times[len(times)/2]
	}
	out.wall = median(func(f frame) time.Duration { return f.wall })
	for i := range out.stages {
		out.stages[i] = gpu.Stage{Name: all[0].stages[i].Name, Reliable: true}
		out.stages[i].Time = median(func(f frame) time.Duration { return f.stages[i].Time })
		for _, f := range all {
			out.stages[i].Reliable = out.stages[i].Reliable && f.stages[i].Reliable
		}
	}
	return out
}
