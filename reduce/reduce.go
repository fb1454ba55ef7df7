// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// Op is what is done with two items.
type Op int

// The operators.
const (
	Sum Op = iota
	Min
	Max
)

func (o Op) String() string { return name(int(o), "sum", "min", "max") }

// Type is the type of an item; each has 4 bytes.
type Type int

// The types.
const (
	Uint32 Type = iota
	Int32
	Float32
)

func (t Type) String() string { return name(int(t), "u32", "i32", "f32") }

func name(i int, names ...string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("(%d)", i)
	}
	return names[i]
}

// Options for New. The zero value sums uint32.
type Options struct {
	Op   Op
	Type Type
	gpu.Tuning
}

// Reducer holds a compiled reduction.
type Reducer struct {
	d        *gpu.Device
	kernel   *gpu.Kernel
	workers  gpu.Uniform
	partials *gpu.Buffer[uint32]
}

// The kernel's buffers, by index.
const (
	bufSrc = iota
	bufDst
)

// spec is the kernel for a shape.
func spec(s gpu.Shape, o Options) (gpu.Spec, error) {
	ops := []string{"add", "min", "max"}
	types := []string{"uint", "int", "float"}
	if o.Op < Sum || o.Op > Max || o.Type < Uint32 || o.Type > Float32 {
		return gpu.Spec{}, fmt.Errorf("%w: reduce: operator %v of type %v", gpu.ErrUnsupported, o.Op, o.Type)
	}
	return gpu.Spec{
		File:    "reduce/reduce_chunk.comp.glsl",
		Shape:   s,
		Buffers: []string{"Src", "Dst", "Count", "Fault"},
		Slots:   map[string]shaders.Snippet{"OPERATOR": {File: "lib/op_" + ops[o.Op] + "_" + types[o.Type] + ".glsl"}},
	}, nil
}

// New compiles a reduction. Errors: gpu.ErrUnsupported for an unknown operator, type or way of lane operations;
// gpu.ErrTooLarge for too many workers; gpu.ErrShader; gpu.ErrOutOfMemory.
func New(d *gpu.Device, o Options) (*Reducer, error) {
	shape, err := gpu.Pick(d.Caps(), o.Tuning)
	if err != nil {
		return nil, err
	}
	s, err := spec(shape, o)
	if err != nil {
		return nil, err
	}
	r := &Reducer{d: d}
	if r.kernel, err = d.NewKernel(s); err != nil {
		return nil, err
	}
	interleaved, err := r.kernel.Uniform("interleaved")
	if err == nil {
		r.kernel.Set(interleaved, 1)
		r.workers, err = r.kernel.Uniform("workers")
	}
	if err == nil {
		r.partials, err = gpu.NewBuffer[uint32](d, shape.Workers)
	}
	if err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

// Reduce enqueues dst[0] = combine(src[0], …, src[n-1]). dst is 4 bytes outside src.
// Errors, before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Reducer) Reduce(dst, src gpu.View, n gpu.Count) error {
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	if err := r.check(dst, src, n); err != nil {
		return err
	}
	workers := r.kernel.Shape().WorkersFor(n.Max())
	if workers == 1 {
		r.dispatch(dst, src, n, 1)
	} else {
		r.dispatch(r.partials.View(), src, n, workers)
		r.d.Barrier()
		r.dispatch(dst, r.partials.View(), gpu.N(workers), 1)
	}
	r.d.Publish()
	return nil
}

func (r *Reducer) check(dst, src gpu.View, n gpu.Count) error {
	if r.kernel == nil {
		return fmt.Errorf("%w: the Reducer", gpu.ErrReleased)
	}
	if err := gpu.Need("reduce: src", src, n, 4); err != nil {
		return err
	}
	if err := gpu.Need("reduce: dst", dst, gpu.N(1), 4); err != nil {
		return err
	}
	if err := r.kernel.Shape().Check("reduce", n); err != nil {
		return err
	}
	return gpu.NeedApart("reduce: dst and src", dst, src)
}

func (r *Reducer) dispatch(dst, src gpu.View, n gpu.Count, workers int) {
	r.kernel.SetBuffer(bufSrc, src)
	r.kernel.SetBuffer(bufDst, dst)
	r.kernel.SetCount(n)
	r.kernel.Set(r.workers, uint32(workers))
	r.kernel.Dispatch(workers)
}

// Release frees the program and the scratch.
func (r *Reducer) Release() {
	if r == nil {
		return
	}
	r.kernel.Release()
	r.partials.Release()
	r.kernel = nil
}
