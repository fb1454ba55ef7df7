// SPDX-License-Identifier: MIT

package classic

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

var (
	recordBytes = []int{4, 8, 16, 32, 64}
	keptPercent = []int{0, 1, 10, 50, 90, 100}
	// Sizes around the workgroup, the tile of scan-tree and its square. The first is large: it
	// leaves values in the scratch that the later runs must not read.
	sizes = []int{65537, 0, 1, 255, 256, 257, 511, 513, 1001, 65535}
)

// hash spreads the bits of i.
func hash(i int) uint32 {
	x := uint32(i)*0x9E3779B9 + 0x7F4A7C15
	x = (x ^ x>>15) * 0x2C1B3C6D
	x = (x ^ x>>12) * 0x297A2D39
	return x ^ x>>15
}

// records returns n records, of which about percent per cent are to be kept: at random, in clusters
// of 100, or evenly spread. Removed records also have words that are not zero. No two records are
// equal.
func records(n, words, percent int) []uint32 {
	all := make([]uint32, n*words)
	for i := range n {
		keep := false
		switch percent % 3 {
		case 0:
			keep = int(hash(i/100)%100) < percent
		case 1:
			keep = int(hash(i)%100) < percent
		case 2:
			keep = i*percent/100 != (i+1)*percent/100
		}
		for w := range words {
			all[i*words+w] = hash(i*words+w) | 1
		}
		all[i*words] = 0
		if keep || percent == 100 {
			all[i*words] = uint32(i) + 1
		}
	}
	return all
}

// kept is the oracle: it returns the kept records in order.
func kept(all []uint32, words int) []uint32 {
	out := []uint32{}
	for i := 0; i < len(all); i += words {
		if all[i] != 0 {
			out = append(out, all[i:i+words]...)
		}
	}
	return out
}

// asSet sorts records by their words, so that results in any order can be compared.
func asSet(all []uint32, words int) []uint32 {
	split := [][]uint32{}
	for i := 0; i < len(all); i += words {
		split = append(split, all[i:i+words])
	}
	slices.SortFunc(split, slices.Compare[[]uint32])
	return slices.Concat(split...)
}

// poisoned returns n words of garbage between guard words. The view begins a whole number of
// records behind the buffer's start.
func poisoned(t *testing.T, dev *gpu.Device, n, words int) *gputest.Guarded {
	t.Helper()
	garbage := make([]uint32, n*words)
	for i := range garbage {
		garbage[i] = 0xBAD00000 | uint32(i)&0xFFFF
	}
	return gputest.WordsAt(t, dev, garbage, 67*words)
}

// check runs a method and checks everything that it may and may not read and write. Both views hold
// more than n records.
func check(t *testing.T, dev *gpu.Device, c *Compactor, all []uint32) {
	t.Helper()
	words := c.bytes / 4
	n := len(all) / words
	what := fmt.Sprintf("%s, %d records of %d bytes", c.m.Name, n, c.bytes)
	more := slices.Concat(all, records(3, words, 100))
	src, dst := gputest.WordsAt(t, dev, more, 67*words), poisoned(t, dev, n+3, words)
	defer src.Free()
	defer dst.Free()
	before := dst.Get()
	if err := gpu.Upload(dev, c.Count(), []uint32{0xBADBAD01}); err != nil {
		t.Fatal(err)
	}
	if err := c.Compact(dst.View(), src.View(), n); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	var count [1]uint32
	if err := gpu.Download(dev, c.Count(), count[:]); err != nil {
		t.Fatal(err)
	}
	want := kept(all, words)
	if int(count[0]) != len(want)/words {
		t.Fatalf("%s: %d kept, want %d", what, count[0], len(want)/words)
	}
	after := dst.Get()
	got := after[:len(want)]
	if !c.m.Ordered {
		got, want = asSet(got, words), asSet(want, words)
	}
	gputest.Equal(t, what, got, want)
	gputest.Equal(t, what+": behind the kept", after[len(want):], before[len(want):])
	gputest.Equal(t, what+": src", src.Get(), more)
}

// onGPU returns the methods that are kernels.
func onGPU() (names []string) {
	for _, w := range Methods() {
		if !w.Host {
			names = append(names, w.Name)
		}
	}
	return names
}

