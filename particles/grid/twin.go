// SPDX-License-Identifier: MIT

package grid

import (
	"math"
	"slices"
)

// built is the result of a build, computed by plain loops: the CPU twin of the kernels, for the
// self-test and the tests.
type built struct {
	places [][4]uint32
	starts []uint32
	stats  Stats
}

// key is the twin of places_key: the cell of a position.
func (l *layout) key(place [3]float32) (key uint32, outside bool) {
	var cell [3]int32
	for i := range l.placeAxes {
		p := place[i]
		if p != p {
			return uint32(l.cells), false
		}
		low, high := float32(-1<<30), float32(1<<30)
		at := p * l.perUnit
		if l.Hashed {
			outside = outside || max(at, -at) > high
		} else {
			low, high = 0, float32(l.last[i])
			at = (p - l.Min[i]) * l.perUnit
			outside = outside || p < l.Min[i] || p > l.Max[i]
		}
		cell[i] = int32(min(max(float32(math.Floor(float64(at))), low), high))
	}
	if !l.Hashed {
		return uint32((int(cell[2])*(l.last[1]+1)+int(cell[1]))*(l.last[0]+1) + int(cell[0])), outside
	}
	row := uint32(cell[1])*0x9E3779B1 ^ uint32(cell[2])*0x85EBCA77
	row = (row ^ row>>15) * 0x2C1B3C6D
	row = (row ^ row>>12) * 0x297A2D39
	row = (row ^ row>>15) % uint32(l.cells)
	return (row + (uint32(cell[0])+0x40000000)%uint32(l.cells)) % uint32(l.cells), outside
}

// build is the twin of Build: places are the positions of the records.
func (l *layout) build(places [][3]float32) built {
	b := built{starts: make([]uint32, l.cells+1), stats: Stats{Records: len(places)}}
	keys, order := make([]uint32, len(places)), make([]int, len(places))
	for i, p := range places {
		var outside bool
		keys[i], outside = l.key(p)
		order[i] = i
		if outside {
			b.stats.Outside++
		}
		if keys[i] == uint32(l.cells) {
			b.stats.NaNs++
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(keys[i]) - int(keys[j]) })
	for _, i := range order {
		p := places[i]
		if l.Flat {
			p[2] = 0
		}
		b.places = append(b.places, [4]uint32{math.Float32bits(p[0]), math.Float32bits(p[1]), math.Float32bits(p[2]), uint32(i)})
		if keys[i] < uint32(l.cells) {
			b.starts[keys[i]+1]++
		}
	}
	for c := range l.cells {
		b.starts[c+1] += b.starts[c]
	}
	return b
}
