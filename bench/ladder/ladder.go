// SPDX-License-Identifier: MIT

package ladder

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Operator is what a reduction makes of the items.
type Operator int

// The operators. Sum and Mean of no order: each rung adds as it can.
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

// Element is what an item is.
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

// Bytes is the size of an item.
func (e Element) Bytes() int { return [...]int{4, 16}[e&1] }

// Rung is one way of reducing.
type Rung struct{ Name, About string }

// Rungs lists the ways of reducing a buffer, as the texts climb them.
func Rungs() []Rung { return nil }

// Reducer is a rung made ready for an operator, an element and n items.
type Reducer struct{}

// New makes a rung ready. Errors: gpu.ErrUnsupported and gpu.ErrTooLarge when this rung cannot, and why;
// gpu.ErrCount for n below 1; gpu.ErrOutOfMemory, gpu.ErrShader.
func New(d *gpu.Device, rung string, op Operator, el Element, n int) (*Reducer, error) {
	return nil, fmt.Errorf("%w: ladder: %s", gpu.ErrUnsupported, rung)
}

// Run enqueues the reduction of src. Errors, before anything is enqueued: gpu.ErrView, gpu.ErrReleased,
// gpu.ErrWrongThread.
func (r *Reducer) Run(src gpu.View) error { return nil }

// Result is where Run leaves one item: 4 or 16 bytes. The same view for the whole life of the Reducer.
func (r *Reducer) Result() gpu.View { return gpu.View{} }

// Bound is how far a sum may lie from the true one, as a part of the sum of the items' magnitudes, and a mean from the
// true one as a part of their mean magnitude; 0 for Min and Max, which are exact.
func (r *Reducer) Bound() float64 { return 0 }

// Release frees what the rung took.
func (r *Reducer) Release() {}
