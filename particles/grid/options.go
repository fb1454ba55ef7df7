// SPDX-License-Identifier: MIT

package grid

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/combgl/comb/gpu"
)

// Options for New. Capacity and Cell are required, and Min and Max unless Hashed is set.
type Options struct {
	// Capacity is the largest number of records of a Build, 1 to MaxCapacity.
	Capacity int

	// Cell is the edge of a cell. The radius of the walks is a good size: a walk then visits 27
	// cells in 9 ranges of memory, with Flat 9 cells in 3 ranges. With dozens of neighbours half
	// the radius is faster.
	Cell float32

	// Min and Max are the corners of the box. Records outside are counted (Stats.Outside) and put
	// into the nearest cells. Walks find them like all others; they only cost time.
	Min, Max [3]float32

	// Hashed makes a grid without bounds. Min and Max must be zero. Cells share Buckets buckets, up
	// to MaxCells; walks compare the cell of each neighbour, so they visit each once. Buckets 0
	// means about one for each of Capacity. Keep the radius to a few cells: a walk goes through
	// empty cells too, or through all records if those are fewer.
	Hashed  bool
	Buckets int // with Hashed only

	// Flat uses two dimensions: x and y. Min[2] and Max[2] must be 0.
	Flat bool

	// Stride is the number of bytes from one record to the next, a multiple of 4; 0 means 16. It
	// must be the size of the record: Build has no error for another one and reads other words as
	// positions. unsafe.Sizeof of the Go struct is that size.
	Stride int
	// Place is the byte offset of the position in the record: three floats, or two with Flat.
	Place int

	// Binding is the first of the two storage bindings that the GLSL of Grid.GLSL reads; 0 means
	// gpu.UserBinding. Storage blocks of your own in the same kernel need other bindings. Grids
	// with other bindings can be bound together, but a kernel holds the GLSL of one grid only.
	Binding int

	gpu.Tuning
}

// Limits of Options.
const (
	MaxCapacity = 1 << 28
	MaxCells    = 1 << 26 // cells of a box, or buckets
)

// layout is the options with defaults and what follows from them.
type layout struct {
	Options
	last      [3]int // the last cell of a box along each axis
	perUnit   float32
	cells     int // cells of a box, or buckets
	keyBits   int
	placeAxes int
}

// layout fills in defaults and validates. Errors: gpu.ErrArgument.
func (o Options) layout() (layout, error) {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.Stride, 16}, {&o.Binding, gpu.UserBinding}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	l := layout{Options: o, placeAxes: 3, perUnit: 1 / o.Cell}
	if o.Flat {
		l.placeAxes = 2
	}
	if what := l.validate(); what != "" {
		return l, fmt.Errorf("grid: New: %s: %w", what, gpu.ErrArgument)
	}
	if o.Hashed {
		l.cells = o.Buckets
		if l.cells == 0 { // one less than a power of two: the key for NaNs takes the last value of the keys' bits
			l.cells = max(255, 1<<bits.Len(uint(o.Capacity-1))-1)
			l.cells = min(l.cells, MaxCells-1)
		}
	} else {
		cells := 1.0
		for i := range l.placeAxes {
			n := math.Ceil((float64(o.Max[i]) - float64(o.Min[i])) / float64(o.Cell))
			l.last[i] = int(n) - 1
			cells *= n
		}
		if cells > MaxCells {
			return l, fmt.Errorf("grid: New: the box from %v to %v has %.3g cells of %v, want at most %d (MaxCells): %w", o.Min, o.Max, cells, o.Cell, MaxCells, gpu.ErrArgument)
		}
		l.cells = int(cells)
	}
	l.keyBits = bits.Len(uint(l.cells))
	return l, nil
}

