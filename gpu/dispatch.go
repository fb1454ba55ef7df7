// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"math/bits"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// SetBuffer binds a view to buffer i of the Spec's list for the next dispatch. The view may begin
// at any word. The bound range begins at the aligned offset below it, and the uniform "<name>_at"
// carries the difference in words.
func (k *Kernel) SetBuffer(i int, v View) {
	k.bind(i, v, v.offset%k.d.caps.StorageAlignment, 4)
}

// SetRecords is SetBuffer for a kernel that declares the buffer as an array of records of stride
// bytes. The uniform then carries the difference in records. Errors: ErrView if no aligned offset
// in the buffer lies a whole number of records before the view; those of Own.
func (k *Kernel) SetRecords(i int, v View, stride int) error {
	if err := k.d.Own("gpu: SetRecords: the view", v); err != nil {
		return err
	}
	back, ok := recordsBack(v.offset, stride, k.d.caps.StorageAlignment)
	if !ok {
		return fmt.Errorf("gpu: SetRecords: records of %d bytes begin at byte %d of buffer %d, want a whole number of records after a multiple of %d bytes (Caps.StorageAlignment): %w",
			stride, v.offset, v.ID(), k.d.caps.StorageAlignment, ErrView)
	}
	k.bind(i, v, back, stride)
	return nil
}

// recordsBack returns the smallest multiple of stride that leads back from offset to an aligned
// offset.
func recordsBack(offset, stride, alignment int) (int, bool) {
	for back := 0; back <= offset && back <= stride*alignment; back += stride {
		if (offset-back)%alignment == 0 {
			return back, true
		}
	}
	return 0, false
}

func (k *Kernel) bind(i int, v View, back, unit int) {
	if v.of == nil || v.size == 0 {
		v, back = k.d.idle, 0
	}
	if k.misplaced(i, v) {
		return
	}
	k.buffers.set(i, v.of.id, v.offset-back, v.size+back)
	k.setAt(k.at[i], uint32(back/unit))
}

// bindings are the buffers that a kernel received since its last dispatch. The next dispatch binds
// them all, in one GL call where the driver supports it. Each GL call costs an operation about 0.1
// us.
type bindings struct {
	ids            [UserBinding]uint32
	offsets, sizes [UserBinding]int
	waiting        uint32 // one bit per binding that is not applied yet
}

func (b *bindings) set(i int, id uint32, offset, size int) {
	b.ids[i], b.offsets[i], b.sizes[i] = id, offset, size
	b.waiting |= 1 << i
}

// apply binds the waiting buffers, one run of neighbours per call.
func (b *bindings) apply(multiBind bool) {
	for b.waiting != 0 {
		first := bits.TrailingZeros32(b.waiting)
		n := bits.TrailingZeros32(^(b.waiting >> first))
		if multiBind {
			gl.BindBuffersRange(gl.SHADER_STORAGE_BUFFER, uint32(first), int32(n), &b.ids[first], &b.offsets[first], &b.sizes[first])
		} else {
			for i := first; i < first+n; i++ {
				gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, uint32(i), b.ids[i], b.offsets[i], b.sizes[i])
			}
		}
		b.waiting &^= (1<<n - 1) << first
	}
}

// misplaced reports whether a view belongs to another Device or to a released buffer. Its GL name
// could then be another buffer's. Operations refuse such a view earlier (Need). If one does not,
// the kernel is not dispatched, and Check returns the error.
func (k *Kernel) misplaced(i int, v View) bool {
	if v.of.d == k.d && !v.of.released.Load() {
		k.bad &^= 1 << i
		return false
	}
	k.bad |= 1 << i
	k.d.deferred.keepError(k.d.Own(fmt.Sprintf("gpu: %s was not dispatched: %s", k.spec.File, k.spec.Buffers[i]), v))
	return true
}

// SetCount sets the kernel's number of items: buffer "Count" of its Spec and the uniforms beside
// it. It also binds buffer "Fault" if the Spec lists it.
func (k *Kernel) SetCount(n Count) {
	k.setCounter(k.count, n)
	for i, name := range k.spec.Buffers {
		if name == "Fault" {
			k.SetBuffer(i, k.d.faults)
		}
	}
}

// SetSegmentCount sets the kernel's number of segments: buffer "SegmentCount" of its Spec.
func (k *Kernel) SetSegmentCount(n Count) { k.setCounter(k.segmentCount, n) }

func (k *Kernel) setCounter(c counter, n Count) {
	word, at := k.d.idle, uint32(countOnHost)
	if w, ok := n.Word(); ok {
		back := w.offset % k.d.caps.StorageAlignment
		word, at = View{w.of, w.offset - back, back + 4}, uint32(back/4)
	}
	if k.misplaced(c.buffer, word) {
		return
	}
	k.buffers.set(c.buffer, word.of.id, word.offset, word.size)
	k.setAt(c.max, uint32(n.max))
	k.setAt(c.word, at)
}

// SetItems binds a view of items of a number of bytes. It is SetRecords if records is true, which
// means that the kernel declares an array of the caller's type. Otherwise it is SetBuffer. Errors:
// those of SetRecords.
func (k *Kernel) SetItems(i int, v View, bytes int, records bool) error {
	if records {
		return k.SetRecords(i, v, bytes)
	}
	k.SetBuffer(i, v)
	return nil
}

// Dispatch enqueues a number of workgroups. It splits them over two dimensions if the driver
// supports fewer on one; kernels read their index from workgroupIndex() of lib/grid.glsl. It does
// not wait.
func (k *Kernel) Dispatch(groups int) {
	x, y := gridOf(groups, k.d.caps.MaxGroups)
	if x == 0 || k.bad != 0 {
		return
	}
	k.use()
	gl.DispatchCompute(uint32(x), uint32(y), 1)
}

// use binds the kernel's buffers and makes its program current.
func (k *Kernel) use() {
	k.buffers.apply(k.d.caps.multiBind())
	if k.d.current != k.program {
		gl.UseProgram(k.program)
		k.d.current = k.program
	}
}

// UseProgram makes a program current that is not a kernel's, for a draw inside an operation. Use it
// instead of gl.UseProgram: otherwise the next dispatch of the same kernel would not restore its
// program.
func (d *Device) UseProgram(program uint32) {
	gl.UseProgram(program)
	d.current = program
}

// gridOf splits groups over two dimensions, with x*y >= groups and the smallest excess.
func gridOf(groups, limit int) (x, y int) {
	if groups <= 0 {
		return 0, 0
	}
	y = (groups + limit - 1) / limit
	return (groups + y - 1) / y, y
}

// DispatchIndirect enqueues the number of workgroups in the first three words of args, which the
// GPU reads. Errors: ErrView, also for a view of another Device; ErrReleased.
func (k *Kernel) DispatchIndirect(args View) error {
	if err := k.d.Own("gpu: DispatchIndirect: the arguments", args); err != nil {
		return err
	}
	if args.of == nil || args.size < 12 {
		return fmt.Errorf("gpu: DispatchIndirect: the arguments have %d bytes, want at least 12: %w", args.size, ErrView)
	}
	if k.bad != 0 {
		return nil
	}
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, args.of.id)
	k.use()
	gl.DispatchComputeIndirect(args.offset)
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, 0)
	return nil
}
