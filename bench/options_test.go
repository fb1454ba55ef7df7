// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
)

func TestParse(t *testing.T) {
	o, err := parse(strings.Fields("-op scan,sort -n 1000,2^16,0 -reps 3 -bits 16,32 -payload 4 -dist few -variant auto,chunked-* -json x.jsonl"))
	if err != nil || !slices.Equal(o.ops, []string{"scan", "sort"}) || !slices.Equal(o.asked.n, []int{1000, 65536, 0}) || o.reps != 3 ||
		o.budget != usualBudget || !slices.Equal(o.asked.bits, []int{16, 32}) || o.asked.kept != nil || o.json != "x.jsonl" || len(o.variants) != 2 {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := parse(strings.Fields("-quick -kept 0,100 -records 4,64 -op compact")); err != nil || o.budget != quickBudget || o.asked.record[1] != 64 {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := parse(strings.Fields("-quick -budget 1m")); err != nil || o.budget != time.Minute {
		t.Errorf("%+v, %v", o, err)
	}
	for _, line := range []string{"-op sort -variant auto,kernel", "-op compact -variant kern*"} { // the copy's, which is made beside all
		if _, err := parse(strings.Fields(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"", "-op particles", "-op read,scan", "-op sort -variant chunked-*", "-op compact -variant append,auto", "-op scan -variant all"} {
		if _, err := parse(strings.Fields("-workers 3 " + line)); err != nil {
			t.Errorf("-workers 3 %s: %v", line, err)
		}
	}
	if o, err := parse(strings.Fields("-from a.jsonl,b.jsonl c.jsonl")); err != nil || o.from != "a.jsonl,b.jsonl,c.jsonl" {
		t.Errorf("%+v, %v", o, err)
	}
}

// A bad flag is reported in one line that names it, before there is a device.
func TestParseRefuses(t *testing.T) {
	for _, line := range []string{
		"-op bake", "-n x", "-n -1", "-n 2^40", "-n 2^x", "-kept 101", "-kept -1", "-variant wide", "-variant chunked-wide,auto", "-variant [",
		"-variant append* -op scan", "-variant kernels -op scan", "-reps 0", "-reps -1", "-reps x", "-workers -1", "-timeout -1s", "-timeout soon", "-budget -1s",
		"-dist plaid", "-dist sorted -op compact", "-dist clustered -op sort", "-records 12", "-records 128", "-bits 33", "-payload 8",
		"-soak -1", "-soak x", "-first -1", "-soak-max 0", "-soak-max 2^30", "extra", "-nonsense", "-json - -csv -", "-soak 3 -list",
		"-variant append -soak 3", "-ops scan", "-samples 3",
		"-soak 0", "-soak 3 -op scan", "-first 3 -n 5", "-soak-max 2^9 -n 5", "-soak-max 5,6 -soak 1", "-from= -n 5", "-json= -n 5", "-plot= -n 5",
		"-json x -csv x", "-page - -n 5", "-check -plot x", "-check -reps 3", "-check -budget 1s", "-csv x -tune", "-op frame -tune",
		"-kept 50 -op scan", "-bits 8 -op scan,reduce", "-payload 4 -op compact", "-records 4 -op sort", "-n 5 -op tiles,empty", "-dist few -op scan",
		"-n 5 -startup", "-startup-cache x -startup", "-list -json x", "-from x -n 5", "-quick -from x", "-startup-one scam",
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := ran(line)
			flag := strings.Trim(strings.Fields(line)[0], "-=")
			if code != 2 || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, flag) || out != "" {
				t.Errorf("%s: exit code %d, %q, %q", line, code, out, errs)
			}
		})
	}
}

// A mistyped name is answered with the nearest one, and a name like none with all of them.
func TestParseSuggests(t *testing.T) {
	for line, want := range map[string]string{
		"-op scna":                               `-op: "scna" is unknown, did you mean scan?`,
		"-op Sort":                               `-op: "Sort" is unknown, did you mean sort?`,
		"-op scan,histgram":                      `-op: "histgram" is unknown, did you mean histogram?`,
		"-op bake":                               `-op: "bake" is none of copy, read,`,
		"-op pair -startup":                      `-op: "pair" is unknown, did you mean pairs?`,
		"-op scam -tune":                         `-op: "scam" is unknown, did you mean scan?`,
		"-dist unifrom":                          `"unifrom" is unknown, did you mean uniform?`,
		"-variant chunkd-khr -op scan":           `no variant of scan, did you mean chunked-khr?`,
		"-variants all":                          "there is no flag -variants, did you mean -variant?",
		"-bugdet 1m":                             "there is no flag -bugdet, did you mean -budget?",
		"-zzzzzzzzz":                             "flag provided but not defined: -zzzzzzzzz",
		"-kept 50 -op scan,reduce":               "-kept is no input of scan, reduce",
		"-records 5":                             "5, want 4, 8, 16, 32 or 64",
		"-first 1 -op scan":                      "-first has an effect only with -soak",
		"-startup -csv x":                        "-csv has no effect with -startup",
		"-list -soak 3":                          "-soak and -list are different modes, want one of them",
		"-from= -op scan":                        `-from "": a file without a name`,
		"-startup-cache x -variant auto":         "-startup-cache has an effect only with -startup-one",
		"-budget soon":                           `invalid value "soon" for flag -budget, want a time such as 30s or 5m`,
		"-timeout 5":                             `invalid value "5" for flag -timeout, want a time such as 30s or 5m`,
		"-reps many":                             `invalid value "many" for flag -reps, want a whole number`,
		"-workers 3 -op read,ladder":             "-workers has no effect on the variants of read, ladder, want auto or a reduce-then-scan variant (bench -list)",
		"-workers 3 -op merge":                   "-workers has no effect on the variants of merge",
		"-workers 3 -op frame":                   "-workers has no effect on the variants of frame",
		"-workers 3 -op scan -variant chained-*": "-workers has no effect on the variants of scan",
		"-workers 3 -op compact -variant append,one-thread": "-workers has no effect on the variants of compact",
		"-workers 3 -op particles -variant naive":           "-workers has no effect on the variants of particles",
	} {
		t.Run(line, func(t *testing.T) {
			if code, out, errs := ran(line); code != 2 || !strings.Contains(errs, want) || out != "" {
				t.Errorf("%s: exit code %d, %q, want %q in %q", line, code, out, want, errs)
			}
		})
	}
}

func TestChanges(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"scan", "scan", 0}, {"scna", "scan", 1}, {"scan", "scam", 1}, {"sort", "soort", 1}, {"kitten", "sitting", 3}} {
		if got := changes(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d changes, want %d", c.a, c.b, got, c.want)
		}
		if got := changes(c.b, c.a); got != c.want {
			t.Errorf("%q to %q: %d changes, want %d", c.b, c.a, got, c.want)
		}
	}
}

