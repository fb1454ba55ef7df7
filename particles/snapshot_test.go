// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// savedOptions are a system of all that a snapshot must hold.
func savedOptions(slots bool) Options {
	o := moteOptions(2000)
	o.Slots = slots
	o.Emitters = []Emitter{{Rate: 3333.3, Shape: Sphere, Size: [3]float32{2, 1}, Bursts: []Burst{{At: 0.3, Count: 100, Every: 0.2}}}, {Rate: 77.7}}
	o.Channels = []EventChannel{{Name: "sparks", Capacity: 300}}
	o.Update = strings.Replace(moteUpdate, "p.age++;", "p.age++; if (p.age == 3u) emit(sparks);", 1)
	o.Sort.By = ByDepth
	return o
}

// difference reports the first motes that differ.
func difference(got, want []mote) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("%d of %d, number %d is %+v, expected %+v", len(got), len(want), i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d, expected %d", len(got), len(want))
}

// A system that is stopped, restored and goes on is in every bit where one is that never stopped;
// so is one that starts over, and one in slots.
func TestRestoreContinuesBitExact(t *testing.T) {
	dev := gputest.Device(t)
	var first []mote
	for _, slots := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
			o := savedOptions(slots)
			a, b := newSystem(t, dev, o), newSystem(t, dev, o)
			run := func(s *System, steps int) {
				for range steps {
					if err := s.Step(1.0 / 60); err != nil {
						t.Fatal(err)
					}
				}
			}
			read := func(s *System) []mote {
				all, err := Read[mote](s)
				if err != nil {
					t.Fatal(err)
				}
				return all
			}
			run(a, 17)
			if err := a.Emit(1, 13); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Advance(0.01); err != nil {
				t.Fatal(err)
			}
			var saved bytes.Buffer
			if err := a.Snapshot(&saved); err != nil {
				t.Fatal(err)
			}
			run(b, 5)
			if err := b.Restore(io.MultiReader(&saved, strings.NewReader("what follows it"))); err != nil {
				t.Fatal(err)
			}
			now, err := a.StatsNow()
			if err != nil {
				t.Fatal(err)
			}
			if restored, err := b.StatsNow(); err != nil || restored != now {
				t.Errorf("restored: %+v, expected %+v (%v)", restored, now, err)
			}
			if got, want := read(b), read(a); len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("restored: other records: %s", difference(got, want))
			}
			eventsOf := func(s *System) []mote {
				n, err := s.StatsNow()
				events := make([]mote, n.EventsEmitted[0])
				if err != nil || gpu.Download(dev, s.EventRecords(0), events) != nil {
					t.Fatal(err)
				}
				return events
			}
			if got := eventsOf(b); len(got) == 0 || !slices.Equal(got, eventsOf(a)) {
				t.Errorf("restored: other events: %s", difference(got, eventsOf(a)))
			}
			for range 7 {
				run(a, 3)
				run(b, 3)
				if !slices.Equal(read(a), read(b)) || !slices.Equal(drawn(t, a, dev), drawn(t, b, dev)) {
					t.Fatalf("after step %d they differ", a.Steps())
				}
			}
			end := read(a)
			if err := b.Reset(); err != nil {
				t.Fatal(err)
			}
			run(b, 17)
			if err := b.Emit(1, 13); err != nil {
				t.Fatal(err)
			}
			run(b, 21)
			if !slices.Equal(end, read(b)) {
				t.Error("started over: other records")
			}
			if first == nil {
				first = end
			} else if !slices.Equal(first, end) {
				t.Error("in slots: other records than moved together")
			}
		})
	}
}

