// SPDX-License-Identifier: MIT

package scan

import (
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Each component of a running sum of vectors that cancel in pairs is the exact one rounded once,
// also from a start value and by segment, and so is the total.
func TestScanCompensatedVectors(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []Options{{Type: gpu.Vec2, Compensated: true, Ends: true}, {Type: gpu.Vec4, Compensated: true, By: Flags}} {
		gputest.Run(t, dev, o.Type.String(), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, 2+i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					s := must(New(dev, o))
					defer s.Release()
					r := rand.New(rand.NewSource(13))
					size, n := o.Type.Bytes()/4, s.shape.TileSize()*min(3, s.shape.Workers)*2+5
					in, flags, begin := make([]uint32, n*size), make([]uint32, n), make([]float64, size)
					start := make([]uint32, size)
					for c := range start {
						if o.Ends {
							begin[c] = 1.5 + float64(c)
						}
						start[c] = math.Float32bits(float32(begin[c]))
					}
					exact, want, sizes := append([]float64(nil), begin...), make([]float64, n*size), 0.0
					for k := range in {
						v := float32(r.NormFloat64() * math.Pow(10, float64(r.Intn(6))))
						if k/size%2 == 1 {
							v = -math.Float32frombits(in[k-size]) + float32(r.Float64())
						}
						c := k % size
						if c == 0 && o.By == Flags && r.Intn(700) == 0 {
							flags[k/size] = 1
							copy(exact, begin)
						}
						exact[c] += float64(v)
						in[k], want[k], sizes = math.Float32bits(v), exact[c], sizes+math.Abs(float64(v))
					}
					src, by := gputest.Words(t, dev, in), gputest.Words(t, dev, flags)
					from, total := gputest.Words(t, dev, start), gputest.Fresh(t, dev, size)
					c := Call{Dst: src.View(), Src: src.View(), N: gpu.N(n), Inclusive: true}
					if o.By == Flags {
						c.By = by.View()
					} else {
						c.Start, c.Total = from.View(), total.View()
					}
					if err := s.Scan(c); err != nil {
						t.Fatal(err)
					}
					got := src.Get()
					if o.Ends {
						gputest.Equal(t, "total", total.Get(), got[len(got)-size:])
					}
					for k, w := range got {
						// The second floats are rounded too.
						if off := math.Abs(float64(math.Float32frombits(w)) - want[k]); off > 1.2e-7*math.Abs(want[k])+1e-14*sizes {
							t.Fatalf("word %d is off by %v, want %v", k, off, want[k])
						}
					}
					for _, g := range []*gputest.Guarded{src, by, from, total} {
						g.Free()
					}
				})
			}
		})
	}
}
