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

// Records of several sizes move by one decision; by is an array of them, beside them, or nothing.
func TestCompactArrays(t *testing.T) {
	dev := gputest.Device(t)
	for _, v := range []decision{
		{"flags", Options{Output: Indices, By: Flags}, encodeFlags, true},
		{"flags in three", Options{Output: Indices, By: Flags, Classes: 3}, encodeThree, true},
		{"unique by a key", Options{Output: Indices, By: Unique}, encodeUnique, true},
		{"index", Options{Output: Indices, Predicate: hashed}, encodeIndex, true},
	} {
		gputest.Run(t, dev, v.name, func(t *testing.T) {
			v.o.Workers = 3
			c, err := New(dev, v.o)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{0, 1, 1000, 20011} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					r := rand.New(rand.NewSource(2))
					classes := make([]int, n)
					for i := range classes {
						classes[i] = r.Intn(max(2, v.o.Classes))
					}
					keys, by := v.encode(r, classes, 1)
					words := [][]uint32{keys, randomWords(r, 3*n), randomWords(r, 16*n)}
					var arrays []Array
					var src, dst []*gputest.Guarded
					for i, stride := range []int{1, 3, 16} {
						src, dst = append(src, gputest.Words(t, dev, words[i])), append(dst, gputest.Fresh(t, dev, n*stride))
						arrays = append(arrays, Array{dst[i].View(), src[i].View(), 4 * stride})
					}
					decides := src[0] // as a struct of arrays holds its keys
					if by != nil {
						decides = gputest.Words(t, dev, by)
					}
					if err := c.CompactArrays(decides.View(), gpu.N(n), arrays...); err != nil {
						t.Fatal(err)
					}
					for i, stride := range []int{1, 3, 16} {
						what := fmt.Sprint(v.name, " of ", n, ", stride ", 4*stride)
						wanted, counts := want(classes, words[i], stride, c.o.Classes)
						gputest.Equal(t, what, dst[i].Get()[:len(wanted)], wanted)
						gputest.Equal(t, what+": src", src[i].Get(), words[i])
						for k, b := range dst[i].Get()[len(wanted):] {
							if b != 0xBAD00000|uint32(len(wanted)+k)&0xFFFF {
								t.Fatalf("%s: word %d behind the kept was written: %#x", what, k, b)
							}
						}
						checkArgs(t, c, what, counts, counts[0])
						src[i].Free()
						dst[i].Free()
					}
					decides.Free()
				})
			}
			c.Release()
		})
	}
}

// An array that is refused keeps the call from writing the indices, too.
func TestRefusedArrayEnqueuesNothing(t *testing.T) {
	dev := gputest.Device(t)
	c, err := New(dev, Options{Output: Indices, By: Mask})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	src, dst, mask := gputest.Fresh(t, dev, 600), gputest.Fresh(t, dev, 600), gputest.Fresh(t, dev, 4)
	before := c.Result()
	for _, stride := range []int{0, 2, 6, MaxStride + 4} {
		if err := c.CompactArrays(mask.View(), gpu.N(1), Array{dst.View(), src.View(), stride}); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("a stride of %d: %v", stride, err)
		}
		if c.Result() != before {
			t.Errorf("a stride of %d: the call has another result", stride)
		}
	}
}

