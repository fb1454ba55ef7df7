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
	startup, tune, progress       bool
	startOne, startCache          string // of one start in this process
}

// The budgets of a whole run. A quick one has 30 s, of which starting up and what the budget cannot
// cut short take some.
const (
	usualBudget = 5 * time.Minute
	quickBudget = 18 * time.Second
	startReps   = 5
)

// flagSet makes the flags, which write to o, and to ops the names of -op.
func (o *options) flagSet(ops *string) *flag.FlagSet {
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	for name, to := range map[string]*string{
		"op": ops, "from": &o.from, "peer": &o.peer, "json": &o.json, "csv": &o.csv, "plot": &o.plot, "page": &o.page,
		"readme": &o.readme, "startup-one": &o.startOne, "startup-cache": &o.startCache,
	} {
		f.StringVar(to, name, "", "")
	}
	for name, to := range map[string]*bool{
		"quick": &o.quick, "list": &o.list, "check": &o.check, "nocache": &o.nocache, "smallpages": &o.small, "startup": &o.startup,
		"tune": &o.tune, "progress": &o.progress,
	} {
		f.BoolVar(to, name, false, "")
	}
	for name, to := range map[string]*int{"workers": &o.workers, "reps": &o.reps, "soak": &o.soak, "first": &o.first} {
		f.IntVar(to, name, 0, "")
	}
	f.Int64Var(&o.seed, "seed", 1, "")
	f.DurationVar(&o.timeout, "timeout", 2*time.Minute, "")
	f.DurationVar(&o.budget, "budget", usualBudget, "")
	for _, list := range []struct {
		name        string
		to          *[]int
		least, most int
		fits        func(v int) bool
		want        string
	}{
		{"n", &o.asked.n, 0, gpu.MaxItems, nil, ""}, {"kept", &o.asked.kept, 0, 100, nil, ""}, {"bits", &o.asked.bits, 1, 32, nil, ""},
		{"records", &o.asked.record, 4, 64, func(v int) bool { return v&(v-1) == 0 }, "4, 8, 16, 32 or 64"},
		{"payload", &o.asked.payload, 0, 4, func(v int) bool { return v%4 == 0 }, "0 or 4"},
	} {
		f.Func(list.name, "", func(text string) (err error) {
			*list.to, err = numbers(text, list.least, list.most)
			for _, v := range *list.to {
				if err == nil && list.fits != nil && !list.fits(v) {
					err = fmt.Errorf("%d, want %s", v, list.want)
				}
			}
			return err
		})
	}
	f.Func("soak-max", "", func(text string) error {
		most, err := numbers(text, 1, 1<<26)
		if err == nil && len(most) != 1 {
			err = fmt.Errorf("%d numbers, want one", len(most))
		}
		if err == nil {
			o.soakMost = most[0]
		}
		return err
	})
	f.Func("dist", "", func(text string) (err error) {
		o.asked.dist, err = pickFrom(text, append(distNames(keeping), distNames(ordering)[1:]...))
		return err
	})
	f.Func("variant", "", func(text string) (err error) {
		o.variants, err = readChoice(text)
		return err
	})
	return f
}

func parse(args []string) (options, error) {
	var o options
	var ops string
	f := o.flagSet(&ops)
	if err := f.Parse(args); err != nil {
		if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
			var flags []string
			f.VisitAll(func(g *flag.Flag) { flags = append(flags, g.Name) })
			if like := suggest(name, flags); like != "" {
				err = fmt.Errorf("there is no flag -%s, did you mean -%s?", name, like)
			}
		}
		return o, explained(err)
	}
	given := givenFlags(f)
	if err := checkMode(given); err != nil {
		return o, err
	}
	if f.NArg() > 0 && o.from != "" { // a shell's *.jsonl
		o.from += "," + strings.Join(f.Args(), ",")
	} else if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag", f.Arg(0))
	}
	if o.quick && !has(given, "budget") {
		o.budget = quickBudget
	}
	known := names(table)
	switch {
	case o.startup:
		known = startNames()
		o.ops = known
	case o.tune:
		known = tunedNames()
	}
	if has(given, "op") {
		var err error
		if o.ops, err = pickFrom(ops, known); err != nil {
			return o, fmt.Errorf("-op: %w", err)
		}
	}
	return o, o.refuse(given)
}

