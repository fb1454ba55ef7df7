// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// compensatedOptions are options of TestCompensatedSums.
func compensatedOptions() []Options {
	return []Options{
		{Type: gpu.Float32, Compensated: true}, {Op: Mean, Type: gpu.Float32, Compensated: true},
		{Op: Mean, Type: gpu.Float32, Compensated: true, Segmented: true},
	}
}

// compensatedVectors are options of TestCompensatedVectors.
func compensatedVectors() []Options {
	return []Options{
		{Type: gpu.Vec2, Compensated: true}, {Op: Mean, Type: gpu.Vec4, Compensated: true}, {Type: gpu.Vec4, Compensated: true, Segmented: true},
		{Op: Mean, Type: gpu.Vec2, Compensated: true, ByKey: true},
	}
}

// Each component of a sum or mean of vectors is the exact one rounded once.
func TestCompensatedVectors(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range compensatedVectors() {
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,segmented=%v,bykey=%v", o.Op, o.Type, o.Segmented, o.ByKey), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					red, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer red.Release()
					r := rand.New(rand.NewSource(10))
					size := o.Type.Bytes() / 4
					for _, n := range []int{1, 33, red.shape.TileSize()*red.shape.Workers*2 + 5} {
						words, exact := make([]uint32, n*size), make([]float64, size)
						for k := range words {
							v := float32(r.NormFloat64() * math.Pow(10, float64(r.Intn(7))))
							if k/size%2 == 1 {
								v = -math.Float32frombits(words[k-size]) + float32(r.Float64())
							}
							words[k] = math.Float32bits(v)
							exact[k%size] += float64(v)
						}
						src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n*size)
						offsets, keys, runs := gputest.Words(t, dev, []uint32{0, uint32(n)}), gputest.Words(t, dev, make([]uint32, n)), gputest.Fresh(t, dev, n+1)
						all := runs.View()
						switch {
						case o.Segmented:
							err = red.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.N(1), gpu.N(n))
						case o.ByKey:
							runKeys, err1 := all.Slice(0, 4*n)
							number, err2 := all.Slice(4*n, 4*n+4)
							if err = errors.Join(err1, err2); err == nil {
								err = red.ReduceByKey(ByKey{Keys: keys.View(), Src: src.View(), N: gpu.N(n), RunKeys: runKeys, Dst: dst.View(), Runs: number})
							}
						default:
							err = red.Reduce(dst.View(), src.View(), gpu.N(n))
						}
						if err != nil {
							t.Fatal(err)
						}
						for c, want := range exact {
							if o.Op == Mean {
								want /= float64(n)
							}
							if got := float64(math.Float32frombits(dst.Get()[c])); math.Abs(got-want) > 1.2e-7*math.Abs(want) {
								t.Errorf("%d items: component %d is %v, want %v", n, c, got, want)
							}
						}
						for _, g := range []*gputest.Guarded{src, dst, offsets, keys, runs} {
							g.Free()
						}
					}
				})
			}
		})
	}
}

// Sums of floats of all magnitudes, which cancel in part, are the exact ones rounded once. An
// ordinary run takes the first two options.
func TestCompensatedSums(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range compensatedOptions() {
		if i > 1 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,segmented=%v", o.Op, o.Segmented), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, 1+i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = tune
					red, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer red.Release()
					r := rand.New(rand.NewSource(9))
					for _, n := range []int{0, 1, 33, red.shape.TileSize()*red.shape.Workers*2 + 5} {
						words := make([]uint32, n)
						exact, plain := 0.0, float32(0)
						for i := range words {
							v := float32(r.NormFloat64() * math.Pow(10, float64(r.Intn(7))))
							if i%2 == 1 {
								v = -math.Float32frombits(words[i-1]) + float32(r.Float64())
							}
							words[i], plain = math.Float32bits(v), plain+v
							exact += float64(v)
						}
						src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, 1)
						offsets := gputest.Words(t, dev, []uint32{0, uint32(n)})
						if o.Segmented {
							err = red.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.N(1), gpu.N(n))
						} else {
							err = red.Reduce(dst.View(), src.View(), gpu.N(n))
						}
						if err != nil {
							t.Fatal(err)
						}
						divisor := 1.0
						if o.Op == Mean {
							divisor = float64(max(1, n))
						}
						got := float64(math.Float32frombits(dst.Get()[0]))
						lost := math.Abs(float64(plain)-exact) / divisor
						bound := 1.2e-7 * math.Abs(exact/divisor)
						if diff := math.Abs(got - exact/divisor); diff > bound || n > 33 && lost < bound {
							t.Errorf("%d items: %v, want %v; a plain sum is off by %v", n, got, exact/divisor, lost)
						}
						for _, g := range []*gputest.Guarded{src, dst, offsets} {
							g.Free()
						}
					}
				})
			}
		})
	}
}

// Infinities and NaN give what a plain sum gives.
func TestCompensatedSpecialFloats(t *testing.T) {
	dev := gputest.Device(t)
	red, err := New(dev, Options{Type: gpu.Float32, Compensated: true})
	if err != nil {
		t.Fatal(err)
	}
	defer red.Release()
	inf := math.Inf(1)
	for _, c := range []struct {
		items []float64
		want  float64
	}{{[]float64{1, inf, 2}, inf}, {[]float64{-inf, 5}, -inf}, {[]float64{inf, -inf, 1}, math.NaN()}, {[]float64{math.MaxFloat32, math.MaxFloat32}, inf}} {
		words := make([]uint32, len(c.items))
		for i, x := range c.items {
			words[i] = math.Float32bits(float32(x))
		}
		src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, 1)
		if err := red.Reduce(dst.View(), src.View(), gpu.N(len(words))); err != nil {
			t.Fatal(err)
		}
		if got := float64(math.Float32frombits(dst.Get()[0])); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v: %v, want %v", c.items, got, c.want)
		}
	}
	for _, o := range []Options{
		{Compensated: true}, {Compensated: true, Type: gpu.Float64}, {Compensated: true, Type: gpu.Float32, Op: Min},
		{Compensated: true, Type: gpu.Float32, Op: Statistics}, {Compensated: true, Type: gpu.Float32, Custom: &box},
	} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
