// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// oracle is the plain loop, modulo 2^32.
func oracle(words []uint32, inclusive bool) []uint32 {
	out := make([]uint32, len(words))
	var sum uint32
	for i, w := range words {
		out[i] = sum
		sum += w
		if inclusive {
			out[i] = sum
		}
	}
	return out
}

// words are large, so that sums pass 2^30 and 2^32 within a tile.
func words(r *rand.Rand, n int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		w[i] = r.Uint32()
	}
	return w
}

func run(s *Scanner, inclusive bool, dst, src gpu.View, n gpu.Count) error {
	if inclusive {
		return s.Inclusive(dst, src, n)
	}
	return s.Exclusive(dst, src, n)
}

func TestScanEverySizeAndLanePath(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for _, tune := range gputest.Tunings(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			s, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range gputest.Sizes(s.shape) {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					for _, inclusive := range []bool{false, true} {
						gputest.Run(t, dev, fmt.Sprint("inclusive=", inclusive), func(t *testing.T) {
							r := rand.New(rand.NewSource(1))
							in := words(r, n)
							src, dst := gputest.Words(t, dev, in), gputest.Fresh(t, dev, n)
							if err := run(s, inclusive, dst.View(), src.View(), gpu.N(n)); err != nil {
								t.Fatal(err)
							}
							gputest.Equal(t, "scan", dst.Get(), oracle(in, inclusive))
							gputest.Equal(t, "src", src.Get(), in)
							if err := run(s, inclusive, src.View(), src.View(), gpu.N(n)); err != nil {
								t.Fatal(err)
							}
							gputest.Equal(t, "scan in place", src.Get(), oracle(in, inclusive))
							src.Free()
							dst.Free()
						})
					}
				})
			}
			s.Release()
		})
	}
}

func TestScanCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	const limit = 5000
	in := words(rand.New(rand.NewSource(2)), limit)
	src := gputest.Words(t, dev, in)
	for _, tune := range []gpu.Tuning{{}, {Algorithm: gpu.SinglePass}} {
		gputest.Run(t, dev, tune.Algorithm.String(), func(t *testing.T) {
			s, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					count, dst := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, limit)
					before := dst.Get()
					if err := s.Inclusive(dst.View(), src.View(), gpu.CountAt(count.View(), limit)); err != nil {
						t.Fatal(err)
					}
					used := min(n, limit)
					got := dst.Get()
					gputest.Equal(t, "scanned", got[:used], oracle(in[:used], true))
					gputest.Equal(t, "behind the count", got[used:], before[used:])
					if err := dev.Check(); (n > limit) != errors.Is(err, gpu.ErrCount) {
						t.Errorf("count %d of at most %d: Check says %v", n, limit, err)
					}
					count.Free()
					dst.Free()
				})
			}
		})
	}
}

func TestScanRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, dst := gputest.Words(t, dev, make([]uint32, 10)), gputest.Fresh(t, dev, 10)
	late, _ := src.View().Slice(4, 40)
	for _, c := range []struct {
		name     string
		dst, src gpu.View
		n        gpu.Count
		want     error
	}{
		{"more than there are", dst.View(), src.View(), gpu.N(11), gpu.ErrView},
		{"negative", dst.View(), src.View(), gpu.N(-1), gpu.ErrCount},
		{"shifted by one onto itself", late, src.View(), gpu.N(9), gpu.ErrOverlap},
		{"no dst", gpu.View{}, src.View(), gpu.N(1), gpu.ErrView},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := s.Exclusive(c.dst, c.src, c.n); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		})
	}
	s.Release()
	if err := s.Exclusive(dst.View(), src.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestShadersScan(t *testing.T) {
	var all []kernel.Spec
	for i, shape := range gputest.Shapes() {
		for k, o := range []Options{
			{}, {Type: gpu.Vec4, Op: gpu.Max, By: Offsets}, {Type: gpu.Int64, By: Flags}, {By: Keys, KeyBytes: 12}, {Operator: &affine, By: Flags},
			{Ends: true}, {Type: gpu.Uint64, By: Offsets, Ends: true}, {Operator: &mapped, Record: "uvec4", RecordBytes: 16, Ends: true},
			resultsOf(mapped, true), {Input: gpu.InputStrided}, {Input: gpu.InputGathered, Type: gpu.Vec4, By: Offsets}, {Input: gpu.InputCounting, Type: gpu.Float32},
			{Input: gpu.InputGathered, Operator: &affine}, {Input: gpu.InputStrided, Operator: &mapped, Record: "uvec4", RecordBytes: 16, By: Flags}, countedMaps,
			{Type: gpu.Float64, By: Keys}, {Type: gpu.Float64, Op: gpu.Min}, {Type: gpu.Float32, Compensated: true, Ends: true},
			{Type: gpu.Vec2, Compensated: true, Ends: true}, {Type: gpu.Vec4, Compensated: true, By: Flags},
			{By: Flags}, {By: Keys}, {By: Offsets},
		} {
			if k > 1 && i%3 != 1 { // subgroups of 8 and 64, ballots of 16, neither
				continue
			}
			o, g, err := o.prepare("New")
			if err != nil {
				t.Fatal(err)
			}
			total, chunk := specs(shape.ForItems(g.HeldBytes()), g, o)
			waits := chunk
			waits.Shape.Spins, waits.Shape.Silent = i*32, i%3 // from 0, as two steps have it
			if all = append(all, total, chunk); g.Exact {     // else there is no chain
				for _, l := range o.tiles(gpu.Caps{}, waits.Shape, g) {
					waits.Shape = l.Shape
					all = append(all, chainSpec(waits, o, g))
				}
			}
		}
	}
	gputest.Validate(t, all)
}

func TestScanAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	op, err := New(dev, Options{Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Release()
	const n = 50_000
	src, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
	for i, count := range []gpu.Count{gpu.N(n), gpu.N(1), gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)} {
		for j, scan := range []func(dst, src gpu.View, n gpu.Count) error{op.Exclusive, op.Inclusive} {
			run := func() {
				if err := scan(dst, src, count); err != nil {
					t.Fatal(err)
				}
			}
			run() // warm-up: scratch
			if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
				t.Errorf("%v allocations a call of scan %d with count %d", allocs, j, i)
			}
		}
	}
}

func part(t *testing.T, g *gputest.Guarded, words int) gpu.View {
	t.Helper()
	v, err := g.View().Slice(0, 4*words)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func containsAll(err error, parts ...string) bool {
	for _, p := range parts {
		if err == nil || !strings.Contains(err.Error(), p) {
			return false
		}
	}
	return true
}

// Scratch is the caller's: whatever lies in it, whatever was done before.
func TestScanInCallerScratch(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range []Options{{}, {By: Flags, Type: gpu.Vec4}} {
		gputest.Run(t, dev, o.By.String(), func(t *testing.T) {
			r := rand.New(rand.NewSource(6))
			o.Workers = 5
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			bytes, err := ScratchBytes(dev.Caps(), o)
			if err != nil {
				t.Fatal(err)
			}
			scratch := gputest.Words(t, dev, make([]uint32, bytes/4))
			s.UseScratch(scratch.View())
			tile := s.shape.TileSize()
			for i, n := range []int{tile * 11, tile*2 + 1, tile * 30, 1} {
				in := gputest.Items(r, o.Op, o.Type, n)
				src, dst, heads := gputest.Words(t, dev, in), gputest.Fresh(t, dev, len(in)), gputest.Words(t, dev, make([]uint32, n))
				for range 2 { // two, with nothing between
					if i%2 == 0 {
						scratch.Fill([]uint32{0, 0xCDCDCDCD, 0xFFFFFFFF}[i/2%3])
					}
					if o.By == Flags {
						err = s.InclusiveBy(dst.View(), src.View(), heads.View(), gpu.N(n))
					} else {
						err = s.Inclusive(dst.View(), src.View(), gpu.N(n))
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				gputest.EqualItems(t, fmt.Sprint("in the caller's scratch, n ", n), o.Type, dst.Get(), scanned(gputest.OracleOf(o.Op, o.Type), in, true, nil))
				scratch.Get()
				if err := s.scan(operands{dst: scratch.View(), src: scratch.View(), by: heads.View(), n: gpu.N(1)}, s.o.By); !errors.Is(err, gpu.ErrOverlap) {
					t.Errorf("scratch as operand: %v", err)
				}
				src.Free()
				dst.Free()
				heads.Free()
			}
			s.UseScratch(part(t, scratch, 1))
			if err := s.scan(operands{dst: scratch.View(), src: scratch.View(), by: scratch.View(), n: gpu.N(1)}, s.o.By); err == nil {
				t.Error("a word of scratch was enough")
			}
			s.Release()
		})
	}
}
