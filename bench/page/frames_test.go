// SPDX-License-Identifier: MIT

package page

import (
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

// frameRows are of two images, moving and still.
func frameRows() (rows []result.Row) {
	for _, note := range []string{"1280x720", "1920x1080, 12 heads"} {
		for _, dist := range []string{"moving", "still"} {
			for _, stage := range []string{"frame", "shadow", "tone"} {
				r := result.New("frame", stage, 31_000)
				us := map[string]float64{"frame": 3000, "shadow": 2000, "tone": 500}[stage]
				if dist == "still" {
					us /= 2
				}
				r.Settle(result.Times{GPU: []float64{us}, Wall: []float64{us}, Reliable: true}, result.Row{})
				r.Dist, r.Note, r.Memory, r.Checked = dist, note, 1<<30, true
				r.Device, r.Driver = resulttest.Device, resulttest.Driver
				rows = append(rows, r)
			}
		}
	}
	return rows
}

func TestFrames(t *testing.T) {
	text, err := Frames(frameRows())
	if err != nil {
		t.Fatal(err)
	}
	holds(t, text,
		"| segments | image | memory, GiB | moving | still | shadow | tone |\n",
		"| 31,000 | 1280x720 | 1.00 | 3.00 | 1.50 | 2.00 | 0.500 |\n", "| 31,000 | 1920x1080, 12 heads | 1.00 |",
	)
	wantTables(t, text)
	if _, err := Frames(resulttest.Rows()); err == nil {
		t.Error("frames of rows that have none")
	}
}

// A file's part is written from rows of its own operations. Another file's rows leave it as it
// is.
func TestReadmeKeepsUnrelatedParts(t *testing.T) {
	old := "<!-- figures -->\nold figures\n<!-- /figures -->\n<!-- frames -->\nold frames\n<!-- /frames -->\n"
	path := file(t, old)
	if err := Readme(path, frameRows()); err != nil {
		t.Fatal(err)
	}
	if text := content(t, path); !strings.Contains(text, "old figures") || strings.Contains(text, "old frames") {
		t.Errorf("from rows of frames:\n%s", text)
	}
	path = file(t, old)
	if err := Readme(path, resulttest.Rows()); err != nil {
		t.Fatal(err)
	}
	if text := content(t, path); strings.Contains(text, "old figures") || !strings.Contains(text, "old frames") {
		t.Errorf("from rows of others:\n%s", text)
	}
	only := "<!-- frames -->\nold frames\n<!-- /frames -->\n"
	path = file(t, only)
	if err := Readme(path, resulttest.Rows()); err == nil || content(t, path) != only {
		t.Errorf("no row of its part: %v", err)
	}
}
