// SPDX-License-Identifier: MIT

package gpu

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Options for Attach. The zero value is right.
type Options struct {
	// PreserveState makes every operation put back the GL state that it changes (see Device), at the cost of asking
	// for it first: some microseconds an operation.
	PreserveState bool
	// ProcAddr finds GL's functions; nil takes go-gl's own loader.
	ProcAddr func(name string) unsafe.Pointer
	// CacheDir is the folder where comb keeps what takes time to find out, so that a second start compiles nothing:
	// linked programs, in the driver's own form, and what packages give to Device.Cache. "" is the folder that the
	// environment variable COMB_CACHE names, or else comb in os.UserCacheDir. It is made when there is none, for its owner
	// alone, and may be shared by processes.
	//
	// Drivers run what is in it: who can write to the folder can run code in every process that uses it. comb therefore
	// does not use a folder that another user than root owns or that others can write to, /tmp included. Report says so.
	//
	// Past 64 MiB the files that were not used for longest are deleted. An entry holds for one driver (vendor, renderer,
	// version) and the very same texts; a damaged one, or one that the driver refuses, is made anew.
	// A folder that cannot be had is no error: Report says why, and everything is compiled.
	CacheDir string
	// CacheShared uses the folder whoever owns it and can write to it. COMB_CACHE_SHARED=1 in the environment does the
	// same. It is for a folder that several trusted users share.
	CacheShared bool
	// NoCache neither reads nor writes CacheDir. COMB_CACHE=off does the same to programs that give no CacheDir.
	NoCache bool
	// Force is the tier of every operation whose Tuning leaves it open; Forbid are tiers that none may take.
	Force  Tier
	Forbid []Tier
	// NoSelfTest leaves out what else every operation does before its first use on a driver: it runs on a few thousand
	// items, and if the result is wrong the next best variant takes its place. Verdicts are kept in CacheDir.
	NoSelfTest bool

	// LargePages puts buffers of 16 MiB to 1 GiB, scratch too, into large pages on drivers that do so only when asked: NVIDIA's. It pays
	// where a call touches more than some 128 MB: a sort of 2^26 pairs takes 1,903 us so on an H200, and 2,475. Such a buffer is sparse
	// storage (ARB_sparse_buffer), all of it committed, which takes the GPU 0.15 s for 256 MiB, 1.9 s for 1 GiB, and too long for more.
	// Download and Readback read it; glMapBuffer cannot, and glGetBufferSubData crashed in the driver (580.159). On other drivers it
	// changes nothing.
	LargePages bool

	// NoLaneOrder leaves out the question whether lanes add to shared memory in their order (Device.LanesInOrder), and with
	// it what builds on that: radix.RanksInOrder. For who wants nothing that GLSL does not promise.
	NoLaneOrder bool
	// Wrong is for tests of that: kernels of this tier forget the last item.
	Wrong Tier
	// ResetStatus is for tests too, of what a program does when its context is lost: it stands for
	// glGetGraphicsResetStatus.
	ResetStatus func() uint32
}