// Each flag is in the help and has an effect in some mode. No mode has a flag that does not exist.
func TestEveryFlagIsInTheHelpAndInAMode(t *testing.T) {
	known := map[string]bool{}
	(&options{}).flagSet(new(string)).VisitAll(func(f *flag.Flag) {
		known[f.Name] = true
		if !regexp.MustCompile(`(?m)^ *(?:bench )?-` + f.Name + `\b|, -` + f.Name + `\b`).MatchString(usage) {
			t.Errorf("bench/usage.txt has no line of -%s", f.Name)
		}
		own := slices.ContainsFunc(modes, func(m mode) bool { return m.flag == f.Name })
		if !own && len(modesWith(f.Name)) == 0 {
			t.Errorf("-%s has an effect in no mode", f.Name)
		}
	})
	for _, m := range modes {
		for _, name := range strings.Fields(m.flags) {
			if !known[name] {
				t.Errorf("-%s of the mode %q is no flag", name, m.flag)
			}
		}
	}
	for _, name := range fileFlags {
		if !known[name] {
			t.Errorf("-%s is no flag", name)
		}
	}
}

// The help lists every operation.
func TestUsageListsTheOperations(t *testing.T) {
	start := strings.Index(usage, "-op LIST")
	text := usage[start:][:strings.Index(usage[start:], "-n LIST")]
	for _, o := range table[1:] { // the copy is always made
		if !regexp.MustCompile(`\b` + o.name + `\b`).MatchString(text) {
			t.Errorf("bench/usage.txt: %s is missing in\n%s", o.name, text)
		}
	}
}

