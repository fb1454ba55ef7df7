// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// packageTime and testTime are the records of the file of times.
type packageTime struct {
	Package string  `json:"package"`
	Result  string  `json:"result"`
	Seconds float64 `json:"seconds"`
	Cached  bool    `json:"cached"` // not run: an earlier result counts, and the time is 0
}

type testTime struct {
	Package string  `json:"package"`
	Test    string  `json:"test"`
	Result  string  `json:"result"`
	Seconds float64 `json:"seconds"` // with its subtests
	Slowest string  `json:"slowest_subtest,omitempty"`
	Longest float64 `json:"slowest_subtest_seconds,omitempty"`
}

type runTimes struct {
	Packages []packageTime `json:"packages"`
	Tests    []testTime    `json:"tests"` // of packages that ran, the slowest first
}

// times are the results without subtests, which count within their tests.
func (r *reader) times() (t runTimes) {
	for _, p := range r.packages {
		n := packageTime{Package: p.pkg, Result: p.action, Seconds: p.seconds, Cached: p.cached}
		if p.cached {
			n.Seconds = 0
		}
		t.Packages = append(t.Packages, n)
	}
	index := map[*result]int{}
	for _, n := range r.tests {
		pkg := r.named[[2]string{n.pkg, ""}]
		if pkg != nil && pkg.cached {
			continue
		}
		top := n
		for up := r.parent(top); up != nil; up = r.parent(up) {
			top = up
		}
		if top == n {
			index[n] = len(t.Tests)
			t.Tests = append(t.Tests, testTime{Package: n.pkg, Test: n.name, Result: n.action, Seconds: n.seconds})
			continue
		}
		if test := &t.Tests[index[top]]; n.seconds > test.Longest {
			test.Slowest, test.Longest = n.name, n.seconds
			test.Seconds = max(test.Seconds, n.seconds) // go test leaves parallel subtests out of a test's time
		}
	}
	slices.SortStableFunc(t.Tests, func(a, b testTime) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return t
}

// slowestShown is how many of the slowest tests are listed.
const slowestShown = 10

func writeSlowest(out io.Writer, t runTimes) {
	shown := t.Tests[:min(len(t.Tests), slowestShown)]
	if len(shown) == 0 || shown[0].Seconds == 0 {
		return
	}
	fmt.Fprintln(out, "\nThe slowest tests:")
	for _, n := range shown {
		if n.Seconds == 0 {
			break
		}
		fmt.Fprintf(out, "%8.1f s  %s  %s", n.Seconds, n.Test, n.Package)
		if n.Slowest != "" {
			fmt.Fprintf(out, " (%s: %.1f s)", n.Slowest, n.Longest)
		}
		fmt.Fprintln(out)
	}
}

// writeSkipped lists the tests and subtests that were skipped.
func writeSkipped(out io.Writer, r *reader) {
	headed := false
	for _, pkg := range r.packages {
		if pkg.cached {
			continue
		}
		var names []string
		for _, n := range r.tests {
			if n.pkg == pkg.pkg && n.action == "skip" {
				names = append(names, n.name)
			}
		}
		if len(names) == 0 {
			continue
		}
		if !headed {
			fmt.Fprintln(out, "\nSkipped:")
			headed = true
		}
		slices.Sort(names)
		fmt.Fprintf(out, "  %s: %s\n", pkg.pkg, strings.Join(names, ", "))
	}
}

// laneTiers are the tiers of gpu.Lanes, by the names that gputest.Name gives them.
var laneTiers = []string{"khr", "ballot", "shared"}

// tierOf finds the tier in the name of a subtest with a tuning of gputest's, such as
// TestReserve/single-pass-khr,workers=3. Tests of the choice of a tier need no GL and have no
// workers in their names.
var tierOf = regexp.MustCompile(`\b(khr|ballot|shared),workers=`)

// writeLanes lists the lane tiers whose kernels have run, and says where those of khr run.
func writeLanes(out io.Writer, r *reader) {
	found := map[string]bool{}
	for _, n := range r.tests {
		if tier := tierOf.FindStringSubmatch(n.name); tier != nil && n.action != "skip" {
			found[tier[1]] = true
		}
	}
	if len(found) == 0 {
		return
	}
	ran := slices.DeleteFunc(slices.Clone(laneTiers), func(tier string) bool { return !found[tier] })
	fmt.Fprintf(out, "\nLane tiers that ran: %s.", strings.Join(ran, ", "))
	if !found["khr"] {
		fmt.Fprint(out, " No kernel of khr ran: ./dev subgroups runs them.")
	}
	fmt.Fprintln(out)
}

// writePackages lists the packages that ran, the slowest first, each with its budget.
func writePackages(out io.Writer, t runTimes, limits budgets) {
	ran := slices.DeleteFunc(slices.Clone(t.Packages), func(p packageTime) bool { return p.Seconds == 0 })
	if len(ran) == 0 {
		return
	}
	slices.SortStableFunc(ran, func(a, b packageTime) int { return cmp.Compare(b.Seconds, a.Seconds) })
	fmt.Fprintln(out, "\nTimes of packages:")
	for _, p := range ran {
		fmt.Fprintf(out, "%8.1f s  %s  %s\n", p.Seconds, limits.state(p), p.Package)
	}
}

// writeAgain lists a command for each failure that runs it alone.
func writeAgain(out io.Writer, r *reader, again string, args, environ []string, module string) {
	var lines []string
	prefix := settingsOf(environ) + again + flagsOf(args)
	for _, pkg := range r.packages {
		if pkg.action != "fail" {
			continue
		}
		found := false
		for _, n := range r.tests {
			if n.pkg == pkg.pkg && r.leads(n) {
				lines = append(lines, fmt.Sprintf("%s %s -run %s", prefix, folder(pkg.pkg, module), quoted(pattern(n.name))))
				found = true
			}
		}
		if !found { // it was not built, or ended outside of a test
			lines = append(lines, prefix+" "+folder(pkg.pkg, module))
		}
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(out, "\nTo run what failed alone:")
	for _, line := range lines {
		fmt.Fprintln(out, "  "+line)
	}
}

// leads says whether a test has failed, or was ended, by itself and not by a subtest.
func (r *reader) leads(n *result) bool {
	bad := func(n *result) bool { return n.action == "fail" || n.action == "" }
	if !bad(n) {
		return false
	}
	return !slices.ContainsFunc(r.tests, func(sub *result) bool { return r.parent(sub) == n && bad(sub) })
}

// folder is a package as a path from the module's root.
func folder(pkg, module string) string {
	if pkg == module {
		return "."
	}
	if rest, ok := strings.CutPrefix(pkg, module+"/"); ok && module != "" {
		return "./" + rest
	}
	return pkg
}

// pattern matches one test alone.
func pattern(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// plain needs no quotes in a shell.
var plain = regexp.MustCompile(`^[-+.,:/=@%\w]+$`)

func word(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return quoted(text)
}

// settingsOf are the variables that choose what tests do: comb's own and llvmpipe's.
func settingsOf(environ []string) (text string) {
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "COMB_") || strings.HasPrefix(name, "LP_") {
			text += name + "=" + word(value) + " "
		}
	}
	return text
}

// flagsOf are the flags of a run that change what a test does.
func flagsOf(args []string) (text string) {
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[i], "-"), "-"), "=")
		switch {
		case !strings.HasPrefix(args[i], "-"):
		case name == "short" || name == "race":
			text += " " + word(args[i])
		case name == "exec" || name == "tags" || name == "cpu":
			text += " " + word(args[i])
			if !joined && i+1 < len(args) {
				i++
				text += " " + word(args[i])
			}
		}
	}
	return text
}

func writeTimes(path string, t runTimes) error {
	data, err := json.MarshalIndent(t, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

func readTimes(path string) (t runTimes, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal(data, &t); err != nil {
		return t, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}
