// SPDX-License-Identifier: MIT

package kernel

import "math"

// LargestKey returns the largest float32 that is a whole number of that many bits, from 1 to 32. A
// depth from 0 to 1 times it is a sort key of so many bits.
func LargestKey(bits int) float32 {
	above := float32(uint64(1) << bits)
	return min(above-1, math.Nextafter32(above, 0)) // above 24 bits the 1 is lost
}
