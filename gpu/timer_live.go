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
	t.names = t.names[:0]
	t.began = time.Now()
	gl.QueryCounter(t.queries[0], gl.TIMESTAMP)
}

// Ready appends the stages since Start to into if the GPU has finished them, and reports whether.
// It never waits. Reliable then means only that the driver has timestamps. Without a Mark since
// Start it returns false, so poll only a Timer that has one.
func (t *Timer) Ready(into []Stage) ([]Stage, bool) {
	if t == nil || t.queries == nil || len(t.names) == 0 || t.d.Enter() != nil {
		return into, false
	}
	defer t.d.Leave()
	var done uint64
	gl.GetQueryObjectui64v(t.queries[len(t.names)], gl.QUERY_RESULT_AVAILABLE, &done)
	if done == 0 {
		return into, false
	}
	var before, after uint64
	gl.GetQueryObjectui64v(t.queries[0], gl.QUERY_RESULT, &before)
	for i, name := range t.names {
		gl.GetQueryObjectui64v(t.queries[i+1], gl.QUERY_RESULT, &after)
		into = append(into, Stage{name, time.Duration(after - before), t.d.Facts.TimestampBits > 0})
		before = after
	}
	return into, true
}
