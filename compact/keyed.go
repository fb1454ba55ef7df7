// SPDX-License-Identifier: MIT

package compact

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// CompactKeyed is Compact with Options.Keyed. keys gets the key of each record that dst gets, in
// the same order and the same dispatch. It holds n uint32; with Options.Clamp the smaller of dst
// and keys sets the room. keys must overlap neither dst nor src. Errors: as for Compact.
func (c *Compactor) CompactKeyed(dst, keys, src gpu.View, n gpu.Count) error {
	return c.moveRecords(operands{dst: dst, keys: keys, src: src, by: src, n: n}, "CompactKeyed")
}

// IndicesKeyed is Indices with Options.Keyed. keys gets the key of each record whose index dst
// gets, as in CompactKeyed. keys must overlap neither dst nor by. Errors: as for Compact.
func (c *Compactor) IndicesKeyed(dst, keys, by gpu.View, n gpu.Count) error {
	return c.moveIndices(operands{dst: dst, keys: keys, by: by, n: n}, "IndicesKeyed")
}

// checkKeys validates the destination of keys.
func (c *Compactor) checkKeys(a operands) error {
	if err := c.needWords("keys", a.keys, a.n); err != nil {
		return err
	}
	if err := kernel.NeedApart("keys and dst", a.keys, a.dst); err != nil {
		return err
	}
	if err := kernel.NeedApart("keys and src", a.keys, a.src); err != nil {
		return err
	}
	return kernel.NeedApart("keys and by", a.keys, a.by)
}
