// SPDX-License-Identifier: MIT

package main

import "math/rand"

// patterns are the inputs: words of which some are zero for what compacts, keys for what sorts.
var patterns = map[string]func(seed int64, n, kept int) []uint32{
	"random":   words,
	"equal":    func(_ int64, n, _ int) []uint32 { return each(n, func(int) uint32 { return 0xABABABAB }) },
	"sorted":   func(_ int64, n, _ int) []uint32 { return each(n, func(i int) uint32 { return uint32(i)*7 + 1 }) },
	"reversed": func(_ int64, n, _ int) []uint32 { return each(n, func(i int) uint32 { return uint32(n-i) * 7 }) },
	"two": func(seed int64, n, _ int) []uint32 {
		r := rand.New(rand.NewSource(seed))
		return each(n, func(int) uint32 { return r.Uint32() & 1 << 31 })
	},
	"entropy": func(seed int64, n, _ int) []uint32 {
		r := rand.New(rand.NewSource(seed))
		return each(n, func(int) uint32 { return r.Uint32() & r.Uint32() & r.Uint32() })
	},
	"lanes":  alternating(1),
	"groups": alternating(32),
	"tiles":  alternating(2048),
}

// patternNames in the order in which they are told.
var patternNames = []string{"random", "equal", "two", "sorted", "reversed", "entropy", "lanes", "groups", "tiles"}

// patterned are the operations whose time may depend on the pattern.
var patterned = []string{"compact", "sort", "resort", "topk"}

func alternating(period int) func(int64, int, int) []uint32 {
	return func(_ int64, n, _ int) []uint32 {
		return each(n, func(i int) uint32 { return uint32(i / period % 2) })
	}
}

func each(n int, f func(i int) uint32) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}
