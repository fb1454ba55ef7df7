// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/reduce" // its GLSL
	_ "github.com/combgl/comb/shaders/scan"   // segments are a scan
)

// chunkUniforms are the uniforms of reduce_chunk and scan_total.
type chunkUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
}

// walkUniforms are those of scan_chunk.
type walkUniforms struct {
	Workers   kernel.Uniform `uniform:"workers"`
	Inclusive kernel.Uniform `uniform:"inclusive"`
}

// Reducer reduces by one set of Options. It owns kernels and scratch. Its methods must be called on
// the thread of the Device's context.
type Reducer struct {
	d             *gpu.Device
	o             Options
	plan          plan
	shape         kernel.Shape
	chunk         kernel.Loaded[chunkUniforms] // one dispatch for one result
	total         kernel.Loaded[chunkUniforms] // two for a result each segment
	walk          kernel.Loaded[walkUniforms]
	ticket        *gpu.Buffer[uint32]
	scratch       *kernel.Scratch
	scratchNeeded int
}

// The kernels' buffers, by index.
const (
	bufSrc      = 0
	bufDst      = 1
	bufPartials = 4 // of the chunks, or the totals of the segments' chunks
	bufTicket   = 5
	bufHeads    = 5
	totalHeads  = 4 // in scan_total: Src, Totals, Count, Fault, Heads, SegmentCount
)

// itemBytes is the most that an item of the kernel's own takes in an array.
func itemBytes(p plan, o Options) int {
	if o.Segmented {
		return p.glue.HeadedBytes()
	}
	return p.glue.Bytes
}

// ScratchBytes returns the memory in bytes that a Reducer works in, for UseScratch. It does not
// depend on n. It is pure: c may come from another machine. Errors: those of New that need no
// device.
func ScratchBytes(c gpu.Caps, o Options) (int, error) {
	p, err := o.plan()
	if err != nil {
		return 0, err
	}
	shape, err := kernel.Pick(c, o.Tuning) // all variants have as many workers
	if err != nil {
		return 0, err
	}
	return kernel.ScratchBytes(shape.Workers * itemBytes(p, o)), nil
}

// addsUp reports whether workers add to one word of 64 bits (reduce/join.glsl#sum) in place of
// writing partial results. It is pure.
func (o Options) addsUp(c gpu.Caps, s kernel.Shape) bool {
	word := o.Type == gpu.Uint32 || o.Type == gpu.Int32
	return o.Custom == nil && o.Op == Sum && word && s.Lanes == gpu.LanesKHR && c.Int64Atomics != nil
}

// specs are the kernels: chunk for one result, or total and walk for a result each segment.
func specs(c gpu.Caps, s kernel.Shape, p plan, o Options) []kernel.Spec {
	slots := func(more map[string]shaders.Snippet) map[string]shaders.Snippet {
		more["OPERATOR"] = p.glue.Snippet
		more["SOURCE"] = shaders.Snippet{File: p.source}
		return more
	}
	finish := map[string]shaders.Snippet{"FINISH": {File: p.finish}}
	if p.put != "" {
		finish["PUT"] = shaders.Snippet{File: p.put}
	}
	if !o.Segmented {
		chunk := kernel.Spec{
			File: "reduce/reduce_chunk.comp.glsl", Shape: s,
			Constants: p.glue.Merge(shaders.Constants{"CHUNKED": p.ordered, "ORDERED": p.ordered}),
			Buffers:   []string{"Src", "Dst", "Count", "Fault", "Partials?", "Ticket"},
			Slots:     slots(finish),
		}
		chunk.Slots["JOIN"] = shaders.Snippet{File: "reduce/join.glsl#partials"}
		if o.addsUp(c, s) {
			chunk.Slots["JOIN"], chunk.Extensions = shaders.Snippet{File: "reduce/join.glsl#sum"}, c.Int64Atomics
		}
		return []kernel.Spec{chunk}
	}
	item, heads := shaders.Snippet{File: "lib/item.glsl#headed"}, shaders.Snippet{File: "lib/heads.glsl#offsets"}
	finish["TILE"] = shaders.Snippet{File: "scan/tile.glsl"}
	finish["ITEM"], finish["HEADS"], finish["SINK"] = item, heads, shaders.Snippet{File: "reduce/sink_segments.glsl"}
	return []kernel.Spec{{
		File: "scan/scan_total.comp.glsl", Shape: s,
		Constants: p.glue.Merge(shaders.Constants{"CHUNKED": true, "ORDERED": true}),
		Buffers:   []string{"Src", "Totals", "Count", "Fault", "Heads", "SegmentCount"},
		Slots:     slots(map[string]shaders.Snippet{"ITEM": item, "HEADS": heads}),
	}, {
		File: "scan/scan_chunk.comp.glsl#plain", Shape: s, Constants: p.glue.Constants,
		Buffers: []string{"Src", "Dst", "Count", "Fault", "Totals", "Heads", "SegmentCount"},
		Slots:   slots(finish),
	}}
}

