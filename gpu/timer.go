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
	dropped int    // marks beyond mostStages
	tick    uint64 // where GL writes a query's result: a local variable would move to the heap
}

// mostStages is the most that a Timer keeps between two Begins: a caller that marks frame after
// frame without a Begin must not make queries without end.
const mostStages = 1024

// Stage is one measured part of the work.
type Stage struct {
	Name string
	Time time.Duration
	// Reliable is false if the driver has no timestamps, or if they contradict the wall clock:
	// llvmpipe reported 0.2 µs for 200 ms.
	Reliable bool
}

// NewTimer makes a timer with room for 1 to 1,024 stages. A Mark beyond the room doubles it, up to
// 1,024 stages: that Mark allocates, and later frames of as many stages allocate nothing. Errors:
// ErrArgument.
func (d *Device) NewTimer(stages int) (*Timer, error) {
	in := d.Internal()
	if err := in.Enter(); err != nil {
		return nil, err
	}
	defer in.Leave()
	if stages < 1 || stages > mostStages {
		return nil, fmt.Errorf("gpu: NewTimer: %d stages, want 1 to %d: %w", stages, mostStages, ErrArgument)
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
	t.start()
}

// Start is Begin without the wait, so the first stage includes unfinished earlier work. Call Ready
// afterwards instead of Stages, and use several Timers in turn.
func (t *Timer) Start() {
	if !t.ready("gpu: Timer.Start") {
		return
	}
	t.start()
}

// start begins a frame without a stage.
func (t *Timer) start() {
	t.names, t.dropped = t.names[:0], 0
	t.began = time.Now()
	gl.QueryCounter(t.queries[0], gl.TIMESTAMP)
}

// Mark ends a stage: the work since Begin or the last Mark. It keeps 1,024 stages. Later ones are
// dropped: Stages and Device.Check return the error. Check also returns the error of a Mark before
// the first Begin or Start. All Marks of a nil Timer are ignored.
func (t *Timer) Mark(name string) {
	if !t.ready("gpu: Timer.Mark") {
		return
	}
	if t.began.IsZero() {
		t.d.KeepError(t.notStarted("Mark"))
		return
	}
	if len(t.names) == mostStages {
		if t.dropped++; t.dropped == 1 {
			t.d.KeepError(t.tooMany("Mark"))
		}
		return
	}
	if len(t.names)+1 == len(t.queries) {
		have := len(t.queries)
		t.queries = append(t.queries, make([]uint32, min(have-1, mostStages+1-have))...)
		gl.GenQueries(int32(len(t.queries)-have), &t.queries[have])
	}
	t.names = append(t.names, name)
	gl.QueryCounter(t.queries[len(t.names)], gl.TIMESTAMP)
}

// query returns a number of a query: its result, or whether it has one.
func (t *Timer) query(i int, of uint32) uint64 {
	gl.GetQueryObjectui64v(t.queries[i], of, &t.tick)
	return t.tick
}

func (t *Timer) notStarted(method string) error {
	return fmt.Errorf("gpu: Timer.%s: the clock was not started, want a Begin or Start before: %w", method, ErrArgument)
}

func (t *Timer) tooMany(method string) error {
	return fmt.Errorf("gpu: Timer.%s: %d stages since Begin or Start, want at most %d: %w", method, len(t.names)+t.dropped, mostStages, ErrArgument)
}

func (t *Timer) ready(what string) bool { return t != nil && t.queries != nil && t.d.ReadyOr(what) }

// Stages waits for the GPU. It returns the stages in order, and the wall time of all. Errors:
// ErrArgument if neither Begin nor Start has started the clock, or if more than 1,024 stages were
// marked; ErrReleased; ErrContextLost.
func (t *Timer) Stages() ([]Stage, time.Duration, error) {
	if t == nil || t.queries == nil {
		return nil, 0, fmt.Errorf("gpu: Timer.Stages: the Timer: %w", ErrReleased)
	}
	if err := t.d.Enter(); err != nil {
		return nil, 0, err
	}
	defer t.d.Leave()
	if t.began.IsZero() {
		return nil, 0, t.notStarted("Stages")
	}
	if t.dropped > 0 {
		return nil, 0, t.tooMany("Stages")
	}
	gl.Finish()
	wall := time.Since(t.began)
	ticks := make([]uint64, len(t.names)+1)
	for i := range ticks {
		ticks[i] = t.query(i, gl.QUERY_RESULT)
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
