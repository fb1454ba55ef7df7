// SPDX-License-Identifier: MIT

package grid

import (
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/grid" // its GLSL
)

// Indices of the kernels' buffers.
const (
	bufSrc   = 0
	bufKeys  = 1
	bufIndex = 2
	bufState = 3

	orderPlaces = 5 // after Count
	orderStarts = 6
)

// shapeFor is the kernels' layout. Where a driver limits the iterations of an invocation, MaxItems
// allows for the searches: some 27 iterations per cell.
func shapeFor(s kernel.Shape) kernel.Shape {
	s.ItemsPerThread = 4
	if s.MaxItems > 0 {
		s.MaxItems = min(s.MaxItems, s.Workers*s.GroupSize*2000)
	}
	return s
}

// specs returns the kernels before and after the sort. It is pure.
func (l *layout) specs(s kernel.Shape) (key, order kernel.Spec) {
	c := shaders.Constants{"STRIDE_WORDS": uint32(l.Stride / 4), "PLACE_WORD": uint32(l.Place / 4)}
	for name, value := range l.constants() {
		c[name] = value
	}
	key = kernel.Spec{
		File: "grid/places_key.comp.glsl", Shape: s, Constants: c,
		Slots:   map[string]shaders.Snippet{"CELLS": {File: "grid/cells.glsl#" + l.kind()}},
		Buffers: []string{"Src", "Keys", "Index", "State", "Count", "Fault"},
	}
	order = kernel.Spec{
		File: "grid/places_order.comp.glsl", Shape: s, Constants: c,
		Buffers: []string{"Src", "Keys", "Index", "State", "Count", "Places", "Starts"},
	}
	return key, order
}
