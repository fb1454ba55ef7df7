// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// chunkUniforms are the uniforms of reduce_chunk, scan_total and scan_chunk.
type chunkUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
}

// Reducer reduces by one set of Options. It owns kernels and scratch. Its methods must be called on
// the thread of the Device's context.
type Reducer struct {
	d             *gpu.Device
	o             Options
	plan          plan
	shape         kernel.Shape
	chunk         kernel.Loaded[chunkUniforms] // one dispatch for one result
	total         kernel.Loaded[chunkUniforms] // two for a result each segment or run
	walk          kernel.Loaded[chunkUniforms]
	tiles         []tile // or one dispatch for all segments or runs, for few items first
	teams         *teams // or, for many items, teams of lanes
	forcedTeam    int    // lanes of a team, in tests: negative for none, 0 to choose
	fewItems      int    // the most items of a call that teams reduce in one dispatch
	chain         *kernel.Chain
	ticket        *gpu.Buffer[uint32]
	scratch       *kernel.Scratch
	scratchNeeded int
	indices       gpu.View // with InputGathered
}

// New returns a Reducer for the options. It compiles all kernels, and reports errors of the
// caller's GLSL by name and line. On a driver that comb has not tested yet, New also runs a
// self-test and waits for the GPU. If a variant fails, New takes the next one; Reducer.Variant
// names the result.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: an operator
// that the type does not have, a Custom that cannot work, a size in it that is not the std430 array
// stride, or Tuning.Workers outside 0 to 4,096. gpu.ErrShader: GLSL that does not compile.
// gpu.ErrSelfTest: every variant fails.
func New(d *gpu.Device, o Options) (*Reducer, error) {
	if err := kernel.Attached(d, "reduce", "New"); err != nil {
		return nil, err
	}
	o, p, err := o.prepare("New")
	if err != nil {
		return nil, err
	}
	r, err := kernel.SelectVariant(d, "reduce", o.Tuning, o.inOnePass(p), func(shape kernel.Shape) (*Reducer, error) {
		shape = o.shape(shape, p)
		if o.Segmented {
			shape.MaxItems /= 3 // searches among the offsets are loop turns too, where a driver counts those
		}
		r := &Reducer{d: d, o: o, plan: p, shape: shape, scratch: kernel.NewScratch(d, "Reducer")}
		if err := r.build(); err != nil {
			r.Release()
			return nil, err
		}
		return r, nil
	}, (*Reducer).selfTest)
	if o.Custom != nil {
		err = kernel.Lacking(err, &o.Custom.Operator, o.Custom.functions())
	}
	return r, err
}

