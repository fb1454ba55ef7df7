// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// eventRing is how many steps' events may be on their way to Go.
const eventRing = 4

// stream is one of Options.Streams at work.
type stream struct {
	records gpu.View
	back    [eventRing]*gpu.Readback // of ToHost: State's words, then the records
	heads   [eventRing]*gpu.Readback
	step    [eventRing]int // that the events are of; 0 is none
	skipped int            // steps whose events were not brought, as all places were taken
}

// EventSource is a stream of events that another system's emitter takes its particles from.
type EventSource struct {
	of    *System
	count gpu.Count
	view  gpu.View
}

func (s *System) makeStreams() (err error) {
	stride := s.text.record.stride / 4
	total := 0
	for _, st := range s.o.Streams {
		total += st.Capacity
	}
	if total == 0 {
		return nil
	}
	if s.events, err = gpu.NewBuffer[uint32](s.d, total*stride); err != nil {
		return fmt.Errorf("particles: events: %w", err)
	}
	s.streams = make([]stream, len(s.o.Streams))
	at := 0
	for i, o := range s.o.Streams {
		st := &s.streams[i]
		st.records = part(s.events, at*stride, (at+o.Capacity)*stride)
		at += o.Capacity
		for j := range st.back {
			if !o.ToHost {
				break
			}
			if st.back[j], err = s.d.NewReadback(o.Capacity * stride); err != nil {
				return err
			}
			if st.heads[j], err = s.d.NewReadback(stateWords); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *System) streamNamed(operation, name string) (int, error) {
	if err := s.live(operation); err != nil {
		return 0, err
	}
	for i, o := range s.o.Streams {
		if o.Name == name {
			return i, nil
		}
	}
	return 0, argument(operation, "there is no stream %q", name)
}

// Source is a stream for the Emitter.Events of another system. Errors: gpu.ErrArgument when there is none of that name,
// gpu.ErrReleased.
func (s *System) Source(stream string) (*EventSource, error) {
	i, err := s.streamNamed("Source", stream)
	if err != nil {
		return nil, err
	}
	return &EventSource{of: s, count: s.Told(i), view: s.streams[i].records}, nil
}

// Told is how many events the latest step has in stream i, on the GPU. It panics when there is no such stream.
func (s *System) Told(i int) gpu.Count {
	if s.gone() {
		return gpu.N(0)
	}
	return gpu.CountAt(part(s.state, stateTold+i, stateTold+i+1), s.o.Streams[i].Capacity)
}

// EventRecords are the records of stream i's events, as many as Told says. It panics when there is no such stream.
func (s *System) EventRecords(i int) gpu.View {
	if s.gone() {
		return gpu.View{}
	}
	return s.streams[i].records
}

// readStreams begins to bring the step's events to Go.
func (s *System) readStreams() error {
	for i := range s.streams {
		st := &s.streams[i]
		if !s.o.Streams[i].ToHost {
			continue
		}
		j := s.steps % eventRing
		if st.step[j] > 0 {
			st.skipped++
			continue
		}
		if err := st.heads[j].Start(s.state.View()); err != nil {
			return err
		}
		if err := st.back[j].Start(st.records); err != nil {
			return err
		}
		st.step[j] = s.steps
	}
	return nil
}

// Events takes the events of the oldest step that has come to the host, as records of T, which must be the system's own
// struct: appended to dst, with the step that they are of. ok is false when none has come yet. Up to four steps are on
// their way at a time; Skipped counts those that found no place, as nobody asked. It does not wait.
// Errors: gpu.ErrArgument when there is no such stream, or it has no ToHost; ErrLayout; gpu.ErrContextLost,
// gpu.ErrReleased.
func Events[T any](s *System, stream string, dst []T) (events []T, step int, ok bool, err error) {
	i, err := s.streamNamed("Events", stream)
	if err != nil {
		return dst, 0, false, err
	}
	if !s.o.Streams[i].ToHost {
		return dst, 0, false, argument("Events", "stream %q has no ToHost", stream)
	}
	if err := s.isRecord(dst); err != nil {
		return dst, 0, false, err
	}
	words, step, ok, err := s.streams[i].take(i, s.text.record.stride/4)
	if err != nil || !ok {
		return dst, 0, false, err
	}
	return append(dst, asRecords[T](words)...), step, true, nil
}

// take gives the words of the oldest step's events that have come.
func (st *stream) take(i, stride int) (words []uint32, step int, ok bool, err error) {
	oldest := -1
	for j, at := range st.step {
		if at > 0 && (oldest < 0 || at < st.step[oldest]) {
			oldest = j
		}
	}
	if oldest < 0 || !st.heads[oldest].Ready() || !st.back[oldest].Ready() {
		return nil, 0, false, nil
	}
	head, err := st.heads[oldest].Take()
	if err != nil {
		return nil, 0, false, err
	}
	n := int(head[stateTold+i])
	if words, err = st.back[oldest].Take(); err != nil {
		return nil, 0, false, err
	}
	step, st.step[oldest] = st.step[oldest], 0
	return words[:min(n*stride, len(words))], step, true, nil
}

// Skipped is how many steps' events of a stream were not brought to Go, as Events was not called often enough.
func (s *System) Skipped(stream string) int {
	i, err := s.streamNamed("Skipped", stream)
	if err != nil {
		return 0
	}
	return s.streams[i].skipped
}

func (st *stream) release() {
	for j := range st.back {
		st.back[j].Release()
		st.heads[j].Release()
	}
}
