// SPDX-License-Identifier: MIT

package imagediff

import (
	"image"
	"runtime"
	"sync"
)

// Map is a number for each pixel, row by row from the top.
type Map struct {
	Width, Height int
	Values        []float64
}

func newMap(p *image.NRGBA) Map {
	width, height := p.Rect.Dx(), p.Rect.Dy()
	return Map{width, height, make([]float64, width*height)}
}

func (m Map) like() Map { return Map{m.Width, m.Height, make([]float64, len(m.Values))} }

// Mean is the mean over a mask of the map's size; 0 where the mask is empty.
func (m Map) Mean(mask []bool) float64 {
	sum, n := 0.0, 0
	for i, v := range m.Values {
		if mask[i] {
			sum += v
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// rows calls do with runs of rows, on all processors.
func rows(height int, do func(from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), height)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			do(w*height/workers, (w+1)*height/workers)
		}()
	}
	wait.Wait()
}

// edge is what a filter takes for pixels outside the image.
type edge int

const (
	nearest edge = iota // the nearest pixel inside
	inside              // nothing: the weights inside make up for those outside
)

// filtered is a map under a separable filter of odd length; across and down are its two factors.
func (m Map) filtered(across, down []float64, e edge) Map {
	return m.filteredAcross(across, e).filteredDown(down, e)
}

func (m Map) filteredAcross(kernel []float64, e edge) Map {
	out, r := m.like(), len(kernel)/2
	scale := scales(m.Width, kernel, e)
	rows(m.Height, func(from, to int) {
		padded := make([]float64, m.Width+2*r)
		for y := from; y < to; y++ {
			row := m.Values[y*m.Width:][:m.Width]
			copy(padded[r:], row)
			if e == nearest {
				for i := range r {
					padded[i], padded[r+m.Width+i] = row[0], row[m.Width-1]
				}
			}
			for x := range row {
				sum := 0.0
				for i, k := range kernel {
					sum += k * padded[x+i]
				}
				out.Values[y*m.Width+x] = sum * scale[x]
			}
		}
	})
	return out
}

func (m Map) filteredDown(kernel []float64, e edge) Map {
	out, r := m.like(), len(kernel)/2
	scale := scales(m.Height, kernel, e)
	rows(m.Height, func(from, to int) {
		for y := from; y < to; y++ {
			sum := out.Values[y*m.Width:][:m.Width]
			for i, k := range kernel {
				from := y + i - r
				if e == inside && (from < 0 || from >= m.Height) {
					continue
				}
				row := m.Values[min(max(from, 0), m.Height-1)*m.Width:][:m.Width]
				for x, v := range row {
					sum[x] += k * v
				}
			}
			for x := range sum {
				sum[x] *= scale[y]
			}
		}
	})
	return out
}

// scales makes up, at each place of a line, for the weights that lie outside.
func scales(length int, kernel []float64, e edge) []float64 {
	all := make([]float64, length)
	whole := 0.0
	for _, k := range kernel {
		whole += k
	}
	for x := range all {
		all[x] = 1
		if e == inside {
			sum := 0.0
			for i, k := range kernel {
				if at := x + i - len(kernel)/2; at >= 0 && at < length {
					sum += k
				}
			}
			all[x] = whole / sum
		}
	}
	return all
}
