// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// listed is First of a list of points that does not tell where its strands end: as many points each as the options say,
// or as the gaps show.
func (in *stream) listed(points []mgl32.Vec3) ([]uint32, error) {
	each := in.o.StrandPoints
	if each == 0 {
		each = strandPoints(points)
	}
	switch {
	case each == 0:
		return nil, fmt.Errorf("%w: %d points in a row, and nothing tells where strands end: say how many points each has", ErrFormat, len(points))
	case each > len(points) || len(points)%each != 0:
		return nil, fmt.Errorf("%w: %d points are no whole number of strands of %d", ErrFormat, len(points), each)
	}
	strands := len(points) / each
	if err := in.o.Limits.check(uint64(strands), 0); err != nil {
		return nil, err
	}
	return evenFirst(strands, each), nil
}

// gapsAre is how many times as long as a segment the steps from strand to strand are, at the least.
const gapsAre = 4

// strandPoints finds the number of points a strand where all have as many: the one by which steps from tip to root stand
// out most against the steps along strands. 0 when none stands out.
func strandPoints(points []mgl32.Vec3) int {
	n := len(points)
	if n < 4 {
		return 0
	}
	step := func(i int) float64 { return float64(points[i+1].Sub(points[i]).Len()) }
	all := 0.0
	for i := range n - 1 {
		all += step(i)
	}
	best, most := 0, float64(gapsAre)
	try := func(each int) {
		if each < 2 || each > n/2 {
			return
		}
		gaps, sum := 0, 0.0
		for i := each - 1; i+1 < n; i += each {
			sum += step(i)
			gaps++
		}
		along := (all - sum) / float64(n-1-gaps)
		if ratio := sum / float64(gaps) / along; ratio > most {
			best, most = each, ratio
		}
	}
	for each := 1; each*each <= n; each++ {
		if n%each == 0 {
			try(each)
			try(n / each)
		}
	}
	return best
}