// New returns a Reducer for the options. It compiles all kernels, and reports errors of the
// caller's GLSL by name and line. On a driver that comb has not tested yet, New also runs a
// self-test and waits for the GPU. If a variant fails, New takes the next one; Reducer.Variant
// names the result.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: an operator
// that the type does not have, a Custom that cannot work, or a size in it that is not the std430
// array stride. gpu.ErrShader: GLSL that does not compile. gpu.ErrTooLarge: Tuning.Workers is
// outside 0 to 4,096. gpu.ErrSelfTest: every variant fails.
func New(d *gpu.Device, o Options) (*Reducer, error) {
	p, err := o.plan()
	if err != nil {
		return nil, err
	}
	return kernel.SelectVariant(d, "reduce", o.Tuning, false, func(shape kernel.Shape) (*Reducer, error) {
		shape = shape.ForItems(p.glue.Bytes)
		if o.Segmented {
			shape.MaxItems /= 3 // searches among the offsets are loop turns too, where a driver counts those
		}
		r := &Reducer{d: d, o: o, plan: p, shape: shape, scratch: kernel.NewScratch(d, "reduce")}
		if err := r.build(); err != nil {
			r.Release()
			return nil, err
		}
		return r, nil
	}, (*Reducer).selfTest)
}

func (r *Reducer) build() (err error) {
	r.scratchNeeded = kernel.ScratchBytes(r.shape.Workers * itemBytes(r.plan, r.o))
	all := specs(r.d.Caps(), r.shape, r.plan, r.o)
	if r.o.Segmented {
		err = r.buildSegmented(all[0], all[1])
	} else if r.chunk, err = kernel.Load[chunkUniforms](r.d, all[0]); err == nil {
		err = r.strides(r.chunk.Kernel)
	}
	if err != nil {
		return err
	}
	r.ticket, err = gpu.NewBuffer[uint32](r.d, 2)
	return err
}

func (r *Reducer) buildSegmented(total, walk kernel.Spec) (err error) {
	if r.total, err = kernel.Load[chunkUniforms](r.d, total); err != nil {
		return err
	}
	if err := r.strides(r.total.Kernel); err != nil {
		return err
	}
	if r.walk, err = kernel.Load[walkUniforms](r.d, walk); err != nil {
		return err
	}
	r.walk.Set(r.walk.U.Inclusive, 1)
	return r.strides(r.walk.Kernel)
}

