// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// ByKey are the arguments of ReduceByKey. A run is a longest sequence of neighbouring items with
// equal keys.
type ByKey struct {
	Keys gpu.View // N keys of Options.KeyBytes, compared bit for bit
	Src  gpu.View // N items, or records with Custom.Record
	N    gpu.Count

	RunKeys gpu.View // receives the key of each run: room for N keys
	Dst     gpu.View // receives the result of each run: room for N results
	Runs    gpu.View // receives the number of runs, one word: the word of gpu.CountAt(Runs, N.Max())
}

// ReduceByKey reduces each run of equal keys to one result, in the order of the runs. With sorted
// keys each key has one run. Outputs behind the last run keep their words. For no items the number
// of runs is 0.
//
// No output may overlap an input or another output. The word of a count on the GPU must lie neither
// in an output nor in the scratch. With ArgMin, ArgMax and Statistics the indices are those of the
// whole input, and a Custom finish gets the length of the run. The cost does not depend on the
// lengths of the runs.
//
// It needs Options.ByKey, and only enqueues. In the single-pass form (see Variant) it takes one
// dispatch, and works in memory that grows with N, as Reserve allocates it. The other form takes
// two dispatches, or one if N fits a workgroup's tile. Errors: as for Reduce; gpu.ErrArgument
// without Options.ByKey.
//
// The source of the single pass is Merrill and Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back", 2016.
func (r *Reducer) ReduceByKey(c ByKey) error {
	return r.call("ReduceByKey", func() error {
		if err := r.checkByKey(c); err != nil {
			return err
		}
		if r.tiles != nil {
			return r.runsInOnePass(c)
		}
		cut := r.scratch.Cut()
		totals := cut.Take(r.shape.Workers * itemBytes(r.plan, r.o))
		if err := r.setEnds(r.walk.Kernel, c.Dst, c.Src); err != nil {
			return err
		}
		workers := r.shape.WorkersFor(c.N.Max())
		if workers > 1 {
			k := &r.total
			if err := k.SetItems(bufSrc, c.Src, r.plan.srcBytes, r.plan.srcRecord); err != nil {
				return fmt.Errorf("src: %w", err)
			}
			k.SetInput(r.o.input(), c.Src, r.indices, r.plan.srcBytes)
			k.SetBuffer(bufDst, totals)
			k.SetBuffer(totalHeads, c.Keys)
			k.SetCount(c.N)
			k.Set(k.U.Workers, uint32(workers))
			k.Dispatch(workers)
			r.d.StorageBarrier()
			if err := r.setEnds(r.walk.Kernel, c.Dst, c.Src); err != nil {
				return err
			}
		}
		r.walk.SetBuffer(bufPartials, totals)
		r.walk.SetBuffer(bufHeads, c.Keys)
		r.walk.SetBuffer(bufRunKeys, c.RunKeys)
		r.walk.SetBuffer(bufRunCount, c.Runs)
		r.walk.SetCount(c.N)
		r.walk.Set(r.walk.U.Workers, uint32(workers))
		r.walk.Dispatch(workers)
		r.d.MemoryBarrier()
		return nil
	})
}

// runsInOnePass enqueues ReduceByKey as one dispatch.
func (r *Reducer) runsInOnePass(c ByKey) error {
	t := r.tileFor(c.N.Max())
	if err := r.setEnds(t.Kernel, c.Dst, c.Src); err != nil {
		return err
	}
	t.SetBuffer(bufHeads, c.Keys)
	t.SetBuffer(bufRunKeys, c.RunKeys)
	t.SetBuffer(bufRunCount, c.Runs)
	t.SetCount(c.N)
	r.chain.Dispatch(t.Kernel, max(1, t.Shape.GroupsFor(c.N.Max())))
	r.d.MemoryBarrier()
	return nil
}

func (r *Reducer) checkByKey(c ByKey) error {
	if !r.o.ByKey {
		return kernel.ArgumentError("ByKey is false, want true for ReduceByKey")
	}
	if err := r.checkEnds(c.Dst, c.Src, gpu.N(c.N.Max()), c.N); err != nil {
		return err
	}
	if err := kernel.NeedRecords(r.d, "Keys", c.Keys, c.N, r.o.KeyBytes); err != nil {
		return err
	}
	if err := kernel.NeedRecords(r.d, "RunKeys", c.RunKeys, gpu.N(c.N.Max()), r.o.KeyBytes); err != nil {
		return err
	}
	if err := kernel.NeedWords(r.d, "Runs", c.Runs, gpu.N(1)); err != nil {
		return err
	}
	for _, pair := range [...]struct {
		what string
		a, b gpu.View
	}{
		{"Dst and Keys", c.Dst, c.Keys}, {"Dst and RunKeys", c.Dst, c.RunKeys}, {"Dst and Runs", c.Dst, c.Runs},
		{"RunKeys and Keys", c.RunKeys, c.Keys}, {"RunKeys and Src", c.RunKeys, c.Src}, {"RunKeys and Runs", c.RunKeys, c.Runs},
		{"Runs and Keys", c.Runs, c.Keys}, {"Runs and Src", c.Runs, c.Src},
	} {
		if err := kernel.NeedApart(pair.what, pair.a, pair.b); err != nil {
			return err
		}
	}
	if err := kernel.NeedCountApart("n", c.N, c.RunKeys, c.Runs); err != nil {
		return err
	}
	return r.scratch.Apart(c.Keys, c.RunKeys, c.Runs)
}
