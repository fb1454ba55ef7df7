// SPDX-License-Identifier: MIT

package order

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestInversions(t *testing.T) {
	for _, c := range []struct {
		keys []uint32
		want int
	}{{nil, 0}, {[]uint32{1}, 0}, {[]uint32{3, 3, 2, 0}, 0}, {[]uint32{0, 1, 0, 1}, 2}} {
		t.Run(fmt.Sprint("keys=", c.keys), func(t *testing.T) {
			if got := Inversions(c.keys); got != c.want {
				t.Errorf("%v: %d, want %d", c.keys, got, c.want)
			}
		})
	}
}

func TestShadersOrder(t *testing.T) {
	key, strandKey := specs()
	gputest.Validate(t, []kernel.Spec{key, strandKey})
}
