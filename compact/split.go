// SPDX-License-Identifier: MIT

package compact

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Split writes the kept records of src to kept and the other records to others, each in their old
// order (stable). Result.Counts has both numbers; Result.Count is that of the kept ones, for which
// Draw and Dispatch are made. It needs Output Split. What decides is chosen as for Partition: By
// Value or Unique.
//
// kept and others have room for n records of Options.Stride bytes each. With Options.Clamp each may
// have room for fewer: records that do not fit into theirs are dropped, and the other destination
// gets no more for it. Result.Found is the number of kept records with the dropped ones; the
// remaining n - Found are others. kept, others and src must not overlap, so Split does not work in
// place. All views may start at any multiple of 4 bytes, as for Compact.
//
// A single pass splits any number of records, up to [gpu.MaxItems], in one dispatch. It reads and
// writes each record once: the others before a record are the records before it less the kept ones
// before it. Partition writes the others behind all kept records, so it has to count them first.
// Results are the same bits in every variant. Errors: as for Compact.
func (c *Compactor) Split(kept, others, src gpu.View, n gpu.Count) error {
	return c.split(operands{dst: kept, others: others, src: src, by: src, n: n}, "Split", false)
}

// SplitBy is Split by an array beside src, as in CompactBy: n words with By Flags, n bits with By
// Mask. Neither kept nor others may overlap by. Errors: as for Compact.
func (c *Compactor) SplitBy(kept, others, src, by gpu.View, n gpu.Count) error {
	return c.split(operands{dst: kept, others: others, src: src, by: by, n: n}, "SplitBy", true)
}

// split moves the records of one array to two destinations. apart says what decides for the method.
func (c *Compactor) split(a operands, method string, apart bool) error {
	if err := c.enter(); err != nil {
		return err
	}
	defer c.d.Internal().Leave()
	if err := c.made(method, c.o.Output == Split && c.o.apart() == apart); err != nil {
		return err
	}
	if err := c.needRoom("compact: kept", a.dst, a.n, c.o.Stride); err != nil {
		return err
	}
	if err := c.needRoom("compact: others", a.others, a.n, c.o.Stride); err != nil {
		return err
	}
	if err := kernel.Need(c.d, "compact: src", a.src, a.n, c.o.Stride); err != nil {
		return err
	}
	for _, pair := range []struct {
		what string
		a, b gpu.View
	}{
		{"compact: kept and others", a.dst, a.others},
		{"compact: kept and src", a.dst, a.src},
		{"compact: others and src", a.others, a.src},
		{"compact: kept and what decides", a.dst, a.by},
		{"compact: others and what decides", a.others, a.by},
	} {
		if err := kernel.NeedApart(pair.what, pair.a, pair.b); err != nil {
			return err
		}
	}
	a.room, a.othersRoom = a.dst.Size()/c.o.Stride, a.others.Size()/c.o.Stride
	return c.move(a)
}

// setSplit binds what the kernel of two destinations reads, and the second of them. It tests the
// rooms in any case, so that there is one kernel for all.
func setSplit(m *mover, a operands, to *result) {
	m.SetBuffer(bufSrc, a.src)
	m.SetBuffer(bufOthers, a.others)
	m.Set(m.U.Room, uint32(to.room))
	m.Set(m.U.OthersRoom, uint32(to.othersRoom))
}
