// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// runAsBench is the variable that makes the test's own program bench.
const runAsBench = "COMB_TEST_RUN_BENCH"

// TestMain lets the test's own program be what -startup runs for each start, and bench itself.
func TestMain(m *testing.M) {
	if os.Getenv(runAsBench) != "" {
		main()
	}
	if len(os.Args) > 1 && os.Args[1] == "-startup-one" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func startRows(t *testing.T, data string) (rows []startRow) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(data), "\n") {
		var r startRow
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		rows = append(rows, r)
	}
	return rows
}

func TestStartup(t *testing.T) {
	gputest.Device(t) // skips where there is no GL
	if os.Getenv("MESA_SHADER_CACHE_DISABLE") != "" {
		t.Skip("without its own cache this driver has no program binaries: nothing is ever warm")
	}
	file := filepath.Join(t.TempDir(), "s.jsonl")
	reps := gputest.InNightly(2, 1)
	code, out, errs := ran(fmt.Sprint("-startup -op image,scan -reps ", reps, " -json ", file))
	data, err := os.ReadFile(file)
	if code != 0 || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, errs)
	}
	rows := startRows(t, string(data))
	if len(rows) != 2 || rows[0].Op != "image" || rows[1].Op != "scan" || !strings.Contains(out, startHead) {
		t.Fatalf("%+v: %s", rows, errs)
	}
	for _, r := range rows {
		if !r.Checked || r.Samples != reps || r.N != startItems || r.Variant == "" || r.Device == "" || r.Driver == "" {
			t.Errorf("%+v", r)
		}
		if r.Cold.Compiled == 0 || r.Cold.Cached != 0 || r.Warm.Compiled != 0 || r.Warm.Cached != r.Cold.Compiled || r.Bare.Compiled == 0 || r.Bare.Cached != 0 {
			t.Errorf("%s: programs: %+v", r.Op, r)
		}
		for _, s := range []starts{r.Cold, r.Warm, r.Bare} {
			if s.Attach <= 0 || s.New <= 0 || s.Call <= 0 || s.Least > s.Total || s.Total > s.Most {
				t.Errorf("%s: times: %+v", r.Op, s)
			}
		}
	}
}

