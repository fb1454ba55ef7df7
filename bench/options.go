// SPDX-License-Identifier: MIT

package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/combgl/comb/gpu"
)

//go:embed usage.txt
var usage string

// options are what the flags say.
type options struct {
	ops      []string // none: the usual ones
	asked    asked
	variants choice
	quick    bool
	workers  int
	seed     int64
	nocache  bool
	small    bool // pages

	reps    int           // 0: until the times agree
	budget  time.Duration // 0: none
	timeout time.Duration
	check   bool
	list    bool

	from, peer                    string
	json, csv, plot, page, readme string
	soak, first, soakMost         int // soakMost 0: by the device
	startup, tune                 bool
	startOne, startCache          string // of one start in this process
}

// The budgets of a whole run. A quick one has 30 s, of which starting up and what the budget cannot
// cut short take some.
const (
	usualBudget = 5 * time.Minute
	quickBudget = 18 * time.Second
	startReps   = 5
)

// flags are the strings that become lists.
type flags struct{ op, n, kept, dist, variant, records, bits, payload, soakMost string }

func parse(args []string) (options, error) {
	var o options
	var in flags
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	for _, s := range []struct {
		to   *string
		name string
	}{
		{&in.op, "op"}, {&in.n, "n"}, {&in.kept, "kept"}, {&in.dist, "dist"}, {&in.variant, "variant"}, {&in.records, "records"},
		{&in.bits, "bits"}, {&in.payload, "payload"}, {&in.soakMost, "soak-max"}, {&o.from, "from"}, {&o.peer, "peer"},
		{&o.json, "json"}, {&o.csv, "csv"}, {&o.plot, "plot"}, {&o.page, "page"}, {&o.readme, "readme"},
		{&o.startOne, "startup-one"}, {&o.startCache, "startup-cache"},
	} {
		f.StringVar(s.to, s.name, "", "")
	}
	f.BoolVar(&o.quick, "quick", false, "")
	f.BoolVar(&o.list, "list", false, "")
	f.BoolVar(&o.check, "check", false, "")
	f.BoolVar(&o.nocache, "nocache", false, "")
	f.BoolVar(&o.small, "smallpages", false, "")
	f.BoolVar(&o.startup, "startup", false, "")
	f.BoolVar(&o.tune, "tune", false, "")
	f.IntVar(&o.workers, "workers", 0, "")
	f.IntVar(&o.reps, "reps", 0, "")
	f.IntVar(&o.soak, "soak", 0, "")
	f.IntVar(&o.first, "first", 0, "")
	f.Int64Var(&o.seed, "seed", 1, "")
	f.DurationVar(&o.timeout, "timeout", 2*time.Minute, "")
	f.DurationVar(&o.budget, "budget", usualBudget, "")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	given := map[string]bool{}
	f.Visit(func(g *flag.Flag) { given[g.Name] = true })
	if f.NArg() > 0 && o.from != "" { // a shell's *.jsonl
		o.from += "," + strings.Join(f.Args(), ",")
	} else if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag", f.Arg(0))
	}
	if o.quick && !given["budget"] {
		o.budget = quickBudget
	}
	if err := o.lists(in, given); err != nil {
		return o, err
	}
	return o, o.refuse(given)
}

// lists reads what is a list.
func (o *options) lists(in flags, given map[string]bool) (err error) {
	known := names(table)
	if o.startup {
		known = startNames()
	}
	if o.startup && !given["op"] {
		o.ops = known
	}
	var errs []error
	words := func(name, text string, known []string, to *[]string) {
		if given[name] {
			*to, err = pickFrom("-"+name, text, known)
			errs = append(errs, err)
		}
	}
	ints := func(name, text string, least, most int, to *[]int) {
		if given[name] {
			*to, err = numbers("-"+name, text, least, most)
			errs = append(errs, err)
		}
	}
	var soakMost []int
	words("op", in.op, known, &o.ops)
	words("dist", in.dist, append(keepingNames(), orderingNames()[1:]...), &o.asked.dist)
	ints("n", in.n, 0, gpu.MaxItems, &o.asked.n)
	ints("kept", in.kept, 0, 100, &o.asked.kept)
	ints("records", in.records, 4, 64, &o.asked.record)
	ints("bits", in.bits, 1, 32, &o.asked.bits)
	ints("payload", in.payload, 0, 4, &o.asked.payload)
	ints("soak-max", in.soakMost, 1, 1<<26, &soakMost)
	if len(soakMost) > 0 {
		o.soakMost = soakMost[0]
	}
	if given["variant"] {
		o.variants, err = readChoice(in.variant)
		errs = append(errs, err)
	}
	for _, r := range o.asked.record {
		if r&(r-1) != 0 {
			errs = append(errs, fmt.Errorf("-records: %d is none of 4, 8, 16, 32, 64 bytes", r))
		}
	}
	for _, p := range o.asked.payload {
		if p != 0 && p != 4 {
			errs = append(errs, fmt.Errorf("-payload: %d is neither 0 nor 4 bytes", p))
		}
	}
	return first(errs)
}

func first(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// refuse reports numbers out of range and flags that contradict each other.
func (o *options) refuse(given map[string]bool) error {
	if o.startup && !given["reps"] {
		o.reps = startReps
	}
	standard := 0
	for _, file := range []string{o.json, o.csv} {
		if file == "-" {
			standard++
		}
	}
	modes := 0
	for _, on := range []bool{o.soak > 0, o.startup, given["startup-one"], o.from != "", o.list, o.tune} {
		if on {
			modes++
		}
	}
	switch {
	case o.reps < 0 || o.reps > 10_000 || given["reps"] && o.reps < 1:
		return fmt.Errorf("-reps %d: from 1 to 10000", o.reps)
	case o.timeout < 0:
		return fmt.Errorf("-timeout %v: not below 0", o.timeout)
	case o.budget < 0:
		return fmt.Errorf("-budget %v: not below 0", o.budget)
	case o.workers < 0:
		return fmt.Errorf("-workers %d: not below 0", o.workers)
	case o.soak < 0 || o.first < 0:
		return fmt.Errorf("-soak %d -first %d: not below 0", o.soak, o.first)
	case given["startup-one"] && !slices.Contains(startNames(), o.startOne):
		return fmt.Errorf("-startup-one: %q is none of %s", o.startOne, strings.Join(startNames(), ", "))
	case standard > 1:
		return errors.New("-json - -csv -: only one of them can go to stdout")
	case modes > 1:
		return errors.New("-soak, -startup, -tune, -from and -list are one each")
	}
	return o.checkVariants()
}

// checkVariants refuses variants and distributions that none of the operations has, before there is
// a device.
func (o *options) checkVariants() error {
	if o.soak > 0 || o.startup || o.startOne != "" {
		return o.variants.check([]op{{name: "comb's own", variants: tunings}})
	}
	if o.from != "" || o.list {
		return nil
	}
	ops := chosen(table, o.ops)
	for _, p := range ops {
		if len(o.ops) > 0 && len(o.asked.over(p.lines(scale{}))) == 0 {
			return fmt.Errorf("-dist: %s has none of %s", p.name, strings.Join(o.asked.dist, ", "))
		}
	}
	return o.variants.check(ops)
}
