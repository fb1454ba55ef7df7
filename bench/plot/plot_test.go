// SPDX-License-Identifier: MIT

package plot

import (
	"os"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

func TestTry(t *testing.T) {
	_, err := Draw("/tmp/plots/full", resulttest.Rows())
	if err != nil {
		t.Error(err)
	}
	_, err = Draw("/tmp/plots/wall", resulttest.OnWall())
	if err != nil {
		t.Error(err)
	}
	f, _ := os.Open("../results/h200.jsonl")
	rows, _ := result.ReadJSON(f)
	_, err = Draw("/tmp/plots/h200", rows)
	if err != nil {
		t.Error(err)
	}
}
