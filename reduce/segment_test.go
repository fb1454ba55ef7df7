// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// segmentedOptions are the operators and types of TestReduceSegments.
func segmentedOptions() []Options {
	return []Options{{}, {Op: Max, Type: gpu.Float32}, {Op: Mean, Type: gpu.Int32}, {Op: ArgMin, Type: gpu.Uint64}, {Op: Min, Type: gpu.Vec4}}
}

// An ordinary run leaves out the largest float32: other operators have its kernels but for a
// constant.
func TestReduceSegments(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range segmentedOptions() {
		if i == 1 && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,%v", o.Op, o.Type), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Segmented, o.Tuning = true, tune
					red, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					like := gpu.Min
					if o.Op == Sum || o.Op == Mean {
						like = gpu.Sum
					}
					for _, n := range []int{0, 1, red.shape.TileSize(), red.shape.TileSize()*red.shape.Workers*2 + 5} {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							r := rand.New(rand.NewSource(3))
							words := gputest.Items(r, like, o.Type, n)
							src := gputest.Words(t, dev, words)
							for name, offsets := range spreads(r, n, red.shape.TileSize()) {
								gputest.Run(t, dev, name, func(t *testing.T) {
									checkSegments(t, dev, red, fmt.Sprintf("%s, %d items, %s", gputest.Name(tune), n, name), words, src, offsets)
								})
							}
							src.Free()
						})
					}
					red.Release()
				})
			}
		})
	}
}

// checkSegments reduces the segments of words, which src holds, and compares the results.
func checkSegments(t *testing.T, dev *gpu.Device, red *Reducer, what string, words []uint32, src *gputest.Guarded, offsets []uint32) {
	t.Helper()
	o, size := red.o, red.o.Type.Bytes()/4
	segments, n := len(offsets)-1, len(words)/size
	var want []uint32
	for s := range segments {
		from, to := int(offsets[s]), int(offsets[s+1])
		w := expected(o, words[from*size:to*size])
		if o.Op == ArgMin && from < to {
			w[size] += uint32(from) // indices count from the beginning of src
		}
		want = append(want, w...)
	}
	at, dst := gputest.Words(t, dev, offsets), gputest.Fresh(t, dev, len(want))
	defer at.Free()
	defer dst.Free()
	if err := red.SegmentedReduce(dst.View(), src.View(), at.View(), gpu.N(segments), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	got, each := dst.Get(), red.plan.dstBytes/4
	for s := range segments {
		if !near(o, got[s*each:(s+1)*each], want[s*each:(s+1)*each]) {
			t.Fatalf("%v of %v, %s: segment %d of %d (%d to %d) is %#x, want %#x", o.Op, o.Type, what,
				s, segments, offsets[s], offsets[s+1], got[s*each:(s+1)*each], want[s*each:(s+1)*each])
		}
	}
}

// spreads are offsets of segments of n items.
func spreads(r *rand.Rand, n, tile int) map[string][]uint32 {
	every := func(step int) []uint32 {
		var o []uint32
		for i := 0; i < n; i += step {
			o = append(o, uint32(i))
		}
		return append(o, uint32(n))
	}
	var random []uint32
	for range 2 + n/9 {
		random = append(random, uint32(r.Intn(n+1)))
	}
	slices.Sort(random)
	return map[string][]uint32{
		"no segment": {0}, "one": {0, uint32(n)}, "empty ones": {0, 0, uint32(n / 2), uint32(n / 2), uint32(n), uint32(n)},
		"a part": {uint32(n / 3), uint32(n / 2)}, "sevens": every(7), "tiles": every(tile), "random": random,
	}
}

func TestReduceSegmentsRefusesAndCounts(t *testing.T) {
	dev := gputest.Device(t)
	red, err := New(dev, Options{Segmented: true})
	if err != nil {
		t.Fatal(err)
	}
	defer red.Release()
	whole, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Release()
	src, dst := gputest.Words(t, dev, []uint32{1, 2, 3, 4, 5, 6}), gputest.Fresh(t, dev, 3)
	offsets := gputest.Words(t, dev, []uint32{0, 2, 4, 6})
	n, few := gpu.N(6), gputest.Words(t, dev, []uint32{0, 2, 4})
	for _, c := range []struct {
		what      string
		err, want error
	}{
		{"Reduce of a segmented one", red.Reduce(dst.View(), src.View(), n), gpu.ErrArgument},
		{"Segments of another", whole.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.N(1), n), gpu.ErrArgument},
		{"too few offsets", red.SegmentedReduce(dst.View(), src.View(), few.View(), gpu.N(3), n), gpu.ErrView},
		{"dst is offsets", red.SegmentedReduce(offsets.View(), src.View(), offsets.View(), gpu.N(3), n), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s: %v, want %v", c.what, c.err, c.want)
			}
		})
	}
	for reported, want := range map[uint32]uint32{1: 3, 3: 21, 4: 21} {
		gputest.Run(t, dev, fmt.Sprint("reported=", reported), func(t *testing.T) {
			word := gputest.Words(t, dev, []uint32{reported})
			dst.Fill(0)
			if err := red.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.CountAt(word.View(), 3), n); err != nil {
				t.Fatal(err)
			}
			var sum uint32
			for _, w := range dst.Get() {
				sum += w
			}
			if sum != want {
				t.Errorf("%d segments: all results add up to %d, want %d", reported, sum, want)
			}
			if err := dev.Check(); (reported > 3) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("%d segments of at most 3: Check says %v", reported, err)
			}
			word.Free()
		})
	}
}

