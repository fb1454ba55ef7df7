// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"unsafe"

	"github.com/combgl/comb/gpu"
)

// The format of a snapshot is, in this order:
//
//   - a header, and the number of slots;
//   - for each emitter its carry;
//   - for each emitter its kind, and for each channel the length of its name and the name;
//   - the slots, and the records of the living, in order;
//   - the records of the latest step's events;
//   - the SHA-256 of all that.
//
// Numbers are little-endian.
//
// The slots are those of the living, then of the dead, then free ones, up to the highest ever used.
// Slots beyond are free, in ascending order, and are not stored. Without Options.Slots there are
// none. Version 1 had no slots. Versions 1 and 2 had no kinds and names.
const (
	snapshotMagic   = "COMBPART"
	snapshotVersion = 3
)

type snapshotHeader struct {
	Magic          [8]byte
	Version        uint32
	Stride, Alive  uint32
	Capacity, Seed uint32
	Sources        uint32
	Channels       uint32
	Record         [32]byte // SHA-256 of the record's declaration
	Steps          uint64
	Time, Behind   float64
	State          [stateWords]uint32
}

type snapshotSource struct {
	Carry float64
	Once  uint64
}

// snapshot is a snapshot in memory.
type snapshot struct {
	snapshotHeader
	sources []snapshotSource
	slots   []uint32
	records []uint32
	events  [][]uint32
}

// Snapshot writes the state that later steps depend on. It does not write what the program
// provides: options, uniforms, curves and changes of emitters. A system with the same Options that
// restores it continues with the same bits on the same driver, and its particles keep their slots.
// Snapshot waits for the GPU.
//
// Errors: gpu.ErrArgument if w is nil; gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased, and
// errors of w.
func (s *System) Snapshot(w io.Writer) error {
	if err := s.live("Snapshot"); err != nil {
		return err
	}
	if w == nil {
		return argument("Snapshot", "the Writer is nil, want one")
	}
	h := s.snapshotHeader()
	h.Steps, h.Time, h.Behind, h.Seed = uint64(s.steps), s.time, s.behind, s.frame.seed
	if err := gpu.Download(s.d, s.state.View(), h.State[:]); err != nil {
		return err
	}
	var slots []uint32
	if s.o.Slots {
		slots = make([]uint32, h.State[stateSlots])
		if err := gpu.Download(s.d, s.indexOn(s.frame.side), slots); err != nil {
			return err
		}
	}
	records, err := s.living()
	if err != nil {
		return err
	}
	h.Alive = uint32(len(records) * 4 / int(h.Stride))
	sum := sha256.New()
	out := io.MultiWriter(w, sum)
	var fixed bytes.Buffer
	if err := binary.Write(&fixed, binary.LittleEndian, h); err != nil {
		return err
	}
	if err := binary.Write(&fixed, binary.LittleEndian, uint32(len(slots))); err != nil {
		return err
	}
	for _, e := range s.sources {
		if err := binary.Write(&fixed, binary.LittleEndian, snapshotSource{e.carry, uint64(e.once)}); err != nil {
			return err
		}
	}
	if err := s.parts().write(&fixed); err != nil {
		return err
	}
	if _, err := out.Write(fixed.Bytes()); err != nil {
		return fmt.Errorf("particles: Snapshot: %w", err)
	}
	words := [][]uint32{slots, records}
	for i := range s.channels {
		events := make([]uint32, int(h.State[stateEvents+i])*int(h.Stride/4))
		if err := gpu.Download(s.d, s.channels[i].records, events); err != nil {
			return err
		}
		words = append(words, events)
	}
	for _, w := range words {
		if err := writeWords(out, w); err != nil {
			return fmt.Errorf("particles: Snapshot: %w", err)
		}
	}
	if _, err := w.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("particles: Snapshot: %w", err)
	}
	return nil
}

// snapshotHeader returns the header of this system's snapshots.
func (s *System) snapshotHeader() snapshotHeader {
	h := snapshotHeader{
		Version: snapshotVersion, Stride: uint32(s.text.record.stride), Capacity: uint32(s.o.Capacity),
		Sources: uint32(len(s.sources)), Channels: uint32(len(s.channels)),
		Record: sha256.Sum256([]byte(s.text.record.declaration("Particle"))),
	}
	copy(h.Magic[:], snapshotMagic)
	return h
}

