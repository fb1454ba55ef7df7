// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
)

// What results are held against: plain loops.

// nonzero are the records whose first word is not 0.
func nonzero(in []uint32, wordsEach int) []uint32 {
	out := make([]uint32, 0, len(in))
	for i := 0; i < len(in); i += wordsEach {
		if in[i] != 0 {
			out = append(out, in[i:i+wordsEach]...)
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

func total(in []uint32) uint32 {
	var sum uint32
	for _, v := range in {
		sum += v
	}
	return sum
}

// order is the stable order of keys by their lowest bits: counting sorts of 16 bits.
func order(keys []uint32, bits int) []uint32 {
	from, to := each(len(keys), func(i int) uint32 { return uint32(i) }), make([]uint32, len(keys))
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
	return each(len(order), func(i int) uint32 { return from[order[i]] })
}

func sorted(in []uint32) []uint32 {
	out := slices.Clone(in)
	slices.Sort(out)
	return out
}

// same reports the first difference.
func same(what string, got, want []uint32) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s: %d words, want %d", what, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("%s: word %d of %d is %#x, want %#x", what, i, len(got), got[i], want[i])
		}
	}
	return nil
}

// sameSet checks records that may stand in any order: each is one of those to be kept, whole, and
// none stands twice.
func sameSet(what string, seed int64, got, in []uint32, wordsEach int) error {
	n := len(in) / wordsEach
	seen := make([]bool, n)
	for at := 0; at < len(got); at += wordsEach {
		i := recordIndex(seed, got[at])
		switch {
		case i < 0 || i >= n || in[i*wordsEach] == 0:
			return fmt.Errorf("%s: record %d, which begins with %#x, is none of those to be kept", what, at/wordsEach, got[at])
		case seen[i]:
			return fmt.Errorf("%s: record %d is record %d of the input, which is there already", what, at/wordsEach, i)
		}
		seen[i] = true
		if err := same(fmt.Sprintf("%s: record %d", what, at/wordsEach), got[at:at+wordsEach], in[i*wordsEach:(i+1)*wordsEach]); err != nil {
			return err
		}
	}
	return nil
}
