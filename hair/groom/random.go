// SPDX-License-Identifier: MIT

package groom

import (
	"math"
)

// random is a sequence of random numbers that depends on the seed, a kind and an index alone.
type random struct{ state uint64 }

func newRandom(seed uint64, what, index int) random {
	return random{mix(seed ^ mix(uint64(what)<<56|uint64(index)))}
}

// mix is the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// unit returns a number from 0 to 1, signed one from -1 to 1.
func (r *random) unit() float32 {
	r.state += 0x9E3779B97F4A7C15
	return float32(mix(r.state)>>40) / (1 << 24)
}
func (r *random) signed() float32 { return 2*r.unit() - 1 }

// normal returns an approximately normal number of deviation 1, within 3.5.
func (r *random) normal() float32 {
	sum := float32(0)
	for range 4 {
		sum += r.signed()
	}
	return sum * float32(math.Sqrt(3)/2)
}
