// SPDX-License-Identifier: MIT

package ladder

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Operator is the operator of a reduction.
type Operator int

// The operators. The order in which Sum and Mean add depends on the rung.
const (
	Sum Operator = iota
	Mean
	Min
	Max
)

func (o Operator) String() string {
	if o < Sum || o > Max {
		return fmt.Sprintf("operator(%d)", int(o))
	}
	return [...]string{"sum", "mean", "min", "max"}[o]
}

// adds says whether the operator adds.
func (o Operator) adds() bool { return o == Sum || o == Mean }

// Element is the type of an item.
type Element int

// The elements.
const (
	F32  Element = iota // a float32
	Vec4                // four float32, such as a position, each channel by itself; begins at a multiple of 16 bytes
)

func (e Element) String() string {
	if e < F32 || e > Vec4 {
		return fmt.Sprintf("element(%d)", int(e))
	}
	return [...]string{"f32", "vec4"}[e]
}

// Bytes is the size of an item in bytes.
func (e Element) Bytes() int { return [...]int{4, 16}[e&1] }

// Rung is one method of reduction.
type Rung struct{ Name, About string }

// Rungs lists the methods of reducing a buffer, in the order of the texts.
func Rungs() []Rung {
	var all []Rung
	for _, r := range rungs {
		all = append(all, r.Rung)
	}
	return all
}

// Reducer is a rung for an operator, an element and n items.
type Reducer struct {
	d      *gpu.Device
	rung   string
	op     Operator
	el     Element
	n      int
	chain  int // additions on the longest path of an item into the result
	result *gpu.Buffer[float32]
	owned  []func()                 // to release
	err    error                    // of the first step that failed; the later steps then do nothing
	run    func(src gpu.View) error // between the Device's Enter and Leave; nil once released
}

// ErrRung is the error for a reduction that a rung cannot do on any driver, such as Min by mipmaps,
// which average. It is a gpu.ErrArgument.
var ErrRung = fmt.Errorf("not for this rung: %w", gpu.ErrArgument)

// New returns a Reducer. Errors: ErrRung and gpu.ErrTooLarge, with the reason, if this rung cannot
// do it; gpu.ErrArgument for an unknown rung, operator or element; gpu.ErrCount for n below 1;
// gpu.ErrOutOfMemory, gpu.ErrShader.
func New(d *gpu.Device, name string, op Operator, el Element, n int) (*Reducer, error) {
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	r := &Reducer{d: d, rung: name, op: op, el: el, n: n}
	switch {
	case op < Sum || op > Max, el < F32 || el > Vec4:
		return nil, fmt.Errorf("ladder: New: %v of %v, want one of Operators of F32 or Vec4: %w", op, el, gpu.ErrArgument)
	case n < 1 || n > gpu.MaxItems:
		return nil, fmt.Errorf("ladder: %s: %d items, from 1 to %d are possible: %w", name, n, gpu.MaxItems, gpu.ErrCount)
	case n > d.Caps().MaxStorageBytes/el.Bytes():
		return nil, r.tooLarge(d.Caps().MaxStorageBytes/el.Bytes(), "the driver's largest buffer that kernels read holds no more")
	}
	i := slices.IndexFunc(rungs, func(one rung) bool { return one.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("ladder: New: %s: there is no such rung: %w", name, gpu.ErrArgument)
	}
	if err := r.build(rungs[i].ready); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

func (r *Reducer) build(ready func(*Reducer) error) (err error) {
	if r.result, err = gpu.NewBuffer[float32](r.d, r.el.Bytes()/4); err != nil {
		return err
	}
	if err := ready(r); err != nil {
		return err
	}
	return r.err
}

func (r *Reducer) unsupported(why string) error {
	return fmt.Errorf("ladder: %s: %s: %w", r.rung, why, ErrRung)
}

func (r *Reducer) tooLarge(most int, why string) error {
	return fmt.Errorf("ladder: %s: %d items of %v, at most %d: %s: %w", r.rung, r.n, r.el, most, why, gpu.ErrTooLarge)
}

// divisor is the number by which a sum is divided at the end.
func (r *Reducer) divisor() int {
	if r.op == Mean {
		return r.n
	}
	return 1
}

// Run enqueues the reduction of src. Errors, before anything is enqueued: gpu.ErrView,
// gpu.ErrOverlap, gpu.ErrReleased, gpu.ErrWrongThread.
func (r *Reducer) Run(src gpu.View) error {
	if err := r.d.Internal().Enter(); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if r.run == nil {
		return fmt.Errorf("%w: the Reducer", gpu.ErrReleased)
	}
	if err := kernel.Need(r.d, "ladder: src", src, gpu.N(r.n), r.el.Bytes()); err != nil {
		return err
	}
	if err := kernel.NeedApart("ladder: src and the result", src, r.result.View()); err != nil {
		return err
	}
	if err := r.run(src); err != nil {
		return fmt.Errorf("ladder: %s: %w", r.rung, err)
	}
	r.d.MemoryBarrier()
	return nil
}

// Result is the view to which Run writes one item: 4 or 16 bytes. The view does not change during
// the life of the Reducer.
func (r *Reducer) Result() gpu.View { return r.result.View() }

// rounding is the largest relative error of rounding to float32.
const rounding = 1.0 / (1 << 24)

// Bound is the largest allowed error of a sum, relative to the sum of the items' magnitudes. For a
// mean it is relative to their mean magnitude. It counts a rounding for each addition on the
// longest path of an item into the result, and those of a mean's division. It is 0 for Min and Max,
// which are exact. For rungs with mipmaps it assumes that the driver adds four texels at a time; GL
// does not specify that.
func (r *Reducer) Bound() float64 {
	if !r.op.adds() {
		return 0
	}
	return float64(r.chain+6) * rounding
}

// Release frees the rung's kernels, buffers and textures.
func (r *Reducer) Release() {
	if r == nil || r.d.Internal().Enter() != nil {
		return
	}
	defer r.d.Internal().Leave()
	for _, release := range r.owned {
		release()
	}
	r.result.Release()
	r.owned, r.run = nil, nil
}
