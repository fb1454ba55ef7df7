// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// nameless is a record without an ID.
type nameless struct {
	Born, Slot, Sum, Age uint32
	Left                 uint32
}

func namelessOptions(slots bool) Options {
	return Options{
		Capacity: 1500, Record: nameless{}, Slots: slots, Seed: 5,
		Emitters: []Emitter{{Rate: 3333.3}, {Bursts: []Burst{{At: 0.1, Count: 400, Every: 0.15}}}},
		Channels: []EventChannel{{Name: "ends", Capacity: 40}},
		Init:     "void init(inout Particle p, Birth b) { p.born = b.id; p.slot = slot; p.left = 2u + randomBelow(40u); }",
		Update: `bool update(inout Particle p) {
    p.sum += randomWords().y;
    p.age++;
    p.left -= 1u + randomBelow(2u) / max(p.left - 1u, 1u);
    if (p.left == 0u) emit(ends);
    return p.left > 0u;
}`,
		Elements: true,
	}
}

// inSlots are all that a step depends on: the list of slots, whole, and the record of each of the
// living by slot.
type inSlots struct {
	slots   []uint32
	records []nameless
	stats   Stats
}

func slotsOf(t *testing.T, s *System) (all inSlots) {
	t.Helper()
	var err error
	if all.stats, err = s.StatsNow(); err != nil {
		t.Fatal(err)
	}
	if all.records, err = Read[nameless](s); err != nil {
		t.Fatal(err)
	}
	if s.o.Slots {
		all.slots = make([]uint32, s.o.Capacity)
		if err = gpu.Download(s.d, s.indexOn(s.frame.side), all.slots); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func (a inSlots) differs(b inSlots) string {
	switch {
	case a.stats != b.stats:
		return "other numbers"
	case !slices.Equal(a.slots, b.slots):
		return "other slots"
	case !slices.Equal(a.records, b.records):
		return "other records"
	}
	return ""
}

func steps(t *testing.T, s *System, n int) {
	t.Helper()
	for range n {
		if err := s.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
}

func saved(t *testing.T, s *System) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Snapshot(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Records without an ID go on with the same bits too, in the same slots, also where those are free
// now.
func TestSnapshotsKeepSlots(t *testing.T) {
	dev := gputest.Device(t)
	for _, slots := range []bool{true, false} {
		gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
			a, b := newSystem(t, dev, namelessOptions(slots)), newSystem(t, dev, namelessOptions(slots))
			steps(t, a, 43)
			data := saved(t, a)
			steps(t, b, 7)
			for range 3 {
				if err := b.Restore(bytes.NewReader(data)); err != nil {
					t.Fatal(err)
				}
				if what := slotsOf(t, b).differs(slotsOf(t, a)); what != "" {
					t.Fatalf("slots %v: restored at step %d: %s", slots, a.Steps(), what)
				}
				if again := saved(t, b); !bytes.Equal(again, data) {
					t.Fatalf("slots %v: a snapshot of what was restored differs", slots)
				}
				for range 5 {
					steps(t, a, 4)
					steps(t, b, 4)
					if what := slotsOf(t, b).differs(slotsOf(t, a)); what != "" {
						t.Fatalf("slots %v: at step %d: %s", slots, a.Steps(), what)
					}
				}
				all := slotsOf(t, a)
				if slots && (slices.IsSorted(all.slots[:all.stats.Alive]) || all.stats.Died == 0 || all.stats.Dropped == 0) {
					t.Fatalf("nothing came and went: %+v", all.stats)
				}
				for i, p := range all.records {
					if slots && p.Slot != all.slots[i] {
						t.Fatalf("%+v is in slot %d", p, all.slots[i])
					}
				}
				data = saved(t, a)
			}
		})
	}
}

// resealed returns a snapshot whose bytes were changed, with a checksum of the new bytes.
func resealed(data []byte, change func([]byte) []byte) []byte {
	b := change(slices.Clone(data[:len(data)-sha256.Size]))
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

var headerBytes = binary.Size(snapshotHeader{})

// partsOf returns where the kinds and names of a snapshot of two emitters and one channel begin,
// and where they end.
func partsOf(b []byte) (at, end int) {
	at = headerBytes + 4 + 2*16
	name := at + 2*4
	return at, name + 4 + int(binary.LittleEndian.Uint32(b[name:]))
}

// olderVersion is a snapshot of two emitters and one channel as an older version wrote it: version
// 1 without slots, both without kinds and names.
func olderVersion(data []byte, version byte) []byte {
	return resealed(data, func(b []byte) []byte {
		b[8] = version
		at, end := partsOf(b)
		if version == 2 {
			return slices.Concat(b[:at], b[end:])
		}
		slots := int(binary.LittleEndian.Uint32(b[headerBytes:]))
		return slices.Concat(b[:headerBytes], b[headerBytes+4:at], b[end+4*slots:])
	})
}

// A snapshot without slots goes into slots, and the other way, where random numbers go by an ID.
// Else it is refused.
func TestSnapshotsWithoutSlots(t *testing.T) {
	dev := gputest.Device(t)
	for _, from := range []bool{true, false} {
		gputest.Run(t, dev, fmt.Sprint("from=", from), func(t *testing.T) {
			a := newSystem(t, dev, savedOptions(from))
			steps(t, a, 20)
			data := saved(t, a)
			want, err := Read[mote](a)
			if err != nil {
				t.Fatal(err)
			}
			second, first := olderVersion(data, 2), olderVersion(data, 1)
			steps(t, a, 9)
			later, err := Read[mote](a)
			if err != nil {
				t.Fatal(err)
			}
			for _, to := range []bool{true, false} {
				gputest.Run(t, dev, fmt.Sprint("to=", to), func(t *testing.T) {
					for _, d := range [][]byte{data, second, first} {
						b := newSystem(t, dev, savedOptions(to))
						if err := b.Restore(bytes.NewReader(d)); err != nil {
							t.Fatal(err)
						}
						got, err := Read[mote](b)
						if err != nil || len(want) == 0 || !slices.Equal(got, want) {
							t.Errorf("version %d, slots %v to %v: %s (%v)", d[8], from, to, difference(got, want), err)
						}
						steps(t, b, 9)
						if got, err = Read[mote](b); err != nil || !slices.Equal(got, later) {
							t.Errorf("version %d, slots %v to %v, 9 steps later: %s (%v)", d[8], from, to, difference(got, later), err)
						}
					}
				})
			}
			c := newSystem(t, dev, namelessOptions(from))
			steps(t, c, 20)
			data = saved(t, c)
			refused := [][]byte{data}
			if !from {
				refused = append(refused, olderVersion(data, 1))
			}
			other := newSystem(t, dev, namelessOptions(!from))
			for _, d := range refused {
				if err := other.Restore(bytes.NewReader(d)); !errors.Is(err, ErrSnapshot) || !strings.Contains(err.Error(), "no ID") {
					t.Errorf("version %d, slots %v to %v, without an ID: %v", d[8], from, !from, err)
				}
			}
		})
	}
}

// A resealed snapshot has any value in a word of State, or in its slots. Either Restore refuses it
// and leaves the system as it was, or the arguments fit its number of living particles and steps go
// on without a fault.
func TestCorruptSnapshotStateIsSafe(t *testing.T) {
	dev := gputest.Device(t)
	for _, slots := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("slots=", slots), func(t *testing.T) {
			o := namelessOptions(slots)
			o.Instanced = slots
			s := newSystem(t, dev, o)
			steps(t, s, 30)
			data, before := saved(t, s), slotsOf(t, s)
			at := headerBytes - 4*stateWords
			passed := 0
			try := func(what string, bad []byte) {
				err := s.Restore(bytes.NewReader(bad))
				now, nowErr := s.StatsNow()
				if nowErr != nil {
					t.Fatal(nowErr)
				}
				if err != nil {
					if !errors.Is(err, ErrSnapshot) || !errors.Is(err, gpu.ErrArgument) || now != before.stats {
						t.Errorf("slots %v, %s: %v, with %+v", slots, what, err, now)
					}
					return
				}
				passed++
				n := uint32(now.Alive)
				draw, groups := []uint32{6 * n, 1, 0, 0}, (n+uint32(s.GroupSize())-1)/uint32(s.GroupSize())
				if slots {
					draw = []uint32{6, n, 0, 0}
				}
				for name, c := range map[string]struct {
					v    gpu.View
					want []uint32
				}{"draw": {s.DrawArgs(), draw}, "elements": {s.ElementArgs(), append(draw, 0)}, "dispatch": {s.DispatchArgs(), []uint32{groups, 1, 1}}} {
					gputest.Run(t, dev, name, func(t *testing.T) {
						got := make([]uint32, len(c.want))
						if err := gpu.Download(dev, c.v, got); err != nil || !slices.Equal(got, c.want) {
							t.Errorf("slots %v, %s: the %s arguments are %v, want %v (%v)", slots, what, name, got, c.want, err)
						}
					})
				}
				if now.Alive != before.stats.Alive || now.EventsEmitted != before.stats.EventsEmitted {
					t.Errorf("slots %v, %s: %+v, want %+v", slots, what, now, before.stats)
				}
				steps(t, s, 1)
				if err := s.Restore(bytes.NewReader(data)); err != nil {
					t.Fatal(err)
				}
			}
			for word := range stateWords {
				was := binary.LittleEndian.Uint32(data[at+4*word:])
				for _, with := range []uint32{0, 1, was + 1, was - 1, was ^ 1<<31, 1 << 30, 1<<32 - 1} {
					if with == was {
						continue
					}
					try(nameOf(word), resealed(data, func(b []byte) []byte {
						binary.LittleEndian.PutUint32(b[at+4*word:], with)
						return b
					}))
				}
			}
			if passed == 0 {
				t.Error("none passes")
			}
			number := binary.LittleEndian.Uint32(data[headerBytes:])
			if slots != (number > 0) {
				t.Fatalf("slots %v: %d in the snapshot", slots, number)
			}
			passed = 0
			for _, n := range []uint32{1, number + 1, number - 1, 1<<32 - 1} {
				try("another number of slots", resealed(data, func(b []byte) []byte {
					binary.LittleEndian.PutUint32(b[headerBytes:], n)
					return b
				}))
			}
			for _, slot := range []uint32{number, 1<<32 - 1, 7} {
				if slots {
					try("another slot", resealed(data, func(b []byte) []byte {
						_, at := partsOf(b)
						first := b[at:]
						if slot == 7 {
							slot = binary.LittleEndian.Uint32(first[4:]) // twice
						}
						binary.LittleEndian.PutUint32(first, slot)
						return b
					}))
				}
			}
			if passed > 0 {
				t.Errorf("slots %v: %d snapshots with other slots pass", slots, passed)
			}
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func nameOf(word int) string { return fmt.Sprintf("word %d", word) }
