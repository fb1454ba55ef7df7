// SPDX-License-Identifier: MIT

package core

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Options are the part of gpu.Options that this package needs.
type Options struct {
	PreserveState, LargePages bool
	CacheDir                  string
	CacheShared, NoCache      bool
}

// Device is the inner part of a gpu.Device, which holds one and makes it with Attach.
type Device struct {
	Options
	Facts  Facts
	Faults Faults

	// FaultWord is where kernels set FaultCount and the bits beside it. A self-test replaces
	// it.
	FaultWord View
	// TestResults holds the results of self-tests: nil for a variant that passed.
	TestResults map[[sha256.Size]byte]error
	// InOrder is the result of kernel.LanesInOrder; nil before its first call.
	InOrder *bool

	home        home
	deferred    deferred
	objects     map[uint32]*Object // the buffers of views, by GL name
	sweepAt     int
	answer      int64  // GL writes a buffer's size here; a local variable would be allocated
	idle        View   // bound where a dispatch reads no buffer
	label       string // of the idle buffer: see mark
	staged      View   // the copy through which sparse buffers are read; made at first use
	flags       int32  // GL writes a buffer's flags here; a local variable would be allocated
	copier      copier
	counts      counts
	store       *store
	programs    programs
	saved       state
	depth       int
	current     uint32 // the program that this operation made current, or 0
	waiting     uint32 // the query of FinishPolling, made at first use
	available   int32  // GL writes the query's state here; a local variable would be allocated
	notes       []string
	released    atomic.Bool
	reportsLoss bool     // the context has reset notification
	lost        uint32   // the first reset status that is not 0
	pending     []uint32 // GL errors from before comb's own calls, for HostErrors
	unchecked   int      // how many of the last ones Check has not returned
}

// Attach makes the Device for the context that is current on the calling thread. probe runs before
// the Device's own kernels are compiled. After an error the caller releases the Device.
func (d *Device) Attach(f Facts, o Options, probe func() error) error {
	d.Options, d.Facts = o, f
	d.TestResults, d.home, d.objects, d.sweepAt = map[[sha256.Size]byte]error{}, findHome(resetName(f)), map[uint32]*Object{}, sweepFrom
	if OnAttach != nil {
		OnAttach(d)
	}
	d.store = newStore(o, f.Vendor, f.Renderer, f.Version)
	d.programs.formats = binaryFormats()
	d.reportsLoss = d.hasResetNotification()
	d.KeepPending()
	d.unchecked = 0 // errors before Attach are of the program's own calls
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	var err error
	if d.idle, err = d.Create(16); err != nil {
		return err
	}
	d.mark()
	if d.FaultWord, err = d.Create(16); err != nil {
		return err
	}
	if err := probe(); err != nil {
		return err
	}
	return d.SetCopier(copyGroup, copyItems)
}

// ContextLines returns lines of Report about the context.
func (d *Device) ContextLines() []string { return []string{resetLine(d.reportsLoss), d.home.line()} }

// CacheLines returns lines of Report about storage, the cache and what Note added.
func (d *Device) CacheLines() (lines []string) {
	if d.LargePages && largePages(d.Facts, largePagesFrom) {
		lines = append(lines, "buffers of 16 MiB to 1 GiB lie in large pages")
	}
	return slices.Concat(lines, d.store.lines(d.programs), d.notes)
}

// Note adds a line to the report, once.
func (d *Device) Note(line string) {
	if !slices.Contains(d.notes, line) {
		d.notes = append(d.notes, line)
	}
}

// Enter begins an operation, and Leave ends it. Enter checks that the Device's context is current
// on this thread. With PreserveState it saves the GL state. Pairs may nest; the outermost
// pair does the work. The context may have moved to another thread since Attach. Errors:
//
//   - ErrWrongContext: another context is current;
//   - ErrNoContext: none is current, on the thread of Attach;
//   - ErrWrongThread: none is current, on another thread;
//   - ErrReleased: the Device is nil, zero or released;
//   - ErrContextLost: the context reports its loss, as one with reset notification does.
func (d *Device) Enter() error {
	if err := d.Ready(); err != nil {
		return err
	}
	if d.depth == 0 {
		if d.deferred.any.Load() {
			d.runDeferred()
		}
		// Ready has read the reset status if the query watches it.
		if d.lost != 0 || !d.home.query.watches() || d.Faults.ResetStatus != nil {
			if err := d.Alive(); err != nil {
				return err
			}
		}
		if d.PreserveState {
			d.saved.save()
		}
	}
	d.depth++
	d.current = 0
	return nil
}

