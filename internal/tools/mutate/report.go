// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"path/filepath"
	"time"
)

// report is what was found in a package.
type report struct {
	Package  string `json:"package"`
	Possible int    `json:"possible"` // mutants that there are

	Killed      int     `json:"killed"`
	Explained   int     `json:"explained"`   // survivors with an entry in survivors.txt
	Unexplained int     `json:"unexplained"` // and without
	Unseen      int     `json:"unseen"`      // in code that this driver's lane paths leave out; not counted
	Invalid     int     `json:"invalid"`     // do not compile; not counted
	Seconds     float64 `json:"seconds"`
	Mutants     []entry `json:"mutants"`
}

type entry struct {
	Mutant
	outcome
	Reason string `json:"reason,omitempty"`
}

// fill runs the mutants, one at a time. With -explained it runs those with an entry in
// survivors.txt too.
func (r *report) fill(root string, chosen []Mutant, reasons []*explanation, o options, out io.Writer) error {
	began := time.Now()
	run, err := newRunner(root, r.Package, filepath.Join(root, "out/mutate"), o.exec)
	if err != nil {
		return err
	}
	sum := 0.0
	for _, t := range run.tests {
		sum += t.Seconds
	}
	fmt.Fprintf(out, "%s: %d of %d mutants; %d tests pass, each alone, in %.0f s\n", r.Package, len(chosen), r.Possible, len(run.tests), sum)
	for i, m := range chosen {
		e := entry{Mutant: m, outcome: outcome{Result: survived, By: "explained"}}
		why := explain(reasons, r.Package, m)
		if why == nil || o.explained {
			if e.outcome, err = run.test(m); err != nil {
				return fmt.Errorf("%v: %w", m, err)
			}
		}
		switch e.Result {
		case killed:
			r.Killed++
		case unseen:
			r.Unseen++
		case invalid:
			r.Invalid++
		case survived:
			if why != nil {
				r.Explained++
				e.Reason = why.reason
			} else {
				r.Unexplained++
			}
		}
		r.Mutants = append(r.Mutants, e)
		by := ""
		if e.By != "" {
			by = " (" + e.By + ")"
		}
		fmt.Fprintf(out, "%4d/%d %-8s %5.1f s  %v%s\n", i+1, len(chosen), e.Result, e.Seconds, m, by)
	}
	r.Seconds = time.Since(began).Seconds()
	return nil
}

// print writes the package's share and its survivors.
func (r *report) print(out io.Writer) {
	total := r.Killed + r.Explained + r.Unexplained
	share := 100.0
	if total > 0 {
		share = 100 * float64(r.Killed) / float64(total)
	}
	fmt.Fprintf(out, "\n%s: %d of %d killed, %.1f %%; %d survivors explained, %d not; %d that this driver leaves out; "+
		"%d that do not compile; %d sampled from %d in %.0f s\n",
		r.Package, r.Killed, total, share, r.Explained, r.Unexplained, r.Unseen, r.Invalid, len(r.Mutants), r.Possible, r.Seconds)
	for _, e := range r.Mutants {
		if e.Result == unseen {
			fmt.Fprintf(out, "  left out: %v\n", e.Mutant)
		}
	}
	for _, e := range r.Mutants {
		if e.Result != survived {
			continue
		}
		why := e.Reason
		if why == "" {
			why = "not explained"
			if e.By != "" {
				why += "; " + e.By
			}
		}
		fmt.Fprintf(out, "  %v #%d\n      %s\n      %s\n", e.Mutant, e.Nth, e.Source, why)
	}
}
