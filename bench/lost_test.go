// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// lossText matches the error of a lost context.
var lossText = regexp.MustCompile(`reset status is 0x[0-9A-F]+, want 0`)

// lossesOf runs f with the context lost ever later, until it is not lost any more.
func lossesOf(t *testing.T, f func(after int) (lost bool)) {
	t.Helper()
	gputest.Device(t) // skips where there is no GL
	for after, step := 0, 1; ; after, step = after+step, step+step/2+1 {
		queries := 0
		stop := gputest.LoseNext(after, &queries)
		lost := f(after)
		stop()
		if lost != (queries > after) {
			t.Fatalf("%d queries, lost after %d: %v", queries, after, lost)
		}
		if !lost {
			break
		}
	}
}

func TestLostContextWritesNoRows(t *testing.T) {
	for _, mode := range []string{"-csv - -reps 1 -timeout 1ms", "-check -csv -"} {
		t.Run(mode, func(t *testing.T) {
			losses := 0
			lossesOf(t, func(after int) bool {
				file := filepath.Join(t.TempDir(), "b.jsonl")
				code, out, errs := ran(mode + " -op scan,sort -bits 32 -n 1000 -json " + file)
				data, err := os.ReadFile(file)
				if code == 0 && err == nil {
					return false
				}
				losses++
				if code != 1 || !strings.Contains(errs, gpu.ErrContextLost.Error()) {
					t.Errorf("%s, lost after %d: exit code %d: %s", mode, after, code, errs)
				}
				if shown := strings.Count(out, "\n"); shown != max(0, strings.Count(string(data), "\n")+1) && len(data)+shown > 0 {
					t.Errorf("%s, lost after %d: %q in the file, %q reported", mode, after, data, out)
				}
				if len(data) > 0 {
					for _, r := range lines(t, string(data)) {
						if !r.Checked || !strings.HasPrefix(mode, "-check") && r.Wall <= 0 {
							t.Errorf("%s, lost after %d: %+v", mode, after, r)
						}
					}
				}
				others := lossText.ReplaceAllString(errs, "")
				if strings.Contains(others, "FAIL") || strings.Contains(others, "want") {
					t.Errorf("%s, lost after %d: called wrong: %s", mode, after, errs)
				}
				left, _ := os.ReadDir(filepath.Dir(file))
				if len(left) > 1 || len(left) == 1 && err != nil {
					t.Errorf("%s, lost after %d: %v is left", mode, after, left)
				}
				return true
			})
			if losses < 5 {
				t.Errorf("%s: %d losses: the test looks at little", mode, losses)
			}
		})
	}
}

func TestLostContextEndsSoak(t *testing.T) {
	best, err := kernel.Pick(gputest.Device(t).Caps(), gpu.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	only := gpu.Tier{Algorithm: gpu.ReduceThenScan, Lanes: best.Lanes}.String()
	lossesOf(t, func(after int) bool {
		file := filepath.Join(t.TempDir(), "soak.json")
		code, out, errs := ran("-soak 6 -soak-max 2^8 -variant " + only + " -json " + file)
		data, err := os.ReadFile(file)
		if code == 0 && err == nil {
			return false
		}
		if code != 1 || !strings.Contains(errs, gpu.ErrContextLost.Error()) || strings.Contains(out, "WRONG") {
			t.Errorf("lost after %d: exit code %d: %s%s", after, code, errs, out)
		}
		var sum struct {
			WrongTrials int    `json:"wrong_trials"`
			Failure     string `json:"failure"`
		}
		if err == nil && (json.Unmarshal(data, &sum) != nil || sum.WrongTrials > 0 || !strings.Contains(sum.Failure, gpu.ErrContextLost.Error())) {
			t.Errorf("lost after %d: %s", after, data)
		}
		return true
	})
}
