// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// RunLengths enqueues run-length encoding of the n records of src: for each run of equal ones values gets the first,
// starts where it begins, and lengths how many it has; Result().Count is the number of runs. values holds n records
// of Options.Stride bytes, lengths n uint32, starts n+1: behind the last run stands n, so that starts serves as the
// offsets of reduce.Reducer.SegmentedReduce and scan.Scanner.SegmentedExclusive. The zero View stands for what is not wanted. None may overlap
// src or another. Two launches, one when the input fits a workgroup's tile, and one for lengths. Errors: as for Compact.
func (c *Compactor) RunLengths(values, starts, lengths, src gpu.View, n gpu.Count) error {
	if err := c.enter(); err != nil {
		return err
	}
	defer c.d.Leave()
	if err := c.made("RunLengths", c.o.Output == Runs); err != nil {
		return err
	}
	a := operands{dst: starts, src: src, by: src, values: values, lengths: lengths, n: n}
	if err := c.check(a); err != nil {
		return err
	}
	if err := c.checkRuns(values, starts, lengths, src, n); err != nil {
		return err
	}
	more := 0
	if starts.ID() == 0 {
		more = 4 * (n.Max() + 1)
	}
	totals, extra, err := c.reserve(n, more, values, starts, lengths, src)
	if err != nil {
		return err
	}
	if starts.ID() == 0 {
		a.dst = extra
	}
	if err := c.enqueue(a, totals); err != nil {
		return err
	}
	if lengths.ID() != 0 {
		c.d.Barrier()
		c.measure.SetBuffer(measureTo, lengths)
		c.measure.SetBuffer(measureFrom, a.dst)
		c.measure.SetCount(c.results[c.latest].kept())
		c.measure.Dispatch(c.measure.Shape().GroupsFor(n.Max()))
	}
	c.d.Publish()
	return nil
}

func (c *Compactor) checkRuns(values, starts, lengths, src gpu.View, n gpu.Count) error {
	outputs := [...]struct {
		name  string
		v     gpu.View
		n     gpu.Count
		bytes int
	}{
		{"compact: values", values, n, c.o.Stride},
		{"compact: starts", starts, gpu.N(n.Max() + 1), 4},
		{"compact: lengths", lengths, n, 4},
	}
	for i, o := range outputs {
		if o.v.ID() == 0 {
			continue
		}
		if err := c.d.Need(o.name, o.v, o.n, o.bytes); err != nil {
			return err
		}
		if o.v.Overlaps(src) {
			return fmt.Errorf("%s and src share bytes of buffer %d: %w", o.name, src.ID(), gpu.ErrOverlap)
		}
		for _, other := range outputs[:i] {
			if o.v.Overlaps(other.v) {
				return fmt.Errorf("%s and %s share bytes of buffer %d: %w", o.name, other.name, o.v.ID(), gpu.ErrOverlap)
			}
		}
	}
	return nil
}