// validate returns what is wrong with the options, or "".
func (l *layout) validate() string {
	switch {
	case l.Capacity < 1 || l.Capacity > MaxCapacity:
		return fmt.Sprintf("Capacity is %d, want 1 to %d", l.Capacity, MaxCapacity)
	case !(l.Cell > 0) || l.perUnit == 0 || math.IsInf(float64(l.Cell), 1) || math.IsInf(float64(l.perUnit), 1):
		return fmt.Sprintf("Cell is %v, want a finite number above 0", l.Cell)
	case l.Stride < 4 || l.Stride > gpu.MaxRecordBytes || l.Stride%4 != 0:
		return fmt.Sprintf("Stride is %d, want a multiple of 4 from 4 to %d", l.Stride, gpu.MaxRecordBytes)
	case l.Place < 0 || l.Place%4 != 0 || l.Place+4*l.placeAxes > l.Stride:
		return fmt.Sprintf("Place is %d, want a multiple of 4 with %d floats behind it in records of %d bytes", l.Place, l.placeAxes, l.Stride)
	case l.Binding < gpu.UserBinding:
		return fmt.Sprintf("Binding is %d, want %d or more", l.Binding, gpu.UserBinding)
	case l.Hashed && (l.Buckets < 0 || l.Buckets > MaxCells):
		return fmt.Sprintf("Buckets is %d, want 0 to %d", l.Buckets, MaxCells)
	case l.Hashed && (l.Min != [3]float32{} || l.Max != [3]float32{}):
		return "Hashed with Min and Max, want neither: a hashed grid has no bounds"
	case l.Flat && (l.Min[2] != 0 || l.Max[2] != 0):
		return fmt.Sprintf("Min[2] is %v and Max[2] %v with Flat, want 0: a flat grid has no z", l.Min[2], l.Max[2])
	case !l.Hashed && l.Buckets != 0:
		return fmt.Sprintf("Buckets is %d without Hashed, want 0 or Hashed", l.Buckets)
	case l.Hashed:
		return ""
	}
	for i := range l.placeAxes {
		if !(l.Min[i] < l.Max[i]) || math.IsInf(float64(l.Min[i]), 0) || math.IsInf(float64(l.Max[i]-l.Min[i]), 0) {
			return fmt.Sprintf("the box is from %v to %v, want a finite Min[%d] below Max[%d]", l.Min, l.Max, i, i)
		}
	}
	return ""
}

// constants are the grid's constants for GLSL. Floats are written as bits, because not every
// compiler rounds decimals correctly.
func (l *layout) constants() map[string]string {
	float := func(x float32) string { return fmt.Sprintf("uintBitsToFloat(0x%08Xu)", math.Float32bits(x)) }
	vec := func(v [3]float32) string {
		return "vec3(" + float(v[0]) + ", " + float(v[1]) + ", " + float(v[2]) + ")"
	}
	return map[string]string{
		"GRID_MIN": vec(l.Min), "GRID_MAX": vec(l.Max), "GRID_PER_UNIT": float(l.perUnit), "GRID_CELL": float(l.Cell),
		"GRID_LAST":  fmt.Sprintf("ivec3(%d, %d, %d)", l.last[0], l.last[1], l.last[2]),
		"GRID_CELLS": fmt.Sprintf("%du", l.cells), "GRID_FLAT": fmt.Sprint(l.Flat),
		"GRID_PLACES": fmt.Sprint(l.Binding), "GRID_STARTS": fmt.Sprint(l.Binding + 1),
	}
}

// kind is the part of cells.glsl and rows.glsl that the grid uses.
func (l *layout) kind() string {
	if l.Hashed {
		return "hash"
	}
	return "box"
}

// glsl returns the GLSL of Grid.GLSL.
func (l *layout) glsl() string {
	c := l.constants()
	var b strings.Builder
	for _, name := range []string{"GRID_MIN", "GRID_MAX", "GRID_PER_UNIT", "GRID_CELL", "GRID_LAST", "GRID_CELLS", "GRID_FLAT", "GRID_PLACES", "GRID_STARTS"} {
		fmt.Fprintf(&b, "#define %s %s\n", name, c[name])
	}
	for _, file := range []string{"cells.glsl#" + l.kind(), "places.glsl", "rows.glsl#" + l.kind(), "walk.glsl"} {
		fmt.Fprintf(&b, "#include \"grid/%s\"\n", file)
	}
	return b.String()
}
