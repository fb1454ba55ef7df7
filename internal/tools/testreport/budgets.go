// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// budgets are seconds by package.
type budgets map[string]float64

// readBudgets reads lines of a package and its seconds. A # begins a comment. No file is no
// budgets.
func readBudgets(path string) (budgets, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return budgets{}, nil
	}
	if err != nil {
		return nil, err
	}
	b := budgets{}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		seconds, err := 0.0, error(nil)
		if len(fields) == 2 {
			seconds, err = strconv.ParseFloat(fields[1], 64)
		}
		if len(fields) != 2 || err != nil || !(seconds > 0) {
			return nil, fmt.Errorf("%s:%d: got %q, want a package and its seconds", path, number, strings.TrimSpace(line))
		}
		if b[fields[0]] != 0 {
			return nil, fmt.Errorf("%s:%d: %s has a budget above", path, number, fields[0])
		}
		b[fields[0]] = seconds
	}
	return b, nil
}

// state describes the budget of a package, in text of constant width.
func (b budgets) state(p packageTime) string {
	limit := b[p.Package]
	switch {
	case limit == 0:
		return "no budget  "
	case p.Seconds > limit:
		return fmt.Sprintf("of %4.0f OVER", limit)
	}
	return fmt.Sprintf("of %4.0f     ", limit)
}

// reportOver reports packages over their budget, from the times of the last run. A time is never an
// error.
func reportOver(out io.Writer, s settings) error {
	t, err := readTimes(s.times)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(out, "no times of a run in %s: ./dev test writes them\n", s.times)
		return nil
	}
	if err != nil {
		return err
	}
	limits, err := readBudgets(s.budgets)
	if err != nil {
		return err
	}
	for _, p := range t.Packages {
		if limit := limits[p.Package]; limit > 0 && p.Seconds > limit {
			fmt.Fprintf(out, "over its budget: %s took %.1f s of %.0f\n", p.Package, p.Seconds, limit)
		}
	}
	return nil
}

// headroom is how much longer than measured a package may take.
const headroom = 1.5

const budgetsHeader = `# How many seconds the tests of each package may take on 2 cores with a cold shader cache: package, seconds.
# Packages run side by side, and what they take from each other is in their times. ./dev test and ./dev check report a
# package over its budget; neither fails.
#
# To set the budgets, run all tests with a cold cache, then keep 1.5 times what each package that ran took:
#   MESA_SHADER_CACHE_DIR=$(mktemp -d) ./dev test
#   go run ./internal/tools/testreport -update-budgets
`

// updateBudgets sets the budgets of the packages that ran, and leaves the others.
func updateBudgets(out io.Writer, s settings) error {
	t, err := readTimes(s.times)
	if err != nil {
		return err
	}
	b, err := readBudgets(s.budgets)
	if err != nil {
		return err
	}
	for _, p := range t.Packages {
		if p.Result == "pass" && p.Seconds > 0 {
			b[p.Package] = math.Ceil(p.Seconds * headroom)
		}
	}
	text := budgetsHeader
	for _, name := range slices.Sorted(maps.Keys(b)) {
		text += fmt.Sprintf("%s %g\n", name, b[name])
	}
	if err := os.WriteFile(s.budgets, []byte(text), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d budgets in %s\n", len(b), s.budgets)
	return err
}
