// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"io"
	"slices"
	"testing"
)

// Progress is reported once a MiB, however small the pieces are that are read.
func TestProgressIsReportedOnceAMiB(t *testing.T) {
	var noted []int64
	src := &source{r: bytes.NewReader(make([]byte, 3<<20+17)), size: -1, limit: 1 << 30, progress: func(read, size int64) error {
		noted = append(noted, read)
		return nil
	}}
	for piece := make([]byte, 1<<15); ; {
		if _, err := src.Read(piece); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if want := []int64{1 << 20, 2 << 20, 3 << 20}; !slices.Equal(noted, want) {
		t.Errorf("progress after %v bytes, want %v", noted, want)
	}
	for range 2 { // the rest, once
		if err := src.report(); err != nil {
			t.Fatal(err)
		}
	}
	if want := []int64{1 << 20, 2 << 20, 3 << 20, 3<<20 + 17}; !slices.Equal(noted, want) {
		t.Errorf("with the end after %v bytes, want %v", noted, want)
	}
}