// Every operation's first result is right, in each algorithm. An ordinary run takes the small tile,
// and a single pass of two of the operations that have one.
func TestEveryStartIsChecked(t *testing.T) {
	if gputest.Nightly() {
		gputest.AllTiles(t)
	}
	best, err := kernel.Pick(gputest.Device(t).Caps(), gpu.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	oneForm := []string{"reduce", "image", "histogram", "partition", "hair"}
	for _, op := range startNames() {
		for _, algorithm := range []string{"auto", "chained"} {
			if algorithm == "chained" && (testing.Short() && op != "scan" || !gputest.Nightly() && !slices.Contains(append(oneForm, "scan", "compact"), op)) {
				continue
			}
			variant := algorithm
			if algorithm == "chained" {
				variant = gpu.Tier{Algorithm: gpu.SinglePass, Lanes: best.Lanes}.String()
			}
			o, err := parse([]string{"-startup-one", op, "-variant", variant})
			if err != nil {
				t.Fatal(err)
			}
			got, err := o.start(gpu.Options{})
			if err != nil {
				t.Errorf("%s, %s: %v", op, algorithm, err)
			}
			if none := algorithm == "chained" && slices.Contains(oneForm, op); got.None != none {
				t.Errorf("%s, %s: has no form: %v", op, algorithm, got.None)
			}
			if !got.None && (got.Total <= 0 || got.Variant == "" || algorithm == "chained" && !strings.HasPrefix(got.Variant, algorithm)) {
				t.Errorf("%s, %s: %+v", op, algorithm, got)
			}
		}
	}
}

// made is a starter whose starts are made up.
func made(o options, out, errs *bytes.Buffer, spawn func(args, env []string) (startReport, error)) *starter {
	return &starter{ctx: context.Background(), o: o, stdout: out, stderr: errs,
		spawn: func(_ context.Context, args, env []string) (startReport, error) { return spawn(args, env) }}
}

func TestStartupReportsFailures(t *testing.T) {
	o, err := parse(strings.Fields("-startup -op scan,compact -reps 3"))
	if err != nil || o.reps != 3 {
		t.Fatal(o, err)
	}
	var out, errs bytes.Buffer
	folders, calls := map[string]bool{}, 0
	warm := func(args, env []string) (startReport, error) {
		calls++
		if i := slices.Index(args, "-startup-cache"); i >= 0 {
			folders[args[i+1]] = true
		}
		if !strings.HasPrefix(env[len(env)-1], "__GL_SHADER_DISK_CACHE_PATH="+os.TempDir()) {
			t.Errorf("%v", env[len(env)-1])
		}
		return startReport{start: start{Total: float64(calls), Compiled: 1}, Variant: "v"}, nil // warm too
	}
	if code := made(o, &out, &errs, warm).run(); code != 1 || strings.Count(out.String(), "false") != 2 || !strings.Contains(errs.String(), "compiled with a warm cache") {
		t.Errorf("a warm start that compiles: exit code %d: %s%s", code, out.String(), errs.String())
	}
	if calls != 2*3*3 || len(folders) != 2*3 {
		t.Errorf("%d starts in %d folders", calls, len(folders))
	}
	for f := range folders {
		if _, err := os.Stat(filepath.Dir(f)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left: %v", f, err)
		}
	}
	out.Reset()
	errs.Reset()
	o.json = "-"
	if code := made(o, &out, &errs, func([]string, []string) (startReport, error) { return startReport{}, gpu.ErrContextLost }).run(); code != 1 || out.Len() > 0 || !strings.Contains(errs.String(), gpu.ErrContextLost.Error()) {
		t.Errorf("starts that fail: exit code %d: %s%s", code, out.String(), errs.String())
	}
	if code := made(o, &out, &errs, func([]string, []string) (startReport, error) { return startReport{None: true}, nil }).run(); code != 1 || out.Len() > 0 {
		t.Errorf("no such form: exit code %d: %s%s", code, out.String(), errs.String())
	}
	lacking := func([]string, []string) (startReport, error) { return startReport{Lacking: "no such lanes"}, nil }
	for variant, want := range map[string]string{"chained-*": "no operation has such a form", "chained-khr": "no such lanes"} {
		errs.Reset()
		o.variants, _ = readChoice(variant)
		if code := made(o, &out, &errs, lacking).run(); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s lacking: exit code %d: %s", variant, code, errs.String())
		}
	}
	s := made(o, &out, &errs, warm)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if s.ctx = ctx; s.run() != 130 {
		t.Error("interrupted")
	}
}

func TestLostContextEndsStartup(t *testing.T) {
	lossesOf(t, func(after int) bool {
		code, out, errs := ran("-startup-one scan")
		if code == 0 {
			return false
		}
		if code != 1 || out != "" || !strings.Contains(errs, gpu.ErrContextLost.Error()) {
			t.Errorf("lost after %d: exit code %d: %s%s", after, code, out, errs)
		}
		return true
	})
}

func TestStartupFlags(t *testing.T) {
	if o, err := parse([]string{"-startup"}); err != nil || o.reps != 5 || len(o.ops) != len(starting) {
		t.Errorf("%+v, %v", o, err)
	}
	for _, line := range []string{"-startup -op append", "-startup-one bake", "-startup -reps 0", "-op pairs", "-startup -variant append", "-startup -soak 3"} {
		if _, err := parse(strings.Fields(line)); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
}

// An interrupted run has written the rows of the operations before, and says which are missing.
func TestStartupKeepsTheRowsOfAnInterruptedRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.jsonl")
	o, err := parse(strings.Fields("-startup -op scan,compact,sort -reps 1 -json " + file))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var out, errs bytes.Buffer
	s := made(o, &out, &errs, func(args, _ []string) (startReport, error) {
		if slices.Contains(args, "compact") {
			if data, err := os.ReadFile(file); err != nil || len(startRows(t, string(data))) != 1 {
				t.Errorf("while the second row is measured the file has %q, %v", data, err)
			}
			stop()
		}
		return startReport{Variant: "v"}, nil
	})
	s.ctx = ctx
	if code := s.run(); code != 130 {
		t.Errorf("exit code %d", code)
	}
	holds(t, errs.String(), "not reached: 1 of compact, 1 of sort\n", "bench: interrupted; the 1 rows so far are kept")
	data, err := os.ReadFile(file)
	if rows := startRows(t, string(data)); err != nil || len(rows) != 1 || rows[0].Op != "scan" {
		t.Errorf("%v, %v", rows, err)
	}
}
