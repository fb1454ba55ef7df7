// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"
)

// Solid is what strands stay out of, as distances on a grid, in the axes of the head.
type Solid struct {
	low      mgl32.Vec3
	cell     float32
	size     [3]int // corners
	distance []float32
}

// MaxCorners is the largest grid of a Solid, 64 MiB.
const MaxCorners = 1 << 24

// NewSolid looks a signed distance up, in metres and negative inside, at the corners of cells over a box. Outside of the
// box there is nothing. groom.HeadDistance in groom.HeadBox at 4 mm is the groom's head. distance is called by several
// goroutines at once.
// Errors: ErrOptions for a cell that is not above 0, a box without a cell, more than MaxCorners corners.
func NewSolid(low, high mgl32.Vec3, cell float32, distance func(mgl32.Vec3) float32) (*Solid, error) {
	s := &Solid{low: low, cell: cell}
	if !(cell > 0 && cell <= 1) {
		return nil, fmt.Errorf("a Solid's cell is %v m, above 0 and up to 1 are possible: %w", cell, ErrOptions)
	}
	corners := 1.0
	for a := range 3 {
		n := (high[a]-low[a])/cell + 1
		if corners *= float64(n); !(n >= 2 && corners <= MaxCorners) {
			return nil, fmt.Errorf("a Solid's box from %v to %v with cells of %v m: from 2 corners a side to %d in all are possible: %w", low, high, cell, MaxCorners, ErrOptions)
		}
		s.size[a] = int(n)
	}
	s.distance = make([]float32, s.size[0]*s.size[1]*s.size[2])
	layer := s.size[0] * s.size[1]
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for z := int(next.Add(1)) - 1; z < s.size[2]; z = int(next.Add(1)) - 1 {
				for i := range layer {
					at := mgl32.Vec3{float32(i % s.size[0]), float32(i / s.size[0]), float32(z)}
					s.distance[z*layer+i] = distance(low.Add(at.Mul(cell)))
				}
			}
		}()
	}
	wait.Wait()
	return s, nil
}
