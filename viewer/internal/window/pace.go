// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/pace"
)

// setPace begins to keep to -target-ms. Software begins with the fastest frame, as its full one
// takes seconds. A counted run of frames is drawn whole.
func (v *view) setPace() {
	v.share, v.pace = 1, pace.Pace{Target: time.Duration(v.o.Run.TargetMS) * time.Millisecond}
	if v.o.Run.CloseAfter > 0 {
		v.pace.Target = 0
	}
	if v.d.Caps().Software {
		v.pace.Begins = pace.Fastest
	}
	v.times.took = v.pace.Took
}

// softwareMessage says once why frames take long.
func (v *view) softwareMessage() {
	if !v.d.Caps().Software || v.o.Run.CloseAfter > 0 {
		return
	}
	text := "Drawing in software: expect seconds per frame."
	if v.pace.Target > 0 {
		text += " Previews are on."
	}
	v.ui.notify(text)
}

// due is the level of quality that the next frame is to have, and whether a frame is due. A
// screenshot is of the full frame.
func (v *view) due(now time.Time) (level int, due bool) {
	switch {
	case v.shoot || v.full:
		due = v.stale || v.shoot || v.live || v.full
		v.full = false
		return pace.Full, due
	case v.stale:
		v.held = false
		return v.pace.Moving(), true
	case v.held:
		return v.pace.Level, v.live
	}
	level, due = v.pace.Refine(now)
	return level, due || v.live
}

// patience is for how many seconds the loop waits for events: it wakes up now and then to see an
// interrupt.
func (v *view) patience() float64 {
	if len(v.queue) > 0 {
		return 0
	}
	if !v.held && v.pace.Unfinished() {
		return min(v.pace.Wait(time.Now()), 100*time.Millisecond).Seconds()
	}
	return 0.1
}

// pacingTimer is a timer for a frame without panels, which needs its times for the pace alone.
func (v *view) pacingTimer(f pace.Frame) *gpu.Timer {
	if v.pace.Target == 0 {
		return nil
	}
	return v.times.next(v.d, f)
}

// hostTime is what the pace counts of the latest frame by the wall clock. Software draws while the
// host waits, and some drivers have no clock. On a GPU the wall clock would count waits for the
// screen.
func (v *view) hostTime() time.Duration {
	if c := v.d.Caps(); c.Software || c.TimestampBits == 0 {
		return v.took
	}
	return 0
}

// mapTexels is the side of a light's map when -shadow-size is 0, and leastTexels the least that
// there can be.
const (
	mapTexels   = 512
	leastTexels = 16
)

// setQuality makes the renderer draw the next frame at its level, and gives the target that scales
// it up.
func (v *view) setQuality(width, height int) (hair.Target, error) {
	if v.drawn == pace.Full && v.detail > 0 {
		v.share = v.detail
	}
	if v.level < v.drawn {
		v.uncounted = 0 // more is drawn: tiles may need more room
	}
	v.drawn = v.level
	return v.setQualityOf(v.s.Renderer, v.o, width, height)
}

// setQualityOf is setQuality of a renderer that draws with options.
func (v *view) setQualityOf(r *hair.Renderer, o flags.Options, width, height int) (t hair.Target, err error) {
	q, share := pace.Levels[v.level], o.Shape.Detail
	if v.level != pace.Full {
		if share == hair.AutoDetail {
			share = v.share
		}
		share *= q.Share
		t.Width, t.Height = width, height
	}
	r.SetDetail(share)
	if err := r.SetDraft(q.Draft); err != nil {
		return t, err
	}
	if err := r.SetShadowSize(max(int(float32(texels(o))*q.Light), leastTexels)); err != nil {
		return t, err
	}
	part := func(n int) int { return max(int(float32(n)*q.Scale), 1) }
	return t, r.Resize(part(width), part(height))
}

// fullTexels is the side of a light's map of a full frame.
func (v *view) fullTexels() int { return texels(v.o) }

func texels(o flags.Options) int {
	if o.Light.Size == 0 {
		return mapTexels
	}
	return o.Light.Size
}
