// SPDX-License-Identifier: MIT

package cores

import (
	"sync/atomic"
	"testing"
)

func TestEachNumberOnce(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 64, 65, 1000} {
		for _, batch := range []int{1, 64, 2000} {
			calls := make([]atomic.Int32, max(n, 0))
			Each(n, batch, func(i int) { calls[i].Add(1) })
			for i := range calls {
				if calls[i].Load() != 1 {
					t.Errorf("%d of %d in batches of %d: %d calls", i, n, batch, calls[i].Load())
				}
			}
		}
	}
}
