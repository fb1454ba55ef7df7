// SPDX-License-Identifier: MIT

package main

import "slices"

// The inputs. Every word depends on the seed and its index alone, so the peers in bench/peers have
// the same inputs. Each kept record holds its own index, so a result in any order can be checked
// without sorting it.

// mixed is a bijection of 32-bit words that looks random. unmixed is its inverse.
func mixed(x uint32) uint32 {
	x = (x ^ x>>16) * 0x7FEB352D
	x = (x ^ x>>15) * 0x846CA68B
	return x ^ x>>16
}

func unmixed(x uint32) uint32 {
	x = (x ^ x>>16) * 0x43021123
	x = (x ^ x>>15 ^ x>>30) * 0x1D69E2A5
	return x ^ x>>16
}

// draw returns word i of a random sequence.
func draw(seed int64, stream uint32, i int) uint32 {
	s := mixed(uint32(seed) + 0x9E3779B9*stream)
	return mixed(uint32(i)*2654435761^s) ^ mixed(uint32(i)+s)
}

// words are n random words.
func words(seed int64, n int) []uint32 {
	return each(n, func(i int) uint32 { return draw(seed, 1, i) })
}

func each(n int, f func(i int) uint32) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// usualDist is the default distribution.
const usualDist = "uniform"

// distribution is a kind of input with the function that makes an item of it.
type distribution[F any] struct {
	name, about string
	of          F
}

func distNames[F any](all []distribution[F]) []string {
	return mapped(all, func(d distribution[F]) string { return d.name })
}

// distNamed is the function of a distribution that there is.
func distNamed[F any](all []distribution[F], name string) F {
	return all[slices.Index(distNames(all), name)].of
}

// keeping are the distributions of the kept items: whether item i of n is kept, if kept per cent of
// them are.
var keeping = []distribution[func(seed int64, i, n, kept int) bool]{
	{usualDist, "each at random", func(seed int64, i, _, kept int) bool {
		return uint64(draw(seed, 2, i))*100>>32 < uint64(kept)
	}},
	{"clustered", "in runs: the first per cent of stretches of some 2,048", func(seed int64, i, _, kept int) bool {
		begin, end := 0, clusterEnd(seed, i/clusterItems)
		if i >= end {
			begin, end = end, clusterEnd(seed, i/clusterItems+1)
		} else if i >= clusterItems {
			begin = clusterEnd(seed, i/clusterItems-1)
		}
		return (i-begin)*100 < kept*(end-begin)
	}},
	{"alternating", "evenly spread: at 50 % every second", func(_ int64, i, _, kept int) bool {
		return (i+1)*kept/100 != i*kept/100
	}},
}

// clusterItems is the average length of a cluster: its kept items and the removed ones behind them.
// clusterEnd is the end of cluster k.
const clusterItems = 2048

func clusterEnd(seed int64, k int) int { return k*clusterItems + int(draw(seed, 8, k)%clusterItems) }

// ordering are the distributions of n keys. Only the lowest bits of a key count.
var ordering = []distribution[func(seed int64, i, n, bits int) uint32]{
	{usualDist, "random keys", func(seed int64, i, _, _ int) uint32 { return draw(seed, 3, i) }},
	{"entropy", "the and of three random words", func(seed int64, i, _, _ int) uint32 {
		return draw(seed, 3, i) & draw(seed, 4, i) & draw(seed, 5, i)
	}},
	{"sorted", "in order already", func(_ int64, i, n, bits int) uint32 { return uint32(uint64(i) << bits / uint64(n)) }},
	{"reversed", "in the opposite order", func(_ int64, i, n, bits int) uint32 { return uint32(uint64(n-1-i) << bits / uint64(n)) }},
	{"few", "16 values at random", func(seed int64, i, _, _ int) uint32 { return draw(seed, 6, int(draw(seed, 3, i)>>28)) }},
	{"constant", "all the same", func(int64, int, int, int) uint32 { return 0xABABABAB }},
}

// keys are n keys of a distribution.
func keys(seed int64, n, bits int, dist string) []uint32 {
	key := distNamed(ordering, dist)
	return each(n, func(i int) uint32 { return key(seed, i, n, bits) })
}

// records returns n records of wordsEach words, of which kept per cent are to be kept. The others
// are zero in every word, so a test of the first word and a test of all words agree.
func records(seed int64, n, wordsEach, kept int, dist string) []uint32 {
	out, keep := make([]uint32, n*wordsEach), distNamed(keeping, dist)
	for i := range n {
		if keep(seed, i, n, kept) {
			fillRecord(out[i*wordsEach:(i+1)*wordsEach], seed, i)
		}
	}
	return out
}

// fillRecord writes record i. Its first word is not zero and encodes i. The others depend on the
// first.
func fillRecord(r []uint32, seed int64, i int) {
	r[0] = mixed(uint32(i) + firstOf(seed))
	for w := 1; w < len(r); w++ {
		r[w] = mixed(r[0] + uint32(w))
	}
}

// firstOf is the number that record 0 of a seed encodes. It is not 0, and far enough below 2^32
// that the number of no record wraps around to 0.
func firstOf(seed int64) uint32 { return 1 + uint32(seed)&0x3FFFFFFF }

// recordIndex returns i from the first word of a record.
func recordIndex(seed int64, first uint32) int { return int(unmixed(first) - firstOf(seed)) }
