// SPDX-License-Identifier: MIT

package scalp

import "math"

// spline is a sum of uniform cubic B-splines on a lattice.
type spline struct {
	low      vec
	cell     float64
	cells    [3]int    // of the domain
	controls []float64 // (cells+3) on each axis, the first one cell before low

	sums, weights []float64 // of add
}

// newSpline is zero everywhere. The domain holds a grid of these cells.
func newSpline(low vec, cell float64, grid [3]int, gridCell float64) *spline {
	s := &spline{low: low, cell: cell}
	for a := range 3 {
		s.cells[a] = max(int(math.Ceil(float64(grid[a])*gridCell/cell-1e-9)), 1)
	}
	s.make()
	return s
}

func (s *spline) make() {
	s.controls = make([]float64, (s.cells[0]+3)*(s.cells[1]+3)*(s.cells[2]+3))
}

// weightsAt returns the first control of a point along each axis and the four weights. A point
// outside the domain has those of the nearest point inside.
func (s *spline) weightsAt(p vec) (first [3]int, w [3][4]float64) {
	for a := range 3 {
		u := min(max((p[a]-s.low[a])/s.cell, 0), float64(s.cells[a]))
		i := min(int(u), s.cells[a]-1)
		t := u - float64(i)
		first[a] = i
		m := 1 - t
		w[a] = [4]float64{m * m * m / 6, (3*t*t*t - 6*t*t + 4) / 6, (3*m*m*m - 6*m*m + 4) / 6, t * t * t / 6}
	}
	return first, w
}

func (s *spline) index(x, y, z int) int { return (z*(s.cells[1]+3)+y)*(s.cells[0]+3) + x }

// at is the value at a point.
func (s *spline) at(p vec) float64 {
	first, w := s.weightsAt(p)
	return s.sum(&first, &w)
}

func (s *spline) sum(first *[3]int, w *[3][4]float64) float64 {
	sum := 0.0
	for z := range 4 {
		for y := range 4 {
			row := s.controls[s.index(first[0], first[1]+y, first[2]+z):]
			sum += w[2][z] * w[1][y] * (w[0][0]*row[0] + w[0][1]*row[1] + w[0][2]*row[2] + w[0][3]*row[3])
		}
	}
	return sum
}

// fade keeps controls small that hardly touch a value.
const fade = 2e-2

// add changes the controls so that the spline comes closer to the values (Lee and others, section
// 3.1, with weights).
func (s *spline) add(values []value) {
	if s.sums == nil {
		s.sums, s.weights = make([]float64, len(s.controls)), make([]float64, len(s.controls))
	}
	clear(s.sums)
	clear(s.weights)
	for i := range values {
		v := &values[i]
		first, w := s.weightsAt(v.at)
		missing := v.want - s.sum(&first, &w)
		squares := 1.0
		for a := range 3 {
			squares *= w[a][0]*w[a][0] + w[a][1]*w[a][1] + w[a][2]*w[a][2] + w[a][3]*w[a][3]
		}
		missing /= squares
		for z := range 4 {
			for y := range 4 {
				row := s.index(first[0], first[1]+y, first[2]+z)
				for x := range 4 {
					one := w[0][x] * w[1][y] * w[2][z]
					s.sums[row+x] += v.weight * one * one * one * missing
					s.weights[row+x] += v.weight * one * one
				}
			}
		}
	}
	for i, w := range s.weights {
		if w > 0 {
			s.controls[i] += s.sums[i] / (w + fade)
		}
	}
}

// finer is the same function on a lattice of half the cell.
func (s *spline) finer() *spline {
	now := *s
	now.sums, now.weights = nil, nil
	for a := range 3 {
		next := now
		next.cells[a] *= 2
		next.make()
		step := [3]int{1, now.cells[0] + 3, (now.cells[0] + 3) * (now.cells[1] + 3)}[a]
		for z := range next.cells[2] + 3 {
			for y := range next.cells[1] + 3 {
				for x := range next.cells[0] + 3 {
					at := [3]int{x, y, z}
					k := at[a] // at half cells from low: k - 1
					at[a] = k/2 + k%2
					c := now.controls[now.index(at[0], at[1], at[2]):]
					to := &next.controls[next.index(x, y, z)]
					// The control at an even half cell has the weights 1 6 1, at an odd one 4 4.
					if k%2 == 1 {
						below := now.controls[now.index(at[0], at[1], at[2])-step]
						*to = (below + 6*c[0] + c[step]) / 8
					} else {
						*to = (c[0] + c[step]) / 2
					}
				}
			}
		}
		now = next
	}
	now.cell /= 2
	return &now
}
