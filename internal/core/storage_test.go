// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"testing"
)

func TestLargePageConditions(t *testing.T) {
	const sparse = "GL_ARB_sparse_buffer"
	for _, c := range []struct {
		vendor       string
		major, minor int
		has          string
		bytes        int
		want         bool
	}{
		{"NVIDIA Corporation", 4, 6, sparse, 16 << 20, true},
		{"NVIDIA Corporation", 4, 6, sparse, 1 << 30, true},
		{"NVIDIA Corporation", 4, 6, sparse, 16<<20 - 4, false},
		{"NVIDIA Corporation", 4, 6, sparse, 1<<30 + 4, false},
		{"NVIDIA Corporation", 4, 6, "", 1 << 30, false},
		{"NVIDIA Corporation", 4, 3, sparse, 1 << 30, false},
		{"Mesa", 4, 6, sparse, 1 << 30, false},
		{"AMD", 4, 6, sparse, 1 << 30, false},
	} {
		t.Run(fmt.Sprintf("%s,%d.%d,has=%s,bytes=%d", c.vendor, c.major, c.minor, c.has, c.bytes), func(t *testing.T) {
			f := Facts{Vendor: c.vendor, Major: c.major, Minor: c.minor, Extensions: map[string]bool{c.has: c.has != ""}}
			if got := largePages(f, c.bytes); got != c.want {
				t.Errorf("%+v: %v", c, got)
			}
		})
	}
}