// Device is comb's hold on one OpenGL context. There are no globals, so two contexts have two
// Devices. It owns a few small buffers; Release frees them.
//
// The context that was current at Attach must be current on the calling thread at each call. Every
// call checks that (ErrWrongContext, ErrNoContext, ErrWrongThread; see Enter), and refuses views of
// another Device and of released buffers. The context may move to another thread. Release methods
// may be called anywhere: GL objects are deleted by the next call that finds the context current.
//
// What operations change in the context: the current program (left at 0), shader-storage bindings 0
// to 7 with the generic one, GL_DISPATCH_INDIRECT_BUFFER, GL_COPY_READ_BUFFER and
// GL_COPY_WRITE_BUFFER. With Options.PreserveState all of these come back as they were. Reductions
// of pictures also use the last texture unit's GL_TEXTURE_2D and sampler (left at 0, and back with
// PreserveState). Systems of particles also use the last two uniform-buffer bindings with the
// generic one (left changed, and back with PreserveState). Nothing else is touched.
//
// Calls that make a buffer, read one back or check read glGetError, which clears it, and GL cannot
// set it again. What they find when they begin is not blamed on comb: HostErrors returns it, and
// Check does, once, as ErrGL.
type Device struct {
	caps      Caps
	options   Options
	home      home
	aside     aside
	objects   map[uint32]*object // of every buffer name that views point at
	sweepAt   int
	answer    int64 // where GL writes a buffer's size: a local one would be allocated each time
	idle      View  // what stands at a binding that the shader does not read this time
	faults    View
	staged    View  // where sparse buffers are read back by way of; made by the first
	flags     int32 // of the buffer that was asked for last: here, as a variable of isSparse's own would be allocated
	copier    *Kernel
	store     *store
	programs  programs
	saved     state
	depth     int
	current   uint32 // the program that this operation made current, 0 before it did
	waiting   uint32 // FinishPolling's query, made by the first call
	available int32  // its state: GL writes here, as a local variable would be allocated
	report    []string
	proved    proved
	inOrder   *bool // what LanesInOrder was told; nil before it is asked
	released  atomic.Bool
	tells     bool     // the context was made to tell of its loss
	lost      uint32   // the reset status, once there was one
	pending   []uint32 // GL errors that comb found when it looked, for HostErrors
	unchecked int      // the last of them, which Check has not returned
}

// UserBinding is the first shader-storage binding that comb leaves to a caller's own GLSL (8).
const UserBinding = 8

// Attach takes hold of the context that is current on the calling thread, which must be locked to
// its goroutine (runtime.LockOSThread). Errors: ErrNoContext, ErrVersion (with the version found),
// ErrShader.
func Attach(o Options) (*Device, error) {
	if err := load(o.ProcAddr); err != nil {
		return nil, err
	}
	if glString(gl.VERSION) == "" {
		return nil, fmt.Errorf("gpu: Attach: make a context current, after runtime.LockOSThread, on the thread that calls Attach: %w", ErrNoContext)
	}
	caps, err := readCaps()
	if err != nil {
		return nil, err
	}
	if caps.MaxStorageBindings < UserBinding {
		return nil, fmt.Errorf("gpu: Attach: the driver has %d shader-storage bindings, want 8: %w", caps.MaxStorageBindings, ErrUnsupported)
	}
	d := &Device{caps: caps, options: o, proved: proved{}, home: findHome(resetName(caps, o)), objects: map[uint32]*object{}, sweepAt: sweepFrom}
	d.store = newStore(o, caps.Vendor, caps.Renderer, caps.Version)
	d.programs.formats = binaryFormats()
	d.tells = d.tellsReset()
	d.keepPending()
	d.unchecked = 0 // of the program's own calls without any doubt
	if err := d.furnish(); err != nil {
		d.Release()
		return nil, err
	}
	return d, nil
}

