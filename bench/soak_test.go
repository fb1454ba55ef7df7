// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
