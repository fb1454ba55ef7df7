// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/combgl/comb/internal/core"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Options are the options of Attach. The zero value suits most programs.
type Options struct {
	// PreserveState makes every operation restore the GL state that it changes (see Device). Each
	// operation then reads that state first, which takes some microseconds.
	PreserveState bool
	// ProcAddr returns the address of a GL function. nil uses go-gl's loader.
	ProcAddr func(name string) unsafe.Pointer
	// CacheDir is the folder of the cache. The cache holds linked programs, in the driver's binary
	// format, and the data that packages pass to Device.Cache. A second start then compiles
	// nothing.
	//
	// "" uses the folder that the environment variable COMB_CACHE names, or else comb in
	// os.UserCacheDir. comb creates the folder if it is missing, with access for its owner alone.
	// Processes may share it.
	//
	// Drivers execute the cached programs: anyone who can write to the folder can run code in every
	// process that uses it. comb therefore refuses a folder whose owner is neither this user nor
	// root, and one that others can write to, such as /tmp. Report gives the reason.
	//
	// An entry is valid for one driver (vendor, renderer and version) and the same texts. comb
	// makes a damaged entry again, and one that the driver refuses. Above 64 MiB the least recently
	// used files are deleted. A folder that cannot be used is no error: Report gives the reason,
	// and every program is compiled.
	CacheDir string
	// CacheShared skips the checks of the folder's owner and permissions. COMB_CACHE_SHARED=1 in
	// the environment does the same. It is for a folder that several trusted users share.
	CacheShared bool
	// NoCache disables the cache. COMB_CACHE=off in the environment does so for programs that do
	// not set CacheDir.
	NoCache bool
	// Force sets the algorithm and the lanes of each operation whose Tuning does not. Forbid lists
	// tiers that no operation uses.
	Force  Tier
	Forbid []Tier
	// NoSelfTest disables self-tests. Otherwise an operation runs on a few thousand items before
	// its first use on a driver. If the result is wrong, the next best variant is used. Results of
	// self-tests are kept in CacheDir.
	NoSelfTest bool

	// LargePages places buffers of 16 MiB to 1 GiB in large pages, scratch included. It has an
	// effect on NVIDIA drivers only, which otherwise use small pages. Calls that touch more than
	// some 128 MB run faster: a sort of 2^26 pairs takes 1,903 us instead of 2,475 (H200).
	//
	// Such a buffer is sparse storage (ARB_sparse_buffer) with all pages committed. The commitment
	// keeps the GPU busy for 0.15 s for 256 MiB and for 1.9 s for 1 GiB. Larger buffers take too
	// long and stay in small pages. Download and Readback can read the buffer. glMapBuffer cannot,
	// and glGetBufferSubData crashed in the driver (580.159).
	LargePages bool

	// NoLaneOrder disables the probe Device.LanesInOrder, and with it radix.RanksInOrder. Programs
	// set it to use only what GLSL guarantees.
	NoLaneOrder bool
}

// Device is comb's handle of one OpenGL context. There are no globals: two contexts have two
// Devices. A Device owns a few small buffers, which Release frees.
//
// The context that was current at Attach must be current on the calling thread at each call. The
// context may move to another thread. Every call checks this (ErrWrongContext, ErrNoContext,
// ErrWrongThread; see Enter), and refuses views of another Device and of released buffers. Release
// methods are safe on any thread: the next call with the context current deletes the GL objects.
//
// Operations change this state of the context:
//
//   - the current program, which is 0 afterwards;
//   - shader-storage bindings 0 to 7 and the generic one;
//   - GL_DISPATCH_INDIRECT_BUFFER, GL_COPY_READ_BUFFER and GL_COPY_WRITE_BUFFER;
//   - reductions of textures: GL_TEXTURE_2D and the sampler of the last texture unit, both 0
//     afterwards;
//   - particle systems: the last two uniform-buffer bindings and the generic one.
//
// Options.PreserveState restores all of it. Operations change nothing else.
//
// Calls that make a buffer, read one back or check call glGetError. That clears the error flag, and
// GL cannot set it again. Errors that were pending before the call are not treated as comb's own:
// HostErrors returns them, and Check returns ErrGL for them once.
type Device struct {
	core        core.Device
	caps        Caps
	options     Options
	home        home
	deferred    deferred
	objects     map[uint32]*object // the buffers of views, by GL name
	sweepAt     int
	answer      int64 // GL writes a buffer's size here; a local variable would be allocated
	idle        View  // bound where a dispatch reads no buffer
	faults      View
	staged      View  // the copy through which sparse buffers are read; made at first use
	flags       int32 // GL writes a buffer's flags here; a local variable would be allocated
	copier      *Kernel
	store       *store
	programs    programs
	saved       state
	depth       int
	current     uint32 // the program that this operation made current, or 0
	waiting     uint32 // the query of FinishPolling, made at first use
	available   int32  // GL writes the query's state here; a local variable would be allocated
	report      []string
	testResults testResults
	inOrder     *bool // the result of LanesInOrder; nil before its first call
	released    atomic.Bool
	reportsLoss bool     // the context has reset notification
	lost        uint32   // the first reset status that is not 0
	pending     []uint32 // GL errors from before comb's own calls, for HostErrors
	unchecked   int      // how many of the last ones Check has not returned
}