// Restore takes the seed of the snapshot along. Reset returns to that of the options.
func TestResetAfterRestoreOfAnotherSeed(t *testing.T) {
	dev := gputest.Device(t)
	o := savedOptions(false)
	b := newSystem(t, dev, o)
	o.Seed++
	a := newSystem(t, dev, o)
	steps(t, a, 4)
	steps(t, b, 4)
	first, err := Read[mote](b)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Read[mote](a)
	if err != nil || slices.Equal(first, other) {
		t.Fatalf("two seeds make the same particles (%v)", err)
	}
	if err := b.Restore(bytes.NewReader(saved(t, a))); err != nil {
		t.Fatal(err)
	}
	steps(t, a, 1)
	steps(t, b, 1)
	for i, s := range []*System{a, b} {
		all, err := Read[mote](s)
		if i == 0 {
			other = all
		}
		if err != nil || !slices.Equal(all, other) {
			t.Errorf("restored: %s (%v)", difference(all, other), err)
		}
	}
	if err := b.Reset(); err != nil {
		t.Fatal(err)
	}
	steps(t, b, 4)
	if again, err := Read[mote](b); err != nil || len(first) == 0 || !slices.Equal(first, again) {
		t.Errorf("after Reset: %s (%v)", difference(again, first), err)
	}
}

func TestInvalidSnapshotsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	o := savedOptions(false)
	s := newSystem(t, dev, o)
	for range 9 {
		if err := s.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	var saved bytes.Buffer
	if err := s.Snapshot(&saved); err != nil {
		t.Fatal(err)
	}
	before, err := Read[mote](s)
	if err != nil {
		t.Fatal(err)
	}
	data := saved.Bytes()
	if !bytes.HasPrefix(data, []byte("COMBPART")) {
		t.Errorf("a snapshot begins with %q, want COMBPART", data[:8])
	}
	refuse := func(what string, data []byte, wantText string) {
		if err := s.Restore(bytes.NewReader(data)); !errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), wantText) {
			t.Errorf("%s: %v, expected: %s", what, err, wantText)
		}
	}
	for _, n := range []int{0, 1, 100, 300, len(data) - 1} {
		refuse("cut short", data[:n], "it ends in")
	}
	for _, at := range []int{0, 8, 12, 40, 200, len(data) / 2, len(data) - 1} {
		bad := slices.Clone(data)
		bad[at] ^= 0x40
		refuse("a bit turned", bad, "")
	}
	refuse("another file", []byte(strings.Repeat("x", 1000)), "does not begin as one")
	for what, change := range map[string]func(*Options){
		"capacity":    func(o *Options) { o.Capacity = 2001 },
		"its records": func(o *Options) { o.Record = struct{ ID, Life, Age, Sum uint32 }{} },
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			other := moteOptions(2000)
			other.Init, other.Update, other.Uniforms = "void init(inout Particle p, Birth b) {}", "bool update(inout Particle p) { return true; }", nil
			change(&other)
			if err := newSystem(t, dev, other).Restore(bytes.NewReader(data)); !errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	if after, err := Read[mote](s); err != nil || !slices.Equal(before, after) {
		t.Errorf("a snapshot that was refused changed the system (%v)", err)
	}
	broken := errors.New("broken")
	if err := s.Restore(io.MultiReader(bytes.NewReader(data[:500]), errReader{broken})); !errors.Is(err, broken) {
		t.Errorf("a reader's own error: %v", err)
	}
}

type errReader struct{ err error }

func (e errReader) Read([]byte) (int, error) { return 0, e.err }

// stateOf is a State after some steps, the latest of which made all that live.
func stateOf(alive, events uint32, steps uint64) (w [stateWords]uint32) {
	if steps == 0 {
		return w
	}
	side := int(steps & 1)
	w[stateSteps], w[stateAlive+side], w[stateEvents] = uint32(steps), alive, events
	for _, i := range []int{stateItems, stateBorn, stateWanted, stateEmitted, stateNextID + side, stateMost, stateSlots} {
		w[i] = alive
	}
	return w
}

