// SPDX-License-Identifier: MIT

package compact

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// RunLengths writes the run-length encoding of the n records of src. For each run of equal records
// values gets the first record, starts the index where it begins, and lengths its length.
// Result.Count is the number of runs. It needs Output Runs.
//
// values holds n records of Options.Stride bytes, lengths n uint32, starts n+1, so that n is at
// most gpu.MaxItems-1 with starts. Behind the last run starts gets n, so that it can be the offsets
// of reduce.Reducer.SegmentedReduce and scan.Scanner.SegmentedExclusive. The zero View leaves an
// output out; a view of a released buffer is an error. No output may overlap src or another output.
// Errors: as for Compact.
//
// Without a Predicate, records of up to 8 bytes take one dispatch in a single pass. All other forms
// take one more dispatch than Compact, for the lengths.
func (c *Compactor) RunLengths(values, starts, lengths, src gpu.View, n gpu.Count) error {
	return c.call("RunLengths", func() error {
		if err := c.begin("RunLengths", n); err != nil {
			return err
		}
		a := operands{dst: starts, src: src, by: src, values: values, lengths: lengths, n: n}
		if err := c.checkRuns(values, starts, lengths, src, n); err != nil {
			return err
		}
		if err := c.check(a); err != nil {
			return err
		}
		more, atOnce := 0, c.o.runsAtOnce(c.shape)
		if starts == (gpu.View{}) && !atOnce {
			more = 4 * (n.Max() + 1)
		}
		totals, extra, err := c.reserve(n, more, values, starts, lengths, src)
		if err != nil {
			return err
		}
		if more > 0 {
			a.dst = extra
		}
		if err := c.enqueue(a, totals); err != nil {
			return err
		}
		if lengths != (gpu.View{}) && !atOnce {
			c.d.StorageBarrier()
			c.measure.SetBuffer(measureTo, lengths)
			c.measure.SetBuffer(measureFrom, a.dst)
			c.measure.SetCount(c.results[c.latest].kept())
			c.measure.Dispatch(c.measure.Shape().GroupsFor(n.Max()))
		}
		c.d.MemoryBarrier()
		return nil
	})
}

// setRuns binds what the kernel of runs reads and writes besides the starts.
func (c *Compactor) setRuns(m *mover, a operands) {
	wanted := func(v gpu.View) uint32 { return uint32(min(1, v.Size())) }
	m.SetBuffer(bufValues, a.values)
	m.Set(m.U.WantValues, wanted(a.values))
	if !c.o.runsAtOnce(m.Shape()) {
		m.SetBuffer(bufRunSrc, a.src)
		return
	}
	m.SetBuffer(bufLengths, a.lengths)
	m.Set(m.U.WantStarts, wanted(a.dst))
	m.Set(m.U.WantLengths, wanted(a.lengths))
}

func (c *Compactor) checkRuns(values, starts, lengths, src gpu.View, n gpu.Count) error {
	outputs := [...]struct {
		name  string
		v     gpu.View
		n     gpu.Count
		bytes int
	}{
		{"values", values, n, c.o.Stride},
		{"starts", starts, gpu.N(n.Max() + 1), 4},
		{"lengths", lengths, n, 4},
	}
	if err := kernel.NeedRecords(c.d, "src", src, n, c.o.Stride); err != nil {
		return err
	}
	for i, o := range outputs {
		if o.v == (gpu.View{}) {
			continue
		}
		if i > 0 {
			if err := kernel.NeedType(c.d, o.name, o.v, gpu.Uint32); err != nil {
				return err
			}
		}
		if err := kernel.NeedRecords(c.d, o.name, o.v, o.n, o.bytes); err != nil {
			return err
		}
		if o.v.Overlaps(src) {
			return kernel.NeedApart(o.name+" and src", o.v, src)
		}
		for _, other := range outputs[:i] {
			if o.v.Overlaps(other.v) {
				return kernel.NeedApart(o.name+" and "+other.name, o.v, other.v)
			}
		}
	}
	return nil
}
