// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runs are the events of go test -json, and what must be printed of them: the text, and the
// commands to run again.
var runs = map[string]struct {
	events, text, again string
	code                int
}{
	"pass": {
		events: `{"Action":"start","Package":"m/a"}
{"Action":"run","Package":"m/a","Test":"TestA"}
{"Action":"output","Package":"m/a","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"m/a","Test":"TestA","Output":"    a_test.go:3: quiet\n"}
{"Action":"output","Package":"m/a","Test":"TestA","Output":"--- PASS: TestA (1.50s)\n"}
{"Action":"pass","Package":"m/a","Test":"TestA","Elapsed":1.5}
{"Action":"output","Package":"m/a","Output":"PASS\n"}
{"Action":"output","Package":"m/a","Output":"ok  \tm/a\t1.601s\n"}
{"Action":"pass","Package":"m/a","Elapsed":1.6}
{"Action":"output","Package":"m/none","Output":"?   \tm/none\t[no test files]\n"}
{"Action":"skip","Package":"m/none","Elapsed":0}
`,
		text: "ok  \tm/a\t1.601s\n?   \tm/none\t[no test files]\n",
	},
	"a subtest fails": {
		events: `{"Action":"run","Package":"m/a","Test":"TestA"}
{"Action":"output","Package":"m/a","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"m/a","Test":"TestA","Output":"    a_test.go:3: before\n"}
{"Action":"run","Package":"m/a","Test":"TestA/n=1"}
{"Action":"output","Package":"m/a","Test":"TestA/n=1","Output":"    a_test.go:4: fine\n"}
{"Action":"output","Package":"m/a","Test":"TestA/n=1","Output":"--- PASS: TestA/n=1 (0.50s)\n"}
{"Action":"pass","Package":"m/a","Test":"TestA/n=1","Elapsed":0.5}
{"Action":"run","Package":"m/a","Test":"TestA/it's_[2]/b"}
{"Action":"output","Package":"m/a","Test":"TestA/it's_[2]/b","Output":"=== RUN   TestA/it's_[2]/b\n"}
{"Action":"output","Package":"m/a","Test":"TestA/it's_[2]/b","Output":"    a_test.go:4: got 1, want 2\n"}
{"Action":"output","Package":"m/a","Test":"TestA/it's_[2]/b","Output":"--- FAIL: TestA/it's_[2]/b (0.25s)\n"}
{"Action":"fail","Package":"m/a","Test":"TestA/it's_[2]/b","Elapsed":0.25}
{"Action":"output","Package":"m/a","Test":"TestA","Output":"--- FAIL: TestA (0.75s)\n"}
{"Action":"fail","Package":"m/a","Test":"TestA","Elapsed":0.75}
{"Action":"output","Package":"m/a","Output":"FAIL\n"}
{"Action":"output","Package":"m/a","Output":"FAIL\tm/a\t0.9s\n"}
{"Action":"fail","Package":"m/a","Elapsed":0.9}
`,
		text: `--- FAIL: TestA (0.75s)
    a_test.go:3: before
    --- FAIL: TestA/it's_[2]/b (0.25s)
        a_test.go:4: got 1, want 2
FAIL
FAIL	m/a	0.9s
`,
		again: `go test ./a -run '^TestA$/^it'\''s_\[2\]$/^b$'`,
		code:  1,
	},
	"a panic": {
		events: `{"Action":"run","Package":"m/b","Test":"TestB"}
{"Action":"output","Package":"m/b","Test":"TestB","Output":"=== RUN   TestB\n"}
{"Action":"output","Package":"m/b","Test":"TestB","Output":"--- FAIL: TestB (0.00s)\n"}
{"Action":"output","Package":"m/b","Test":"TestB","Output":"panic: assignment to entry in nil map\n"}
{"Action":"output","Package":"m/b","Test":"TestB","Output":"goroutine 20 [running]:\n"}
{"Action":"fail","Package":"m/b","Test":"TestB","Elapsed":0}
{"Action":"output","Package":"m/b","Output":"FAIL\tm/b\t0.005s\n"}
{"Action":"fail","Package":"m/b","Elapsed":0.005}
`,
		text:  "--- FAIL: TestB (0.00s)\npanic: assignment to entry in nil map\ngoroutine 20 [running]:\nFAIL\tm/b\t0.005s\n",
		again: `go test ./b -run '^TestB$'`,
		code:  1,
	},
	"a build fails": {
		events: `{"ImportPath":"m/c [m/c.test]","Action":"build-output","Output":"# m/c [m/c.test]\n"}
{"ImportPath":"m/c [m/c.test]","Action":"build-output","Output":"c/c_test.go:3:28: undefined: x\n"}
{"ImportPath":"m/c [m/c.test]","Action":"build-fail"}
{"Action":"start","Package":"m/c"}
{"Action":"output","Package":"m/c","Output":"FAIL\tm/c [build failed]\n"}
{"Action":"fail","Package":"m/c","Elapsed":0,"FailedBuild":"m/c [m/c.test]"}
`,
		text:  "# m/c [m/c.test]\nc/c_test.go:3:28: undefined: x\nFAIL\tm/c [build failed]\n",
		again: "go test ./c",
		code:  1,
	},
	"the time is over": {
		events: `{"Action":"run","Package":"m","Test":"TestSlow"}
{"Action":"output","Package":"m","Test":"TestSlow","Output":"=== RUN   TestSlow\n"}
{"Action":"run","Package":"m","Test":"TestSlow/waits"}
{"Action":"output","Package":"m","Test":"TestSlow/waits","Output":"=== RUN   TestSlow/waits\n"}
{"Action":"output","Package":"m","Test":"TestSlow/waits","Output":"panic: test timed out after 1s\n"}
{"Action":"output","Package":"m","Test":"TestSlow/waits","Output":"\trunning tests:\n"}
{"Action":"output","Package":"m","Output":"FAIL\tm\t1.023s\n"}
{"Action":"fail","Package":"m","Elapsed":1.023}
`,
		text:  "panic: test timed out after 1s\n\trunning tests:\nFAIL\tm\t1.023s\n",
		again: `go test . -run '^TestSlow$/^waits$'`,
		code:  1,
	},
	"a test is skipped": {
		events: `{"Action":"run","Package":"m/a","Test":"TestS"}
{"Action":"output","Package":"m/a","Test":"TestS","Output":"    a_test.go:5: no display\n"}
{"Action":"output","Package":"m/a","Test":"TestS","Output":"--- SKIP: TestS (0.00s)\n"}
{"Action":"skip","Package":"m/a","Test":"TestS","Elapsed":0}
{"Action":"output","Package":"m/a","Output":"PASS\n"}
{"Action":"output","Package":"m/a","Output":"ok  \tm/a\t(cached)\n"}
{"Action":"pass","Package":"m/a","Elapsed":0.1}
`,
		text: "ok  \tm/a\t(cached)\n",
	},
	"packages run side by side": {
		events: `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"run","Package":"m/b","Test":"TestX"}
{"Action":"output","Package":"m/b","Test":"TestX","Output":"    b_test.go:1: wrong\n"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"    a_test.go:1: fine\n"}
a line of another program
{"Action":"output","Package":"m/b","Test":"TestX","Output":"--- FAIL: TestX (0.10s)\n"}
{"Action":"pass","Package":"m/a","Test":"TestX","Elapsed":0.2}
{"Action":"output","Package":"m/a","Output":"ok  \tm/a\t0.2s\n"}
{"Action":"pass","Package":"m/a","Elapsed":0.2}
{"Action":"fail","Package":"m/b","Test":"TestX","Elapsed":0.1}
{"Action":"output","Package":"m/b","Output":"setup said\n"}
{"Action":"output","Package":"m/b","Output":"FAIL\tm/b\t0.3s\n"}
{"Action":"fail","Package":"m/b","Elapsed":0.3}
`,
		text:  "a line of another program\nok  \tm/a\t0.2s\n--- FAIL: TestX (0.10s)\n    b_test.go:1: wrong\nsetup said\nFAIL\tm/b\t0.3s\n",
		again: `go test ./b -run '^TestX$'`,
		code:  1,
	},
	"the run was killed": {
		events: `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"half a line"}`,
		text:  "half a line",
		again: `go test ./a -run '^TestX$'`,
		code:  1,
	},
}

