// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"unsafe"

	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/internal/testtile"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Options are the options of Attach. The zero value suits most programs.
type Options struct {
	// PreserveState makes every operation restore the GL state that it changes (see Device). It
	// costs some microseconds each. A program that was deleted while it is current cannot come
	// back: the current program is 0 afterwards.
	PreserveState bool
	// ProcAddr returns the address of a GL function. nil uses go-gl's loader.
	ProcAddr func(name string) unsafe.Pointer

	// CacheDir is the folder of linked programs and self-test results, at most 64 MiB. "" means the
	// folder in the environment variable COMB_CACHE, or else comb in os.UserCacheDir. Processes may
	// share it. Drivers execute the cached programs, so comb refuses a folder that other users can
	// write to. A folder that cannot be used is no error: Report gives the reason.
	CacheDir string
	// CacheShared skips the checks of owner and permissions, as COMB_CACHE_SHARED=1 does. It is for
	// a folder of several trusted users.
	CacheShared bool
	// NoCache disables the cache, as COMB_CACHE=off does where CacheDir is "".
	NoCache bool

	// Force sets the algorithm and the lanes where Tuning does not. Forbid lists tiers that no
	// operation uses. Attach refuses the zero Tier in Forbid, which covers all.
	Force  Tier
	Forbid []Tier
	// NoSelfTest disables self-tests. Otherwise a variant runs on a few thousand items before its
	// first use on a driver, and the next best is used if it is wrong.
	NoSelfTest bool
	// LargePages places buffers of 16 MiB to 1 GiB in large pages on NVIDIA drivers. Calls that
	// touch more than some 128 MB run faster: a sort of 2^26 pairs takes 1,903 us instead of 2,475
	// (H200). A buffer of 256 MiB takes 0.15 s to make, one of 1 GiB 1.9 s. The buffers are sparse
	// storage, which glMapBuffer cannot read.
	LargePages bool
	// NoLaneOrder disables a probe of lane order, and with it radix.RanksInOrder: comb then uses
	// only what GLSL guarantees.
	NoLaneOrder bool
}

// Device is comb's handle of one OpenGL context. Two contexts have two Devices.
//
// The context of Attach must be current on the calling thread at each call; it may move to another
// thread. Release methods are safe on any thread: the next call with the context current deletes
// the GL objects.
//
// Operations change this state of the context, and no other (see Options.PreserveState):
//
//   - the current program, which is 0 afterwards;
//   - shader-storage bindings 0 to 7 and the generic one;
//   - GL_DISPATCH_INDIRECT_BUFFER, GL_COPY_READ_BUFFER and GL_COPY_WRITE_BUFFER;
//   - reductions of textures: GL_TEXTURE_2D and the sampler of the last unit, both 0 afterwards;
//   - particle systems: the last two uniform-buffer bindings and the generic one.
//
// Calls that make a buffer, read one back or check also clear GL's error flag; HostErrors returns
// the errors that were pending.
//
// Make no call between glBeginConditionalRender and glEndConditionalRender, where GL may drop
// dispatches without an error, nor while transform feedback is active and not paused, where GL
// refuses comb's programs (Check returns ErrGL).
type Device struct {
	core    core.Device
	caps    Caps
	options Options
}

// Attach returns a Device for the current context. The goroutine must be locked to its thread
// (runtime.LockOSThread). Errors: ErrArgument for the options; ErrNoContext; ErrVersion;
// ErrUnsupported for fewer than 8 shader-storage bindings; ErrShader.
func Attach(o Options) (*Device, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := load(o.ProcAddr); err != nil {
		return nil, err
	}
	if core.GetString(gl.VERSION) == "" {
		return nil, fmt.Errorf("gpu: Attach: GL has no version, want a current context: call runtime.LockOSThread, make a context current on that thread, then call Attach: %w", ErrNoContext)
	}
	caps, err := readCaps()
	if err != nil {
		return nil, err
	}
	if caps.MaxStorageBindings < UserBinding {
		return nil, fmt.Errorf("gpu: Attach: the driver has %d shader-storage bindings, want %d: %w", caps.MaxStorageBindings, UserBinding, ErrUnsupported)
	}
	o.NoSelfTest = o.NoSelfTest || testtile.NoSelfTest && caps.Software && o.CacheDir == ""
	d := &Device{caps: caps, options: o}
	inner := core.Options{PreserveState: o.PreserveState, LargePages: o.LargePages, CacheDir: o.CacheDir, CacheShared: o.CacheShared, NoCache: o.NoCache}
	if err := d.core.Attach(caps.facts(), inner, d.probeLanes); err != nil {
		d.Release()
		return nil, err
	}
	return d, nil
}

