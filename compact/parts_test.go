// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// Records of whole parts are moved by parts, wherever they begin. An ordinary run takes two
// strides, each on one path.
func TestRecordsOfWholeParts(t *testing.T) {
	dev := gputest.Device(t)
	for i, stride := range gputest.InNightly([]int{4, 8, 12, 16}, []int{4, 12}) {
		gputest.Run(t, dev, fmt.Sprint("stride=", stride), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i+1) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					c, err := New(dev, Options{Stride: stride * 4, VerticesPerItem: 6, ItemsPerGroup: 64, Tuning: tune})
					if err != nil {
						t.Fatal(err)
					}
					for _, at := range [][2]int{{16, 16}, {17, 16}, {16, 18}, {17, 17}, {19, 18}} {
						gputest.Run(t, dev, fmt.Sprintf("at=%d,%d", at[0], at[1]), func(t *testing.T) {
							r := rand.New(rand.NewSource(8))
							n := c.movers[0].Shape().TileSize() + 77
							words := some(r, n, stride, 60)
							src, dst := gputest.WordsAt(t, dev, words, at[0]), gputest.WordsAt(t, dev, some(r, n, stride, 100), at[1])
							tryRecords(t, c, dst, src, words, stride)
						})
					}
					c.Release()
				})
			}
		})
	}
}