// explained says what package flag wants instead of a number or a time that it cannot read.
func explained(err error) error {
	text, ok := strings.CutSuffix(err.Error(), ": parse error")
	switch {
	case !ok:
		return err
	case strings.Contains(text, "flag -budget") || strings.Contains(text, "flag -timeout"):
		return errors.New(text + ", want a time such as 30s or 5m")
	}
	return errors.New(text + ", want a whole number")
}

// refuse reports numbers out of range and flags that contradict each other.
func (o *options) refuse(given map[string]string) error {
	if o.startup && !has(given, "reps") {
		o.reps = startReps
	}
	switch {
	case o.reps < 0 || o.reps > 10_000 || has(given, "reps") && o.reps < 1:
		return fmt.Errorf("-reps %d, want 1 to 10000", o.reps)
	case o.timeout < 0:
		return fmt.Errorf("-timeout %v, want 0 or more", o.timeout)
	case o.budget < 0:
		return fmt.Errorf("-budget %v, want 0 or more", o.budget)
	case o.workers < 0:
		return fmt.Errorf("-workers %d, want 0 or more", o.workers)
	case o.soak < 0 || has(given, "soak") && o.soak == 0:
		return fmt.Errorf("-soak %d, want 1 or more", o.soak)
	case o.first < 0:
		return fmt.Errorf("-first %d, want 0 or more", o.first)
	}
	if has(given, "startup-one") && !slices.Contains(startNames(), o.startOne) {
		return fmt.Errorf("-startup-one: %w", unknown(o.startOne, startNames()))
	}
	if err := o.checkFiles(); err != nil {
		return err
	}
	return o.checkInputs()
}

// checkInputs refuses variants and inputs that none of the operations has. It needs no device.
func (o *options) checkInputs() error {
	if o.soak > 0 || o.startup || o.startOne != "" {
		return o.variants.check([]op{{name: "comb's own", variants: tunings}})
	}
	if o.from != "" || o.list || o.tune {
		return nil
	}
	ops := chosen(table, o.ops)
	for _, axis := range o.asked.axes() {
		if !slices.ContainsFunc(ops, func(p op) bool { return axis.of(p.lines(scale{})[0]) }) {
			return fmt.Errorf("-%s is no input of %s (bench -list has the inputs of each)", axis.flag, strings.Join(names(ops), ", "))
		}
	}
	for _, p := range ops {
		if len(o.ops) > 0 && len(o.asked.over(p.lines(scale{}))) == 0 {
			return fmt.Errorf("-dist: %s has none of %s", p.name, strings.Join(o.asked.dist, ", "))
		}
	}
	if err := o.variants.check(ops); err != nil {
		return err
	}
	if o.workers > 0 && !slices.ContainsFunc(ops, o.usesWorkers) {
		return fmt.Errorf("-workers has no effect on the variants of %s, want auto or a reduce-then-scan variant (bench -list)", strings.Join(names(ops), ", "))
	}
	return nil
}

// usesWorkers reports whether the number of workers matters to a chosen variant of an operation.
func (o *options) usesWorkers(p op) bool {
	all := p.variants()
	forms := p.name == "particles" || slices.ContainsFunc(all, func(v variant) bool { return v.forced })
	return slices.ContainsFunc(o.variants.of(all), func(v variant) bool {
		return v.tune.Algorithm == gpu.ReduceThenScan || forms && (v.name == auto || v.name == wholeFrame)
	})
}

// pickFrom reads names of those that are known.
func pickFrom(list string, known []string) ([]string, error) {
	var out []string
	for _, s := range strings.Split(list, ",") {
		if s = strings.TrimSpace(s); !slices.Contains(known, s) {
			return nil, unknown(s, known)
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
