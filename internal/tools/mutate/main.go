// SPDX-License-Identifier: MIT

// Command mutate measures how much the fast tests see. It changes kernels and host code of a
// package in small ways, runs the tests with -short that reach the change, and prints the share of
// mutants that fail a test, and all others.
//
// The tree is not touched. A mutant of Go is built with -overlay; a mutant of a shader is a test
// binary with another embedded text. A first run of each test alone notes what it reaches.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// packages are those that mutate looks at when none is given, the fastest first.
var packages = []string{"hair/strands", "compact", "scan", "reduce", "radix", "merge", "expand", "particles"}

type options struct {
	n, jobs   int
	all, list bool
	explained bool
	seed      string
	run       *regexp.Regexp
	json      string
	exec      []string
	packages  []string
}

func main() {
	o, err := parse(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	clean, err := mutate(o, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if !clean {
		os.Exit(1)
	}
}

func parse(args []string, out io.Writer) (o options, err error) {
	f := flag.NewFlagSet("mutate", flag.ContinueOnError)
	f.SetOutput(out)
	f.IntVar(&o.n, "n", 40, "mutants a package, spread over its files and operators")
	f.IntVar(&o.jobs, "jobs", max(1, runtime.NumCPU()/2), "mutants that run side by side; a test of kernels keeps about two cores busy")
	f.BoolVar(&o.all, "all", false, "all mutants instead of a sample")
	f.BoolVar(&o.list, "list", false, "print the mutants, and entries of survivors.txt that fit none; run nothing")
	f.BoolVar(&o.explained, "explained", false, "also run the mutants that survivors.txt explains")
	f.StringVar(&o.seed, "seed", "1", "another seed is another sample")
	f.StringVar(&o.json, "json", "", "write the results to a file")
	run := f.String("run", "", "only mutants whose name, such as `file:line:column operator`, matches; no sample")
	exec := f.String("exec", "", "a command in front of each test binary, as in go test")
	f.Usage = func() {
		fmt.Fprint(out, "usage: ./dev mutate [flags] [package...]\n\nMutants of kernels and host code, and the share that the fast tests kill. "+
			"Survivors are\nexplained in internal/tools/mutate/survivors.txt. Exit code 1: one is not. Packages: ",
			strings.Join(packages, ", "), ".\n\n")
		f.PrintDefaults()
		fmt.Fprintln(out, "\noperators")
		var names []string
		for name := range operators {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintf(out, "  %-9s %s\n", name, operators[name])
		}
	}
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.n < 1 {
		return o, fmt.Errorf("-n is %d, want 1 or more", o.n)
	}
	if o.jobs < 1 {
		return o, fmt.Errorf("-jobs is %d, want 1 or more", o.jobs)
	}
	if *run != "" {
		if o.run, err = regexp.Compile(*run); err != nil {
			return o, fmt.Errorf("-run: %w", err)
		}
	}
	o.exec = strings.Fields(*exec)
	for _, p := range f.Args() {
		o.packages = append(o.packages, strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/"))
	}
	if len(o.packages) == 0 {
		o.packages = packages
	}
	return o, nil
}

// mutate reports whether each survivor is explained.
func mutate(o options, out io.Writer) (clean bool, err error) {
	where, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return false, fmt.Errorf("go list -m: %w", err)
	}
	root := strings.TrimSpace(string(where))
	reasons, err := parseSurvivors(survivorsText)
	if err != nil {
		return false, err
	}
	var reports []*report
	clean = true
	for _, pkg := range o.packages {
		all, err := mutantsOf(root, pkg)
		if err != nil {
			return false, err
		}
		for _, m := range all {
			if e := explain(reasons, pkg, m); e != nil {
				e.used = true
			}
		}
		chosen := all
		switch {
		case o.run != nil:
			chosen = matching(all, o.run)
		case !o.all:
			chosen = sample(all, o.n, o.seed)
		}
		if o.list {
			for _, m := range chosen {
				fmt.Fprintf(out, "%v\t%s\n", m, m.Source)
			}
			continue
		}
		r := &report{Package: pkg, Possible: len(all)}
		reports = append(reports, r)
		if err := r.fill(root, chosen, reasons, o, out); err != nil {
			return false, err
		}
		if o.json != "" {
			if err := writeJSON(o.json, reports); err != nil {
				return false, err
			}
		}
	}
	for _, r := range reports {
		r.print(out)
		clean = clean && r.Unexplained == 0
	}
	if len(o.packages) >= len(packages) {
		for _, e := range reasons {
			if !e.used {
				fmt.Fprintf(out, "survivors.txt: no mutant fits %s %s: %s\n", e.file, e.operator, e.source)
			}
		}
	}
	return clean, nil
}

func writeJSON(file string, reports []*report) error {
	text, err := json.MarshalIndent(reports, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
