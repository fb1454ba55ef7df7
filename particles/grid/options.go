// SPDX-License-Identifier: MIT

package grid

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/combgl/comb/gpu"
)

// Options for New. Capacity and Cell are needed, and Min and Max unless Hashed.
type Options struct {
	Capacity int // the most records that are sorted into the grid at a time

	// Cell is the edge of a cell. About the radius of the walks is good: they see 27 cells then, as 9 ranges of memory; in
	// two dimensions 9, as 3. Where a place has some dozens of neighbours, half the radius takes less time.
	Cell float32

	// Min and Max are the corners of the box. What lies outside is counted (Stats.Outside), kept in the nearest cells, and
	// found by walks as all else is: it costs time only.
	Min, Max [3]float32

	// Hashed is a grid without bounds: Min and Max stay zero, and cells share Buckets buckets. Walks look which cell a
	// neighbour is really in, so nobody is met twice. 0 buckets means one for each of Capacity and some more.
	Hashed  bool
	Buckets int

	Flat bool // two dimensions: x and y alone are looked at

	Stride int // bytes from one record to the next; 0 means 16
	Place  int // where in the record the place lies, in bytes: three floats, or two of Flat

	// Binding is the first of the two storage bindings that GLSL of Grid.GLSL reads; 0 means gpu.UserBinding.
	Binding int

	gpu.Tuning
}

// The bounds of Options.
const (
	MaxCapacity = 1 << 28
	MaxCells    = 1 << 26 // of a box, or buckets
)

// layout is what the options come to.
type layout struct {
	Options
	last      [3]int // the last cell along each axis, of a box
	perUnit   float32
	cells     int // or buckets
	keyBits   int
	placeAxes int
}

// layout fills in and checks. Errors: gpu.ErrArgument, gpu.ErrTooLarge.
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
		if l.cells == 0 { // one less than a power of two: with the key of those without a place they fill their bits
			l.cells = max(255, 1<<bits.Len(uint(o.Capacity-1))-1)
			l.cells = min(l.cells, MaxCells-1)
		}
	} else {
		l.cells = 1
		for i := range l.placeAxes {
			n := math.Ceil((float64(o.Max[i]) - float64(o.Min[i])) / float64(o.Cell))
			if n > MaxCells || float64(l.cells)*n > MaxCells {
				return l, fmt.Errorf("grid: New: the box from %v to %v has more than %d cells of %v: %w", o.Min, o.Max, MaxCells, o.Cell, gpu.ErrTooLarge)
			}
			l.last[i] = int(n) - 1
			l.cells *= int(n)
		}
	}
	l.keyBits = bits.Len(uint(l.cells))
	return l, nil
}

// wrong says what of the options cannot be, "" when all can.
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
	case !l.Hashed && l.Buckets != 0:
		return "Buckets without Hashed"
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

// constants are the grid's as GLSL has them. Floats go as bits: not every compiler reads decimals to the last one.
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

// kind names the files that differ.
func (l *layout) kind() string {
	if l.Hashed {
		return "hash"
	}
	return "box"
}

// glsl is what walks the grid.
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