func TestOutputMatchesGoTest(t *testing.T) {
	for name, c := range runs {
		t.Run(name, func(t *testing.T) {
			var out, again bytes.Buffer
			r := newReader(&out, false)
			if err := r.read(strings.NewReader(c.events)); err != nil {
				t.Fatal(err)
			}
			if out.String() != c.text {
				t.Errorf("got:\n%s\nwant:\n%s", out.String(), c.text)
			}
			if r.code() != c.code {
				t.Errorf("exit code %d, want %d", r.code(), c.code)
			}
			writeAgain(&again, r, "go test", nil, nil, "m")
			want := ""
			if c.again != "" {
				want = "\nTo run what failed alone:\n  " + c.again + "\n"
			}
			if again.String() != want {
				t.Errorf("again: got %q, want %q", again.String(), want)
			}
		})
	}
}

func TestVerbosePrintsAll(t *testing.T) {
	var out bytes.Buffer
	if err := newReader(&out, true).read(strings.NewReader(runs["pass"].events)); err != nil {
		t.Fatal(err)
	}
	const want = "=== RUN   TestA\n    a_test.go:3: quiet\n--- PASS: TestA (1.50s)\nPASS\nok  \tm/a\t1.601s\n?   \tm/none\t[no test files]\n"
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
}

