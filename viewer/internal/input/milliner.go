// SPDX-License-Identifier: MIT

package input

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
)

const (
	rootsMeasured = 256  // strands whose roots are measured
	besideHead    = 0.03 // metres from the head's surface from which hair does not grow on it
)

// warningOfHead returns that a file's hair does not grow on the milliner's head, which has a size
// and a place of its own. It returns "" if the median distance of the roots is small.
func warningOfHead(set *strands.Set, head *groom.Head) string {
	n := min(set.Strands(), rootsMeasured)
	if n == 0 {
		return ""
	}
	away := make([]float64, n)
	for i := range away {
		root := set.Points[set.First[i*set.Strands()/n]].Mul(set.Unit)
		nearest := math.Inf(1)
		for _, v := range head.Vertices {
			d := v.Sub(root)
			nearest = min(nearest, float64(d.Dot(d)))
		}
		away[i] = math.Sqrt(nearest)
	}
	slices.Sort(away)
	if away[n/2] <= besideHead {
		return ""
	}
	text := fmt.Sprintf("-head %s: half of the roots are %.2g m or more from it, want %v m at most: it has its own size, around the origin. -head %s fits a head to the roots",
		flags.Milliner, away[n/2], besideHead, flags.Scalp)
	if set.Origin.UnitBy == strands.ByGuess {
		text += fmt.Sprintf(". -unit %s is guessed by the hair's size: give it if it is another", strands.UnitName(set.Unit))
	}
	return text
}
