// SPDX-License-Identifier: MIT

package strands

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// splitList returns First for a list of points that does not mark where strands end. All strands
// have the number of points in the options, or the one that the gaps show.
func (in *stream) splitList(points []mgl32.Vec3) ([]uint32, error) {
	each := in.o.StrandPoints
	if each == 0 {
		each = strandPoints(points)
	}
	switch {
	case each == 0:
		return nil, fmt.Errorf("%d points, and nothing marks where strands end, want Options.StrandPoints: %w", len(points), ErrFormat)
	case each > len(points) || len(points)%each != 0:
		return nil, fmt.Errorf("%d points are no whole number of strands of %d: %w", len(points), each, ErrFormat)
	}
	strands := len(points) / each
	if err := in.o.Limits.check(uint64(strands), 0); err != nil {
		return nil, err
	}
	return evenFirst(strands, each), nil
}

// minGapRatio is the smallest ratio of a step from strand to strand to a segment.
const minGapRatio = 4

// strandPoints returns the number of points per strand, if all strands have the same: the one for
// which steps from tip to root are longest in relation to steps along strands. 0 if no ratio
// reaches minGapRatio.
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
	best, most := 0, float64(minGapRatio)
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
