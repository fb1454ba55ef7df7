// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// The tiles behind a silent one recompute its aggregate. An ordinary run takes words on each lane
// path, and the other records on every second.
func TestFallbackRecomputesSilentTiles(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Chains(dev)
	for at, tune := range all {
		// Chains has 6 tunings for each lane path.
		path, paths := at/6, len(all)/6
		// Growing, and smaller after: each call leaves the other set of words to be zeroed.
		many, few := []int{1, 3, 2, 0, 70, 66, 1, 5, 127}, []int{1, 3, 2, 0, 35, 33, 1, 5, 40}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			for k, o := range []Options{{}, {Stride: 12}, {Stride: 40}, {Output: Indices, Clamp: true}, {By: Unique}} {
				usual := tune.Spins == 0 && tune.Silent == 0 // which other tests take
				if k > 0 && (usual && !gputest.Nightly() || paths > 1 && !gputest.Share(path+k+1, 2)) {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("stride=%d,output=%v,by=%v", o.Stride, o.Output, o.By), func(t *testing.T) {
					r := rand.New(rand.NewSource(3))
					o.Tuning = tune.Tuning
					c, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					words := c.o.Stride / 4
					tiles := many
					if (tune.Silent != 64 || k > 0) && !gputest.Nightly() {
						tiles = few // with a small Silent many tiles recompute all before them
					}
					for i, count := range tiles {
						if i == 5 && len(c.movers) > 1 {
							c.movers[0].Most = 0 // what is for many records takes these, and the tiles before
						}
						n := max(0, count*c.movers[0].Shape().TileSize()-5)
						in := make([]uint32, n*words)
						var kept, indices []uint32
						for i := range n {
							if r.Intn(2) == 0 && (i > 0 || o.By != Unique) {
								if o.By == Unique {
									in[i] = in[i-1]
								}
								continue
							}
							in[i*words+words-1] = r.Uint32() | 1
							kept = append(kept, in[i*words:(i+1)*words]...)
							indices = append(indices, uint32(i))
						}
						want, room := kept, n*words
						if o.Output == Indices {
							want, room = indices, n/3
						}
						src, dst := gputest.Words(t, dev, in), gputest.Fresh(t, dev, room)
						if o.Output == Indices {
							err = c.Indices(dst.View(), src.View(), gpu.N(n))
						} else {
							err = c.Compact(dst.View(), src.View(), gpu.N(n))
						}
						if err != nil {
							t.Fatal(err)
						}
						what := fmt.Sprintf("%s, stride %d, output %v, n %d", tune.Name(), c.o.Stride, o.Output, n)
						found := len(want)
						want = want[:min(found, room)]
						gputest.Equal(t, what, dst.Get()[:len(want)], want)
						// The compactor's own result, counts and arguments.
						words, err := c.results[c.latest].args.Download()
						if err != nil {
							t.Fatal(err)
						}
						if o.Output == Records {
							found /= c.o.Stride / 4
						}
						if words[argsCounts] != uint32(min(found, room)) || words[argsCounts+3] != uint32(found) {
							t.Errorf("%s: %d kept, %d found, expected %d and %d", what, words[argsCounts], words[argsCounts+3], min(found, room), found)
						}
						src.Free()
						dst.Free()
					}
					c.Release()
					if err := dev.Check(); errors.Is(err, gpu.ErrOverflow) != o.Clamp || !o.Clamp && err != nil {
						t.Errorf("more is found than there is room for with Clamp alone, and Check returns: %v", err)
					}
				})
			}
		})
	}
}

// A chain without items moves nothing, whatever the call before left in shared memory.
func TestEmptyChainMovesNothing(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Paths(dev) {
		if tune.Algorithm != gpu.SinglePass {
			continue
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			c, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			ones, none := make([]uint32, 5000), make([]uint32, 5000)
			for i := range ones {
				ones[i], none[i] = 1, 0xEEEEEEEE
			}
			src, dst := gputest.Words(t, dev, ones), gputest.Fresh(t, dev, len(ones))
			for _, call := range []struct{ n, want []uint32 }{{[]uint32{5000}, ones}, {[]uint32{0}, none}} {
				dst.Fill(0xEEEEEEEE)
				count := gputest.Words(t, dev, call.n)
				if err := c.Compact(dst.View(), src.View(), gpu.CountAt(count.View(), len(ones))); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, fmt.Sprint("n=", call.n[0]), dst.Get(), call.want)
			}
		})
	}
}