// furnish makes what the Device owns.
func (d *Device) furnish() (err error) {
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

// load finds GL's functions.
func load(procAddr func(string) unsafe.Pointer) error {
	err := error(nil)
	if procAddr == nil {
		err = gl.Init()
	} else if procAddr("glGetString") == nil {
		return fmt.Errorf("gpu: Attach: Options.ProcAddr finds no function of OpenGL: it is another library's, or there is no context: %w", ErrNoContext)
	} else {
		err = gl.InitWithProcAddrFunc(procAddr)
	}
	if err != nil {
		return fmt.Errorf("gpu: Attach: loading OpenGL's functions: there is no %v, want a current context of 4.3 or later: %w", err, ErrNoContext)
	}
	return nil
}

// Caps is what the driver can do; none of it for a nil Device.
func (d *Device) Caps() Caps {
	if d == nil {
		return Caps{}
	}
	return d.caps
}

// Report tells in lines what was found and chosen, for a log or a bug report.
func (d *Device) Report() []string {
	if d == nil || d.store == nil {
		return nil
	}
	c := d.caps
	lines := []string{
		fmt.Sprintf("%s, OpenGL %s, GLSL %s", c.Renderer, c.Version, c.GLSL),
		fmt.Sprintf("%d multiprocessors (%s)", c.Multiprocessors, c.MultiprocessorsFrom),
		resetLine(d.tells),
		d.home.line(),
		fmt.Sprintf("subgroup size %d, KHR_shader_subgroup %v, ARB_shader_ballot %v", c.Subgroup.Size, c.Subgroup.KHR, c.Subgroup.Ballot),
	}
	if d.options.LargePages && largePages(c, largePagesFrom) {
		lines = append(lines, "buffers of 16 MiB to 1 GiB lie in large pages")
	}
	return slices.Concat(lines, d.store.lines(d.programs), d.report)
}

// Enter begins an operation: it checks that the Device's own context is current on this thread, and
// saves state when asked to. Leave ends it. Pairs may nest; the outermost one does the work. The
// context may have moved to another thread since Attach. Errors: ErrWrongThread when no context is
// current here and this is not Attach's thread, ErrNoContext when none is on that thread,
// ErrWrongContext when another one is, ErrReleased, ErrContextLost where the context reports it
// (robust ones do).
func (d *Device) Enter() error {
	if err := d.ready(); err != nil {
		return err
	}
	if d.depth == 0 {
		if d.aside.any.Load() {
			d.aside.run()
		}
		// ready asked for the reset status if it could.
		if d.lost != 0 || !d.home.query.watches() {
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

// Leave ends what Enter began.
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

// Barrier makes what kernels wrote visible to kernels enqueued later. Where the Device's context is
// not current it does nothing, and Check returns the error; so do Publish and Finish.
func (d *Device) Barrier() {
	if d.readyOr("gpu: Barrier") {
		gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT)
	}
}

// Publish makes what kernels wrote visible to everything enqueued later: kernels, indirect calls, vertex fetch,
// uniform and texture reads, buffer transfers. Every operation ends with it.
func (d *Device) Publish() {
	if d.readyOr("gpu: Publish") {
		gl.MemoryBarrier(gl.ALL_BARRIER_BITS)
	}
}

// Finish waits until the GPU has done everything enqueued. For tests and measurements.
func (d *Device) Finish() {
	if d.readyOr("gpu: Finish") {
		gl.Finish()
	}
}

// Fault bits in the device's fault word.
const (
	faultCount    = 1
	faultOverflow = 2
)

// Check waits for the GPU and returns what no call could: a GL error since the last Check (ErrGL),
// a lost context, a call that returns no error and was made without the context (Finish, Publish,
// Timer.Mark), a count on the GPU that was larger than its stated maximum (ErrCount; the operation
// worked on the maximum), or more results than their destination has room for (ErrOverflow; what
// fits was written). A GL error may be of the program's own calls: see HostErrors.
func (d *Device) Check() error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if err := d.aside.blamed(); err != nil {
		return err
	}
	outOfMemory := d.keepPending()
	if err := d.alive(); err != nil {
		return fmt.Errorf("gpu: Check: %w", err)
	}
	if outOfMemory {
		d.unchecked = 0
		return fmt.Errorf("gpu: Check: in a call since the last one: %w", ErrOutOfMemory)
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
		count = fmt.Errorf("gpu: Check: a count on the GPU was above its stated maximum; the operation worked on that many: %w", ErrCount)
	}
	if word[0]&faultOverflow != 0 {
		overflow = fmt.Errorf("gpu: Check: more was to be written than the destination holds; what fits was: %w", ErrOverflow)
	}
	return errors.Join(count, overflow)
}

// Release frees what the Device owns; every later call returns ErrReleased. The context stays the
// caller's. Call it where the context is current; elsewhere the Device's few objects are deleted by
// the next call that finds it current, or with the context.
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
