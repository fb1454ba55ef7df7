// SPDX-License-Identifier: MIT

package input

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

const (
	fewPoints  = 100     // of fewer, no share counts as stray
	maxSampled = 100_000 // points that boxOfMost looks at
	farLarger  = 10      // the box of all counts as decided by stray points from so many times that of 99 %
)

// warningOf returns what is wrong with the points of a file that can be read all the same: nothing
// to see, or stray points that decide the box of the hair. The unit and the up axis may be guessed
// from that box, and the camera frames it. It returns "" for usual hair.
func warningOf(set *strands.Set) string {
	low, high := set.Bounds()
	all := largest(low, high)
	if all == 0 {
		return fmt.Sprintf("%s: all %d points are at %v: hair without a length cannot be seen", set.Name, len(set.Points), low.Add(mgl32.Vec3{})) // no -0
	}
	if len(set.Points) < fewPoints {
		return ""
	}
	innerLow, innerHigh := boxOfMost(set.Points)
	most := largest(innerLow, innerHigh)
	if all < farLarger*most {
		return ""
	}
	far := 0
	for _, p := range set.Points {
		for a := range 3 {
			if float64(p[a]) < float64(innerLow[a])-most || float64(p[a]) > float64(innerHigh[a])+most {
				far++
				break
			}
		}
	}
	text := fmt.Sprintf("%s: %d of %d points lie far from the others: the box of all is %.3g times as large as that of 99 %%",
		set.Name, far, len(set.Points), all/max(most, 1e-30))
	var guessed []string
	if set.Origin.UnitBy == strands.ByGuess {
		guessed = append(guessed, "-unit")
	}
	if set.Origin.UpBy == strands.ByGuess {
		guessed = append(guessed, "-up")
	}
	if guessed != nil {
		return text + ". It decides the camera and the guess of " + strings.Join(guessed, " and ")
	}
	return text + ". It decides the camera"
}

// largest is the largest side of a box.
func largest(low, high mgl32.Vec3) (side float64) {
	for a := range 3 {
		side = max(side, float64(high[a])-float64(low[a]))
	}
	return side
}

// boxOfMost is the box of the points without the half of a percent at each end of each axis, by a
// sample of many points.
func boxOfMost(points []mgl32.Vec3) (low, high mgl32.Vec3) {
	n := min(len(points), maxSampled)
	at := make([]float32, n)
	for a := range 3 {
		random := rand.New(rand.NewPCG(1, 1)) // the same points for each axis and in each run
		for i := range at {
			from, to := i*len(points)/n, (i+1)*len(points)/n // a fixed stride could choose roots alone
			at[i] = points[from+random.IntN(to-from)][a]
		}
		slices.Sort(at)
		low[a], high[a] = at[n/200], at[n-1-n/200]
	}
	return low, high
}
