// SPDX-License-Identifier: MIT

package gpu

// copySpec returns the Spec of the copy kernel. More than 8 words per invocation were no faster
// where it was measured.
func copySpec() Spec {
	return Spec{
		File:    "gpu/words_copy.comp.glsl",
		Shape:   Shape{Lanes: LanesShared, LaneCount: virtualLaneCount, GroupSize: 256, ItemsPerThread: 8},
		Buffers: []string{"Src", "Dst", "Count", "Fault"},
	}
}

func (d *Device) newCopier() (*Kernel, error) { return d.NewKernel(copySpec()) }

// Copy enqueues a copy of n words from src to dst by a kernel. On some drivers glCopyBufferSubData
// runs at a twentieth of the memory's speed. dst must not overlap src or the word of n. Errors:
// those of Need; ErrOverlap.
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
	if err := NeedApart("gpu: Copy: dst and src", dst, src); err != nil {
		return err
	}
	if err := NeedCountApart("gpu: Copy", n, dst); err != nil {
		return err
	}
	k := d.copier
	k.SetBuffer(0, src)
	k.SetBuffer(1, dst)
	k.SetCount(n)
	k.Dispatch(k.spec.Shape.GroupsFor(n.max))
	d.MemoryBarrier()
	return nil
}
