// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// widen enqueues: packed keys of 8 or 16 bits, a word each.
func (s *Sorter) widen(dst, src gpu.View, n gpu.Count) {
	k := s.unpack
	k.SetBuffer(0, src)
	k.SetBuffer(1, dst)
	k.SetCount(n)
	tile := k.Shape().TileSize()
	k.Dispatch((n.Max() + tile - 1) / tile)
	s.d.Barrier()
}

// narrow enqueues the way back.
func (s *Sorter) narrow(dst, src gpu.View, n gpu.Count) {
	k := s.pack
	k.SetBuffer(0, src)
	k.SetBuffer(1, dst)
	k.SetCount(n)
	tile := k.Shape().TileSize() * keyTypes[s.o.Type].perWord
	k.Dispatch((n.Max() + tile - 1) / tile)
	s.d.Barrier()
}
