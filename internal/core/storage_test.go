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

// On software renderers no size is a power of two, and none has zeros in bits 8 to 15.
func TestStorageBytes(t *testing.T) {
	for _, c := range []struct{ bytes, software, other int }{
		{0, 272, 16},
		{4, 272, 16},
		{16, 272, 16},
		{252, 508, 252},
		{256, 768, 256}, // 512 is a power of two
		{260, 260, 260},
		{1 << 12, 1<<12 + 256, 1 << 12},
		{1<<16 - 4, 1<<16 - 4, 1<<16 - 4},
		{1<<16 + 4, 1<<16 + 260, 1<<16 + 4},
		{3 << 16, 3<<16 + 256, 3 << 16},
		{3<<16 + 256, 3<<16 + 256, 3<<16 + 256},
	} {
		t.Run(fmt.Sprintf("bytes=%d", c.bytes), func(t *testing.T) {
			if got := storageBytes(Facts{Software: true}, c.bytes); got != c.software {
				t.Errorf("in software %d, want %d", got, c.software)
			}
			if got := storageBytes(Facts{}, c.bytes); got != c.other {
				t.Errorf("on a GPU %d, want %d", got, c.other)
			}
		})
	}
}
