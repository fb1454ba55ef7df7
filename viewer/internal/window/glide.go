// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"time"

	"github.com/combgl/comb/hair"
)

// glide is a short movement of the camera, in place of a jump.
type glide struct {
	from, to hair.Camera
	began    time.Time
	lasts    time.Duration
	runs     bool
}

// How long the camera glides to a new target, and to another view.
const (
	pivotTime = 150 * time.Millisecond
	viewTime  = 200 * time.Millisecond
)

// at is the camera after a time. It starts and stops smoothly, and turns the shorter way round.
func (g glide) at(after time.Duration) hair.Camera {
	if after >= g.lasts {
		return g.to
	}
	t := max(float32(after)/float32(g.lasts), 0)
	t *= t * (3 - 2*t)
	c := g.to
	turn := math.Remainder(float64(g.to.Azimuth-g.from.Azimuth), 2*math.Pi)
	c.Azimuth = g.from.Azimuth + float32(turn)*t
	c.Elevation = g.from.Elevation + (g.to.Elevation-g.from.Elevation)*t
	c.Target = g.from.Target.Add(g.to.Target.Sub(g.from.Target).Mul(t))
	c.Distance = g.from.Distance * float32(math.Pow(float64(g.to.Distance/g.from.Distance), float64(t)))
	return c
}

// glides lets the camera glide to where do puts it. It jumps with reduced motion, and where frames
// take too long to show a movement.
func (v *view) glides(lasts time.Duration, do func()) {
	v.endGlide()
	from := v.camera
	do()
	full := v.pace.Target == 0 // no frame is a preview
	if v.camera == from || v.ui.calm() || v.o.Run.CloseAfter > 0 || full && v.took > lasts/2 {
		return
	}
	v.glide = glide{from: from, to: v.camera, began: time.Now(), lasts: lasts, runs: true}
	v.camera = from
}

// stepGlide moves the camera to where its glide has it at a time. It reports whether it moved.
func (v *view) stepGlide(now time.Time) bool {
	g := &v.glide
	if !g.runs {
		return false
	}
	after := now.Sub(g.began)
	v.camera, g.runs = g.at(after), after < g.lasts
	return true
}

// endGlide puts the camera to the end of its glide.
func (v *view) endGlide() {
	if v.glide.runs {
		v.camera, v.glide.runs, v.stale = v.glide.to, false, true
	}
}