// check returns an error for tiers that no driver has.
func (o Options) check() error {
	if err := o.Force.check("Options.Force"); err != nil {
		return err
	}
	for i, t := range o.Forbid {
		what := fmt.Sprintf("Options.Forbid[%d]", i)
		if err := t.check(what); err != nil {
			return err
		}
		if t == (Tier{}) {
			return fmt.Errorf("gpu: Attach: %s is the zero Tier, which covers every variant, want an Algorithm or Lanes: %w", what, ErrArgument)
		}
	}
	return nil
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

// Internal is for comb's own packages.
func (d *Device) Internal() *core.Device {
	if d == nil {
		return nil
	}
	return &d.core
}

// Options returns the options of Attach; the zero ones for a nil Device.
func (d *Device) Options() Options {
	if d == nil {
		return Options{}
	}
	return d.options
}

// Caps returns what the driver can do; nothing for a nil Device.
func (d *Device) Caps() Caps {
	if d == nil {
		return Caps{}
	}
	return d.caps
}

// Report returns lines for a log or a bug report: the driver, its limits, the cache, and the
// variant of each operation with the reason.
func (d *Device) Report() []string {
	if d == nil || d.caps.Version == "" {
		return nil
	}
	c := d.caps
	lines := []string{
		fmt.Sprintf("%s, OpenGL %s, GLSL %s", c.Renderer, c.Version, c.GLSL),
		fmt.Sprintf("%d multiprocessors (%s)", c.Multiprocessors, c.MultiprocessorsFrom),
	}
	lines = append(lines, d.core.ContextLines()...)
	lines = append(lines, fmt.Sprintf("subgroup size %d, KHR_shader_subgroup %v, ARB_shader_ballot %v", c.Subgroup.Size, c.Subgroup.KHR, c.Subgroup.Ballot))
	return append(lines, d.core.CacheLines()...)
}

// Copy enqueues a copy of n words by a kernel: glCopyBufferSubData runs at a twentieth of the
// memory's speed on some drivers. dst and src hold n words each. dst must not overlap src or the
// word of n. Errors: ErrView, ErrCount, ErrOverlap.
func (d *Device) Copy(dst, src View, n Count) error {
	return d.Internal().Copy(dst.in, src.in, n.in)
}

// StorageBarrier makes what kernels wrote visible to later kernels.
func (d *Device) StorageBarrier() { d.Internal().StorageBarrier() }

// MemoryBarrier makes what kernels wrote visible to all later commands. Every operation ends with
// it.
func (d *Device) MemoryBarrier() { d.Internal().MemoryBarrier() }

// Finish waits until the GPU has finished. It is for tests and measurements.
func (d *Device) Finish() { d.Internal().Finish() }

// FinishPolling is Finish without sleeping, for short calls whose result the CPU needs at once. It
// keeps a CPU core busy: a compaction of 4,096 words takes 18.9 us with its result instead of 20.4
// (H200). Without timestamps it is Finish.
func (d *Device) FinishPolling() error { return d.Internal().FinishPolling() }

// Check waits for the GPU and returns the errors that no other call could return:
//
//   - ErrGL, ErrOutOfMemory: GL raised an error since the last Check, perhaps in a call of the
//     program (HostErrors);
//   - ErrWrongContext, ErrNoContext, ErrWrongThread: a call without an error result, such as
//     Finish or Timer.Mark, was made without the context, and did nothing;
//   - ErrArgument: a Timer had too many stages, or a Mark before Begin and Start; or a value of a
//     sort has more bits than the options of the sort allow, and its result is wrong; or offsets of
//     a segmented reduction do not ascend, where the kernel notices that;
//   - ErrCount: a count on the GPU was larger than its maximum, which the operation used; or a
//     segment has more items than the options of a sort allow, and was not sorted;
//   - ErrOverflow: the destination was too small, and the results that fit were written.
func (d *Device) Check() error { return d.Internal().Check() }

// Lost returns ErrContextLost if the driver reports a lost context, as it does with reset
// notification (LOSE_CONTEXT_ON_RESET). It does not wait. After a loss reads return zeros without a
// GL error, so programs that read by themselves should call Lost after it.
func (d *Device) Lost() error { return d.Internal().Lost() }

// HostErrors returns and forgets the codes of GL errors that were pending when comb read GL's error
// flag, such as gl.INVALID_ENUM, at most 16 in order. They come from calls of the program, or from
// earlier kernels of comb. Check returns ErrGL for them, once.
func (d *Device) HostErrors() []uint32 { return d.Internal().HostErrors() }

// Programs returns how many programs were compiled, and how many came from the cache.
func (d *Device) Programs() (compiled, cached int) { return d.Internal().Programs() }

// Release frees what the Device owns, and not the context. Buffers and other objects of the Device
// that the program has not released before stay in the context until it is destroyed.
func (d *Device) Release() { d.Internal().Release() }
