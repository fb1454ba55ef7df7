// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Array is one of several arrays that CompactArrays moves by the same decision: Dst gets records of
// Src, of Stride bytes each, a multiple of 4 from 4 to MaxStride.
type Array struct {
	Dst, Src gpu.View
	Stride   int
}

// CompactArrays writes the kept records of every array's Src to its Dst, in order; with Classes all
// records, class by class. by has what decides about all of them, as for Indices; it may be the Src
// of an array. It needs Output Indices and no Keyed.
//
// No Dst may overlap by, a Src or another Dst. With Options.Clamp every Dst gets as many records as
// the smallest Dst holds. The call takes one more dispatch than Compact for each array, and scratch
// for n indices. Errors: as for Compact.
func (c *Compactor) CompactArrays(by gpu.View, n gpu.Count, arrays ...Array) error {
	return c.call("CompactArrays", func() error {
		if err := c.begin("CompactArrays", n); err != nil {
			return err
		}
		a := operands{by: by, n: n, room: gpu.MaxItems}
		for i := range arrays {
			if err := c.checkArray(arrays, i, by, n); err != nil {
				return fmt.Errorf("array %d: %w", i, err)
			}
			a.room = min(a.room, arrays[i].Dst.Size()/arrays[i].Stride)
		}
		if err := c.check(a); err != nil {
			return err
		}
		totals, indices, err := c.reserve(n, 4*n.Max(), by)
		if err != nil {
			return err
		}
		for _, r := range arrays {
			if err := c.scratch.Apart(r.Dst, r.Src); err != nil {
				return err
			}
		}
		a.dst = indices
		if err := c.enqueue(a, totals); err != nil {
			return err
		}
		c.d.MemoryBarrier()
		kept := n
		if c.o.Classes == 1 {
			kept = c.results[c.latest].kept()
		}
		for _, r := range arrays {
			if err := c.gatherer.Gather(r.Dst, r.Src, indices, kept, r.Stride); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkArray validates an array, and that no other view overlaps its Dst.
func (c *Compactor) checkArray(arrays []Array, i int, by gpu.View, n gpu.Count) error {
	r := arrays[i]
	if r.Stride < 4 || r.Stride > MaxStride || r.Stride%4 != 0 {
		return kernel.ArgumentError("Stride is %d, want a multiple of 4 from 4 to %d", r.Stride, MaxStride)
	}
	if err := c.needRoom("Dst", r.Dst, n, r.Stride); err != nil {
		return err
	}
	if err := kernel.NeedRecords(c.d, "Src", r.Src, n, r.Stride); err != nil {
		return err
	}
	if err := kernel.NeedApart("Dst and by", r.Dst, by); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("n", n, r.Dst); err != nil {
		return err
	}
	if err := c.checkResult(n, r.Dst, r.Src); err != nil {
		return err
	}
	for j, other := range arrays {
		if err := kernel.NeedApart("Dst and a Src", r.Dst, other.Src); err != nil {
			return err
		}
		if j == i {
			continue
		}
		if err := kernel.NeedApart("Dst and the Dst of another array", r.Dst, other.Dst); err != nil {
			return err
		}
	}
	return nil
}