// newOr compiles a method. It returns nil if the driver does not support it.
func newOr(t *testing.T, dev *gpu.Device, name string, bytes int) *Compactor {
	t.Helper()
	c, err := New(dev, name, bytes)
	if errors.Is(err, gpu.ErrUnsupported) && name == "append-subgroup" && dev.Caps().Subgroup.Size == 0 {
		t.Logf("not here: %v", err)
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEveryMethodAtEveryRecordSize(t *testing.T) {
	dev := gputest.Device(t)
	gputest.Each(t, dev, "", onGPU(), func(t *testing.T, name string) {
		for k, bytes := range recordBytes {
			gputest.Run(t, dev, fmt.Sprint("bytes=", bytes), func(t *testing.T) {
				c := newOr(t, dev, name, bytes)
				if c == nil {
					return
				}
				for i, n := range sizes {
					if c.Fits(n) != nil {
						continue // TestFits checks which sizes these are
					}
					check(t, dev, c, records(n, bytes/4, keptPercent[(i+k)%len(keptPercent)]))
				}
				for _, percent := range keptPercent {
					check(t, dev, c, records(1501, bytes/4, percent))
				}
				c.Release()
			})
		}
	})
}

// From 512 * 512 records on, scan-tree has one more level.
func TestThreeLevels(t *testing.T) {
	dev := gputest.Device(t)
	gputest.Each(t, dev, "", []string{"scan-scatter", "scan-tree"}, func(t *testing.T, name string) {
		c := newOr(t, dev, name, 8)
		gputest.Each(t, dev, "n", []int{512 * 512, 512*512 + 1}, func(t *testing.T, n int) {
			check(t, dev, c, records(n, 2, 50))
		})
		c.Release()
	})
}

// More workgroups than one axis of a dispatch can have, if that is not too many to try. An ordinary
// run takes one method: the others compute their workgroup in the same way.
func TestMoreGroupsThanOneAxisAllows(t *testing.T) {
	dev := gputest.Device(t)
	n := dev.Caps().MaxGroups*groupSize + 257
	if testing.Short() || n > 1<<25 {
		t.Skipf("%d records are too many for a test", n)
	}
	all := records(n, 1, 1)
	for i, name := range []string{"append", "append-subgroup", "scan-scatter", "scan-tree"} {
		if !gputest.Share(i, 4) {
			continue
		}
		gputest.Run(t, dev, name, func(t *testing.T) {
			if c := newOr(t, dev, name, 4); c != nil {
				check(t, dev, c, all)
				c.Release()
			}
		})
	}
}

// Both extensions with a ballot, if the driver has both.
func TestAppendSubgroupByAllLanes(t *testing.T) {
	dev := gputest.Device(t)
	m, err := find("append-subgroup")
	if err != nil {
		t.Fatal(err)
	}
	gputest.Each(t, dev, "", []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot}, func(t *testing.T, lanes gpu.Lanes) {
		shape, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: lanes})
		if err != nil {
			t.Logf("not here: %v", err)
			return
		}
		gputest.Each(t, dev, "bytes", []int{4, 32}, func(t *testing.T, bytes int) {
			specs, err := appendSubgroupSpec(shape, bytes)
			if err != nil {
				t.Fatal(err)
			}
			c, err := build(dev, m, bytes, specs)
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range []int{0, 1, shape.LaneCount - 1, shape.LaneCount, shape.LaneCount + 1, 4099} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					check(t, dev, c, records(n, bytes/4, keptPercent[i]))
				})
			}
			c.Release()
		})
	})
}

func TestCallsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	src, dst := gputest.Words(t, dev, records(3000, 1, 50)), poisoned(t, dev, 3000, 1)
	gputest.Each(t, dev, "", onGPU(), func(t *testing.T, name string) {
		var c *Compactor
		gputest.LeavesNothing(t, dev, name, func() {
			if c = newOr(t, dev, name, 4); c == nil {
				return
			}
			run := func() {
				if err := c.Compact(dst.View(), src.View(), 3000); err != nil {
					t.Fatal(err)
				}
			}
			run()
			gputest.LeavesNothing(t, dev, name+", once its scratch has grown,", func() {
				if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
					t.Errorf("%s: %v allocations a call", name, allocs)
				}
			})
			c.Release()
		})
	})
}
