// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

func TestParse(t *testing.T) {
	o, err := parse(strings.Fields("-ops scan,sort -n 1000,2^16,0 -kept 5 -lanes all -samples 3"))
	if err != nil || len(o.ops) != 2 || o.n[1] != 65536 || o.n[2] != 0 || o.kept[0] != 5 || o.samples != 3 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, line := range []string{"-ops bake", "-n x", "-n -1", "-n 2^40", "-n 2^x", "-kept 101", "-lanes wide", "-samples 0", "-workers -1", "-timeout -1s", "-timeout soon", "-pattern plaid", "-soak -1", "-soak x", "-first -1", "-soak-max 0", "-soak-max 2^30", "-algorithms fast", "extra", "-nonsense"} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), strings.Fields(line), &out, &errs); code != 2 || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: exit code %d, %q", line, code, errs.String())
		}
	}
}

func TestBatches(t *testing.T) {
	for us, want := range map[float64]int{0: 1, -1: 1, 3: 64, 10: 20, 199: 2, 200: 1, 1e6: 1} {
		if n := batchFor(us); n != want {
			t.Errorf("%v us: a batch of %d, want %d", us, n, want)
		}
	}
}

func TestOracles(t *testing.T) {
	keys := []uint32{0x30001, 7, 0x20001, 0xFFFFFFFF, 7}
	gputest.Equal(t, "16 bits", order(keys, 16), []uint32{0, 2, 1, 4, 3})
	gputest.Equal(t, "32 bits", order(keys, 32), []uint32{1, 4, 2, 0, 3})
	gputest.Equal(t, "scan", exclusive([]uint32{3, 1, 0, 2}), []uint32{0, 3, 4, 4})
	gputest.Equal(t, "nonzero", nonzero([]uint32{7, 0, 0, 9}), []uint32{7, 9})
	if same("x", []uint32{1, 2}, []uint32{1, 3}) == nil || same("x", nil, []uint32{1}) == nil {
		t.Error("a difference goes unseen")
	}
}

// Every pattern is one that the flag takes, and has n words.
func TestPatterns(t *testing.T) {
	if len(patterns) != len(patternNames) {
		t.Errorf("%d patterns, %d names", len(patterns), len(patternNames))
	}
	for _, name := range patternNames {
		if data := patterns[name](1, 5000, 50); len(data) != 5000 {
			t.Errorf("%s: %d words", name, len(data))
		}
	}
	if lanes := patterns["lanes"](1, 5, 50); !slices.Equal(lanes, []uint32{0, 1, 0, 1, 0}) {
		t.Errorf("lanes: %v", lanes)
	}
}

func TestEveryOperationIsCheckedAndTimed(t *testing.T) {
	gputest.Device(t) // skips where there is no GL
	path := filepath.Join(t.TempDir(), "b.jsonl")
	var out, errs bytes.Buffer
	code := run(context.Background(), strings.Fields("-n 0,1000 -kept 50 -samples 2 -ops "+strings.Join(allOps, ",")+" -o "+path), &out, &errs)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) != 2*16 {
		t.Errorf("%d rows, want 32", len(lines))
	}
	seen := map[string]bool{}
	for _, line := range lines {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		for _, field := range strings.Fields("op variant n kept key_bits payload_bytes gpu_us gpu_us_min wall_us reliable bytes gb_s of_copy checked device driver") {
			if _, ok := r[field]; !ok {
				t.Errorf("a row lacks %q", field)
			}
		}
		seen[r["op"].(string)] = true
		if r["checked"] != true || r["wall_us"].(float64) <= 0 {
			t.Errorf("%s", line)
		}
	}
	for _, op := range allOps {
		if !seen[op] {
			t.Errorf("no row of %s", op)
		}
	}
}

func lines(t *testing.T, data string) (rows []result.Row) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(data), "\n") {
		var r result.Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		rows = append(rows, r)
	}
	return rows
}

// broken is the table with a scan whose run is replaced.
func broken(run func(calls int, real func() error) error) []op {
	all := slices.Clone(table)
	i := slices.IndexFunc(all, func(o op) bool { return o.name == "scan" })
	all[i].jobs = func(m maker, _ []int) []makeJob {
		return []makeJob{func() (*job, error) {
			j, err := m.scanJob()
			real, calls := j.run, 0
			j.run = func() error { calls++; return run(calls, real) }
			return j, err
		}}
	}
	return all
}

func TestAWrongResultIsNotTimed(t *testing.T) {
	gputest.Device(t) // skips where there is no GL
	for name, run := range map[string]func(int, func() error) error{
		"nothing is written": func(int, func() error) error { return nil },
		"it fails":           func(int, func() error) error { return errors.New("want of power") },
		"it fails later": func(calls int, real func() error) error {
			if calls > 3 {
				return errors.New("want of power")
			}
			return real()
		},
	} {
		for _, n := range []string{"1", "1000"} { // at 1 the right result is a zero
			var out, errs bytes.Buffer
			code := runTable(context.Background(), strings.Fields("-json -samples 2 -ops scan -n "+n), &out, &errs, broken(run), gpu.Options{})
			rows := lines(t, out.String())
			if code != 1 || len(rows) != 2 || !rows[0].Checked || !strings.Contains(errs.String(), "want") {
				t.Errorf("%s: n=%s: exit code %d, %+v, %s", name, n, code, rows, errs.String())
				continue
			}
			if r := rows[1]; r.Op != "scan" || r.Checked || r.GPU != 0 || r.Wall != 0 || r.GBs != 0 {
				t.Errorf("%s: n=%s: %+v", name, n, r)
			}
		}
	}
}