// UserBinding is the first shader-storage binding for the caller's own GLSL: 8.
const UserBinding = 8

// Attach returns a Device for the context that is current on the calling thread. The goroutine must
// be locked to that thread (runtime.LockOSThread). Errors: ErrNoContext; ErrVersion, with the
// version of the context; ErrUnsupported for fewer than 8 shader-storage bindings; ErrShader.
func Attach(o Options) (*Device, error) {
	if err := load(o.ProcAddr); err != nil {
		return nil, err
	}
	if glString(gl.VERSION) == "" {
		return nil, fmt.Errorf("gpu: Attach: GL has no version, want a current context: call runtime.LockOSThread, make a context current on that thread, then call Attach: %w", ErrNoContext)
	}
	caps, err := readCaps()
	if err != nil {
		return nil, err
	}
	if caps.MaxStorageBindings < UserBinding {
		return nil, fmt.Errorf("gpu: Attach: the driver has %d shader-storage bindings, want %d: %w", caps.MaxStorageBindings, UserBinding, ErrUnsupported)
	}
	d := &Device{caps: caps, options: o, testResults: testResults{}, home: findHome(resetName(caps)), objects: map[uint32]*object{}, sweepAt: sweepFrom}
	if core.OnAttach != nil {
		core.OnAttach(&d.core)
	}
	d.store = newStore(o, caps.Vendor, caps.Renderer, caps.Version)
	d.programs.formats = binaryFormats()
	d.reportsLoss = d.hasResetNotification()
	d.keepPending()
	d.unchecked = 0 // errors before Attach are of the program's own calls
	if err := d.makeOwned(); err != nil {
		d.Release()
		return nil, err
	}
	return d, nil
}

// makeOwned makes the objects that the Device owns.
func (d *Device) makeOwned() (err error) {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if d.idle, err = d.create(16); err != nil {
		return err
	}
	if d.faults, err = d.create(16); err != nil {
		return err
	}
	if err := d.probeLanes(); err != nil {
		return err
	}
	d.copier, err = d.newCopier()
	return err
}

// load loads GL's functions.
func load(procAddr func(string) unsafe.Pointer) error {
	err := error(nil)
	if procAddr == nil {
		err = gl.Init()
	} else if procAddr("glGetString") == nil {
		return fmt.Errorf("gpu: Attach: Options.ProcAddr finds no function glGetString, want one for the current context: %w", ErrNoContext)
	} else {
		err = gl.InitWithProcAddrFunc(procAddr)
	}
	if err != nil {
		return fmt.Errorf("gpu: Attach: loading OpenGL's functions: %v is missing, want a current context of 4.3 or later: %w", err, ErrNoContext)
	}
	return nil
}

// Internal returns the part of the Device that only comb's own packages use.
func (d *Device) Internal() *core.Device { return &d.core }

// Caps returns what the driver can do. For a nil Device it returns the zero Caps.
func (d *Device) Caps() Caps {
	if d == nil {
		return Caps{}
	}
	return d.caps
}

// Report returns lines for a log or a bug report: the driver, its limits, the state of the cache,
// and the variant of each operation with the reason.
func (d *Device) Report() []string {
	if d == nil || d.store == nil {
		return nil
	}
	c := d.caps
	lines := []string{
		fmt.Sprintf("%s, OpenGL %s, GLSL %s", c.Renderer, c.Version, c.GLSL),
		fmt.Sprintf("%d multiprocessors (%s)", c.Multiprocessors, c.MultiprocessorsFrom),
		resetLine(d.reportsLoss),
		d.home.line(),
		fmt.Sprintf("subgroup size %d, KHR_shader_subgroup %v, ARB_shader_ballot %v", c.Subgroup.Size, c.Subgroup.KHR, c.Subgroup.Ballot),
	}
	if d.options.LargePages && largePages(c, largePagesFrom) {
		lines = append(lines, "buffers of 16 MiB to 1 GiB lie in large pages")
	}
	return slices.Concat(lines, d.store.lines(d.programs), d.report)
}

