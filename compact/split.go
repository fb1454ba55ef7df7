// SPDX-License-Identifier: MIT

package compact

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Split writes the kept records of src to kept and the other records to others, each in their old
// order (stable). It needs Output Split and By Value or Unique. Result.Counts has both numbers of
// records written. Draw and Dispatch are made for the kept ones.
//
// src holds n records of Options.Stride bytes; kept and others have room for n records each. With
// Options.Clamp each may have room for fewer. Records that do not fit into their destination are
// dropped, whatever room the other one has. Result.Found then is the number of kept records that
// src has, and n - Found is that of the others. No two of kept, others and src may overlap, so
// there is no call in place. Views begin as for Compact, and n is at most [gpu.MaxItems].
//
// The single pass takes any n in one dispatch, as the place of a record follows from the number of
// kept records before it. Partition writes the others behind all kept records, so their places
// follow from the number of all kept records. The results are the same bits in every variant.
// Errors: as for Compact.
func (c *Compactor) Split(kept, others, src gpu.View, n gpu.Count) error {
	return c.split(operands{dst: kept, others: others, src: src, by: src, n: n}, "Split")
}

// SplitBy is Split by an array beside src, as in CompactBy: by holds n words with By Flags, or n
// bits with By Mask. Neither kept nor others may overlap by. Errors: as for Compact.
func (c *Compactor) SplitBy(kept, others, src, by gpu.View, n gpu.Count) error {
	return c.split(operands{dst: kept, others: others, src: src, by: by, n: n}, "SplitBy")
}

// split moves the records of one array to two destinations.
func (c *Compactor) split(a operands, method string) error {
	return c.call(method, func() error {
		if err := c.begin(method, a.n); err != nil {
			return err
		}
		if err := c.needRoom("kept", a.dst, a.n, c.o.Stride); err != nil {
			return err
		}
		if err := c.needRoom("others", a.others, a.n, c.o.Stride); err != nil {
			return err
		}
		if err := kernel.NeedRecords(c.d, "src", a.src, a.n, c.o.Stride); err != nil {
			return err
		}
		for _, pair := range []struct {
			what string
			a, b gpu.View
		}{
			{"kept and others", a.dst, a.others},
			{"kept and src", a.dst, a.src},
			{"others and src", a.others, a.src},
			{"kept and by", a.dst, a.by},
			{"others and by", a.others, a.by},
		} {
			if err := kernel.NeedApart(pair.what, pair.a, pair.b); err != nil {
				return err
			}
		}
		a.room, a.othersRoom = a.dst.Size()/c.o.Stride, a.others.Size()/c.o.Stride
		return c.move(a)
	})
}

// setSplit binds what the kernel of two destinations reads, and the second of them.
func setSplit(m *mover, a operands, to *result) {
	m.SetBuffer(bufSrc, a.src)
	m.SetBuffer(bufOthers, a.others)
	m.Set(m.U.Room, uint32(to.room))
	m.Set(m.U.OthersRoom, uint32(to.othersRoom))
}
