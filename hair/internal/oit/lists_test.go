// SPDX-License-Identifier: MIT

package oit

import (
	"fmt"
	"testing"
)

func TestNodeMemory(t *testing.T) {
	for _, c := range []struct{ wanted, width, height, mostBytes, want int }{
		{0, 100, 10, 1 << 40, 64000}, {0, 1920, 1080, 1 << 40, 1 << 26}, {0, 1920, 1080, 128 << 20, 8 << 20}, {77, 1920, 1080, 1 << 30, 77},
	} {
		t.Run(fmt.Sprintf("wanted=%d,size=%dx%d,bytes=%d", c.wanted, c.width, c.height, c.mostBytes), func(t *testing.T) {
			if got := nodesFor(c.wanted, c.width, c.height, c.mostBytes); got != c.want {
				t.Errorf("%+v: %d nodes", c, got)
			}
		})
	}
	for _, nearest := range []int{8, 16} {
		// Each fragment may take a turn of the walk and one for each of the nearest; beside that
		// the nearest are filled and blended.
		if most := int(mostLayers(nearest, true)); most*(nearest+1)+2*nearest > 65535 || most < 3000 {
			t.Errorf("a walk over %d fragments, the nearest %d", most, nearest)
		}
	}
}