// With Clamp the smallest array bounds all.
func TestCompactArraysClamped(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(3))
	c, err := New(dev, Options{Output: Indices, By: Flags, Clamp: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	const n = 5000
	classes := make([]int, n)
	for i := range classes {
		classes[i] = r.Intn(2)
	}
	one, flags := encodeFlags(r, classes, 1)
	two := randomWords(r, 2*n)
	src1, src2, by := gputest.Words(t, dev, one), gputest.Words(t, dev, two), gputest.Words(t, dev, flags)
	for _, room := range []int{0, 1, 1000, n} {
		gputest.Run(t, dev, fmt.Sprint("room=", room), func(t *testing.T) {
			dst1, dst2 := gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, 2*room)
			err := c.CompactArrays(by.View(), gpu.N(n), Array{dst1.View(), src1.View(), 4}, Array{dst2.View(), src2.View(), 8})
			if err != nil {
				t.Fatal(err)
			}
			all, counts := want(classes, one, 1, 1)
			kept := min(counts[0], room)
			gputest.Equal(t, fmt.Sprint("room for ", room), dst1.Get()[:kept], all[:kept])
			pairs, _ := want(classes, two, 2, 1)
			gputest.Equal(t, fmt.Sprint("pairs, room for ", room), dst2.Get()[:2*kept], pairs[:2*kept])
			checkArgs(t, c, "clamped", [3]int{kept}, counts[0])
			if err := dev.Check(); (kept < counts[0]) != errors.Is(err, gpu.ErrOverflow) {
				t.Errorf("room for %d of %d: %v", room, counts[0], err)
			}
		})
	}
}

func TestClamp(t *testing.T) {
	dev := gputest.Device(t)
	const n = 20011
	paths := gputest.Paths(dev)
	for i, tune := range append(paths, gpu.Tuning{}) {
		if !firstOrLast(i, len(paths)) && (tune != gpu.Tuning{}) {
			continue // both algorithms, on different lanes
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			stride := []int{3, 10}[i%2] // small and large
			c, err := New(dev, Options{Stride: 4 * stride, Clamp: true, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			for _, percent := range []int{0, 50, 100} {
				gputest.Run(t, dev, fmt.Sprint("percent=", percent), func(t *testing.T) {
					r := rand.New(rand.NewSource(4))
					words := some(r, n, stride, percent)
					src := gputest.Words(t, dev, words)
					all := oracle(words, stride, nonzero(words, stride))
					found := len(all) / stride
					for _, room := range []int{0, 1, 100, found - 1, found, found + 1, n, n + 5} {
						if room < 0 {
							continue
						}
						gputest.Run(t, dev, fmt.Sprint("room=", room), func(t *testing.T) {
							dst := gputest.Fresh(t, dev, stride*room+stride-1) // and a part of a record, which must stay as it is
							before := append([]uint32{}, dst.Get()...)
							if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
								t.Fatal(err)
							}
							what := fmt.Sprint(found, " found, room for ", room, " by ", gputest.Name(tune))
							kept := min(found, room)
							gputest.Equal(t, what, dst.Get()[:kept*stride], all[:kept*stride])
							gputest.Equal(t, what+": behind", dst.Get()[kept*stride:], before[kept*stride:])
							checkArgs(t, c, what, [3]int{kept}, found)
							if got := c.Result().Count.Max(); got != min(room, n) {
								t.Errorf("%s: the count's maximum is %d", what, got)
							}
							if err := dev.Check(); (room < found) != errors.Is(err, gpu.ErrOverflow) {
								t.Errorf("%s: Check says %v", what, err)
							}
							dst.Free()
						})
					}
					src.Free()
				})
			}
			c.Release()
		})
	}
}

// A buffer of the caller may be larger than a shader-storage block, of which no call writes more.
func TestClampToMoreThanABlock(t *testing.T) {
	dev := gputest.Device(t)
	dst, bytes := gputest.MoreThanABlock(t, dev)
	const n = 40
	few, err := dst.Slice(bytes-4*n, bytes)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(dev, Options{Output: Indices, By: Mask, Clamp: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	mask := gputest.Words(t, dev, make([]uint32, (bytes/4+1+31)/32))
	if err := c.Indices(dst, mask.View(), gpu.N(bytes/4+1)); !errors.Is(err, gpu.ErrTooLarge) {
		t.Errorf("indices of one word more than a block holds: got %v, want gpu.ErrTooLarge", err)
	}
	for what, call := range map[string]struct {
		dst gpu.View
		n   int
	}{"few indices": {dst, n}, "room for few": {few, bytes/4 + 1}} {
		if err := c.Indices(call.dst, mask.View(), gpu.N(call.n)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
