// SPDX-License-Identifier: MIT

package hair

import "math"

func float(bits uint32) float32 { return math.Float32frombits(bits) }

// half is the half float in the lowest 16 bits.
func half(bits uint32) float64 {
	exponent, mantissa := int(bits>>10&31), float64(bits&1023)
	v := math.Ldexp(1+mantissa/1024, exponent-15)
	if exponent == 0 {
		v = math.Ldexp(mantissa/1024, -14)
	}
	if bits&0x8000 != 0 {
		return -v
	}
	return v
}