func TestAnInterruptedRowIsNotKept(t *testing.T) {
	gputest.Device(t)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	interrupting := broken(func(calls int, real func() error) error {
		if calls == 5 { // past the check, among the timed
			stop()
		}
		return real()
	})
	var out, errs bytes.Buffer
	code := runTable(ctx, strings.Fields("-json -samples 2 -ops scan,reduce -n 1000"), &out, &errs, interrupting, gpu.Options{})
	if rows := lines(t, out.String()); code != 130 || len(rows) != 1 || rows[0].Op != "copy" || rows[0].Samples != 2 {
		t.Errorf("exit code %d, %+v", code, rows)
	}
}

func TestATimeLimitLeavesOneSample(t *testing.T) {
	gputest.Device(t)
	var out, errs bytes.Buffer
	code := run(context.Background(), strings.Fields("-json -samples 9 -timeout 1ns -ops scan -n 1000"), &out, &errs)
	if code != 0 || !strings.Contains(errs.String(), "1 of 9 samples") {
		t.Errorf("exit code %d, %s", code, errs.String())
	}
	for _, r := range lines(t, out.String()) {
		if !r.Checked || r.Samples != 1 || r.Wall <= 0 {
			t.Errorf("%+v", r)
		}
	}
}

func TestWhatCannotBeRun(t *testing.T) {
	dev := gputest.Device(t)
	folder := t.TempDir()
	cases := map[string]int{
		"-check -n 2^30 -ops scan":                1, // nothing is left to do
		"-n 10 -workers 5000":                     2,
		"-check -n 10 -ops scan -o " + folder:     1,
		"-check -n 10 -ops scan -o /dev/null/x/y": 1,
	}
	if dev.Caps().MaxStorageBytes >= 4<<30 {
		delete(cases, "-check -n 2^30 -ops scan")
	}
	if _, err := gpu.Pick(dev.Caps(), gpu.Tuning{Lanes: gpu.LanesKHR}); err != nil {
		cases["-n 10 -lanes khr"] = 1
	}
	for line, want := range cases {
		var out, errs bytes.Buffer
		if code := run(context.Background(), strings.Fields(line), &out, &errs); code != want || out.Len() > 0 || !strings.Contains(errs.String(), "bench: ") {
			t.Errorf("%s: exit code %d, want %d; %q, %q", line, code, want, out.String(), errs.String())
		}
	}
}

func TestCheckSaysPassForEveryWay(t *testing.T) {
	dev := gputest.Device(t)
	ways := 0
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
		if _, err := gpu.Pick(dev.Caps(), gpu.Tuning{Lanes: l}); err == nil {
			ways++
		}
	}
	var out, errs bytes.Buffer
	// auto is one of all: it makes no rows of its own
	code := run(context.Background(), strings.Fields("-check -lanes all,auto -kept 50 -n 0,1,777"), &out, &errs)
	if got, want := strings.Count(out.String(), "PASS  "), 3*(2+6*ways); code != 0 || got != want {
		t.Errorf("exit code %d, %d PASS, want %d: %s%s", code, got, want, out.String(), errs.String())
	}
}

// Asked for the best, every operation has a row: also those without a chained form, where chained is the best.
func TestAutoLeavesTheAlgorithmOpen(t *testing.T) {
	b := &benchmark{d: gputest.Device(t)}
	for list, want := range map[string][]gpu.Algorithm{"auto": {gpu.AlgorithmAuto}, "auto,all": {gpu.Chunked, gpu.Chained}, "chained": {gpu.Chained}} {
		b.o = options{algorithms: strings.Split(list, ","), lanes: []string{"auto"}}
		all, err := b.tunings()
		var got []gpu.Algorithm
		for _, tune := range all {
			got = append(got, tune.Algorithm)
		}
		slices.Sort(got)
		if slices.Sort(want); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v: %v", list, got, want, err)
		}
	}
}

func TestBytes(t *testing.T) {
	dev := gputest.Device(t)
	pool, err := newPool(dev, 1000)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.free()
	m := maker{d: dev, n: 1000, seed: 1, pool: pool, pattern: "random"}
	kept := int64(len(nonzero(words(1, 1000, 50))))
	for i, c := range []struct {
		make makeJob
		want int64
	}{
		{m.copyJob, 8000}, {m.scanJob, 8000}, {m.reduceJob, 4000},
		{func() (*job, error) { return m.compactJob(50) }, 4000 + 4*kept},
		{func() (*job, error) { return m.appendJob(50) }, 4000 + 4*kept},
		{func() (*job, error) { return m.sortJob(32, false) }, 4 * 8000},
		{func() (*job, error) { return m.sortJob(32, true) }, 4 * 16000},
		{func() (*job, error) { return m.sortJob(16, true) }, 2 * 16000},
	} {
		if j, err := c.make(); err != nil || j.row.Bytes != c.want {
			t.Errorf("case %d, %s: %d bytes, want %d (%v)", i, j.row.Op, j.row.Bytes, c.want, err)
		}
	}
}

func TestShadersBench(t *testing.T) {
	gputest.Validate(t, []gpu.Spec{appendSpec()})
}
