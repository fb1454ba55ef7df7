// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// MaxMargin is the most that points may leave the box, in metres.
const MaxMargin = 100

// Moving is the buffer with the model's points, for a program that moves them on the GPU, as package motion does: vec4s in
// the set's order, a place in metres and the hair's width there, which must stay as it is: its lowest bits choose the strands
// of a level of detail. Each frame draws, orders and lights them where they are
// by then.
//
// margin is how far, in metres, points may get out of Bounds, which stay those of the set. Call Moving before NewRenderer:
// lights' maps of renderers made later have room for that, at the cost of their sharpness. Points further out are drawn,
// but without shadows, and in no order among themselves. The largest margin of all calls holds.
//
// From then on each frame finds the shadows anew, until Rest.
// Errors: gpu.ErrArgument for a margin below 0 or above MaxMargin.
func (m *Model) Moving(margin float32) (gpu.View, error) {
	if !(margin >= 0 && margin <= MaxMargin) {
		return gpu.View{}, fmt.Errorf("hair: Moving: a margin of %v m, want 0 to %v: %w", margin, MaxMargin, gpu.ErrArgument)
	}
	if more := margin - m.margin; more > 0 {
		for i := range m.hull {
			axis := hullAxis(i / 2)
			m.hull[i] = m.hull[i].Add(axis.Mul(more * float32(2*(i%2)-1)))
		}
		m.margin = margin
	}
	m.moving = true
	return m.points.View(), nil
}

// Rest says that the points stay as they are until the next call of Moving. While hair, lights and level of detail stay the
// same, frames keep the shadows that were found last.
func (m *Model) Rest() {
	m.moving = false
	m.version++
}

// grown is the box with a margin around it.
func (b box) grown(margin float32) box {
	for a := range 3 {
		b.low[a] -= margin
		b.high[a] += margin
	}
	return b
}

// room is the box that the model's points stay in.
func (m *Model) room() box { return box{m.low, m.high}.grown(m.margin) }
