// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"fmt"
	"log"
	"math"
	"math/rand"
	"runtime"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/internal/kernel"
)

// gathered computes Gather in a loop on the CPU.
func gathered(dst, src, index []uint32, n, words int) []uint32 {
	out := append([]uint32{}, dst...)
	for i, at := range index[:n] {
		if int(at) < len(src)/words {
			copy(out[i*words:(i+1)*words], src[int(at)*words:])
		}
	}
	return out
}

func TestGather(t *testing.T) {
	dev := gputest.Device(t)
	g, err := kernel.NewGatherer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Release()
	for _, words := range []int{1, 2, 3, 4, 7, 16, 255, 256} {
		gputest.Run(t, dev, fmt.Sprint("words=", words), func(t *testing.T) {
			for _, n := range []int{0, 1, 5, 255, 256, 257, 1023, 1024, 1025, 5000} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					r := rand.New(rand.NewSource(1))
					if words > 16 {
						n = min(n, 300)
					}
					in, index := make([]uint32, (n/2+3)*words), make([]uint32, n)
					for i := range in {
						in[i] = r.Uint32()
					}
					records := len(in) / words
					for i := range index {
						index[i] = uint32(r.Intn(records))
						if r.Intn(20) == 0 { // out of range
							index[i] = []uint32{uint32(records), uint32(records) + 1, math.MaxUint32, 1 << 31, 1 << 30}[r.Intn(5)]
						}
					}
					src, at, dst := gputest.Words(t, dev, in), gputest.WordsAt(t, dev, index, 3), gputest.Fresh(t, dev, n*words)
					before := dst.Get()
					if err := g.Gather(dst.View(), src.View(), at.View(), gpu.N(n), words*4); err != nil {
						t.Fatal(err)
					}
					what := fmt.Sprint(n, " records of ", words, " words")
					gputest.Equal(t, what, dst.Get(), gathered(before, in, index, n, words))
					gputest.Equal(t, what+": src", src.Get(), in)
					gputest.Equal(t, what+": index", at.Get(), index)
					for _, b := range []*gputest.Guarded{src, at, dst} {
						b.Free()
					}
				})
			}
		})
	}
}

func TestGatherCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	g, err := kernel.NewGatherer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Release()
	const most, words = 600, 3
	in, index := make([]uint32, most*words), make([]uint32, most)
	for i := range in {
		in[i] = uint32(i) * 7
	}
	for i := range index {
		index[i] = uint32(most - 1 - i)
	}
	src, at := gputest.Words(t, dev, in), gputest.Words(t, dev, index)
	for _, n := range []uint32{0, 1, most - 1, most, most + 1, math.MaxUint32} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			count, dst := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, most*words)
			before := dst.Get()
			if err := g.Gather(dst.View(), src.View(), at.View(), gpu.CountAt(count.View(), most), words*4); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, fmt.Sprint(n), dst.Get(), gathered(before, in, index, int(min(n, most)), words))
			if err := dev.Check(); (n > most) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("count %d of at most %d: Check says %v", n, most, err)
			}
			count.Free()
			dst.Free()
		})
	}
	run := func() {
		if err := g.Gather(at.View(), src.View(), src.View(), gpu.N(100), 4); err != nil {
			t.Fatal(err)
		}
	}
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}

func TestGatherRefuses(t *testing.T) {
	dev := gputest.Device(t)
	g, err := kernel.NewGatherer(dev)
	if err != nil {
		t.Fatal(err)
	}
	dst, src, index := gputest.Fresh(t, dev, 30).View(), gputest.Fresh(t, dev, 30).View(), gputest.Fresh(t, dev, 10).View()
	for _, c := range []struct {
		what      string
		err, want error
	}{
		{"stride 0", g.Gather(dst, src, index, gpu.N(1), 0), gpu.ErrArgument},
		{"stride 6", g.Gather(dst, src, index, gpu.N(1), 6), gpu.ErrArgument},
		{"stride 1028", g.Gather(dst, src, index, gpu.N(0), 1028), gpu.ErrArgument},
		{"too small a dst", g.Gather(dst, src, index, gpu.N(8), 16), gpu.ErrView},
		{"too few indices", g.Gather(dst, src, index, gpu.N(11), 4), gpu.ErrView},
		{"no src", g.Gather(dst, gpu.View{}, index, gpu.N(1), 4), gpu.ErrView},
		{"negative", g.Gather(dst, src, index, gpu.N(-1), 4), gpu.ErrCount},
		{"dst is src", g.Gather(dst, dst, index, gpu.N(1), 4), gpu.ErrOverlap},
		{"dst is index", g.Gather(index, src, index, gpu.N(1), 4), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			if !errors.Is(c.err, c.want) {
				t.Errorf("%s: %v, want %v", c.what, c.err, c.want)
			}
		})
	}
	g.Release()
	g.Release()
	if err := g.Gather(dst, src, index, gpu.N(1), 4); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestShadersGather(t *testing.T) {
	shape := kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 256, ItemsPerThread: 4}
	buffers := []string{"Src", "Dst", "Index", "Count", "Fault"}
	gputest.Validate(t, []kernel.Spec{
		{File: "gpu/records_gather.comp.glsl", Shape: shape, Buffers: buffers}, kernel.CopySpec(),
		kernel.OrderSpec(4), kernel.OrderSpec(32), kernel.OrderSpec(128),
	})
}

// The indices permute records of 8 bytes and use one of them twice.
func ExampleGatherer_Gather() {
	runtime.LockOSThread()
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Release()

	g, err := kernel.NewGatherer(dev)
	if err != nil {
		log.Fatal(err)
	}
	src, err := gpu.NewBufferFrom(dev, [][2]uint32{{1, 10}, {2, 20}, {3, 30}})
	if err != nil {
		log.Fatal(err)
	}
	index, err := gpu.NewBufferFrom(dev, []uint32{2, 0, 1, 2})
	if err != nil {
		log.Fatal(err)
	}
	dst, err := gpu.NewBuffer[[2]uint32](dev, 4)
	if err != nil {
		log.Fatal(err)
	}
	if err := g.Gather(dst.View(), src.View(), index.View(), gpu.N(4), 8); err != nil {
		log.Fatal(err)
	}
	fmt.Println(dst.Download())
	// Output:
	// [[3 30] [1 10] [2 20] [3 30]] <nil>
}