// Restore sets the system to the state of a Snapshot. The system that wrote it must have had the
// same record, capacity and number of emitters, and channels of the same names in the same order.
// Each emitter must take its number from where it did: the host, a Count or Events. On an error the
// system is unchanged. Until the next Step sorts and culls, all particles are drawn in the order of
// Records. Trails start empty. Restore waits for the GPU, and reads no further than the snapshot's
// end.
//
// If records have an ID, a snapshot without slots also fits a system with Slots, and the other way
// round. Snapshots of versions 1 and 2 do not name their channels, so Restore compares only the
// number of them. Those of version 1 have no slots. The particles then get the first slots in the
// order of their birth. Without an ID the random numbers depend on the slot, so Restore refuses
// such a snapshot.
//
// Errors: ErrSnapshot if the snapshot is damaged or does not fit; gpu.ErrArgument if r is nil;
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased, and errors of r.
func (s *System) Restore(r io.Reader) error {
	if err := s.live("Restore"); err != nil {
		return err
	}
	if r == nil {
		return argument("Restore", "the Reader is nil, want one")
	}
	snap, err := readSnapshot(r, s.snapshotHeader(), s.parts())
	if err != nil {
		return err
	}
	if snap.Alive > 0 && s.o.Slots != (len(snap.slots) > 0) && !s.text.record.id {
		return badSnapshot("version %d with %d slots: this system has Slots %v, and its records have no ID", snap.Version, len(snap.slots), s.o.Slots)
	}
	state := snap.State // on its own: cgo takes no pointer into a struct that holds pointers
	if err := s.begin(int(snap.Steps), state, snap.slots); err != nil {
		return err
	}
	s.time, s.behind, s.frame.seed = snap.Time, snap.Behind, snap.Seed
	for i, e := range snap.sources {
		s.sources[i].carry, s.sources[i].once = e.Carry, int(e.Once)
	}
	for i := range s.channels {
		if err := gpu.Upload(s.d, s.channels[i].records, snap.events[i]); err != nil {
			return err
		}
	}
	records := snap.records
	if s.o.Slots && len(snap.slots) > 0 {
		records = bySlot(records, snap.slots, int(snap.Alive), int(snap.Stride/4))
	}
	return gpu.Upload(s.d, s.records[s.front].View(), records)
}

// bySlot returns the records of the living, each in its slot.
func bySlot(records, slots []uint32, alive, stride int) []uint32 {
	all := make([]uint32, len(slots)*stride)
	for i, slot := range slots[:alive] {
		copy(all[int(slot)*stride:], records[i*stride:(i+1)*stride])
	}
	return all
}

// readSnapshot reads a snapshot that fits a header and parts. It allocates no more than the
// system's size. It is pure.
func readSnapshot(r io.Reader, want snapshotHeader, of parts) (*snapshot, error) {
	sum := sha256.New()
	in := io.TeeReader(r, sum)
	s := &snapshot{}
	if err := binary.Read(in, binary.LittleEndian, &s.snapshotHeader); err != nil {
		return nil, cut(err, "its header")
	}
	if what := s.validate(want, of.room); what != "" {
		return nil, badSnapshot("%s", what)
	}
	var slots uint32
	if s.Version > 1 {
		if err := binary.Read(in, binary.LittleEndian, &slots); err != nil {
			return nil, cut(err, "its number of slots")
		}
	}
	if slots > 0 && slots != s.State[stateSlots] {
		return nil, badSnapshot("it holds %d slots, and its state says %d", slots, s.State[stateSlots])
	}
	s.sources = make([]snapshotSource, s.Sources)
	if err := binary.Read(in, binary.LittleEndian, s.sources); err != nil {
		return nil, cut(err, "its emitters")
	}
	all := uint64(0) // of Emit, which allows no more
	for i, e := range s.sources {
		if all += min(e.Once, maxEmitted+1); !(e.Carry >= 0 && e.Carry < 1) || all > maxEmitted {
			return nil, badSnapshot("emitter %d carries %v and %d, want less than 1 and at most %d of all", i, e.Carry, e.Once, maxEmitted)
		}
		if kind := of.kinds[i]; kind != kindHost && e != (snapshotSource{}) {
			return nil, badSnapshot("emitter %d carries %v and %d particles from the host, this system's has %s", i, e.Carry, e.Once, kindNames[kind])
		}
	}
	if s.Version > 2 {
		if err := of.compare(in); err != nil {
			return nil, err
		}
	}
	var err error
	if s.slots, err = readWords(in, int(slots), "its slots"); err != nil {
		return nil, err
	}
	if s.records, err = readWords(in, int(s.Alive)*int(s.Stride/4), "its records"); err != nil {
		return nil, err
	}
	for i := range int(s.Channels) {
		events, err := readWords(in, int(s.State[stateEvents+i])*int(s.Stride/4), "its events")
		if err != nil {
			return nil, err
		}
		s.events = append(s.events, events)
	}
	if err := checkSum(r, sum); err != nil {
		return nil, err
	}
	seen := make([]bool, len(s.slots))
	for i, slot := range s.slots {
		if int64(slot) >= int64(len(seen)) || seen[slot] {
			return nil, badSnapshot("slot %d of its list is %d, want each of %d once", i, slot, len(seen))
		}
		seen[slot] = true
	}
	return s, nil
}