// strides compares the sizes in the options with those of the GLSL.
func (r *Reducer) strides(k *kernel.Kernel) error {
	for _, block := range []string{"Partials", "Totals"} {
		if got := k.ArrayStride(block); got > itemBytes(r.plan, r.o) {
			kind := gpu.ErrBinding
			if r.o.Custom != nil {
				kind = gpu.ErrArgument // Bytes is the caller's
			}
			return fmt.Errorf("reduce: New: an item of %s takes %d bytes, want at most %d: %w", block, got, itemBytes(r.plan, r.o), kind)
		}
	}
	if r.o.Custom == nil {
		return nil
	}
	for _, b := range []struct {
		block string
		want  int
	}{{"Src", r.plan.srcBytes}, {"Dst", r.plan.dstBytes}} {
		if got := k.ArrayStride(b.block); got != 0 && got != b.want {
			return fmt.Errorf("reduce: New: an item of %s has %d bytes in Options, want %d, which it takes in an array (std430): %w", b.block, b.want, got, gpu.ErrArgument)
		}
	}
	return nil
}

// Reduce writes dst[0] = combine(src[0], ..., src[n-1]), in one dispatch. src holds n items, dst
// one result. dst must not overlap src. The word of a count on the GPU must lie neither in dst nor
// in the scratch. It needs Options without Segmented.
//
// Reduce only enqueues. Kernels, draws and indirect calls that are enqueued later see the result;
// no memory barrier of the caller's is needed.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrTooLarge; gpu.ErrArgument with Options.Segmented; gpu.ErrOutOfMemory; gpu.ErrContextLost,
// gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Reducer) Reduce(dst, src gpu.View, n gpu.Count) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if err := r.check(dst, src, gpu.N(1), n, false); err != nil {
		return err
	}
	cut := r.scratch.Cut()
	if err := r.setEnds(r.chunk.Kernel, dst, src); err != nil {
		return err
	}
	workers := r.shape.WorkersFor(n.Max())
	r.chunk.SetBuffer(bufPartials, cut.Take(r.shape.Workers*itemBytes(r.plan, r.o)))
	r.chunk.SetBuffer(bufTicket, r.ticket.View())
	r.chunk.SetCount(n)
	r.chunk.Set(r.chunk.U.Workers, uint32(workers))
	r.chunk.Dispatch(workers)
	r.d.MemoryBarrier()
	return nil
}

// SegmentedReduce writes dst[s] = combine(src[offsets[s]], ..., src[offsets[s+1]-1]), and the
// identity for an empty segment. offsets holds segments+1 ascending words. Items before the first
// offset and from the last one on are left out. With ArgMin and ArgMax the indices count from the
// beginning of src. dst must overlap neither src nor offsets.
//
// The cost does not depend on the lengths of the segments: it is that of the items, and of the
// empty segments, of which there may be millions. Errors: as for Reduce; gpu.ErrArgument without
// Options.Segmented.
func (r *Reducer) SegmentedReduce(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if err := r.check(dst, src, segments, n, true); err != nil {
		return err
	}
	if err := kernel.Need(r.d, "reduce: offsets", offsets, gpu.N(segments.Max()+1), 4); err != nil {
		return err
	}
	if err := kernel.NeedApart("reduce: dst and offsets", dst, offsets); err != nil {
		return err
	}
	if err := r.scratch.Apart(offsets); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("reduce: segments", segments, dst, r.scratch.View()); err != nil {
		return err
	}
	cut := r.scratch.Cut()
	totals := cut.Take(r.shape.Workers * itemBytes(r.plan, r.o))
	if err := r.setEnds(r.walk.Kernel, dst, src); err != nil {
		return err
	}
	workers := r.shape.WorkersFor(n.Max())
	if workers > 1 {
		k := &r.total
		if err := k.SetItems(bufSrc, src, r.plan.srcBytes, r.plan.srcRecord); err != nil {
			return fmt.Errorf("reduce: src: %w", err)
		}
		k.SetBuffer(bufDst, totals)
		k.SetBuffer(totalHeads, offsets)
		k.SetCount(n)
		k.SetSegmentCount(segments)
		k.Set(k.U.Workers, uint32(workers))
		k.Dispatch(workers)
		r.d.StorageBarrier()
		if err := r.setEnds(r.walk.Kernel, dst, src); err != nil {
			return err
		}
	}
	r.walk.SetBuffer(bufPartials, totals)
	r.walk.SetBuffer(bufHeads, offsets)
	r.walk.SetCount(n)
	r.walk.SetSegmentCount(segments)
	r.walk.Set(r.walk.U.Workers, uint32(workers))
	r.walk.Dispatch(r.walkers(workers, segments.Max(), n.Max()))
	r.d.MemoryBarrier()
	return nil
}

