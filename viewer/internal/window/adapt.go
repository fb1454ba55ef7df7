// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"time"
)

// adaptation has how the automatic exposure follows the image: smoothly while something moves, and
// at once at a cut.
type adaptation struct {
	cut    bool      // the next frame takes its own exposure
	latest time.Time // when a frame was drawn
	until  time.Time // frames follow until then, so that the exposure arrives
}

// The exposure follows with this time constant. Three of them after the last change it has arrived.
const (
	adaptsIn    = 200 * time.Millisecond
	adaptsAfter = 3 * adaptsIn
)

// follow returns how far the exposure of a frame goes to its own. It is 1 at a cut.
func (a *adaptation) follow(now time.Time) float32 {
	share := float32(1)
	if !a.cut && !a.latest.IsZero() {
		share = float32(-math.Expm1(-now.Sub(a.latest).Seconds() / adaptsIn.Seconds()))
	}
	a.cut, a.latest = false, now
	return share
}

// changed stores that something moves.
func (a *adaptation) changed(now time.Time) { a.until = now.Add(adaptsAfter) }

// runs reports whether frames follow although nothing moves.
func (a *adaptation) runs(now time.Time) bool { return now.Before(a.until) }