// The operations of the peers' program are bench's, or what the join takes for one of its rows. Its
// usage and its README name them.
func TestPeersOperationsAreKnown(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("peers/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	found := regexp.MustCompile(`(?m)^    \{"([a-z0-9-]+)", `).FindAllStringSubmatch(read("cub.cu"), -1)
	if len(found) < 30 {
		t.Fatalf("%d operations in cub.cu", len(found))
	}
	for _, match := range found {
		name := match[1]
		other := strings.HasPrefix(name, "hair-chain-") || strings.HasPrefix(name, "reduce-") || name == "sort-doublebuffer"
		if !other && !slices.Contains(names(table), name) {
			t.Errorf("bench has no operation %s", name)
		}
		for _, file := range []string{"options.cuh", "README.md"} {
			named := regexp.MustCompile(`\b` + name + `\b`).MatchString(read(file))
			if !named && !strings.HasPrefix(name, "reduce-") { // written as reduce-f32-sum, -min, -max
				t.Errorf("%s does not name %s", file, name)
			}
		}
	}
}

func TestUsageFitsATerminal(t *testing.T) {
	all := ""
	for _, flag := range []string{"-h", "-list"} {
		code, out, errs := ran(flag)
		if code != 0 || errs != "" {
			t.Fatalf("%s: exit code %d: %s", flag, code, errs)
		}
		all += out
	}
	for _, line := range strings.Split(all, "\n") {
		if len(line) > tableWidth {
			t.Errorf("%d letters: %s", len(line), line)
		}
	}
	holds(t, all, "-op LIST", "-variant LIST", "-budget TIME", "-peer FILE", "exit codes: 0 all checked", "-startup", "-soak N")
	for _, o := range table {
		for _, v := range o.variants() {
			if !strings.Contains(all, "  "+v.name+" ") {
				t.Errorf("%s: no line of %s", o.name, v.name)
			}
		}
	}
}

func variantNames(all []variant) string {
	return strings.Join(mapped(all, func(v variant) string { return v.name }), " ")
}

func TestChoice(t *testing.T) {
	all := append(tunings(), variant{name: "append"}, variant{name: "append-group"}, variant{name: "cpu"})
	for list, want := range map[string]string{
		"":                   "auto append append-group cpu",
		"auto":               "auto",
		"all":                "auto chained-khr chained-ballot chained-shared chunked-khr chunked-ballot chunked-shared append append-group cpu",
		"auto,append*":       "auto append append-group",
		"*-shared,cpu":       "chained-shared chunked-shared cpu",
		"chunked-khr":        "chunked-khr",
		"a*":                 "auto append append-group",
		"*-*,cpu":            "chained-khr chained-ballot chained-shared chunked-khr chunked-ballot chunked-shared append-group cpu",
		" chunked-khr , cpu": "chunked-khr cpu",
	} {
		t.Run(fmt.Sprintf("%q", list), func(t *testing.T) {
			var c choice
			var err error
			if list != "" {
				c, err = readChoice(list)
			}
			if s := variantNames(c.of(all)); err != nil || s != want {
				t.Errorf("%q: %s, want %s (%v)", list, s, want, err)
			}
		})
	}
}

// What a driver lacks is left out of a pattern, and an error by name.
func TestUnsupportedVariants(t *testing.T) {
	caps := gpu.Caps{Renderer: "a toaster", MaxGroupInvocations: 1024, Multiprocessors: 2}
	for list, want := range map[string]string{"all": "auto chained-shared chunked-shared", "chunked-*": "chunked-shared", "*-khr": "", "chunked-khr": "error", "chunked-shared": "chunked-shared"} {
		t.Run(fmt.Sprintf("%q", list), func(t *testing.T) {
			c, _ := readChoice(list)
			left, err := c.possible(caps, 0, c.of(tunings()))
			if s := variantNames(left); (err != nil) != (want == "error") || err == nil && s != want {
				t.Errorf("%s: %q, want %q (%v)", list, s, want, err)
			}
		})
	}
	for list, want := range map[string]int{"": 2, "auto": 2, "all": 2, "auto,chunked-shared": 1, "*-khr": -1} {
		t.Run(fmt.Sprintf("%q", list), func(t *testing.T) {
			var c choice
			if list != "" {
				c, _ = readChoice(list)
			}
			a, l, err := c.product(caps, 0)
			if (err != nil) != (want < 0) || err == nil && len(a)*len(l) != want {
				t.Errorf("a soak of %q: %v x %v, %v", list, a, l, err)
			}
		})
	}
	caps.Subgroup.Ballot, caps.Subgroup.Size = true, 8
	c, _ := readChoice("chunked-shared,chained-ballot")
	if _, _, err := c.product(caps, 0); err == nil {
		t.Error("a soak of what is no product")
	}
}