// Scratch is the caller's: whatever lies in it, whatever was done before.
func TestReduceInCallerScratch(t *testing.T) {
	dev := gputest.Device(t)
	all := []Options{{Op: ArgMax}, {Op: Min, Type: gpu.Vec4, Segmented: true}}
	if gputest.Nightly() {
		all = append(all, Options{Type: gpu.Vec4, Segmented: true})
	}
	for _, o := range all {
		gputest.Run(t, dev, fmt.Sprintf("%v,segmented=%v", o.Op, o.Segmented), func(t *testing.T) {
			r := rand.New(rand.NewSource(6))
			o.Workers = 5
			red, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			bytes, err := ScratchBytes(dev.Caps(), o)
			if err != nil {
				t.Fatal(err)
			}
			scratch := gputest.Words(t, dev, make([]uint32, bytes/4))
			red.UseScratch(scratch.View())
			tile := red.shape.TileSize()
			for i, n := range []int{tile * 11, tile*2 + 1, tile * 30, 1} {
				words := gputest.Items(r, gpu.Sum, o.Type, n)
				src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, red.plan.dstBytes/4)
				offsets := gputest.Words(t, dev, []uint32{0, uint32(n)})
				call := func(dst, src gpu.View) error {
					if o.Segmented {
						return red.SegmentedReduce(dst, src, offsets.View(), gpu.N(1), gpu.N(n))
					}
					return red.Reduce(dst, src, gpu.N(n))
				}
				scratch.Fill([]uint32{0, 0xCDCDCDCD, 0xFFFFFFFF}[i%3])
				for range 2 { // two, with nothing between
					if err := call(dst.View(), src.View()); err != nil {
						t.Fatal(err)
					}
				}
				gputest.Equal(t, fmt.Sprint(o.Op, " of ", n), dst.Get(), expected(o, words))
				scratch.Get()
				if err := call(scratch.View(), src.View()); !errors.Is(err, gpu.ErrOverlap) {
					t.Errorf("scratch as dst of %d items: %v", n, err)
				}
				src.Free()
				dst.Free()
				offsets.Free()
			}
			red.Release()
		})
	}
}

// With offsets that do not ascend, or are large, nothing is written outside of dst.
func TestReduceOfGarbageOffsetsStaysInside(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(11))
	const n, segments = 3000, 1000
	src, dst := gputest.Words(t, dev, gputest.Items(r, gpu.Sum, gpu.Uint32, n)), gputest.Fresh(t, dev, segments)
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			red, err := New(dev, Options{Segmented: true, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer red.Release()
			for i := range 4 {
				garbage := make([]uint32, segments+1)
				for k := range garbage {
					garbage[k] = r.Uint32() >> (7 * i)
				}
				offsets := gputest.Words(t, dev, garbage)
				if err := red.SegmentedReduce(dst.View(), src.View(), offsets.View(), gpu.N(segments), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				dst.Get() // checks the guards
				gputest.Equal(t, "offsets", offsets.Get(), garbage)
				_ = dev.Check()
			}
		})
	}
}
