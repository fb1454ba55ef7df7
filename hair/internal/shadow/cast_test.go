// SPDX-License-Identifier: MIT

package shadow

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/hair/internal/cull"
)

// The optical depth of all drawn strands stays, whatever share of them casts.
func TestCastsKeepTheOpticalDepth(t *testing.T) {
	ranks := make([]int, cull.RankSteps)
	for i := range ranks {
		ranks[i] = 10 + i%3
	}
	for _, detail := range []float32{1, 0.5, 0.05} {
		d := cull.DetailOf(detail, ranks)
		for _, share := range []float32{1, 0.5, 0.25, 0.05} {
			t.Run(fmt.Sprintf("detail=%v,share=%v", detail, share), func(t *testing.T) {
				c := castOf(share, d, ranks)
				if share == 1 && c != allCast {
					t.Fatalf("got %+v, want all of them", c)
				}
				drawn, casting := 0.0, 0.0
				for rank, n := range ranks {
					weight := float64(n) * float64(min(max((d[0]-float32(rank)/cull.RankSteps)*d[1], 0), 1))
					if drawn += weight; rank < int(c.below) {
						casting += weight
					}
				}
				if got := casting * float64(c.factor) / castUnit; math.Abs(got/drawn-1) > 1e-3 {
					t.Errorf("strands of ranks below %d count %.4f of all", c.below, got/drawn)
				}
				if got := casting / drawn; share < 1 && math.Abs(got/float64(share)-1) > 0.2 {
					t.Errorf("%.3f of the strands cast, want about %v", got, share)
				}
			})
		}
	}
	if c := castOf(0.5, cull.FullDetail, []int{1}); c.below == 0 || c.factor != castUnit {
		t.Errorf("the cast of one strand is %+v, want all of it", c)
	}
}