// Enter begins an operation, and Leave ends it. Enter checks that the Device's context is current
// on this thread. With Options.PreserveState it saves the GL state. Pairs may nest; the outermost
// pair does the work. The context may have moved to another thread since Attach. Errors:
//
//   - ErrWrongContext: another context is current;
//   - ErrNoContext: none is current, on the thread of Attach;
//   - ErrWrongThread: none is current, on another thread;
//   - ErrReleased: the Device is nil, zero or released;
//   - ErrContextLost: the context reports its loss, as one with reset notification does.
func (d *Device) Enter() error {
	if err := d.ready(); err != nil {
		return err
	}
	if d.depth == 0 {
		if d.deferred.any.Load() {
			d.deferred.run()
		}
		// ready has read the reset status if the query watches it.
		if d.lost != 0 || !d.home.query.watches() || d.core.Faults.ResetStatus != nil {
			if err := d.alive(); err != nil {
				return err
			}
		}
		if d.options.PreserveState {
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
	if d.options.PreserveState {
		d.saved.restore()
		return
	}
	gl.UseProgram(0)
}

// StorageBarrier issues a memory barrier for storage buffers: kernels that are enqueued later see what
// earlier kernels wrote. If the Device's context is not current, StorageBarrier does nothing and Check
// returns the error. The same holds for MemoryBarrier and Finish.
func (d *Device) StorageBarrier() {
	if d.readyOr("gpu: StorageBarrier") {
		gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT)
	}
}

// MemoryBarrier issues a memory barrier for everything: all later commands see what kernels wrote. These
// are kernels, indirect calls, vertex fetch, uniform and texture reads, and buffer transfers. Every
// operation ends with it.
func (d *Device) MemoryBarrier() {
	if d.readyOr("gpu: MemoryBarrier") {
		gl.MemoryBarrier(gl.ALL_BARRIER_BITS)
	}
}

// Finish waits until the GPU has finished all enqueued work. It is for tests and measurements.
func (d *Device) Finish() {
	if d.readyOr("gpu: Finish") {
		gl.Finish()
	}
}

// Bits of the fault word, which kernels set.
const (
	faultCount    = 1
	faultOverflow = 2
)

// Check waits for the GPU and returns the errors that no other call could return:
//
//   - ErrGL: GL raised an error since the last Check, perhaps in a call of the program (see
//     HostErrors);
//   - ErrOutOfMemory: GL ran out of memory since the last Check;
//   - ErrContextLost: the context was lost;
//   - ErrWrongContext, ErrNoContext, ErrWrongThread: a call without an error result, such as
//     Finish, MemoryBarrier or Timer.Mark, was made without the context;
//   - ErrCount: a count on the GPU was larger than its maximum, and the operation used the maximum;
//   - ErrOverflow: the destination was too small for the results, and the results that fit were
//     written.
func (d *Device) Check() error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if err := d.deferred.takeError(); err != nil {
		return err
	}
	outOfMemory := d.keepPending()
	if err := d.alive(); err != nil {
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
	if err := download(d, d.faults, word[:]); err != nil {
		return err
	}
	if err := d.glError("gpu: Check: reading the fault word"); err != nil {
		return err
	}
	if word[0] == 0 {
		return nil
	}
	if err := upload(d, d.faults, []uint32{0}); err != nil {
		return err
	}
	var count, overflow error
	if word[0]&faultCount != 0 {
		count = fmt.Errorf("gpu: Check: a count on the GPU was above its maximum, and the operation used the maximum: %w", ErrCount)
	}
	if word[0]&faultOverflow != 0 {
		overflow = fmt.Errorf("gpu: Check: the destination holds fewer results than there are, and those that fit were written: %w", ErrOverflow)
	}
	return errors.Join(count, overflow)
}

// Release frees the objects that the Device owns. Every later call returns ErrReleased. The context
// stays the caller's. Call Release with the context current. Otherwise the next call with the
// context current deletes the objects, or they go with the context.
func (d *Device) Release() {
	if d.attached() != nil {
		return
	}
	d.WhenCurrent(func() {
		d.copier.delete()
		for _, v := range [...]View{d.idle, d.faults, d.staged} {
			if v.of != nil {
				gl.DeleteBuffers(1, &v.of.id)
			}
		}
		if d.waiting != 0 {
			gl.DeleteQueries(1, &d.waiting)
		}
	})
	d.released.Store(true)
}
