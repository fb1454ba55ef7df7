// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"math/bits"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// SetBuffer binds a view to buffer i of the Spec's list for the next dispatch. The view may begin
// at any word. The bound range begins at the aligned offset below it, and the uniform "<name>_at"
// carries the difference in words.
func (p *Program) SetBuffer(i int, v View) {
	p.bind(i, v, v.Offset%p.d.Facts.StorageAlignment, 4)
}

// SetRecords is SetBuffer for a kernel that declares the buffer as an array of records of stride
// bytes. The uniform then carries the difference in records. Errors: ErrView if no aligned offset
// in the buffer lies a whole number of records before the view; those of Own.
func (p *Program) SetRecords(i int, v View, stride int) error {
	if err := p.d.Own("gpu: SetRecords: the view", v); err != nil {
		return err
	}
	back, ok := recordsBack(v.Offset, stride, p.d.Facts.StorageAlignment)
	if !ok {
		return fmt.Errorf("gpu: SetRecords: records of %d bytes begin at byte %d of buffer %d, want a whole number of records after a multiple of %d bytes (Caps.StorageAlignment): %w",
			stride, v.Offset, v.ID(), p.d.Facts.StorageAlignment, ErrView)
	}
	p.bind(i, v, back, stride)
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

func (p *Program) bind(i int, v View, back, unit int) {
	if !p.finish() {
		return
	}
	if v.Of == nil || v.Size == 0 {
		v, back = p.d.idle, 0
	}
	if p.misplaced(i, v) {
		return
	}
	p.buffers.Set(i, v.Of.id, v.Offset-back, v.Size+back)
	p.SetAt(p.at[i], uint32(back/unit))
}

// Bindings are the buffers that a kernel received since its last dispatch. The next dispatch binds
// them all, in one GL call where the driver supports it. Each GL call costs an operation about 0.1
// us.
type Bindings struct {
	ids            [UserBinding]uint32
	offsets, sizes [UserBinding]int
	waiting        uint32 // one bit per binding that is not applied yet
}

// Set adds a buffer to those that wait.
func (b *Bindings) Set(i int, id uint32, offset, size int) {
	b.ids[i], b.offsets[i], b.sizes[i] = id, offset, size
	b.waiting |= 1 << i
}

// Apply binds the waiting buffers, one run of neighbours per call.
func (b *Bindings) Apply(multiBind bool) {
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
func (p *Program) misplaced(i int, v View) bool {
	if v.Of.d == p.d && !v.Of.released.Load() {
		p.bad &^= 1 << i
		return false
	}
	p.bad |= 1 << i
	p.d.deferred.keepError(p.d.Own(fmt.Sprintf("gpu: %s was not dispatched: %s", p.spec.File, p.spec.Buffers[i]), v))
	return true
}

// SetCount sets the kernel's number of items: buffer "Count" of its Spec and the uniforms beside
// it. It also binds buffer "Fault" if the Spec lists it.
func (p *Program) SetCount(n Count) {
	if !p.finish() {
		return
	}
	p.setCounter(p.count, n)
	for i, name := range p.spec.Buffers {
		if name == "Fault" {
			p.SetBuffer(i, p.d.FaultWord)
		}
	}
}

// SetSegmentCount sets the kernel's number of segments: buffer "SegmentCount" of its Spec.
func (p *Program) SetSegmentCount(n Count) {
	if p.finish() {
		p.setCounter(p.segmentCount, n)
	}
}

func (p *Program) setCounter(c counter, n Count) {
	word, at := p.d.idle, uint32(countOnHost)
	if w := n.Word; n.OnGPU {
		back := w.Offset % p.d.Facts.StorageAlignment
		word, at = View{w.Of, w.Offset - back, back + 4}, uint32(back/4)
	}
	if p.misplaced(c.buffer, word) {
		return
	}
	p.buffers.Set(c.buffer, word.Of.id, word.Offset, word.Size)
	p.SetAt(c.max, uint32(n.Max))
	p.SetAt(c.word, at)
}

// Dispatch enqueues a number of workgroups. It splits them over two dimensions if the driver
// supports fewer on one; kernels read their index from workgroupIndex() of lib/grid.glsl. It does
// not wait.
func (p *Program) Dispatch(groups int) {
	p.finish()
	x, y := gridOf(groups, p.d.Facts.MaxGroups)
	if x == 0 || p.bad != 0 {
		return
	}
	p.use()
	gl.DispatchCompute(uint32(x), uint32(y), 1)
}

// use binds the kernel's buffers and makes its program current.
func (p *Program) use() {
	p.buffers.Apply(p.d.Facts.MultiBind())
	if p.d.current != p.id {
		gl.UseProgram(p.id)
		p.d.current = p.id
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
func (p *Program) DispatchIndirect(args View) error {
	if err := p.d.Own("gpu: DispatchIndirect: the arguments", args); err != nil {
		return err
	}
	if args.Of == nil || args.Size < 12 {
		return fmt.Errorf("gpu: DispatchIndirect: the arguments have %d bytes, want at least 12: %w", args.Size, ErrView)
	}
	if p.finish(); p.bad != 0 {
		return nil
	}
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, args.Of.id)
	p.use()
	gl.DispatchComputeIndirect(args.Offset)
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, 0)
	return nil
}
