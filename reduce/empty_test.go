// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// offsetsOf are the offsets of segments of such lengths.
func offsetsOf(lengths []int) []uint32 {
	offsets := make([]uint32, len(lengths)+1)
	for i, n := range lengths {
		offsets[i+1] = offsets[i] + uint32(n)
	}
	return offsets
}

// emptySegments are lengths of segments most of which are empty, for tiles of so many items.
func emptySegments(r *rand.Rand, tile, millions int) map[string][]int {
	around := make([]int, millions*1_000_000)
	around[len(around)/2] = 1000
	uneven := []int{}
	for _, n := range []int{7, 0, 100_000, 1, 2*tile - 1, 5} {
		uneven = append(uneven, n)
		uneven = append(uneven, make([]int, r.Intn(200_000))...)
	}
	between := make([]int, 9*20_000) // many in every tile
	for i := range 20_000 {
		between[9*i+r.Intn(9)] = 1
	}
	all := map[string][]int{"around a full one": around, "uneven": append(uneven, 3), "between items": between}
	// As many in a tile as are walked, and one fewer and more, at an item in the middle and at the
	// tile's end.
	for more := -1; more <= 1; more++ {
		edge := append([]int{tile / 2}, make([]int, 2*tile-3+more)...)
		all[fmt.Sprintf("%d more than are walked", more)] = append(edge, tile/2-1, 1, 0, 0, tile)
	}
	return all
}

// Millions of empty segments cost no workgroup more than their share, and each gets the identity.
func TestEmptySegments(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range []gpu.Tuning{{}, {Lanes: gpu.LanesShared, Workers: 3}} {
		if tune == (gpu.Tuning{}) && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			r := rand.New(rand.NewSource(31))
			red, err := New(dev, Options{Segmented: true, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			millions := 3
			if tune.Workers != 3 && gputest.Nightly() {
				millions = 12
			}
			for name, lengths := range emptySegments(r, red.shape.TileSize(), millions) {
				gputest.Run(t, dev, name, func(t *testing.T) {
					r := rand.New(rand.NewSource(31))
					offsets := offsetsOf(lengths)
					n := int(offsets[len(lengths)])
					words, want := make([]uint32, n), make([]uint32, len(lengths))
					for i := range words {
						words[i] = r.Uint32() >> 8
					}
					for s := range want {
						for _, w := range words[offsets[s]:offsets[s+1]] {
							want[s] += w
						}
					}
					src, at, dst := gputest.Words(t, dev, words), gputest.Words(t, dev, offsets), gputest.Fresh(t, dev, len(lengths))
					if err := red.SegmentedReduce(dst.View(), src.View(), at.View(), gpu.N(len(lengths)), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, fmt.Sprint(name, " of ", gputest.Name(tune)), dst.Get(), want)
					src.Free()
					at.Free()
					dst.Free()
				})
			}
			red.Release()
		})
	}
}

// As many items as a worker may have where a driver ends long loops in silence, each a segment,
// with as many empty ones.
func TestLongChunksOfSegments(t *testing.T) {
	dev := gputest.Device(t)
	red, err := New(dev, Options{Segmented: true, Tuning: gpu.Tuning{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer red.Release()
	n := red.shape.MaxItems
	if n == 0 {
		n = 100_000 // no such driver
	}
	for _, every := range []int{1, 4, 40} {
		gputest.Run(t, dev, fmt.Sprint("every=", every), func(t *testing.T) { // of so many segments one is not empty
			words, lengths, want := make([]uint32, n), make([]int, n*every), make([]uint32, n*every)
			for i := range words {
				words[i] = uint32(i)*2654435761 | 1
				lengths[i*every], want[i*every] = 1, words[i]
			}
			src, at, dst := gputest.Words(t, dev, words), gputest.Words(t, dev, offsetsOf(lengths)), gputest.Fresh(t, dev, len(lengths))
			if err := red.SegmentedReduce(dst.View(), src.View(), at.View(), gpu.N(len(lengths)), gpu.N(n)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprint(n, " items, each one of ", every), dst.Get(), want)
			src.Free()
			at.Free()
			dst.Free()
		})
	}
}

// A mean of integers is the float32 that is nearest to it, and the even one of two.
func TestMeanOfIntegersIsRoundedOnce(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(5))
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Int32} {
		gputest.Run(t, dev, typ.String(), func(t *testing.T) {
			red, err := New(dev, Options{Op: Mean, Type: typ, Segmented: true})
			if err != nil {
				t.Fatal(err)
			}
			defer red.Release()
			segments := [][]uint32{
				{1<<24 + 1, 1<<24 + 2}, {1<<24 + 2, 1<<24 + 3}, {1<<25 + 2, 1<<25 + 2, 1<<25 + 3}, {1<<25 - 2, 1<<25 - 2, 1<<25 - 1},
				{1<<31 - 1}, {1 << 31}, {1<<32 - 1}, {1<<32 - 1, 1<<31 - 1}, {0}, {0, 0, 1}, append(make([]uint32, 70_000), 1),
			}
			for range 3000 {
				items := make([]uint32, 1+r.Intn(40))
				for i, shift := 0, r.Intn(32); i < len(items); i++ {
					items[i] = r.Uint32() >> shift
				}
				segments = append(segments, items)
			}
			var words, offsets, want []uint32
			for _, items := range segments {
				sum := new(big.Int)
				for _, w := range items {
					if typ == gpu.Int32 {
						sum.Add(sum, big.NewInt(int64(int32(w))))
					} else {
						sum.Add(sum, big.NewInt(int64(w)))
					}
				}
				mean, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(len(items)))).Float32()
				want, offsets, words = append(want, math.Float32bits(mean)), append(offsets, uint32(len(words))), append(words, items...)
			}
			offsets = append(offsets, uint32(len(words)))
			src, at, dst := gputest.Words(t, dev, words), gputest.Words(t, dev, offsets), gputest.Fresh(t, dev, len(want))
			if err := red.SegmentedReduce(dst.View(), src.View(), at.View(), gpu.N(len(want)), gpu.N(len(words))); err != nil {
				t.Fatal(err)
			}
			gputest.EqualItems(t, "means", gpu.Float32, dst.Get(), want)
		})
	}
}
