// SPDX-License-Identifier: MIT

package classic

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Compactor is one method, compiled for records of one size.
type Compactor struct {
	d       *gpu.Device
	m       method
	bytes   int                       // of a record
	kernels []kernel.Loaded[uniforms] // the last one moves the records; nil once released
	scratch *kernel.Scratch
	count   *gpu.Buffer[uint32] // how many were kept
	zero    *gpu.Buffer[uint32] // a word that stays 0, to set count from
}

type uniforms struct {
	Reach kernel.Uniform `uniform:"reach,optional"` // of the step-wise scan
}

// New compiles a method for records of 4, 8, 16, 32 or 64 bytes. Errors: gpu.ErrArgument for
// another name or size, or a method that runs on the CPU; gpu.ErrUnsupported for append-subgroup on
// a driver that has no subgroups; gpu.ErrShader, gpu.ErrOutOfMemory.
func New(d *gpu.Device, name string, recordBytes int) (*Compactor, error) {
	m, err := find(name)
	if err != nil {
		return nil, err
	}
	if m.Host {
		return nil, fmt.Errorf("classic: New: %s runs on the CPU, want OnHost: %w", name, gpu.ErrArgument)
	}
	specs, err := m.specs(d.Caps(), recordBytes)
	if err != nil {
		return nil, err
	}
	return build(d, m, recordBytes, specs)
}

func build(d *gpu.Device, m method, recordBytes int, specs []kernel.Spec) (*Compactor, error) {
	c := &Compactor{d: d, m: m, bytes: recordBytes, scratch: kernel.NewScratch(d, "classic: "+m.Name)}
	var err error
	for i := 0; i < len(specs) && err == nil; i++ {
		var k kernel.Loaded[uniforms]
		if k, err = kernel.Load[uniforms](d, specs[i]); err == nil {
			c.kernels = append(c.kernels, k)
		}
	}
	if err == nil {
		c.count, err = gpu.NewBuffer[uint32](d, 1)
	}
	if err == nil {
		c.zero, err = gpu.NewBuffer[uint32](d, 1)
	}
	if err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

// Fits says why n records are too many for the method, nil when they are not. Errors:
// gpu.ErrTooLarge.
func (c *Compactor) Fits(n int) error { return c.m.fits(c.d.Caps(), c.bytes, n) }

// Compact enqueues: dst gets the n records of src whose first word is not 0, and Count how many
// there are. What lies behind them in dst is not touched. Both views have room for n records and
// begin a whole number of records behind an offset that the driver can bind, as a view of an array
// of them does; they must not overlap. Nothing is allocated once the scratch has grown. Errors,
// before anything is enqueued: gpu.ErrCount, gpu.ErrTooLarge as Fits, gpu.ErrView, gpu.ErrOverlap,
// gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased.
func (c *Compactor) Compact(dst, src gpu.View, n int) error {
	if err := c.d.Internal().Enter(); err != nil {
		return err
	}
	defer c.d.Internal().Leave()
	if err := c.check(dst, src, n); err != nil {
		return err
	}
	// The last kernel moves: what it can be given, the others can be given too.
	if err := c.bindMove(dst, src); err != nil {
		return err
	}
	if err := c.m.run(c, dst, src, n); err != nil {
		return err
	}
	c.d.MemoryBarrier()
	return nil
}

func (c *Compactor) check(dst, src gpu.View, n int) error {
	if c.kernels == nil {
		return fmt.Errorf("classic: the Compactor: %w", gpu.ErrReleased)
	}
	if err := kernel.Need(c.d, "classic: dst", dst, gpu.N(n), c.bytes); err != nil {
		return err
	}
	if err := kernel.Need(c.d, "classic: src", src, gpu.N(n), c.bytes); err != nil {
		return err
	}
	if err := kernel.NeedApart("classic: dst and src", dst, src); err != nil {
		return err
	}
	return c.Fits(n)
}

// The buffers of a kernel that moves records; one that only looks at them has Src alone.
const (
	bufSrc  = 0
	bufDst  = 1
	bufKept = 2
)

// mover is the kernel that moves the records.
func (c *Compactor) mover() *kernel.Kernel { return c.kernels[len(c.kernels)-1].Kernel }

func (c *Compactor) bindMove(dst, src gpu.View) error {
	k := c.mover()
	if err := k.SetRecords(bufSrc, src, c.bytes); err != nil {
		return err
	}
	if err := k.SetRecords(bufDst, dst, c.bytes); err != nil {
		return err
	}
	k.SetBuffer(bufKept, c.count.View())
	return nil
}

// Count is one uint32 on the GPU: how many records the latest Compact kept.
func (c *Compactor) Count() gpu.View { return c.count.View() }

// Release frees the programs, the scratch and the count.
func (c *Compactor) Release() {
	if c == nil {
		return
	}
	for _, k := range c.kernels {
		k.Release()
	}
	c.kernels = nil
	c.scratch.Release()
	c.count.Release()
	c.zero.Release()
}
