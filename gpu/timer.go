// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"time"

	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Timer measures the stages of one frame at a time with GL_TIMESTAMP queries. Call Begin, Mark at
// the end of each stage, then Stages.
type Timer struct {
	d       *core.Device
	queries []uint32
	names   []string
	began   time.Time
}

// Stage is one measured part of the work.
type Stage struct {
	Name string
	Time time.Duration
	// Reliable is false if the driver has no timestamps, or if they contradict the wall clock:
	// llvmpipe reported 0.2 µs for 200 ms.
	Reliable bool
}

// NewTimer makes a timer for 1 to 1,024 stages. Errors: ErrArgument.
func (d *Device) NewTimer(stages int) (*Timer, error) {
	in := d.Internal()
	if err := in.Enter(); err != nil {
		return nil, err
	}
	defer in.Leave()
	if stages < 1 || stages > 1024 {
		return nil, fmt.Errorf("gpu: NewTimer: %d stages, want 1 to 1024: %w", stages, ErrArgument)
	}
	t := &Timer{d: in, queries: make([]uint32, stages+1), names: make([]string, 0, stages)}
	gl.GenQueries(int32(len(t.queries)), &t.queries[0])
	return t, nil
}

// Begin waits for earlier work and starts the clock. Without the context it does nothing, and
// Device.Check returns the error. The same holds for Mark and Start.
func (t *Timer) Begin() {
	if !t.ready("gpu: Timer.Begin") {
		return
	}
	gl.Finish()
	t.names = t.names[:0]
	t.began = time.Now()
	gl.QueryCounter(t.queries[0], gl.TIMESTAMP)
}

// Mark ends a stage: the work since Begin or the last Mark. Marks beyond the timer's stages are
// ignored, as are all Marks of a nil Timer.
func (t *Timer) Mark(name string) {
	if t == nil || len(t.names) == cap(t.names) || !t.ready("gpu: Timer.Mark") {
		return
	}
	t.names = append(t.names, name)
	gl.QueryCounter(t.queries[len(t.names)], gl.TIMESTAMP)
}

func (t *Timer) ready(what string) bool { return t != nil && t.queries != nil && t.d.ReadyOr(what) }

// Stages waits for the GPU. It returns the stages in order, and the wall time of all. Errors:
// ErrArgument if neither Begin nor Start has started the clock; ErrReleased; ErrContextLost.
func (t *Timer) Stages() ([]Stage, time.Duration, error) {
	if t == nil || t.queries == nil {
		return nil, 0, fmt.Errorf("gpu: Timer.Stages: the Timer: %w", ErrReleased)
	}
	if err := t.d.Enter(); err != nil {
		return nil, 0, err
	}
	defer t.d.Leave()
	if t.began.IsZero() {
		return nil, 0, fmt.Errorf("gpu: Timer.Stages: the clock was not started, want a Begin or Start before: %w", ErrArgument)
	}
	gl.Finish()
	wall := time.Since(t.began)
	ticks := make([]uint64, len(t.names)+1)
	for i := range ticks {
		gl.GetQueryObjectui64v(t.queries[i], gl.QUERY_RESULT, &ticks[i])
	}
	if err := t.d.Alive(); err != nil {
		return nil, 0, fmt.Errorf("gpu: Timer.Stages: %w", err)
	}
	total := time.Duration(ticks[len(ticks)-1] - ticks[0])
	reliable := t.d.Facts.TimestampBits > 0 && trust(total, wall)
	stages := make([]Stage, len(t.names))
	for i, name := range t.names {
		stages[i] = Stage{name, time.Duration(ticks[i+1] - ticks[i]), reliable}
	}
	return stages, wall, nil
}

// trust reports whether the GPU time fits the wall time between two glFinish. The wall time also
// includes enqueueing and waking up, which take some hundreds of microseconds at worst. From one
// millisecond of wall time on, the GPU time must be at least half of the wall time less 500 us.
func trust(gpu, wall time.Duration) bool {
	if gpu < 0 || gpu > wall+wall/10 {
		return false
	}
	if wall < time.Millisecond {
		return gpu > 0
	}
	return gpu >= (wall-500*time.Microsecond)/2
}

// Release frees the queries, on any thread.
func (t *Timer) Release() {
	if t == nil || t.queries == nil {
		return
	}
	queries := t.queries
	t.d.WhenCurrent(func() { gl.DeleteQueries(int32(len(queries)), &queries[0]) })
	t.queries = nil
}
