// SPDX-License-Identifier: MIT

package ladder

import (
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// sizes are one item, two, one on each side of a workgroup and of 64 x 64, and of the texture 256 x 256.
var sizes = []int{1, 2, 255, 256, 257, 4096, 5000, 65537}

func TestEveryRungIsRight(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir(), NoSelfTest: true})
	most := sizes[len(sizes)-1]
	for _, el := range elements {
		for _, op := range operators {
			items := whole(rand.New(rand.NewSource(1)), op, (most+3)*el.Bytes()/4)
			src := source(t, dev, el, items)
			for _, rung := range Rungs() {
				for _, n := range sizes {
					r := made(t, dev, rung.Name, op, el, n)
					if r == nil {
						continue
					}
					want, magnitude := reduced(op, el, items, n)
					for range 2 { // what a run leaves behind must not be in the next
						for c, got := range result(t, dev, r, ofFirst(t, src, el, n)) {
							tolerance := 0.0
							if op == Mean {
								tolerance = 2 * rounding * magnitude[c]
							}
							if !(math.Abs(float64(got)-want[c]) <= tolerance) {
								t.Errorf("%s, %v of %d %v: channel %d is %v, want %v", rung.Name, op, n, el, c, got, want[c])
							}
						}
					}
					r.Release()
				}
			}
			src.Get()
			src.Free()
		}
	}
}