// validate returns what is wrong with a header, or "".
func (s *snapshot) validate(want snapshotHeader, room [MaxChannels]uint32) string {
	switch {
	case s.Magic != want.Magic:
		return "it does not begin as one"
	case s.Version < 1 || s.Version > want.Version:
		return fmt.Sprintf("it has version %d, want 1 to %d", s.Version, want.Version)
	case s.Stride != want.Stride || s.Record != want.Record:
		return fmt.Sprintf("its records, of %d bytes, are not those of this system, of %d", s.Stride, want.Stride)
	case s.Capacity != want.Capacity || s.Sources != want.Sources || s.Channels != want.Channels:
		return fmt.Sprintf("capacity %d, %d emitters, %d channels, this system has %d, %d, %d", s.Capacity, s.Sources, s.Channels, want.Capacity, want.Sources, want.Channels)
	case s.Alive > s.Capacity || s.Steps > math.MaxUint32 || s.State[stateSteps] != uint32(s.Steps) || s.State[stateAlive+int(s.Steps&1)] != s.Alive:
		return fmt.Sprintf("%d alive after step %d, and the state has others", s.Alive, s.Steps)
	case !(s.Time >= 0 && s.Time <= maxTime) || !(s.Behind >= 0) || math.IsInf(s.Behind, 1):
		return fmt.Sprintf("the time %v and %v", s.Time, s.Behind)
	case s.Steps == 0 && s.Time != 0:
		return fmt.Sprintf("the time %v before the first step", s.Time)
	}
	return validateState(s.State, s.Steps, s.Capacity, room)
}

// maxTime is more than any number of steps can take: time and what follows from it stay finite.
const maxTime = math.MaxUint32 * math.MaxFloat32 * 2

func checkSum(r io.Reader, sum hash.Hash) error {
	var got [sha256.Size]byte
	if _, err := io.ReadFull(r, got[:]); err != nil {
		return cut(err, "its checksum")
	}
	if !bytes.Equal(got[:], sum.Sum(nil)) {
		return badSnapshot("it is damaged: the checksum differs")
	}
	return nil
}

// cut says that a snapshot ends too soon, or passes the reader's own error on.
func cut(err error, in string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return badSnapshot("it ends in %s", in)
	}
	return fmt.Errorf("particles: Restore: %w", err)
}

// Comb runs where a word's low byte comes first, so words are written as they lie.
func bytesOf(words []uint32) []byte {
	if len(words) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 4*len(words))
}

func writeWords(w io.Writer, words []uint32) error {
	_, err := w.Write(bytesOf(words))
	return err
}

// readWords reads n words piece by piece, because a header may promise more than the file holds.
func readWords(r io.Reader, n int, what string) ([]uint32, error) {
	const piece = 1 << 18
	var words []uint32
	for len(words) < n {
		at := len(words)
		words = append(words, make([]uint32, min(piece, n-at))...)
		if _, err := io.ReadFull(r, bytesOf(words[at:])); err != nil {
			return nil, cut(err, what)
		}
	}
	return words, nil
}
