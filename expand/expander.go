// SPDX-License-Identifier: MIT

package expand

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/expand" // its GLSL
)

// Options are the options of an Expander. The zero value decodes records of 4 bytes.
type Options struct {
	// Stride is the size of a record in bytes: a multiple of 4, at most gpu.MaxRecordBytes. 0 means
	// 4. A gpu.Buffer of 64-bit numbers is refused as records of 4 bytes (gpu.ErrView).
	Stride int

	// Finish computes what dst gets for each item, in GLSL, when it is written:
	//
	//	vec4 finish(Curve c, uint run, uint rank, uint index) { return pointOf(c, rank); }
	//	uvec2 finish(uint run, uint rank, uint index) { return uvec2(run, rank); } // no Record
	//
	// run is the index of the item's segment or run, rank the item's place in it, and index its
	// place in dst. Result is the GLSL type of what is returned. ResultBytes is its std430 array
	// stride: a multiple of 4, at most gpu.MaxRecordBytes. dst holds n results. With Record, the
	// GLSL type of a value with the array stride Stride, the Expander has Decode and DecodeLengths.
	// Without, it has Owners and OwnersOfLengths. Finish declares the types first, unless they are
	// built in. It must write nothing.
	//
	// The caller binds its own uniform blocks, and its own shader-storage blocks at bindings from
	// gpu.UserBinding on. Plain uniforms must be set in the program of Programs. Compiler errors
	// name Name and the line. Views of results and of records must begin where gpu.Operator says
	// that items do, or the call returns gpu.ErrView.
	Finish      string
	Record      string
	Result      string
	ResultBytes int
	Name        string // what compiler errors call Finish; "" means "finish"

	// Tuning sets the tile, the lane tier, and the form of the scan of lengths. The expansion has
	// one form.
	gpu.Tuning
}

// Expander expands segments to items. It owns kernels, scratch, and the counts of its latest two
// calls. Its methods must be called on the thread of the Device's context.
type Expander struct {
	d       *gpu.Device
	o       Options
	shape   kernel.Shape
	kinds   [2]kernel.Loaded[uniforms] // of indices, and of records where a call needed it
	scanner *scan.Scanner              // of lengths, where a call needed it
	ends    *kernel.Scratch            // the ends of segments that are given by lengths
	counts  [2]*gpu.Buffer[uint32]     // a word each, which calls write in turn
	most    [2]int                     // their maxima
	latest  int
}

// uniforms are the uniforms of the kernels.
type uniforms struct {
	ByEnds   kernel.Uniform `uniform:"by_ends"`
	HasRanks kernel.Uniform `uniform:"has_ranks,optional"` // of indices
}

// Kinds of kernels.
const (
	indices = 0
	records = 1
)

// The kernels' buffers, by index.
const (
	bufDst      = 0
	bufSegments = 1
	bufItems    = 2
	bufOther    = 3 // Ranks of indices, Values of records
)

// defaults fills in the defaults and validates.
func (o Options) defaults() (Options, error) {
	if o.Stride == 0 {
		o.Stride = 4
	}
	if o.Stride < 4 || o.Stride > gpu.MaxRecordBytes || o.Stride%4 != 0 {
		return o, kernel.ArgumentError("Stride is %d, want a multiple of 4 from 4 to %d", o.Stride, gpu.MaxRecordBytes)
	}
	return o, o.checkFinish()
}

// mostTile is the largest tile. It takes 16.5 KiB of the 32 of shared memory that every driver has.
const mostTile = 4096

// tile returns the shape with a tile that fits shared memory.
func (o Options) tile(s kernel.Shape) kernel.Shape {
	group, each := s.GroupSize, s.ItemsPerThread
	if o.GroupSize > 0 {
		group, each = min(o.GroupSize, kernel.MostInvocations(s.LaneCount)), o.ItemsPerThread
	}
	unit := max(32, s.LaneCount)
	group = (group + unit - 1) / unit * unit
	return s.With(group, max(1, min(each, mostTile/group)))
}

func (o Options) specOf(s kernel.Shape, kind int) kernel.Spec {
	part, other := "indices", "Ranks"
	constants := shaders.Constants{}
	if kind == records {
		part, other = "records", "Values"
		constants["STRIDE_WORDS"] = uint32(o.Stride / 4)
	}
	spec := kernel.Spec{
		File: "expand/items_expand.comp.glsl", Shape: s, Constants: constants,
		Buffers: []string{"Dst", "Segments", "ItemCount", other, "Count", "SegmentCount", "Fault"},
		Slots:   map[string]shaders.Snippet{"SINK": {File: "expand/sink.glsl#" + part}},
	}
	o.fillResults(&spec, part)
	return spec
}

