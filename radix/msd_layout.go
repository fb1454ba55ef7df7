// SPDX-License-Identifier: MIT

package radix

import (
	"math"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// The sizes of a sort by the most significant digits first. All are pure.

// msdLayout has the keys of a window's tile, and the fewest and the most keys of a sort by the most
// significant digits first. There is no such sort if most is 0.
type msdLayout struct{ tile, least, most int }

// msdLayout is pure.
func (o Options) msdLayout(c gpu.Caps, s kernel.Shape) msdLayout {
	if keyTypes[o.Type].words == 1 || s.Algorithm != gpu.SinglePass || o.SkipSorted {
		return msdLayout{}
	}
	all := tilesOf(c, o.Tuning, o.shape(s), o.Type, keysAlone)
	l := msdLayout{tile: msdTile(c, o.Tuning, all[len(all)-1].Shape).TileSize(), least: msdLeast, most: msdMost}
	if !o.firstDigitsFit(c, s) {
		l.most = 0
	}
	return l
}

// With fewer keys than msdLeast the dispatches that find nothing to do cost too much if the sample
// decides against the windows: 6 to 10 % of 2^22 keys, for 1.6 times the speed if it does not. With
// more than msdMost, random keys fill a window by one bucket.
const (
	msdLeast = 1 << 22
	msdMost  = 5 << 24
)

// msdBits is the number of bits of the two passes.
const msdBits = 2 * digitBits

// window is the number of keys from the beginning of a window to that of the next, in a sort of at
// most n keys. It is a tile, less the part of a window's last bucket that lies in the next window
// if the keys are random.
func (l msdLayout) window(n int) int { return max(l.tile/2, l.tile-l.tile/16-n>>msdBits) }

// lists is where in Table the lists for window_dense and for msd_rest begin, behind the windows
// of two words each. Each window may be in two parts, and each part in both lists.
func (l msdLayout) lists(n int) [2]int {
	windows := 2 * (n/l.window(n) + 2)
	return [2]int{windows, 3 * windows}
}

// bytes is the size of Table for a sort of up to n keys.
func (l msdLayout) bytes(n int) int {
	if l.most == 0 || n < l.least {
		return 0
	}
	lists := l.lists(min(n, l.most))
	return 4 * (2*lists[1] - lists[0])
}

// commonMost is how many of 512 keys may lie in one of as many groups of buckets. Of random keys
// hardly ever more than 8 do.
const commonMost = 16

// If one in sampleEqual of the sampled keys, or more, was sampled before, a sort goes by the least
// significant digit first. If each key is there D times, one in about 110 / (D - 1) is seen
// again, of 2^24.
const (
	sampleEqual = 64
	equalLeast  = 16 // however few are sampled
)

// cellBits is the number of bits of a cell of a window, and of a place. There are one to two cells
// for each key of a tile, four to a word.
func cellBits(tile kernel.Shape) uint32 { return uint32(bits.Len(uint(tile.TileSize()))) }

// msdTile is the workgroup that sorts a window: the fastest on an H200, or what a caller's Tuning
// and tests say for the passes. It is pure.
func msdTile(c gpu.Caps, t gpu.Tuning, pass kernel.Shape) kernel.Shape {
	if pass.Lanes != gpu.LanesKHR || pass.LaneCount < 32 || t.GroupSize > 0 || c.Internal().GroupSize > 0 {
		return pass
	}
	return pass.With(256, 5)
}

// sampleOf returns how at most n keys are sampled: one in step. At most `most` of the sampled keys
// may lie in one bucket: as many as of one and a half tiles, or as hardly any bucket has if random
// keys are twice as dense as the mean.
// No more than half a million are sampled: 2 million of 2^26 keys took an H200 297 us, a million
// 237, and half a million of 2^24 36.
func sampleOf(tile, n int) (step, most int) {
	step = max(1, tile/40, n>>19)
	twice := 2 * float64(n>>msdBits) / float64(step)
	return step, max(3*tile/2/step, int(twice+6.5*math.Sqrt(twice)+3))
}
