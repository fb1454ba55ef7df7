// SPDX-License-Identifier: MIT

package expand

import "math/bits"

const (
	permuteRounds    = 12
	permuteLeastBits = 8 // of the network: fewer bits have too few round functions
)

// keysOf mixes a seed, so that seeds that are near each other have unrelated keys: the finalizer of
// SplitMix64 (Steele, Lea and Flood 2014).
func keysOf(seed uint64) (low, high uint32) {
	z := seed + 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	return uint32(z), uint32(z >> 32)
}

// permuted returns the first items of the permutation of 0 to n - 1 for a seed, as the kernel does.
func permuted(items, n int, seed uint64) []uint32 {
	low, high := keysOf(seed)
	width := max(bits.Len32(uint32(max(n, 1)-1)), permuteLeastBits)
	leftBits := width / 2
	rightBits := width - leftBits
	once := func(v uint32) uint32 {
		left, right := v>>rightBits, v&(1<<rightBits-1)
		for r := range uint32(permuteRounds) {
			x := (left ^ (low + r*0x9E3779B9)) * 0x85EBCA6B
			x = (x ^ x>>15 ^ high) * 0xC2B2AE35
			left, right = (x>>16^right)&(1<<leftBits-1), (left<<(rightBits-leftBits)|right>>leftBits)&(1<<rightBits-1)
		}
		return left<<rightBits | right
	}
	out := make([]uint32, min(items, n))
	for i := range out {
		v := once(uint32(i))
		for v >= uint32(n) {
			v = once(v)
		}
		out[i] = v
	}
	return out
}
