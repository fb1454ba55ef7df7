// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// event is a line of go test -json: go doc cmd/test2json, and go help buildjson for builds.
type event struct {
	Action     string
	Package    string
	ImportPath string // of builds
	Test       string
	Output     string
	Elapsed    float64
}

// result is a test, a subtest or, with no name, a package.
type result struct {
	pkg, name string
	action    string // pass, fail, skip; empty while it runs
	seconds   float64
	cached    bool
	output    []string
}

// reader prints the events of a run as go test does without -json, and keeps the results.
type reader struct {
	out      io.Writer
	verbose  bool
	packages []*result
	tests    []*result // and subtests, in the order of their start
	named    map[[2]string]*result
	failed   bool // a build, or a line that says so
}

func newReader(out io.Writer, verbose bool) *reader {
	return &reader{out: out, verbose: verbose, named: map[[2]string]*result{}}
}

// read reads events to the end. Lines that are no events, such as those of a program that -exec
// names, are printed.
func (r *reader) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		var e event
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
			r.print(line)
		} else {
			r.take(e)
		}
		if errors.Is(err, io.EOF) {
			r.close()
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *reader) print(text string) { _, _ = io.WriteString(r.out, text) }

func (r *reader) result(e event) *result {
	key := [2]string{e.Package, e.Test}
	if found := r.named[key]; found != nil {
		return found
	}
	n := &result{pkg: e.Package, name: e.Test}
	r.named[key] = n
	if e.Test == "" {
		r.packages = append(r.packages, n)
	} else {
		r.result(event{Package: e.Package})
		r.tests = append(r.tests, n)
	}
	return n
}

func (r *reader) take(e event) {
	switch e.Action {
	case "build-output":
		r.print(e.Output)
		return
	case "build-fail":
		r.failed = true
		return
	}
	n := r.result(e)
	switch e.Action {
	case "output":
		r.output(n, e.Output)
	case "pass", "fail", "skip":
		n.action, n.seconds = e.Action, e.Elapsed
		switch {
		case n.name == "":
			r.finish(n)
		case n.action != "fail" && !strings.Contains(n.name, "/"):
			n.output = nil
		}
	}
}

// output prints what a package says of itself, and keeps what its tests say until their end is
// known.
func (r *reader) output(n *result, text string) {
	if r.verbose {
		r.print(text)
	} else if n.name != "" {
		n.output = append(n.output, text)
	}
	if n.name != "" {
		return
	}
	n.cached = n.cached || strings.HasPrefix(text, "ok ") && strings.Contains(text, "\t(cached)")
	if !r.verbose {
		n.output = append(n.output, text)
	}
}

// finish prints the output of a package's failed tests, and then the package's own.
func (r *reader) finish(pkg *result) {
	for _, top := range r.tests {
		if top.pkg == pkg.pkg && r.parent(top) == nil {
			r.printFailed(top, pkg.action == "fail")
		}
	}
	for _, text := range pkg.output {
		// For a package that passed go test prints its line, and for one without statements its
		// coverage.
		if pkg.action == "fail" || strings.HasPrefix(text, "ok ") || strings.HasPrefix(text, "?") || strings.HasPrefix(text, "\t") {
			r.print(text)
		}
	}
	pkg.output = nil
}

// printFailed prints a failed test as go test does: its result, its output, and the same for its
// failed subtests. A test without a result was ended by a panic, an exit or the time limit; its
// output so far is printed.
func (r *reader) printFailed(n *result, pkgFailed bool) {
	if n.action != "fail" && (n.action != "" || !pkgFailed) {
		return
	}
	var said []string
	for _, text := range n.output {
		switch trimmed := strings.TrimLeft(text, " "); {
		case strings.HasPrefix(text, "=== "): // === RUN and the like
		case strings.HasPrefix(trimmed, "--- FAIL: "):
			said = slices.Insert(said, 0, text)
		default:
			said = append(said, text)
		}
	}
	indent := ""
	if !slices.ContainsFunc(said, crashed) {
		for up := r.parent(n); up != nil; up = r.parent(up) {
			indent += "    "
		}
	}
	for _, text := range said {
		r.print(indent + text)
	}
	for _, sub := range r.tests {
		if r.parent(sub) == n {
			r.printFailed(sub, pkgFailed)
		}
	}
	n.output = nil
}

// crashed says whether a line is the first of a panic or a crash, whose stack is printed as it is.
func crashed(line string) bool {
	return strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "SIG")
}

// close ends packages that have no result, as when go test was killed.
func (r *reader) close() {
	for _, pkg := range r.packages {
		if pkg.action == "" {
			pkg.action = "fail"
			r.finish(pkg)
		}
	}
}

// code is the exit code where go test's own is not known.
func (r *reader) code() int {
	for _, pkg := range r.packages {
		if pkg.action == "fail" {
			return 1
		}
	}
	if r.failed {
		return 1
	}
	return 0
}

// parent is the test that a subtest belongs to, nil for a test of its own. A subtest's name may
// hold slashes itself.
func (r *reader) parent(n *result) *result {
	name := n.name
	for {
		i := strings.LastIndexByte(name, '/')
		if i < 0 {
			return nil
		}
		name = name[:i]
		if found := r.named[[2]string{n.pkg, name}]; found != nil {
			return found
		}
	}
}
