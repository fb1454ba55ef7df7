// SPDX-License-Identifier: MIT

package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
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

func parse(args []string) (options, error) {
	var o options
	var ops string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	for name, to := range map[string]*string{
		"op": &ops, "from": &o.from, "peer": &o.peer, "json": &o.json, "csv": &o.csv, "plot": &o.plot, "page": &o.page,
		"readme": &o.readme, "startup-one": &o.startOne, "startup-cache": &o.startCache,
	} {
		f.StringVar(to, name, "", "")
	}
	for name, to := range map[string]*bool{
		"quick": &o.quick, "list": &o.list, "check": &o.check, "nocache": &o.nocache, "smallpages": &o.small, "startup": &o.startup, "tune": &o.tune,
	} {
		f.BoolVar(to, name, false, "")
	}
	for name, to := range map[string]*int{"workers": &o.workers, "reps": &o.reps, "soak": &o.soak, "first": &o.first} {
		f.IntVar(to, name, 0, "")
	}
	f.Int64Var(&o.seed, "seed", 1, "")
	f.DurationVar(&o.timeout, "timeout", 2*time.Minute, "")
	f.DurationVar(&o.budget, "budget", usualBudget, "")
	var soakMost []int
	for _, list := range []struct {
		name        string
		to          *[]int
		least, most int
		fits        func(v int) bool
	}{
		{"n", &o.asked.n, 0, gpu.MaxItems, nil}, {"kept", &o.asked.kept, 0, 100, nil}, {"bits", &o.asked.bits, 1, 32, nil},
		{"records", &o.asked.record, 4, 64, func(v int) bool { return v&(v-1) == 0 }},
		{"payload", &o.asked.payload, 0, 4, func(v int) bool { return v%4 == 0 }}, {"soak-max", &soakMost, 1, 1 << 26, nil},
	} {
		f.Func(list.name, "", func(text string) (err error) {
			*list.to, err = numbers(text, list.least, list.most)
			for _, v := range *list.to {
				if err == nil && list.fits != nil && !list.fits(v) {
					err = fmt.Errorf("%d is not possible (bench -h lists the sizes)", v)
				}
			}
			return err
		})
	}
	f.Func("dist", "", func(text string) (err error) {
		o.asked.dist, err = pickFrom(text, append(distNames(keeping), distNames(ordering)[1:]...))
		return err
	})
	f.Func("variant", "", func(text string) (err error) {
		o.variants, err = readChoice(text)
		return err
	})
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
	if len(soakMost) > 0 {
		o.soakMost = soakMost[0]
	}
	known := names(table)
	if o.startup {
		known = startNames()
		o.ops = known
	}
	if given["op"] {
		var err error
		if o.ops, err = pickFrom(ops, known); err != nil {
			return o, fmt.Errorf("-op: %w", err)
		}
	}
	return o, o.refuse(given)
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

// pickFrom reads names of those that are known.
func pickFrom(list string, known []string) ([]string, error) {
	var out []string
	for _, s := range strings.Split(list, ",") {
		if s = strings.TrimSpace(s); !slices.Contains(known, s) {
			return nil, fmt.Errorf("%q is none of %s", s, strings.Join(known, ", "))
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out, nil
}

// numbers reads "1000,2^16".
func numbers(list string, least, most int) ([]int, error) {
	var out []int
	for _, s := range strings.Split(list, ",") {
		var v int
		var err error
		s = strings.TrimSpace(s)
		if power, ok := strings.CutPrefix(s, "2^"); ok {
			v, err = strconv.Atoi(power)
			if err == nil && (v < 0 || v > 31) {
				err = strconv.ErrRange
			}
			v = 1 << max(0, min(v, 40))
		} else {
			v, err = strconv.Atoi(s)
		}
		if err != nil || v < least || v > most {
			return nil, fmt.Errorf("%q is no number from %d to %d", s, least, most)
		}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out, nil
}
