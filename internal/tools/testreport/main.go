// SPDX-License-Identifier: MIT

// Testreport runs go test and prints what go test prints. At the end it adds the lane tiers whose
// kernels ran, the slowest tests, the time of each package beside its budget, and the command that
// runs each failed test alone.
//
//	go run ./internal/tools/testreport [flags] ARGS...   runs go test -json ARGS...
//	go test -json ARGS... | testreport [flags] -stdin    reads the events of a run
//	testreport -over             reports packages over their budget, from the file of -times
//	testreport -update-budgets   sets the budgets, from the file of -times
//
// Its exit code is that of go test. The times of a run are written as JSON to the file of -times.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
)

func main() {
	code, err := run(os.Args[1:], os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testreport:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// settings are the flags.
type settings struct {
	times, budgets, again string
	stdin, over, update   bool
}

func run(args []string, in io.Reader, out io.Writer) (code int, err error) {
	var s settings
	set := flag.NewFlagSet("testreport", flag.ContinueOnError)
	set.SetOutput(out)
	set.StringVar(&s.times, "times", "out/test-times.json", "the file of times that is written or read; none when empty")
	set.StringVar(&s.budgets, "budgets", "internal/tools/budgets.txt", "the file of budgets")
	set.StringVar(&s.again, "again", "go test", "the command that the lines which run a failed test again begin with")
	set.BoolVar(&s.stdin, "stdin", false, "read the events of a go test -json from stdin")
	set.BoolVar(&s.over, "over", false, "report the packages of -times that are over their budget, and run nothing")
	set.BoolVar(&s.update, "update-budgets", false, "set the budgets to 1.5 times what -times says, and run nothing")
	if err := set.Parse(args); err != nil {
		return 2, nil // the flag package has printed it
	}
	args = set.Args()
	switch {
	case s.over:
		return 0, reportOver(out, s)
	case s.update:
		return 0, updateBudgets(out, s)
	}
	limits, err := readBudgets(s.budgets)
	if err != nil {
		return 1, err
	}
	r := newReader(out, slices.Contains(args, "-v") || slices.Contains(args, "-v=true"))
	if s.stdin {
		if err := r.read(in); err != nil {
			return 1, err
		}
		code = r.code()
	} else if code, err = runTests(r, args); err != nil {
		return code, err
	}
	times := r.times()
	writeSkipped(out, r)
	writeLanes(out, r)
	writeSlowest(out, times)
	writePackages(out, times, limits)
	writeAgain(out, r, s.again, args, os.Environ(), moduleName())
	if s.times == "" {
		return code, nil
	}
	return code, writeTimes(s.times, times)
}

// runTests runs go test and returns its exit code.
func runTests(r *reader, args []string) (int, error) {
	c := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	c.Stderr = os.Stderr
	pipe, err := c.StdoutPipe()
	if err != nil {
		return 1, err
	}
	// Ctrl-C reaches go test too. The report waits for its end.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if err := c.Start(); err != nil {
		return 1, err
	}
	readErr := r.read(pipe)
	err = c.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), readErr // -1 after a signal
	}
	return 0, errors.Join(readErr, err)
}

// moduleName is the module of go.mod in the working folder; "" where there is none.
func moduleName() string {
	data, _ := os.ReadFile("go.mod")
	for line := range strings.Lines(string(data)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}