// New returns an Expander. It compiles the kernel of Owners, or that with Finish. That of Decode,
// and those of the scan of lengths, are compiled and self-tested by the first call or by Reserve.
// On a driver that comb has not tested yet New runs a self-test and waits for the GPU. If a variant
// fails, New takes the next one.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: the options
// cannot work, or Stride or ResultBytes is not the std430 array stride. gpu.ErrShader: Finish does
// not compile. gpu.ErrUnsupported: the driver lacks the lanes of Tuning. gpu.ErrSelfTest: every
// variant fails.
func New(d *gpu.Device, o Options) (*Expander, error) {
	if err := kernel.Attached(d, "expand", "New"); err != nil {
		return nil, err
	}
	o, err := o.defaults()
	if err != nil {
		return nil, fmt.Errorf("expand: New: %w", err)
	}
	return kernel.SelectVariant(d, "expand", o.Tuning, false, func(s kernel.Shape) (*Expander, error) {
		return newExpander(d, o, o.tile(s))
	}, func(e *Expander, _ kernel.Shape) kernel.SelfTest { return e.selfTest(o.own()) })
}

func newExpander(d *gpu.Device, o Options, shape kernel.Shape) (_ *Expander, err error) {
	e := &Expander{d: d, o: o, shape: shape, ends: kernel.NewScratch(d, "Expander")}
	defer func() {
		if err != nil {
			e.Release()
		}
	}()
	if err = e.compile(o.own()); err != nil {
		return nil, err
	}
	for i := range e.counts {
		if e.counts[i], err = gpu.NewBuffer[uint32](d, 1); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *Expander) compile(kind int) (err error) {
	if e.kinds[kind], err = kernel.Load[uniforms](e.d, e.o.specOf(e.shape, kind)); err != nil {
		return err
	}
	return e.o.checkStrides(e.kinds[kind].Kernel)
}

// ready compiles and tests a kind of kernel, unless it is.
func (e *Expander) ready(kind int) error {
	return e.kinds[kind].Ready(func() error { return e.compile(kind) }, func() error {
		return kernel.RunSelfTest(e.d, "expand: decode", e.shape, e.selfTest(kind))
	})
}

// reserve prepares calls with up to a number of lengths.
func (e *Expander) reserve(lengths int) (err error) {
	if e.scanner == nil {
		if e.scanner, err = scan.New(e.d, scan.Options{Tuning: e.o.Tuning}); err != nil {
			return err
		}
	}
	if err := e.scanner.Reserve(lengths); err != nil {
		return err
	}
	return e.ends.Reserve(4 * max(1, lengths))
}

// Reserve compiles all kernels, and allocates memory for calls with up to a number of lengths.
// After it such calls neither allocate nor compile. Errors: gpu.ErrCount, gpu.ErrTooLarge,
// gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrWrongThread, gpu.ErrReleased.
func (e *Expander) Reserve(lengths int) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.d.Internal().Leave()
	if lengths < 0 || lengths > gpu.MaxItems {
		return fmt.Errorf("expand: Reserve: lengths is %d, want from 0 to %d: %w", lengths, gpu.MaxItems, gpu.ErrCount)
	}
	if e.o.has(records) {
		if err := e.ready(records); err != nil {
			return err
		}
	}
	return named("Reserve", e.reserve(lengths))
}

// Result returns the number of items of the latest call, which lies on the GPU. It reads nothing
// back. Its maximum is that of the call's n. An Expander has two words for it, which calls use in
// turn: a Result may be a count of the next call, and is overwritten by the call after that. Before
// the first call it is 0. It is the zero Count for a nil Expander.
func (e *Expander) Result() gpu.Count {
	if e == nil {
		return gpu.Count{}
	}
	return gpu.CountAt(e.counts[e.latest].View(), e.most[e.latest])
}

// Variant returns the algorithm and the lane tier, such as `chunked-khr`; "" for a nil Expander.
func (e *Expander) Variant() string {
	if e == nil {
		return ""
	}
	return e.shape.Variant()
}

// enter begins a call.
func (e *Expander) enter() error {
	if e == nil || e.kinds[e.o.own()].Kernel == nil {
		return fmt.Errorf("expand: the Expander is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return e.d.Internal().Enter()
}

// Release frees the kernels, the scratch and the counts. A Result is invalid afterwards.
func (e *Expander) Release() {
	if e == nil {
		return
	}
	for i := range e.kinds {
		e.kinds[i].Release()
		e.kinds[i].Kernel = nil
	}
	e.scanner.Release()
	e.scanner = nil
	e.ends.Release()
	for _, c := range e.counts {
		c.Release()
	}
}
