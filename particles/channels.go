// SPDX-License-Identifier: MIT

package particles

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/combgl/comb/gpu"
)

// eventRing is how many steps' events may be under way to the host.
const eventRing = 4

// channel is one of Options.Channels at work.
type channel struct {
	records gpu.View
	back    [eventRing]*gpu.Readback // of ToHost: State's words, then the records
	heads   [eventRing]*gpu.Readback
	step    [eventRing]int // the step of the events; 0 is none
	dropped int            // steps whose events were dropped because the ring was full
}

// EventSource is an event channel of one system that feeds an emitter of another
// ([Emitter.Events]).
type EventSource struct {
	of    *System
	count gpu.Count
	view  gpu.View
}

func (s *System) makeChannels() (err error) {
	stride := s.text.record.stride / 4
	total := 0
	for _, c := range s.o.Channels {
		total += c.Capacity
	}
	if total == 0 {
		return nil
	}
	if s.events, err = gpu.NewBuffer[uint32](s.d, total*stride); err != nil {
		return fmt.Errorf("particles: New: events: %w", err)
	}
	s.channels = make([]channel, len(s.o.Channels))
	at := 0
	for i, o := range s.o.Channels {
		c := &s.channels[i]
		c.records = part(s.events, at*stride, (at+o.Capacity)*stride)
		at += o.Capacity
		for j := range c.back {
			if !o.ToHost {
				break
			}
			if c.back[j], err = s.d.NewReadback(o.Capacity * stride); err != nil {
				return err
			}
			if c.heads[j], err = s.d.NewReadback(stateWords); err != nil {
				return err
			}
		}
	}
	return nil
}

// literalChannel matches a call of emit with a number, instead of a channel's name.
var literalChannel = regexp.MustCompile(`\bemit\s*\(\s*(\d+)[uU]?\s*\)`)

// unknownChannel says which line of a text emits to a channel that does not exist, or "". The
// compiler finds an unknown name, and no unknown number.
func (o *Options) unknownChannel(t namedText) string {
	for i, line := range strings.Split(t.glsl, "\n") {
		code, _, _ := strings.Cut(line, "//")
		for _, m := range literalChannel.FindAllStringSubmatch(code, -1) {
			if n, err := strconv.Atoi(m[1]); err != nil || n >= len(o.Channels) {
				return fmt.Sprintf("%s:%d: emit(%s) has no channel, want the name of one of the %d Options.Channels", t.name, i+1, m[1], len(o.Channels))
			}
		}
	}
	return ""
}

func (s *System) channelNamed(operation, name string) (int, error) {
	if err := s.live(operation); err != nil {
		return 0, err
	}
	for i, o := range s.o.Channels {
		if o.Name == name {
			return i, nil
		}
	}
	if len(s.o.Channels) == 0 {
		return 0, argument(operation, "got channel %q of a system without Options.Channels, want one with them", name)
	}
	names := make([]string, len(s.o.Channels))
	for i, o := range s.o.Channels {
		names[i] = strconv.Quote(o.Name)
	}
	return 0, argument(operation, "got channel %q, want one of the %d Options.Channels: %s", name, len(names), strings.Join(names, ", "))
}

// Source returns the channel of that name, for the Emitter.Events of another system.
//
// Errors: gpu.ErrArgument if there is no such channel; gpu.ErrReleased.
func (s *System) Source(channel string) (*EventSource, error) {
	i, err := s.channelNamed("Source", channel)
	if err != nil {
		return nil, err
	}
	return &EventSource{of: s, count: s.EventCount(i), view: s.channels[i].records}, nil
}

// EventCount is the number of events of the latest step in channel i, on the GPU. At most the
// channel's Capacity are counted. It panics if there is no channel i. It is 0 after Release.
func (s *System) EventCount(i int) gpu.Count {
	if s.gone() {
		return gpu.N(0)
	}
	s.needChannel("EventCount", i)
	return gpu.CountAt(part(s.state, stateEvents+i, stateEvents+i+1), s.o.Channels[i].Capacity)
}

// needChannel panics if there is no channel i.
func (s *System) needChannel(operation string, i int) {
	if i < 0 || i >= len(s.o.Channels) {
		panic(fmt.Sprintf("particles: %s: got channel %d, want one of the %d Options.Channels", operation, i, len(s.o.Channels)))
	}
}

// EventRecords are the records of the latest step's events in channel i: the first EventCount of
// them, in the order of the particles. The next step overwrites them. It panics if there is no
// channel i.
func (s *System) EventRecords(i int) gpu.View {
	if s.gone() {
		return gpu.View{}
	}
	s.needChannel("EventRecords", i)
	return s.channels[i].records
}

// readChannels starts the read-backs of the step's events.
func (s *System) readChannels() error {
	for i := range s.channels {
		c := &s.channels[i]
		if !s.o.Channels[i].ToHost {
			continue
		}
		j := s.steps % eventRing
		if c.step[j] > 0 {
			c.dropped++
			continue
		}
		if err := c.heads[j].Start(s.state.View()); err != nil {
			return err
		}
		if err := c.back[j].Start(c.records); err != nil {
			return err
		}
		c.step[j] = s.steps
	}
	return nil
}

// Events appends to dst the events of the oldest step that has reached the host, and returns that
// step's number, from 1 up. ok is false if no step has arrived yet. It does not wait: call it after
// each step. Up to four steps are under way at a time; a step that finds no place is dropped
// ([System.DroppedSteps]). T must be the system's record.
//
// Errors: gpu.ErrArgument if there is no such channel or its ToHost is not set; ErrLayout if T is
// not the record; gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func Events[T any](s *System, channel string, dst []T) (events []T, step int, ok bool, err error) {
	i, err := s.channelNamed("Events", channel)
	if err != nil {
		return dst, 0, false, err
	}
	if !s.o.Channels[i].ToHost {
		return dst, 0, false, argument("Events", "got channel %q, which has no ToHost, want one with it", channel)
	}
	if err := s.isRecord("Events", dst); err != nil {
		return dst, 0, false, err
	}
	if err := s.ready("Events"); err != nil {
		return dst, 0, false, err
	}
	words, step, ok, err := s.channels[i].take(i, s.text.record.stride/4)
	if err != nil || !ok {
		return dst, 0, false, err
	}
	return append(dst, asRecords[T](words)...), step, true, nil
}

// take returns the words of the oldest step's events that have arrived.
func (c *channel) take(i, stride int) (words []uint32, step int, ok bool, err error) {
	oldest := -1
	for j, at := range c.step {
		if at > 0 && (oldest < 0 || at < c.step[oldest]) {
			oldest = j
		}
	}
	if oldest < 0 || !c.heads[oldest].Ready() || !c.back[oldest].Ready() {
		return nil, 0, false, nil
	}
	head, err := c.heads[oldest].Take()
	if err != nil {
		return nil, 0, false, err
	}
	n := int(head[stateEvents+i])
	if words, err = c.back[oldest].Take(); err != nil {
		return nil, 0, false, err
	}
	step, c.step[oldest] = c.step[oldest], 0
	return words[:min(n*stride, len(words))], step, true, nil
}

// DroppedSteps is the number of steps whose events of a channel did not reach the host, because
// Events was not called often enough. It is 0 if there is no such channel.
func (s *System) DroppedSteps(channel string) int {
	i, err := s.channelNamed("DroppedSteps", channel)
	if err != nil {
		return 0
	}
	return s.channels[i].dropped
}

func (c *channel) release() {
	for j := range c.back {
		c.back[j].Release()
		c.heads[j].Release()
	}
}
