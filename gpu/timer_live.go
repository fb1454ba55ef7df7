// SPDX-License-Identifier: MIT

package gpu

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Start is Begin without the wait, so the first stage includes unfinished earlier work. Call Ready
// afterwards instead of Stages, and use several Timers in turn.
func (t *Timer) Start() {
	if !t.ready("gpu: Timer.Start") {
		return
	}
	t.start()
}

// Ready appends the stages since Start to into if the GPU has finished them, and reports whether.
// It never waits. Reliable then means only that the driver has timestamps. Without a Mark since
// Start it returns false, so poll only a Timer that has one. Without the context it returns false
// too, and Device.Check returns the error. A lost context never makes it ready.
func (t *Timer) Ready(into []Stage) ([]Stage, bool) {
	if t == nil || t.queries == nil || len(t.names) == 0 || !t.ready("gpu: Timer.Ready") || t.d.Enter() != nil {
		return into, false
	}
	defer t.d.Leave()
	if t.query(len(t.names), gl.QUERY_RESULT_AVAILABLE) == 0 {
		return into, false
	}
	before := t.query(0, gl.QUERY_RESULT)
	for i, name := range t.names {
		after := t.query(i+1, gl.QUERY_RESULT)
		into = append(into, Stage{name, time.Duration(after - before), t.d.Facts.TimestampBits > 0})
		before = after
	}
	return into, true
}
