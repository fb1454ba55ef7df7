// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// kept is what stays of words of at least least.
func kept(words []uint32, least uint32) (all []uint32) {
	for _, w := range words {
		if w >= least {
			all = append(all, w)
		}
	}
	return all
}

// fewerRecords has few records pass through all kernels for fewer and for more.
func (c *Compactor) fewerRecords() {
	for i := range c.movers {
		c.movers[i].Most = min(c.movers[i].Most, 40*(i+1)*(i+1))
	}
}

func someWords(n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(i*i) % 7
	}
	return words
}

// After Reserve no call of as many records or fewer compiles anything, and each is right.
func TestReserve(t *testing.T) {
	dev := gputest.Device(t)
	const most = 5000
	c, err := New(dev, Options{Stride: 4})
	if err != nil {
		t.Fatal(err)
	}
	c.fewerRecords()
	for _, n := range []int{-1, gpu.MaxItems + 1} {
		if err := c.Reserve(n); !errors.Is(err, gpu.ErrCount) {
			t.Errorf("Reserve(%d): %v", n, err)
		}
	}
	if err := c.Reserve(most); err != nil {
		t.Fatal(err)
	}
	compiled, cached := dev.Programs()
	words := someWords(most)
	src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, most)
	for _, n := range []int{0, 1, 40, 41, 160, 161, 1000, most} {
		if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		want := kept(words[:n], 1)
		gputest.Equal(t, fmt.Sprint("kept of ", n), dst.Get()[:len(want)], want)
	}
	if a, b := dev.Programs(); a != compiled || b != cached {
		t.Errorf("%d programs compiled and %d loaded by calls", a-compiled, b-cached)
	}
	c.Release()
	if err := c.Reserve(1); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	src.Free()
	dst.Free()
}

// Tiles for fewer records are smaller, and the largest call with them may have more tiles than the
// largest call of all.
func TestReserveCountsTheTilesOfFewerRecords(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			c, err := New(dev, Options{Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			few := 7 * c.movers[0].Shape().TileSize()
			for i := range len(c.movers) - 1 {
				c.movers[i].Most = few
			}
			src, dst := gputest.Words(t, dev, someWords(few+1)), gputest.Fresh(t, dev, few+1)
			if err := c.Reserve(few + 1); err != nil {
				t.Fatal(err)
			}
			before := gputest.BuffersNow()
			for _, n := range []int{few + 1, few, few / 2} {
				if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
			}
			if after := gputest.BuffersNow(); !slices.Equal(before, after) {
				t.Errorf("%s: the buffers are %v, and were %v before the calls", c.Variant(), after, before)
			}
		})
	}
}

// A predicate's uniform, set in all Programs, decides whatever kernel a call takes.
func TestPredicateUniform(t *testing.T) {
	dev := gputest.Device(t)
	const most = 3000
	words := someWords(most)
	for path, tune := range gputest.InNightly(gputest.Tunings(dev), gputest.Paths(dev)) {
		if !gputest.Nightly() && path > 1 {
			continue // only the first lane path may have several kernels
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			c, err := New(dev, Options{Stride: 4, Record: "uint", Predicate: "uniform uint least; bool keep(uint v) { return v >= least; }", Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range c.movers {
				if (m.Kernel != nil) != (i == 0) {
					t.Errorf("%s: after New kernel %d of %d: %v", c.Variant(), i, len(c.movers), m.Kernel)
				}
			}
			c.fewerRecords()
			src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, most)
			for _, least := range []uint32{2, 5} {
				gputest.Run(t, dev, fmt.Sprint("least=", least), func(t *testing.T) {
					for _, p := range c.Programs() {
						gl.ProgramUniform1ui(p, gl.GetUniformLocation(p, gl.Str("least\x00")), least)
					}
					for _, n := range []int{40, 160, 161, most} {
						if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
							t.Fatal(err)
						}
						want := kept(words[:n], least)
						gputest.Equal(t, fmt.Sprint(c.Variant(), " of ", n), dst.Get()[:len(want)], want)
					}
				})
			}
			c.Release()
			src.Free()
			dst.Free()
		})
	}
}

// The scratch of n records has room for their indices, and with Runs for the end of the last run.
func TestScratchBytes(t *testing.T) {
	caps := gpu.Caps{MaxGroupInvocations: 1024, Multiprocessors: 4}
	plain, err := ScratchBytes(caps, Options{}, gpu.MaxItems)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 63, 64, 65, 1000, gpu.MaxItems} {
		for output, words := range map[Output]int{Indices: n, Runs: n + 1} {
			got, err := ScratchBytes(caps, Options{Output: output}, n)
			if err != nil || got < plain+4*words {
				t.Errorf("%v of %d records: %d bytes, %v, want at least %d", output, n, got, err, plain+4*words)
			}
		}
	}
	for _, n := range []int{-1, gpu.MaxItems + 1} {
		if _, err := ScratchBytes(caps, Options{}, n); !errors.Is(err, gpu.ErrCount) {
			t.Errorf("ScratchBytes of %d records: %v", n, err)
		}
	}
}
