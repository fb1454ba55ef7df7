// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu/gputest"
)

// stopped starts bench in a process of its own, sends it a signal once it is ready, and waits for
// its end.
func stopped(t *testing.T, signal os.Signal, ready func() bool, args ...string) (code int, out, errs string) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), runAsBench+"=1")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for !ready() {
		select {
		case err := <-ended:
			t.Fatalf("it ended before its file was there: %v: %s", err, stderr.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	<-ended
	return c.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// stoppedRows stops a run of many rows as soon as its file has one, and returns the rows that are
// left in the file.
func stoppedRows(t *testing.T, signal os.Signal) (rows []result.Row, code int, errs string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	hasRow := func() bool {
		data, _ := os.ReadFile(file)
		return bytes.Contains(data, []byte("\n"))
	}
	code, _, errs = stopped(t, signal, hasRow, "-op", "scan,reduce", "-n", "100,200,300,400,500,600,700,800",
		"-reps", "10000", "-timeout", "0", "-budget", "0", "-json", file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasSuffix(data, []byte("\n")) {
		t.Errorf("the file ends with a part of a row: %q", data)
	}
	return lines(t, string(data)), code, errs
}

func TestAnInterruptKeepsTheRows(t *testing.T) {
	gputest.Device(t)
	rows, code, errs := stoppedRows(t, os.Interrupt)
	if code != 130 || len(rows) == 0 || len(rows) >= 24 {
		t.Fatalf("exit code %d, %d rows: %s", code, len(rows), errs)
	}
	holds(t, errs, fmt.Sprintf("bench: rows left out: %d\n  not reached: ", 24-len(rows)), "8 of reduce\n", fmt.Sprintf("bench: interrupted; the %d rows so far are in ", len(rows)))
}

// Nothing runs after a kill: the rows are there because they were written before.
func TestAKillKeepsTheRows(t *testing.T) {
	gputest.Device(t)
	rows, _, errs := stoppedRows(t, syscall.SIGKILL)
	if len(rows) == 0 || len(rows) >= 24 {
		t.Errorf("%d rows: %s", len(rows), errs)
	}
	for _, r := range rows {
		if !r.Checked || r.Samples == 0 {
			t.Errorf("%+v", r)
		}
	}
}

// A row that the budget has no room for is in the file with its reason, and in the summary.
func TestTheSummaryNamesWhatTheBudgetLeftOut(t *testing.T) {
	gputest.Device(t)
	slow := broken(func(_ int, real func() error) error {
		time.Sleep(50 * time.Millisecond) // the copy takes some microseconds
		return real()
	})
	code, out, errs := ranTable(context.Background(), "-budget 1ms -json - -op scan -n 1,3000", slow)
	rows := lines(t, out)
	if code != 0 || len(rows) != 4 || rows[3].Checked || !strings.HasPrefix(rows[3].Note, "left out: ") {
		t.Fatalf("exit code %d, %+v: %s", code, rows, errs)
	}
	holds(t, errs, "bench: rows left out: 1\n  too long for -budget: 1 of scan\n")
}

func TestTheSummaryNamesWhatIsNotPossible(t *testing.T) {
	var l leftOut
	var out bytes.Buffer
	if l.summary(&out); out.Len() > 0 {
		t.Errorf("nothing was left out: %q", out.String())
	}
	l.add(notHere, "ladder")
	l.add(noBuffer, "sort")
	l.add(notHere, "ladder")
	l.add(overBudget, "sort")
	l.lack([]string{"chained-khr", "chunked-khr"})
	l.lack([]string{"chunked-khr"})
	l.summary(&out)
	want := "bench: rows left out: 4\n  too long for -budget: 1 of sort\n  larger than the driver's buffers or memory: 1 of sort\n" +
		"  not possible here, for the reasons in the table: 2 of ladder\nbench: this driver lacks the variants chained-khr, chunked-khr\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// An operation that has none of the variants or distributions that flags name has no row, and the
// summary says so.
func TestTheSummaryNamesOperationsWithoutRows(t *testing.T) {
	gputest.Device(t)
	for flags, want := range map[string]string{
		"-op scan,compact -kept 50 -records 4 -variant append": "bench: -variant names nothing of scan\n",
		"-dist few -quick -variant kernel":                     "bench: -dist names nothing of compact\n",
	} {
		code, _, errs := ran(flags + " -n 1000 -check")
		if code != 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit code %d, want %q in %q", flags, code, want, errs)
		}
	}
}

// A file that cannot take a whole row keeps the rows before it, and the error names the flag.
func TestARowFileKeepsWholeRows(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(name, []byte("of an earlier run\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := rowFile{flag: "json", name: name}
	if data, err := os.ReadFile(name); err != nil || string(data) != "of an earlier run\n" {
		t.Errorf("before a row: %q, %v", data, err)
	}
	for i := range 2 {
		if err := f.add([]byte("head\n"), fmt.Appendf(nil, "row %d\n", i)); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "head\nrow 0\nrow 1\n" {
		t.Errorf("before close: %q, %v", data, err)
	}
	if err := f.close(); err != nil {
		t.Error(err)
	}
	full := rowFile{flag: "csv", name: "/dev/full"}
	if _, err := os.Stat(full.name); err != nil {
		t.Skip("no /dev/full")
	}
	if err := full.add(nil, []byte("row\n")); !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "-csv: ") {
		t.Errorf("a full disk: %v", err)
	}
}

// A file that cannot be written ends the run at once.
func TestAFullDiskEndsTheRun(t *testing.T) {
	gputest.Device(t)
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	code, out, errs := ran("-op scan -n 100,200,300 -reps 1 -json /dev/full")
	if code != 1 || strings.Contains(out, "scan") || !strings.Contains(errs, "bench: -json: write /dev/full: no space left on device") || !strings.Contains(errs, "3 of scan") {
		t.Errorf("exit code %d: %q, %q", code, out, errs)
	}
}
