// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// widen enqueues the unpacking of keys of 8 or 16 bits, to a word each.
func (s *Sorter) widen(dst, src gpu.View, n gpu.Count) { s.repack(s.unpack, dst, src, n, n.Max()) }

// narrow enqueues the packing.
func (s *Sorter) narrow(dst, src gpu.View, n gpu.Count) {
	s.d.StorageBarrier()
	perWord := keyTypes[s.o.Type].perWord
	s.repack(s.pack, dst, src, n, (n.Max()+perWord-1)/perWord)
}

// repack enqueues either, over that many words of dst.
func (s *Sorter) repack(k *kernel.Kernel, dst, src gpu.View, n gpu.Count, words int) {
	k.SetBuffer(0, src)
	k.SetBuffer(1, dst)
	k.SetCount(n)
	k.Dispatch(k.Shape().GroupsFor(words))
	s.d.StorageBarrier()
}
