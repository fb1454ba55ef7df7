// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Timer measures stretches of GPU work by pairs of GL_TIMESTAMP queries. (GL_TIME_ELAPSED reads 0 for compute on
// software renderers.) Begin, then Mark at the end of each stage; Stages waits and tells. One Timer serves one frame
// at a time.
type Timer struct {
	d       *Device
	queries []uint32
	names   []string
	began   time.Time
}

// Stage is one measured stretch.
type Stage struct {
	Name string
	Time time.Duration
	// Reliable is false when the driver's clock and the wall clock cannot both be right, or it has no timestamps. Seen
	// on llvmpipe, where 200 ms read as 0.2 µs.
	Reliable bool
}

// NewTimer makes a timer for at most stages stages. Errors: ErrArgument when stages is not 1 to
// 1,024, and those of Enter.
func (d *Device) NewTimer(stages int) (*Timer, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if stages < 1 || stages > 1024 {
		return nil, fmt.Errorf("gpu: NewTimer: %d stages, want 1 to 1024: %w", stages, ErrArgument)
	}
	t := &Timer{d: d, queries: make([]uint32, stages+1), names: make([]string, 0, stages)}
	gl.GenQueries(int32(len(t.queries)), &t.queries[0])
	return t, nil
}

// Begin waits for earlier work, so that it is not counted in, and starts the clock. Where the
// Device's context is not current it does nothing, and Device.Check returns the error; so do Mark
// and Start. After Release all three do nothing.
func (t *Timer) Begin() {
	if !t.ready("gpu: Timer.Begin") {
		return
	}
	gl.Finish()
	t.names = t.names[:0]
	t.began = time.Now()
	gl.QueryCounter(t.queries[0], gl.TIMESTAMP)
}

// Mark ends a stage: what was enqueued since Begin or the last Mark. Marks past the timer's stages are ignored,
// and all of a nil Timer.
func (t *Timer) Mark(name string) {
	if t == nil || len(t.names) == cap(t.names) || !t.ready("gpu: Timer.Mark") {
		return
	}
	t.names = append(t.names, name)
	gl.QueryCounter(t.queries[len(t.names)], gl.TIMESTAMP)
}

func (t *Timer) ready(what string) bool { return t != nil && t.queries != nil && t.d.readyOr(what) }

// Stages waits for the GPU and returns the stages since Begin, in order, and the wall clock's time for all of them.
// Errors: ErrContextLost, ErrWrongThread, ErrReleased.
func (t *Timer) Stages() ([]Stage, time.Duration, error) {
	if t == nil || t.queries == nil {
		return nil, 0, fmt.Errorf("gpu: the Timer: %w", ErrReleased)
	}
	if err := t.d.Enter(); err != nil {
		return nil, 0, err
	}
	defer t.d.Leave()
	gl.Finish()
	wall := time.Since(t.began)
	ticks := make([]uint64, len(t.names)+1)
	for i := range ticks {
		gl.GetQueryObjectui64v(t.queries[i], gl.QUERY_RESULT, &ticks[i])
	}
	if err := t.d.alive(); err != nil {
		return nil, 0, fmt.Errorf("reading a timer: %w", err)
	}
	total := time.Duration(ticks[len(ticks)-1] - ticks[0])
	reliable := t.d.caps.TimestampBits > 0 && trust(total, wall)
	stages := make([]Stage, len(t.names))
	for i, name := range t.names {
		stages[i] = Stage{name, time.Duration(ticks[i+1] - ticks[i]), reliable}
	}
	return stages, wall, nil
}

// trust says whether the GPU's clock can be right beside the wall clock between two glFinish. The wall also holds
// the enqueueing and the waking up, some hundreds of microseconds at worst; past a millisecond both must agree to half.
func trust(gpu, wall time.Duration) bool {
	if gpu < 0 || gpu > wall+wall/10 {
		return false
	}
	if wall < time.Millisecond {
		return gpu > 0
	}
	return gpu >= (wall-500*time.Microsecond)/2
}

// Release frees the queries, on another thread as Buffer.Release does.
func (t *Timer) Release() {
	if t == nil || t.queries == nil {
		return
	}
	queries := t.queries
	t.d.WhenCurrent(func() { gl.DeleteQueries(int32(len(queries)), &queries[0]) })
	t.queries = nil
}
