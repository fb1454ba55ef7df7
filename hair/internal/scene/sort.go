// SPDX-License-Identifier: MIT

package scene

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
)

// SortScratch gives a sorter of those options the memory for sorts of up to n items. was is the
// memory that it has, or nil. Sorter.Reserve would also compile the kernels of sorts of fewer
// items.
// Errors: gpu.ErrTooLarge, gpu.ErrOutOfMemory.
func SortScratch(d *gpu.Device, was *kernel.Scratch, s *radix.Sorter, o radix.Options, use radix.Use, n int) (*kernel.Scratch, error) {
	if was == nil {
		was = kernel.NewScratch(d, "hair: sort")
	}
	bytes, err := radix.ScratchBytes(d.Caps(), o, use, n)
	if err == nil {
		err = was.Reserve(bytes)
	}
	if err != nil {
		return was, err
	}
	s.UseScratch(was.View())
	return was, nil
}
