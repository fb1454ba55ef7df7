// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// The reasons for which a run leaves out what was asked for.
const (
	overBudget = "too long for -budget"
	notReached = "not reached"
	noBuffer   = "larger than the driver's buffers or memory"
	notHere    = "not possible here, for the reasons in the table"
)

// leftOut counts the rows that a run leaves out, by reason and operation, for the summary behind
// the table.
type leftOut struct {
	counts  []omission
	lacking []string // variants that a pattern of -variant matches and the driver has not
	skipped []skip
}

// skip is a flag and the operations that have nothing of what it names.
type skip struct {
	flag string
	ops  []string
}

type omission struct {
	why, op string
	rows    int
}

func (l *leftOut) add(why, op string) {
	for i := range l.counts {
		if o := &l.counts[i]; o.why == why && o.op == op {
			o.rows++
			return
		}
	}
	l.counts = append(l.counts, omission{why, op, 1})
}

// lack notes variants that the driver has not, each once.
func (l *leftOut) lack(names []string) {
	for _, name := range names {
		if !slices.Contains(l.lacking, name) {
			l.lacking = append(l.lacking, name)
		}
	}
}

// skip notes an operation without a row.
func (l *leftOut) skip(flag, op string) {
	i := slices.IndexFunc(l.skipped, func(s skip) bool { return s.flag == flag })
	if i < 0 {
		i = len(l.skipped)
		l.skipped = append(l.skipped, skip{flag: flag})
	}
	l.skipped[i].ops = append(l.skipped[i].ops, op)
}

// summary writes what was left out: a line for each reason, and nothing where nothing was.
func (l *leftOut) summary(out io.Writer) {
	total := 0
	byReason := map[string][]string{}
	for _, o := range l.counts {
		total += o.rows
		byReason[o.why] = append(byReason[o.why], fmt.Sprintf("%d of %s", o.rows, o.op))
	}
	if total > 0 {
		fmt.Fprintf(out, "bench: rows left out: %d\n", total)
	}
	for _, why := range []string{overBudget, notReached, noBuffer, notHere} {
		if all := byReason[why]; len(all) > 0 {
			fmt.Fprintf(out, "  %s: %s\n", why, strings.Join(all, ", "))
		}
	}
	if len(l.lacking) > 0 {
		fmt.Fprintf(out, "bench: this driver lacks the variants %s\n", strings.Join(l.lacking, ", "))
	}
	for _, s := range l.skipped {
		fmt.Fprintf(out, "bench: %s names nothing of %s\n", s.flag, strings.Join(s.ops, ", "))
	}
}