func (r *Reducer) build() (err error) {
	r.scratchNeeded = kernel.ScratchBytes(r.shape.Workers * itemBytes(r.plan, r.o))
	all := specs(r.d.Caps(), r.shape, r.plan, r.o)
	if r.shape.Algorithm == gpu.SinglePass {
		err = r.buildTiles(all)
	} else if r.o.Segmented || r.o.ByKey {
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
	if r.walk, err = kernel.Load[chunkUniforms](r.d, walk); err != nil {
		return err
	}
	return r.strides(r.walk.Kernel)
}

// strides compares the sizes in the options with those of the GLSL.
func (r *Reducer) strides(k *kernel.Kernel) error {
	kind := gpu.ErrBinding
	if r.o.Custom != nil {
		if err := r.o.Custom.checkStrides("New", k); err != nil {
			return err
		}
		kind = gpu.ErrArgument // Bytes is the caller's
	}
	for _, block := range []string{"Partials", "Totals"} {
		if got := k.ArrayStride(block); got > itemBytes(r.plan, r.o) {
			return fmt.Errorf("reduce: New: Bytes is %d: an item of %s takes %d bytes, want at most %d: %w", r.plan.glue.Bytes, block, got, itemBytes(r.plan, r.o), kind)
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
	return r.call("Reduce", func() error {
		if err := r.checkOptions(false); err != nil {
			return err
		}
		if err := r.checkEnds(dst, src, gpu.N(1), n); err != nil {
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
	})
}

// SegmentedReduce writes dst[s] = combine(src[offsets[s]], ..., src[offsets[s+1]-1]), and the
// identity for an empty segment. offsets holds segments+1 ascending words. Items before the first
// offset and from the last one on are left out. An offset above n counts as n. With ArgMin, ArgMax
// and Statistics the indices are those of the whole input, not of the segment. dst must overlap
// neither src nor offsets. With offsets that do not ascend the results are of no use, but no access
// leaves the buffers.
//
// The cost does not depend on the lengths of the segments: it is that of the items, and of the
// empty segments, of which there may be millions. The single-pass form (see Variant) works in
// memory that grows with n, as Reserve allocates it. It takes one dispatch, or two from 2^21 items
// on. Up to 2^16 items and from 2^21 on, teams of lanes reduce a segment each; from 2^21 on they
// reduce long segments in parts. The other form takes two dispatches. Errors: as for Reduce;
// gpu.ErrArgument without Options.Segmented.
func (r *Reducer) SegmentedReduce(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	return r.call("SegmentedReduce", func() error {
		if err := r.checkOptions(true); err != nil {
			return err
		}
		if err := kernel.NeedOffsets(r.d, "offsets", "segments", offsets, segments); err != nil {
			return err
		}
		if err := r.checkEnds(dst, src, segments, n); err != nil {
			return err
		}
		if err := kernel.NeedApart("dst and offsets", dst, offsets); err != nil {
			return err
		}
		if err := r.scratch.Apart(offsets); err != nil {
			return err
		}
		if err := kernel.NeedCountApart("segments", segments, dst, r.scratch.View()); err != nil {
			return err
		}
		if team := r.teamFor(segments.Max(), n.Max()); team > 0 {
			return r.reduceByTeams(team, dst, src, offsets, segments, n)
		}
		if r.tiles != nil {
			return r.singlePass(dst, src, offsets, segments, n)
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
				return fmt.Errorf("src: %w", err)
			}
			k.SetInput(r.o.input(), src, r.indices, r.plan.srcBytes)
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
		r.walk.Dispatch(walkers(workers, r.shape, segments.Max(), n.Max()))
		r.d.MemoryBarrier()
		return nil
	})
}

// maxWalkers is the most workgroups that share the empty segments.
const maxWalkers = 4096

// walkers is the number of workgroups: the workers, and if there are more segments than items
// others, which only write the results of empty segments.
func walkers(workers int, s kernel.Shape, segments, n int) int {
	if segments <= n {
		return workers
	}
	return max(workers, min(s.GroupsFor(segments), maxWalkers))
}

func (r *Reducer) setEnds(k *kernel.Kernel, dst, src gpu.View) error {
	if err := k.SetItems(bufSrc, src, r.plan.srcBytes, r.plan.srcRecord); err != nil {
		return fmt.Errorf("src: %w", err)
	}
	k.SetInput(r.o.input(), src, r.indices, r.plan.srcBytes)
	if err := k.SetItems(bufDst, dst, r.plan.dstBytes, r.plan.dstRecord); err != nil {
		return fmt.Errorf("dst: %w", err)
	}
	return nil
}

// checkOptions refuses Reduce, or SegmentedReduce, if the options exclude it.
func (r *Reducer) checkOptions(segmented bool) error {
	if segmented != r.o.Segmented || r.o.ByKey {
		return kernel.ArgumentError("Segmented is %v and ByKey is %v, want only Segmented for SegmentedReduce and neither for Reduce", r.o.Segmented, r.o.ByKey)
	}
	return nil
}

// checkEnds checks the input and the output of a call.
func (r *Reducer) checkEnds(dst, src gpu.View, results, n gpu.Count) error {
	if err := r.o.input().Need(r.d, &inputNames, src, r.indices, n, r.plan.srcBytes); err != nil {
		return err
	}
	if err := r.needDst(dst, results); err != nil {
		return err
	}
	if err := r.limit(n); err != nil {
		return err
	}
	if err := kernel.NeedApart("dst and src", dst, src); err != nil {
		return err
	}
	if err := r.reserve(n.Max()); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("n", n, dst, r.scratch.View()); err != nil {
		return err
	}
	if r.o.Input == gpu.InputGathered {
		if err := kernel.NeedApart("dst and indices", dst, r.indices); err != nil {
			return err
		}
		if err := r.scratch.Apart(r.indices); err != nil {
			return err
		}
	}
	return r.scratch.Apart(dst, src)
}

// needDst checks the output of a call.
func (r *Reducer) needDst(dst gpu.View, results gpu.Count) error {
	if r.o.Custom != nil {
		return kernel.NeedRecords(r.d, "dst", dst, results, r.plan.dstBytes)
	}
	if err := kernel.Need(r.d, "dst", dst, results, r.plan.dstBytes); err != nil {
		return err
	}
	return kernel.NeedItems(r.d, "dst", dst, r.o.resultType(), r.o.Op != Sum)
}

var inputNames = kernel.InputNames{What: "n", Src: "src", Indices: "indices of SetIndices"}

// SetIndices sets the indices of later calls with InputGathered: one uint32 for each item, an index
// among the records of src. An index past the last record reads the last one. dst and the scratch
// must not overlap the indices. Calls with another Input refuse them (gpu.ErrArgument).
func (r *Reducer) SetIndices(indices gpu.View) {
	if r != nil {
		r.indices = indices
	}
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

// call runs the body of a method, and puts the method's name before its error.
func (r *Reducer) call(method string, body func() error) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	return kernel.Named("reduce", method, body())
}

// enter begins a call.
func (r *Reducer) enter() error {
	if r.released() {
		return fmt.Errorf("reduce: the Reducer is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return r.d.Internal().Enter()
}

// Programs returns the GL programs with the caller's GLSL, for a caller that sets plain uniforms of
// it: set them in all programs. It is nil for a nil or released Reducer.
func (r *Reducer) Programs() []uint32 {
	if r == nil {
		return nil
	}
	return kernel.ProgramsOf(r.chunk.Kernel, r.total.Kernel, r.walk.Kernel) // the single pass has none of the caller's GLSL
}

// Variant returns the algorithm and the lane tier, such as `chunked-khr`; "" for a nil Reducer.
// Only SegmentedReduce and ReduceByKey have a single-pass form, for operators whose result does not
// depend on the order: Sum, Min and Max of integers, Min and Max of floats. Some calls of it use
// teams of lanes: see VariantFor.
func (r *Reducer) Variant() string {
	if r == nil {
		return ""
	}
	return r.shape.Variant()
}

// VariantFor returns the variant of a call of at most n items. For SegmentedReduce, with at most
// segments segments, it is `teams` if teams of lanes reduce a segment each. Other methods do not
// use segments. Otherwise it is Variant.
func (r *Reducer) VariantFor(segments, n int) string {
	if r != nil && r.teamFor(segments, n) > 0 {
		return "teams"
	}
	return r.Variant()
}

// Release frees the kernels and the scratch.
func (r *Reducer) Release() {
	if r == nil {
		return
	}
	r.chunk.Release()
	r.total.Release()
	r.walk.Release()
	for i := range r.tiles {
		r.tiles[i].Release()
	}
	r.teams.release()
	r.chain.Release()
	r.ticket.Release()
	r.scratch.Release()
	r.ticket, r.tiles, r.teams = nil, nil, nil
}
