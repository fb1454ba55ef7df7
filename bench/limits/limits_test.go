// SPDX-License-Identifier: MIT

package limits

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

var widths = []int{32, 64, 128}

// sums is what each worker's share comes to: whole tiles, as evenly as they go.
func sums(all []uint32, workers, tileWords int) []uint32 {
	out := make([]uint32, workers)
	tiles := (len(all) + tileWords - 1) / tileWords
	begin := func(w int) int { return min(len(all), tileWords*(w*(tiles/workers)+min(w, tiles%workers))) }
	for w := range workers {
		for _, v := range all[begin(w):begin(w+1)] {
			out[w] += v
		}
	}
	return out
}

func words(n int) []uint32 {
	all := make([]uint32, n)
	for i := range all {
		all[i] = uint32(i+1) * 0x9E3779B9
	}
	return all
}

func TestFetchReadsEveryWordOnce(t *testing.T) {
	dev := gputest.Device(t)
	gputest.Each(t, dev, "bits", widths, func(t *testing.T, bits int) {
		gputest.Each(t, dev, "each", []int{1, 2, 4, 8}, func(t *testing.T, each int) {
			f, err := NewFetch(dev, bits, each)
			if err != nil {
				t.Fatal(err)
			}
			load := bits / 32
			tile := load * f.k.Shape().TileSize()
			if want := each * dev.Caps().Multiprocessors; f.Workers() != want {
				t.Errorf("%d a multiprocessor: %d workers, want %d", each, f.Workers(), want)
			}
			gputest.Each(t, dev, "loads", []int{0, 1, 255, 256, 257, tile / load, tile/load + 1, 100003, tile/load*f.Workers()*2 + 517}, func(t *testing.T, loads int) {
				all := words(load * loads)
				// A few loads behind the buffer's begin.
				src, dst := gputest.WordsAt(t, dev, all, 5*load), gputest.Fresh(t, dev, f.Workers())
				if err := f.Run(dst.View(), src.View(), len(all)); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "sums", dst.Get(), sums(all, f.Workers(), tile))
				src.Free()
				dst.Free()
			})
			f.Release()
		})
	})
}

func TestFetchRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for _, c := range []struct {
		bits, each int
		want       error
		says       string
	}{
		{16, 1, gpu.ErrArgument, "16 bits"}, {256, 1, gpu.ErrArgument, "256 bits"}, {0, 1, gpu.ErrArgument, "0 bits"},
		{32, 0, gpu.ErrArgument, "at least one"}, {32, -1, gpu.ErrArgument, "at least one"},
		{32, 4097, gpu.ErrArgument, "4096"}, {128, math.MaxInt, gpu.ErrArgument, "4096"},
	} {
		gputest.Run(t, dev, fmt.Sprintf("bits=%d,each=%d", c.bits, c.each), func(t *testing.T) {
			if _, err := NewFetch(dev, c.bits, c.each); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%d bits, %d workers a multiprocessor: %v", c.bits, c.each, err)
			}
		})
	}
	f, err := NewFetch(dev, 128, 1)
	if err != nil {
		t.Fatal(err)
	}
	src, dst := gputest.WordsAt(t, dev, words(4000), 64), gputest.Fresh(t, dev, f.Workers())
	before := dst.Get()
	cut := func(v gpu.View, from, to int) gpu.View {
		part, err := v.Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return part
	}
	for what, c := range map[string]struct {
		dst, src gpu.View
		n        int
		want     error
	}{
		"less than none":        {dst.View(), src.View(), -4, gpu.ErrCount},
		"part of a load":        {dst.View(), src.View(), 402, gpu.ErrCount},
		"a short src":           {dst.View(), src.View(), 4004, gpu.ErrView},
		"a short dst":           {cut(dst.View(), 1, f.Workers()), src.View(), 400, gpu.ErrView},
		"no src":                {dst.View(), gpu.View{}, 4, gpu.ErrView},
		"dst in src":            {cut(src.View(), 100, 4000), src.View(), 400, gpu.ErrOverlap},
		"between two places":    {dst.View(), cut(src.View(), 1, 4000), 400, gpu.ErrView},
		"one that can be bound": {dst.View(), cut(src.View(), 4, 8), 0, nil},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			aligned := what == "between two places" && dev.Caps().StorageAlignment <= 4
			if err := f.Run(c.dst, c.src, c.n); !aligned && !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", what, err, c.want)
			}
			if c.want != nil {
				gputest.Equal(t, what+": dst", dst.Get(), before)
			} else {
				before = dst.Get()
			}
		})
	}
	f.Release()
	f.Release()
	if err := f.Run(dst.View(), src.View(), 4); !errors.Is(err, gpu.ErrReleased) || f.Workers() != 0 {
		t.Errorf("released: %v, %d workers", err, f.Workers())
	}
	var none *Fetch
	none.Release()
}

// A software driver's loops are long enough for all that its buffers hold.
func TestFetchLoopIterations(t *testing.T) {
	c := gpu.Caps{Software: true, MaxGroupInvocations: 1024, Multiprocessors: 32, Renderer: "llvmpipe"}
	s, err := fetchSpec(c, 32, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := turns(s.Shape, 1<<25); got > softwareTurns || got < 1024 {
		t.Errorf("%d turns for 128 MiB", got)
	}
	if got := turns(s.Shape, 1<<29); got <= softwareTurns {
		t.Errorf("%d turns for 2 GiB", got)
	}
}

func TestEmptyDispatches(t *testing.T) {
	dev := gputest.Device(t)
	gputest.LeavesNothing(t, dev, "empty dispatches", func() {
		e, err := NewEmpty(dev)
		if err != nil {
			t.Fatal(err)
		}
		gputest.Each(t, dev, "n", []int{0, 1, 9}, func(t *testing.T, n int) {
			gputest.Each(t, dev, "barrier", []bool{false, true}, func(t *testing.T, barrier bool) {
				if err := e.Run(n, barrier); err != nil {
					t.Errorf("%d dispatches: %v", n, err)
				}
			})
		})
		if err := e.Run(-1, false); !errors.Is(err, gpu.ErrCount) || !strings.Contains(err.Error(), "-1") {
			t.Errorf("-1 dispatches: %v", err)
		}
		e.Release()
		e.Release()
		if err := e.Run(1, true); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("released: %v", err)
		}
	})
	var none *Empty
	none.Release()
}

func TestCallsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	f, err := NewFetch(dev, 64, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	e, err := NewEmpty(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	src, dst := gputest.WordsAt(t, dev, words(5000), 64), gputest.Fresh(t, dev, f.Workers())
	srcView, dstView := src.View(), dst.View()
	allocs := testing.AllocsPerRun(10, func() {
		if err := errors.Join(f.Run(dstView, srcView, 5000), e.Run(9, true)); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func TestShadersLimits(t *testing.T) {
	specs := []kernel.Spec{emptySpec(), holdSpec()}
	for _, bits := range widths {
		s, err := fetchSpec(gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4}, bits, 8)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, s)
	}
	gputest.Validate(t, specs)
}
