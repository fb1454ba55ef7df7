// SPDX-License-Identifier: MIT

package core

import "github.com/combgl/comb/shaders"

// copyGroup and copyItems are the invocations of a workgroup of the copy kernel, and the words of
// each. More than 8 words were no faster where it was measured.
const (
	copyGroup = 256
	copyItems = 8
)

// CopySpec returns the Spec of the copy kernel with workgroups and words of other sizes.
func CopySpec(group, items int) Spec {
	return Spec{
		File:  "gpu/words_copy.comp.glsl",
		Lanes: LanesShared,
		Constants: shaders.Constants{
			"GROUP_SIZE": uint32(group), "ITEMS_PER_THREAD": uint32(items), "TILE_SIZE": uint32(group * items),
			"LANE_COUNT": VirtualLaneCount, "SUBGROUP_COUNT": group / VirtualLaneCount, "VOTE_ROUNDS": uint32(items),
			"CHAIN_SPINS": uint32(0), "CHAIN_UNIFORMS": 0, "CHAIN_FEW": 0,
		},
		Buffers: []string{"Src", "Dst", "Count", "Fault"},
	}
}

// VirtualLaneCount is the number of invocations that form a subgroup in shared memory.
const VirtualLaneCount = 32

// copier is the copy kernel, with the number of words of a workgroup.
type copier struct {
	*Program // nil before Attach has made it
	tile     int
}

// SetCopier compiles the copy kernel with workgroups and words of other sizes, for a test of grids.
func (d *Device) SetCopier(group, items int) error {
	p, err := d.NewProgram(CopySpec(group, items))
	if err == nil {
		d.copier.Release()
		d.copier = copier{p, group * items}
	}
	return err
}

// Copy is gpu.Device.Copy.
func (d *Device) Copy(dst, src View, n Count) error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	if err := d.Need("gpu: Copy: dst", dst, n, 4); err != nil {
		return err
	}
	if err := d.Need("gpu: Copy: src", src, n, 4); err != nil {
		return err
	}
	if err := NeedCountWord("gpu: Copy", n); err != nil {
		return err
	}
	if err := NeedApart("gpu: Copy: dst and src", dst, src); err != nil {
		return err
	}
	if err := NeedCountApart("gpu: Copy", n, dst); err != nil {
		return err
	}
	if n == N(0) {
		return nil // a count on the GPU may be above its maximum of 0: the kernel reports that
	}
	d.copier.SetBuffer(0, src)
	d.copier.SetBuffer(1, dst)
	d.copier.SetCount(n)
	d.copier.Dispatch(max(1, (n.Max+d.copier.tile-1)/d.copier.tile))
	d.MemoryBarrier()
	return nil
}