// For any bytes, reading takes bounded memory and ends in an error or in a snapshot that a system
// can take.
func FuzzSnapshot(f *testing.F) {
	o, l, err := savedOptions(false).withDefaults()
	if err != nil {
		f.Fatal(err)
	}
	s := &System{o: o, sources: make([]source, 2), channels: make([]channel, 1)}
	s.text = text{o: &s.o, record: l}
	want, of := s.snapshotHeader(), s.parts()
	f.Add([]byte{}, uint32(0), uint32(0), uint64(0), uint32(0), uint8(0), uint32(0))
	f.Add([]byte("COMBPART"), uint32(3), uint32(2), uint64(7), uint32(2001), uint8(9), uint32(1))
	// No slots, two emitters and their kinds, one channel's name, two records, one event.
	empty := slices.Concat(make([]byte, 4+2*16+2*4), []byte{6, 0, 0, 0}, []byte("sparks"), make([]byte, 2*48+48))
	f.Add(empty, uint32(2), uint32(1), uint64(7), uint32(0), uint8(stateDropped), uint32(5))
	f.Fuzz(func(t *testing.T, rest []byte, alive, events uint32, steps uint64, capacity uint32, word uint8, with uint32) {
		if _, err := readSnapshot(bytes.NewReader(rest), want, of); err == nil {
			t.Error("bytes without a checksum pass")
		}
		h := want
		h.Alive, h.Steps, h.State = alive, steps, stateOf(alive, events, steps)
		h.State[int(word)%stateWords] ^= with
		h.Capacity += capacity
		data := sealed(t, h, rest)
		snap, err := readSnapshot(bytes.NewReader(data), want, of)
		if err != nil {
			if !errors.Is(err, ErrSnapshot) {
				t.Error(err)
			}
			return
		}
		if snap.Alive > want.Capacity || len(snap.records) != int(snap.Alive)*l.stride/4 || len(snap.events) != 1 || snap.State[stateEvents] > 300 || len(snap.slots) > int(want.Capacity) {
			t.Errorf("%+v passes", snap.snapshotHeader)
		}
		bySlot(snap.records, snap.slots, min(int(snap.Alive), len(snap.slots)), l.stride/4)
	})
}

func TestReadSnapshotTimes(t *testing.T) {
	h := snapshotHeader{Version: snapshotVersion, Stride: 4, Capacity: 3, Steps: 4, State: stateOf(0, 0, 4)}
	want := snapshotHeader{Version: snapshotVersion, Stride: 4, Capacity: 3}
	for _, c := range []struct {
		time, behind float64
		valid        bool
	}{
		{0, 0, true},
		{maxTime, 1, true},
		{-1, 0, false},
		{2 * maxTime, 0, false},
		{math.NaN(), 0, false},
		{math.Inf(1), 0, false},
		{1, -1, false},
		{1, math.NaN(), false},
		{1, math.Inf(1), false},
	} {
		t.Run(fmt.Sprintf("time=%v,behind=%v", c.time, c.behind), func(t *testing.T) {
			h.Time, h.Behind = c.time, c.behind
			_, err := readSnapshot(bytes.NewReader(sealed(t, h, make([]byte, 4))), want, parts{})
			if valid := err == nil; valid != c.valid || !valid && !errors.Is(err, ErrSnapshot) {
				t.Errorf("got %v, valid: want %v", err, c.valid)
			}
		})
	}
}

func TestReadSnapshotVersions(t *testing.T) {
	h := snapshotHeader{Version: snapshotVersion, Stride: 4, Capacity: 3, Alive: 2, Steps: 4, State: stateOf(2, 0, 4)}
	want := snapshotHeader{Version: snapshotVersion, Stride: 4, Capacity: 3}
	for version, rest := range map[uint32][]byte{
		1: {1, 0, 0, 0, 2, 0, 0, 0},
		2: {2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0},
		3: {2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0},
	} {
		t.Run(fmt.Sprint("version=", version), func(t *testing.T) {
			h.Version = version
			snap, err := readSnapshot(bytes.NewReader(sealed(t, h, rest)), want, parts{})
			if err != nil || !reflect.DeepEqual(snap.records, []uint32{1, 2}) || version > 1 && !reflect.DeepEqual(snap.slots, []uint32{1, 0}) {
				t.Errorf("version %d: %v, %v", version, snap, err)
			}
		})
	}
}

// sealed puts a header before bytes, and the right checksum behind.
func sealed(t testing.TB, h snapshotHeader, rest []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, h); err != nil {
		t.Fatal(err)
	}
	b.Write(rest)
	sum := sha256.Sum256(b.Bytes())
	return append(b.Bytes(), sum[:]...)
}
