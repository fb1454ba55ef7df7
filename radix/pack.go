// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// repackUniforms are those of keys_unpack and keys_pack: the bits to turn over in keys whose
// highest bit is 0, and in those where it is 1.
type repackUniforms struct {
	Clear kernel.Uniform `uniform:"flip_clear"`
	Set   kernel.Uniform `uniform:"flip_set"`
}

// widen enqueues the unpacking of keys of 8 or 16 bits, to unsigned words of the same order.
func (s *Sorter) widen(dst, src gpu.View, n gpu.Count) {
	k := keyTypes[s.o.Type]
	s.repack(&s.unpack, dst, src, n, n.Max(), k.positive, k.negative)
}

// narrow enqueues the packing. The highest bit of a signed or float key is turned over by then.
func (s *Sorter) narrow(dst, src gpu.View, n gpu.Count) {
	s.d.StorageBarrier()
	k := keyTypes[s.o.Type]
	s.repack(&s.pack, dst, src, n, (n.Max()+k.perWord-1)/k.perWord, k.negative, k.positive)
}

// repack enqueues either, over that many words of dst.
func (s *Sorter) repack(k *kernel.Loaded[repackUniforms], dst, src gpu.View, n gpu.Count, words int, clear, set uint32) {
	k.SetBuffer(0, src)
	k.SetBuffer(1, dst)
	k.SetCount(n)
	k.Set(k.U.Clear, clear)
	k.Set(k.U.Set, set)
	k.Dispatch(k.Shape().GroupsFor(words))
	s.d.StorageBarrier()
}