// Leave ends the operation that Enter began.
func (d *Device) Leave() {
	d.depth--
	d.current = 0
	if d.depth > 0 {
		return
	}
	if d.PreserveState {
		d.saved.restore()
		return
	}
	gl.UseProgram(0)
}

// StorageBarrier is gpu.Device.StorageBarrier.
func (d *Device) StorageBarrier() {
	if d.ReadyOr("gpu: StorageBarrier") {
		gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT)
	}
}

// MemoryBarrier is gpu.Device.MemoryBarrier.
func (d *Device) MemoryBarrier() {
	if d.ReadyOr("gpu: MemoryBarrier") {
		gl.MemoryBarrier(gl.ALL_BARRIER_BITS)
	}
}

// Finish is gpu.Device.Finish.
func (d *Device) Finish() {
	if d.ReadyOr("gpu: Finish") {
		gl.Finish()
	}
}

// Bits of the fault word, which kernels set.
const (
	FaultCount    = 1
	FaultOverflow = 2
	FaultLength   = 4
	FaultValue    = 8
	FaultOffsets  = 16
)

// Check is gpu.Device.Check.
func (d *Device) Check() error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if err := d.deferred.takeError(); err != nil {
		return err
	}
	outOfMemory := d.KeepPending()
	if err := d.Alive(); err != nil {
		return fmt.Errorf("gpu: Check: %w", err)
	}
	if outOfMemory {
		d.unchecked = 0
		return fmt.Errorf("gpu: Check: a call since the last Check ran out of memory: %w", ErrOutOfMemory)
	}
	if err := d.pendingError(); err != nil {
		return err
	}
	var word [1]uint32
	if err := d.Download(d.FaultWord, unsafe.Pointer(&word[0]), 4); err != nil {
		return err
	}
	if err := d.GLError("gpu: Check: reading the fault word"); err != nil {
		return err
	}
	if word[0] == 0 {
		return nil
	}
	if err := d.Upload(d.FaultWord, unsafe.Pointer(&[1]uint32{}), 4); err != nil {
		return err
	}
	var count, overflow, length, value, offsets error
	if word[0]&FaultCount != 0 {
		count = fmt.Errorf("gpu: Check: a count on the GPU was above its maximum, and the operation used the maximum: %w", ErrCount)
	}
	if word[0]&FaultOverflow != 0 {
		overflow = fmt.Errorf("gpu: Check: the destination holds fewer results than there are, and those that fit were written: %w", ErrOverflow)
	}
	if word[0]&FaultLength != 0 {
		length = fmt.Errorf("gpu: Check: a segment has more items than the operation's options allow, and was not sorted: %w", ErrCount)
	}
	if word[0]&FaultValue != 0 {
		value = fmt.Errorf("gpu: Check: a value of a sort has more bits than the options allow, and the result is wrong: %w", ErrArgument)
	}
	if word[0]&FaultOffsets != 0 {
		offsets = fmt.Errorf("gpu: Check: offsets of segments do not ascend, and the results are of no use: %w", ErrArgument)
	}
	return errors.Join(count, overflow, length, value, offsets)
}

// Release is gpu.Device.Release.
func (d *Device) Release() {
	if d.Attached() != nil {
		return
	}
	d.WhenCurrent(func() {
		d.copier.delete()
		d.counts.delete()
		for _, v := range [...]View{d.idle, d.FaultWord, d.staged} {
			if v.Of != nil {
				gl.DeleteBuffers(1, &v.Of.id)
			}
		}
		if d.waiting != 0 {
			gl.DeleteQueries(1, &d.waiting)
		}
	})
	d.released.Store(true)
}
