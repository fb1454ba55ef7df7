// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"testing"
)

// The key of the farthest item fits the bits that are sorted by: one more would make it 0.
func TestLargestKeyFitsItsBits(t *testing.T) {
	for bits := 1; bits <= 32; bits++ {
		t.Run(fmt.Sprint("bits=", bits), func(t *testing.T) {
			key := uint64(LargestKey(bits))
			if key>>bits != 0 || float32(key) != LargestKey(bits) {
				t.Errorf("the largest key is %v", LargestKey(bits))
			}
			if most := uint64(1)<<bits - 1; most-key > most>>24 {
				t.Errorf("the largest key is %#x, far below %#x", key, most)
			}
		})
	}
}