// The command to run a test again has the environment and the flags that choose what the test does.
func TestRerunCommandKeepsEnvironment(t *testing.T) {
	r := newReader(&bytes.Buffer{}, false)
	if err := r.read(strings.NewReader(runs["a panic"].events)); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	writeAgain(&again, r, "./dev test", []string{"-count=1", "-short", "-exec", "sh run.sh dir", "-run", "Test", "./..."},
		[]string{"HOME=/root", "COMB_LANES=khr", "LP_NATIVE_VECTOR_WIDTH=256", "COMB_GOLDEN_OUT=a b"}, "m")
	const want = "  COMB_LANES=khr LP_NATIVE_VECTOR_WIDTH=256 COMB_GOLDEN_OUT='a b' ./dev test -short -exec 'sh run.sh dir' ./b -run '^TestB$'\n"
	if !strings.HasSuffix(again.String(), want) {
		t.Errorf("got %q, want %q at the end", again.String(), want)
	}
}

// A whole run: the slowest tests with their slowest subtest, budgets, the file of times, and what
// is read of it.
func TestTimesAndBudgets(t *testing.T) {
	dir := t.TempDir()
	times, limits := filepath.Join(dir, "out", "times.json"), filepath.Join(dir, "budgets.txt")
	if err := os.WriteFile(limits, []byte("# seconds\nm/a 1 # short\nm/old 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	report := func(events string, flags ...string) string {
		var out bytes.Buffer
		args := append([]string{"-times", times, "-budgets", limits}, flags...)
		if _, err := run(args, strings.NewReader(events), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	wants := func(got string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("got:\n%s\nwant in it: %s", got, want)
			}
		}
	}
	wants(report("", "-over"), "no times of a run")
	got := report(runs["a subtest fails"].events, "-stdin")
	wants(got, "0.8 s  TestA  m/a (TestA/n=1: 0.5 s)", "0.9 s  of    1       m/a")
	wants(report(runs["pass"].events, "-stdin"), "1.5 s  TestA  m/a\n", "1.6 s  of    1 OVER  m/a")
	wants(report("", "-over"), "over its budget: m/a took 1.6 s of 1")
	wants(report("", "-update-budgets"), "2 budgets")
	data, err := os.ReadFile(limits)
	if err != nil {
		t.Fatal(err)
	}
	if want := budgetsHeader + "m/a 3\nm/old 9\n"; string(data) != want {
		t.Errorf("budgets: got:\n%s\nwant:\n%s", data, want)
	}
	if over := report("", "-over"); over != "" {
		t.Errorf("within its budget: %q", over)
	}
	// A package that did not run took no time.
	if got := report(runs["a test is skipped"].events, "-stdin"); strings.Contains(got, "Times of packages") {
		t.Errorf("a cached package has a time:\n%s", got)
	}
	wants(report(strings.Replace(runs["a test is skipped"].events, "(cached)", "0.1s", 1), "-stdin"), "Skipped:\n  m/a: TestS\n")
}

func TestBadBudgetsAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "budgets.txt")
	for text, says := range map[string]string{
		"m/a\n": `:1: got "m/a"`, "\nm/a x\n": ":2:", "m/a -1\n": ":1:", "m/a NaN\n": ":1:", "m/a 1\nm/a 2\n": "has a budget above",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readBudgets(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: got %v, want %q", text, err, says)
		}
	}
}

// A run says which lane tiers its kernels had, and where those of khr run if it had none.
func TestLaneTiersAreListed(t *testing.T) {
	for names, want := range map[string]string{
		"TestA":     "",
		"TestA/khr": "", // a test of the choice of tiers
		"TestA/ballot,spins=2 TestA/shared,workers=3":                                 "\nLane tiers that ran: shared. No kernel of khr ran: ./dev subgroups runs them.\n",
		"TestA/single-pass-khr,workers=3/n=1 TestB/reduce-then-scan-ballot,workers=7": "\nLane tiers that ran: khr, ballot.\n",
	} {
		r := newReader(&bytes.Buffer{}, false)
		for _, name := range strings.Fields(names) {
			r.take(event{Action: "run", Package: "m/a", Test: name})
		}
		var out bytes.Buffer
		if writeLanes(&out, r); out.String() != want {
			t.Errorf("%s: %q, want %q", names, out.String(), want)
		}
	}
}

// The exit code of a run is go test's own.
func TestTheExitCodeIsKept(t *testing.T) {
	var out bytes.Buffer
	code, err := run([]string{"-times", "", "no/such/package"}, nil, &out)
	if err != nil || code == 0 {
		t.Errorf("exit code %d, %v:\n%s", code, err, out.String())
	}
	if code, err := run([]string{"-nonsense"}, nil, &out); code != 2 || err != nil {
		t.Errorf("a flag that is not there: exit code %d, %v", code, err)
	}
}