// maxWalkers is the most workgroups that share the empty segments.
const maxWalkers = 4096

// walkers is the number of workgroups: the workers, and if there are more segments than items
// others, which only write the results of empty segments.
func (r *Reducer) walkers(workers, segments, n int) int {
	if segments <= n {
		return workers
	}
	return max(workers, min(r.shape.GroupsFor(segments), maxWalkers))
}

func (r *Reducer) setEnds(k *kernel.Kernel, dst, src gpu.View) error {
	if err := k.SetItems(bufSrc, src, r.plan.srcBytes, r.plan.srcRecord); err != nil {
		return fmt.Errorf("reduce: src: %w", err)
	}
	if err := k.SetItems(bufDst, dst, r.plan.dstBytes, r.plan.dstRecord); err != nil {
		return fmt.Errorf("reduce: dst: %w", err)
	}
	return nil
}

func (r *Reducer) check(dst, src gpu.View, results, n gpu.Count, segmented bool) error {
	if segmented != r.o.Segmented {
		return fmt.Errorf("reduce: Segmented is %v, want false for Reduce and true for SegmentedReduce: %w", r.o.Segmented, gpu.ErrArgument)
	}
	if err := kernel.Need(r.d, "reduce: src", src, n, r.plan.srcBytes); err != nil {
		return err
	}
	if err := kernel.Need(r.d, "reduce: dst", dst, results, r.plan.dstBytes); err != nil {
		return err
	}
	if r.o.Custom == nil {
		if err := kernel.NeedType(r.d, "reduce: src", src, r.o.Type); err != nil {
			return err
		}
	}
	if err := r.shape.Check("reduce", n); err != nil {
		return err
	}
	if err := kernel.NeedApart("reduce: dst and src", dst, src); err != nil {
		return err
	}
	if err := r.scratch.Reserve(r.scratchNeeded); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("reduce", n, dst, r.scratch.View()); err != nil {
		return err
	}
	return r.scratch.Apart(dst, src)
}

// UseScratch makes the Reducer work in the caller's memory instead of its own: at least
// ScratchBytes. The zero View ends that. Between calls the memory is the caller's; the Reducer
// keeps nothing in it.
func (r *Reducer) UseScratch(scratch gpu.View) {
	if !r.released() {
		r.scratch.UseScratch(scratch)
	}
}

// released reports whether there is nothing to reduce with.
func (r *Reducer) released() bool { return r == nil || r.ticket == nil }

// enter begins a call.
func (r *Reducer) enter() error {
	if r.released() {
		return fmt.Errorf("reduce: the Reducer is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return r.d.Internal().Enter()
}

// Programs returns the GL programs with the caller's GLSL, for a caller that sets plain uniforms of
// it: set them in all programs.
func (r *Reducer) Programs() []uint32 {
	if r == nil {
		return nil
	}
	if r.o.Segmented {
		return []uint32{r.total.Program(), r.walk.Program()}
	}
	return []uint32{r.chunk.Program()}
}

// Variant returns the algorithm and the lane tier, such as `chunked-khr`; "" for a nil Reducer.
func (r *Reducer) Variant() string {
	if r == nil {
		return ""
	}
	return r.shape.Variant()
}

// Release frees the kernels and the scratch.
func (r *Reducer) Release() {
	if r == nil {
		return
	}
	r.chunk.Release()
	r.total.Release()
	r.walk.Release()
	r.ticket.Release()
	r.scratch.Release()
	r.ticket = nil
}
