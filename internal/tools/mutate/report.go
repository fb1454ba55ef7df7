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

// fill runs the mutants, o.jobs of them side by side. With -explained it also runs those with an
// entry in survivors.txt.
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
	var todo []int
	for i, m := range chosen {
		e := entry{Mutant: m, outcome: outcome{Result: survived, By: "explained"}}
		if why := explain(reasons, r.Package, m); why != nil {
			e.Reason = why.reason
		}
		r.Mutants = append(r.Mutants, e)
		if e.Reason == "" || o.explained {
			todo = append(todo, i)
		}
	}
	r.Explained = len(chosen) - len(todo)
	finished := 0
	err = run.testAll(chosen, todo, o.jobs, func(i int, result outcome) {
		e := &r.Mutants[i]
		e.outcome = result
		r.count(*e)
		by := ""
		if e.By != "" {
			by = " (" + e.By + ")"
		}
		finished++
		fmt.Fprintf(out, "%4d/%d %-8s %5.1f s  %v%s\n", finished, len(todo), e.Result, e.Seconds, e.Mutant, by)
	})
	r.Seconds = time.Since(began).Seconds()
	return err
}

// count adds the result for a mutant that was run.
func (r *report) count(e entry) {
	switch {
	case e.Result == killed:
		r.Killed++
	case e.Result == unseen:
		r.Unseen++
	case e.Result == invalid:
		r.Invalid++
	case e.Reason != "":
		r.Explained++
	default:
		r.Unexplained++
	}
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
