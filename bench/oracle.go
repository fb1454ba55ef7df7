// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand"
	"slices"
)

// words are the data: about kept per cent of them not zero, all bits random.
func words(seed int64, n, kept int) []uint32 {
	r := rand.New(rand.NewSource(seed))
	out := make([]uint32, n)
	for i := range out {
		v := r.Uint32()
		if r.Intn(100) < kept {
			out[i] = v | 1
		}
	}
	return out
}

func nonzero(in []uint32) []uint32 {
	out := make([]uint32, 0, len(in))
	for _, v := range in {
		if v != 0 {
			out = append(out, v)
		}
	}
	return out
}

func exclusive(in []uint32) []uint32 {
	out := make([]uint32, len(in))
	var sum uint32
	for i, v := range in {
		out[i] = sum
		sum += v
	}
	return out
}

func total(in []uint32) []uint32 {
	var sum uint32
	for _, v := range in {
		sum += v
	}
	return []uint32{sum}
}

// order is the stable order of keys by their lowest bits: counting sorts of 16 bits.
func order(keys []uint32, bits int) []uint32 {
	from, to := make([]uint32, len(keys)), make([]uint32, len(keys))
	for i := range from {
		from[i] = uint32(i)
	}
	for shift := 0; shift < bits; shift += 16 {
		mask := uint32(1)<<min(16, bits-shift) - 1
		next := make([]int, 1<<16+1)
		for _, k := range keys {
			next[k>>shift&mask+1]++
		}
		for d := range 1 << 16 {
			next[d+1] += next[d]
		}
		for _, i := range from {
			d := keys[i] >> shift & mask
			to[next[d]] = i
			next[d]++
		}
		from, to = to, from
	}
	return from
}

func take(from, order []uint32) []uint32 {
	out := make([]uint32, len(order))
	for i, j := range order {
		out[i] = from[j]
	}
	return out
}

func sorted(in []uint32) []uint32 {
	out := slices.Clone(in)
	slices.Sort(out)
	return out
}

// same tells the first difference.
func same(what string, got, want []uint32) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s: %d items, want %d", what, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("%s: item %d of %d is %#x, want %#x", what, i, len(got), got[i], want[i])
		}
	}
	return nil
}
