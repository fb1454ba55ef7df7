// SPDX-License-Identifier: MIT

package page

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

// Whatever a file may hold has a page and figures, or is refused, without a panic and without NaN.
func TestPagesOfStrangeRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.html")
	for seed := range int64(60) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			rows := resulttest.StrangeRows(seed)
			var all []string
			if err := Write(path, rows); err == nil {
				all = append(all, content(t, path))
			}
			for _, make := range []func([]result.Row) (string, error){Figures, Against} {
				if text, err := make(rows); err == nil {
					all = append(all, text)
					wantTables(t, text)
				}
			}
			for _, text := range all {
				if hasNaN(text) {
					t.Errorf("seed %d: NaN or Inf in\n%s", seed, text)
				}
			}
		})
	}
}
