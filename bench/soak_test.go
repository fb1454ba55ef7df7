// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/soak"
)

func TestSoak(t *testing.T) {
	gputest.Device(t) // none: skipped
	file := filepath.Join(t.TempDir(), "soak.json")
	// On llvmpipe the first five of seed 6 have all four operations and both algorithms.
	trials := gputest.InNightly(12, 5)
	code, s, errs := ran(fmt.Sprintf("-soak %d -seed 6 -soak-max 2^10 -json %s", trials, file))
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	if !strings.Contains(s, fmt.Sprint(trials, " trials")) || !strings.Contains(s, ": 0 wrong") {
		t.Errorf("%s", s)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sum soak.Summary
	if err := json.Unmarshal(data, &sum); err != nil || sum.Trials != trials || sum.Seed != 6 || sum.Device == "" || sum.Failure != "" {
		t.Errorf("%+v, %v", sum, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	code, s, errs = ranTable(ctx, "-soak 12 -soak-max 2^10 -json -", table)
	if code != 130 {
		t.Errorf("interrupted: exit code %d: %s", code, errs)
	}
	if err := json.Unmarshal([]byte(s), &sum); err != nil || !sum.Interrupted || sum.Trials != 0 {
		t.Errorf("interrupted: %+v, %v", sum, err)
	}
}

// soakFile reads the summary in a file of -json, if there is one.
func soakFile(t *testing.T, file string) (sum soak.Summary, ok bool) {
	t.Helper()
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return sum, false
	}
	if err == nil {
		err = json.Unmarshal(data, &sum)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	return sum, true
}

// A soak that is stopped, also by a kill, behind which nothing runs, leaves the summary so far in
// its file.
func TestAStoppedSoakKeepsItsSummary(t *testing.T) {
	gputest.Device(t)
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "soak.json")
			begun := func() bool {
				_, ok := soakFile(t, file)
				return ok
			}
			code, out, errs := stopped(t, signal, begun, "-soak", "1000000", "-seed", "6", "-soak-max", "2^6", "-json", file)
			sum, ok := soakFile(t, file)
			if !ok || sum.Trials < 1 || sum.Trials >= 1_000_000 || len(sum.Counts) == 0 || sum.WrongTrials > 0 || !sum.Interrupted || sum.Failure != "" || sum.Seed != 6 {
				t.Errorf("%+v", sum)
			}
			if signal == syscall.SIGKILL {
				return
			}
			if code != 130 {
				t.Errorf("exit code %d: %s", code, errs)
			}
			holds(t, out, fmt.Sprintf("%d trials, ", sum.Trials), ": 0 wrong")
		})
	}
}

func TestSoakReportsFailures(t *testing.T) {
	w := soak.Wrong{Seed: 7, Trial: 12, What: "a wrong order", First: 40, Inputs: "scan", Repeat: "bench -soak 1 -seed 7 -first 12"}
	text := soakText(soak.Summary{Trials: 20, WrongTrials: 1, Wrong: []soak.Wrong{w}, Failure: "lost"})
	holds(t, text, "1 wrong", "seed 7 trial 12", "first at 40", "-first 12", "FAILED: lost")
	var out bytes.Buffer
	p := progress{out: &out, terminal: true, now: time.Now}
	p.often(statusText(soak.Status{Done: 50, Trials: 100, Seconds: 5, Wrong: 1, Counts: map[string]int{"scan": 50}}))
	p.keep("WRONG")
	p.clear()
	if s := out.String(); s != "\r\x1b[Ksoak: 50 of 100, 10/s, 5s left, 1 wrong; scan 50\r\x1b[KWRONG\n" {
		t.Errorf("%q", s)
	}
}
