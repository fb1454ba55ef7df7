// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
)

// ran runs the program with flags to its end, on the usual table of operations.
func ran(flags string) (code int, out, errs string) {
	return ranTable(context.Background(), flags, table)
}

func ranTable(ctx context.Context, flags string, table []op) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = runTable(ctx, strings.Fields(flags), &stdout, &stderr, table, gpu.Options{})
	return code, stdout.String(), stderr.String()
}

func lines(t *testing.T, data string) []result.Row {
	t.Helper()
	rows, err := result.ReadJSON(strings.NewReader(data))
	if err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	return rows
}

// tempFile writes a new file and returns its path.
func tempFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// holds fails for each text that another one lacks.
func holds(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// Every operation, the extra ones too, at awkward sizes. In an ordinary run no frame of hair is
// among them: it has too few segments. TestQuick draws one.
func TestEveryOperationIsCheckedAndTimed(t *testing.T) {
	gputest.Device(t) // skips where there is no GL
	all := strings.Join(names(table), ",")
	code, out, errs := ran("-n 1," + gputest.InNightly("31000", "9001") + " -kept 50 -bits 32 -payload 4 -reps 2 -variant auto,kernel,dispatch,fetch-64,append,frame,cull+key+sort -json - -op " + all)
	rows := lines(t, out)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	seen := map[string]int{}
	for _, r := range rows {
		if r.Checked && r.Time() > 0 && r.Samples != 2 || r.Failed() || r.Device == "" || r.Driver == "" {
			t.Errorf("%+v", r)
		}
		seen[r.Op]++
	}
	for _, o := range table {
		least := 2
		if o.name == "ladder" || o.name == "tiles" {
			least = 0 // none of the variants
		}
		if seen[o.name] < least {
			t.Errorf("%d rows of %s, want %d", seen[o.name], o.name, least)
		}
	}
}

// The quick sweep with a budget that leaves each row its least: every usual operation has rows, all
// checked, and files. An ordinary run takes some variants of each.
func TestQuick(t *testing.T) {
	gputest.Device(t)
	if testing.Short() {
		t.Skip("a sweep of everything")
	}
	folder := t.TempDir()
	args := "-quick -n 2^10,31000 -budget 1ms -seed 3 -json " + filepath.Join(folder, "q.jsonl") + " -csv " + filepath.Join(folder, "q.csv") + " -plot " + filepath.Join(folder, "plots")
	if !gputest.Nightly() {
		args += " -variant auto,kernel,dispatch,fetch-64,append,scan-scatter,frame,ours,unrolled,mipmap-points"
	}
	code, out, errs := ran(args)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	data, err := os.ReadFile(filepath.Join(folder, "q.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rows := lines(t, string(data))
	seen := map[string]bool{}
	for _, r := range rows {
		seen[r.Op] = seen[r.Op] || r.Checked
		if r.Failed() || r.Checked && !slices.Contains([]string{"frame"}, r.Op) && r.Time() <= 0 {
			t.Errorf("%+v", r)
		}
	}
	for _, o := range chosen(table, nil) {
		if !seen[o.name] {
			t.Errorf("no row of %s", o.name)
		}
	}
	table, err := os.ReadFile(filepath.Join(folder, "q.csv"))
	if err != nil || strings.Count(string(table), "\n") != len(rows)+1 {
		t.Errorf("%d lines of CSV for %d rows, %v", strings.Count(string(table), "\n"), len(rows), err)
	}
	for _, line := range strings.Split(out, "\n") {
		if len(line) > tableWidth {
			t.Errorf("%d letters: %s", len(line), line)
		}
	}
	for _, kind := range []string{"*.png", "*.svg", "index.html"} {
		if found, _ := filepath.Glob(filepath.Join(folder, "plots", kind)); len(found) == 0 {
			t.Errorf("no %s", kind)
		}
	}
}

// broken is the table with a scan whose run is replaced.
func broken(run func(calls int, real func() error) error) []op {
	all := slices.Clone(table)
	i := slices.IndexFunc(all, func(o op) bool { return o.name == "scan" })
	all[i].job = func(m maker) *job {
		j := m.scanJob()
		real, calls := j.run, 0
		j.run = func() error { calls++; return run(calls, real) }
		return j
	}
	return all
}

func TestAWrongResultIsNotTimed(t *testing.T) {
	gputest.Device(t)
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
		t.Run(name, func(t *testing.T) {
			for _, n := range []string{"1", "1000"} {
				t.Run(n, func(t *testing.T) { // at 1 the right result is a zero
					code, out, errs := ranTable(context.Background(), "-json - -reps 4 -op scan -n "+n, broken(run))
					rows := lines(t, out)
					if code != 1 || len(rows) != 2 || !rows[0].Checked || !strings.Contains(errs, "want") {
						t.Errorf("%s: n=%s: exit code %d, %+v, %s", name, n, code, rows, errs)
						return
					}
					if r := rows[1]; r.Op != "scan" || !r.Failed() || r.GPU != 0 || r.Wall != 0 || r.GBs != 0 || r.Samples != 0 {
						t.Errorf("%s: n=%s: %+v", name, n, r)
					}
					if !strings.Contains(errs, "WRONG: ") || !strings.Contains(errs, "1 of 2 rows failed") {
						t.Errorf("%s: n=%s: the table says %s", name, n, errs)
					}
					if again, _, _ := ran("-from " + tempFile(t, "rows.jsonl", out)); again != 1 {
						t.Errorf("%s: n=%s: -from of it: exit code %d", name, n, again)
					}
				})
			}
		})
	}
}

// The lines about kernels that failed their self-test are found, and no others.
func TestRefusedKernels(t *testing.T) {
	report := []string{
		"llvmpipe, OpenGL 4.5, GLSL 4.50", "scan: chained-khr, self-test passed in 12 ms", "reduce: chunked-khr, not tested",
		"radix, one tile: not chunked-khr: keys of 128 u32: item 0 is 1, want 0: wrong results on this driver",
	}
	if got := refused(report); len(got) != 1 || got[0] != report[3] {
		t.Errorf("refused: %q", got)
	}
}

func TestImpossibleRowIsNotAFailure(t *testing.T) {
	gputest.Device(t)
	impossible := broken(func(int, func() error) error { return gpu.ErrTooLarge })
	for _, mode := range []string{"-reps 1 ", "-check "} {
		code, out, errs := ranTable(context.Background(), mode+"-json - -op scan -n 1000", impossible)
		rows := lines(t, out)
		if code != 0 || len(rows) != 2 || rows[1].Checked || rows[1].Failed() || rows[1].Note != gpu.ErrTooLarge.Error() || rows[1].Wall != 0 {
			t.Errorf("%sexit code %d, %+v, %s", mode, code, rows, errs)
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
	code, out, _ := ranTable(ctx, "-json - -reps 20 -op scan,reduce -n 1000", interrupting)
	if rows := lines(t, out); code != 130 || len(rows) != 1 || rows[0].Op != "copy" || rows[0].Samples != 20 {
		t.Errorf("exit code %d, %+v", code, rows)
	}
}

func TestATimeLimitLeavesOneSample(t *testing.T) {
	gputest.Device(t)
	code, out, errs := ran("-json - -reps 9 -timeout 1ns -op scan -n 1000")
	if code != 0 || !strings.Contains(errs, "1 of 9 samples") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	for _, r := range lines(t, out) {
		if !r.Checked || r.Samples != 1 || r.Wall <= 0 {
			t.Errorf("%+v", r)
		}
	}
}

func TestErrorExitCodes(t *testing.T) {
	dev := gputest.Device(t)
	folder := t.TempDir()
	cases := map[string]int{
		"-check -n 2^30 -op scan":                   1, // nothing is left to do
		"-n 10 -workers 5000":                       2,
		"-check -n 10 -op scan -json " + folder:     1,
		"-check -n 10 -op scan -json /dev/null/x/y": 1,
		"-n 10 -op scan -plot /dev/null/x":          1,
		"-n 10 -op scan -readme " + folder + "/no":  1, // before there are rows
		"-n 10 -op scan -peer " + folder + "/no":    2,
		"-from " + folder + "/no":                   2,
	}
	if dev.Caps().MaxStorageBytes >= 4<<30 {
		delete(cases, "-check -n 2^30 -op scan")
	}
	if _, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: gpu.LanesKHR}); err != nil {
		cases["-n 10 -variant chunked-khr"] = 1
	}
	for line, want := range cases {
		if code, out, errs := ran(line); code != want || out != "" || !strings.Contains(errs, "bench: ") {
			t.Errorf("%s: exit code %d, want %d; %q, %q", line, code, want, out, errs)
		}
	}
}

// Of a variant that has run there is no second row, by whatever name it comes.
func TestCheckSaysPassForEveryVariant(t *testing.T) {
	dev := gputest.Device(t)
	ways := 0
	for _, l := range []gpu.Lanes{gpu.LanesKHR, gpu.LanesBallot, gpu.LanesShared} {
		if _, err := kernel.Pick(dev.Caps(), gpu.Tuning{Lanes: l}); err == nil {
			ways++
		}
	}
	code, out, errs := ran("-check -op scan,reduce,compact -variant all,auto -kept 50 -n 0,1,777")
	perSize := 1 + 2*ways + ways + 2*ways // the copy; reduce has no single-pass form
	classics := strings.Count(out, " compact ") - 3*2*ways
	if got := strings.Count(out, "PASS  ") + strings.Count(out, "NONE  "); code != 0 || got-classics != 3*perSize || classics < 3 {
		t.Errorf("exit code %d, %d rows of which %d are of classics, want %d of comb's: %s%s", code, got, classics, 3*perSize, out, errs)
	}
}

// Sizes that an operation cannot have are no failures. Their lines say which it can.
func TestImpossibleSizesAreNoFailures(t *testing.T) {
	gputest.Device(t)
	code, out, errs := ran("-check -op particles,fluid,hair-chain -n 0")
	for _, want := range []string{
		"NONE  particles frame n=0  no particles, want 1 or more", "NONE  particles naive n=0  no particles, want 1 or more",
		"NONE  fluid frame n=0  no particles, want 1 or more", "NONE  hair-chain cull+key+sort n=0  0 segments of hair on 1 heads, want 31000 to ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q", want)
		}
	}
	if code != 0 || strings.Contains(out, "FAIL") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
}

func TestBytes(t *testing.T) {
	dev := gputest.Device(t)
	pool, err := newPool(dev, needs{words: 16000, payload: 1000, sorted: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.free()
	at := func(set func(c *cell)) maker {
		c := newCell("test", 1000)
		c.kept, c.dist, c.record, c.bits = 50, usualDist, 4, 32
		set(&c)
		return maker{cell: c, d: dev, seed: 1, pool: pool}
	}
	same := func(*cell) {}
	wide := func(c *cell) { c.record = 64 }
	pairs := func(c *cell) { c.payload = 4 }
	kept := int64(len(nonzero(records(1, 1000, 1, 50, usualDist), 1)))
	for i, c := range []struct {
		make func(maker) *job
		set  func(*cell)
		want int64
	}{
		{maker.copyJob, same, 8000}, {maker.scanJob, same, 8000}, {maker.reduceJob, same, 4000},
		{maker.compactJob, same, 4000 + 4*kept}, {maker.compactJob, wide, 64000 + 64*kept},
		{maker.sortJob, same, 4 * 8000}, {maker.sortJob, pairs, 4 * 16000},
		{maker.sortJob, func(c *cell) { c.bits, c.payload = 16, 4 }, 2 * 16000},
		{maker.sortJob, func(c *cell) { c.bits = 24 }, 3 * 8000},
	} {
		gputest.Run(t, dev, fmt.Sprint("job=", i), func(t *testing.T) {
			if j := c.make(at(c.set)); j.err != nil || j.row.Bytes != c.want {
				t.Errorf("case %d: %d bytes, want %d (%v)", i, j.row.Bytes, c.want, j.err)
			}
		})
	}
}

// A row of a sort has the form that a call of its n takes, and the variant that was asked for. A
// reader that does not have the field form reads the variant as before.
func TestRowsOfSortsHaveTheirForm(t *testing.T) {
	d := gputest.Device(t)
	best, err := kernel.Pick(d.Caps(), gpu.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	tune := gpu.Tuning{Algorithm: gpu.SinglePass, Lanes: best.Lanes}
	variant := gpu.Tier{Algorithm: tune.Algorithm, Lanes: tune.Lanes}.String()
	code, out, errs := ran("-op sort,keysort -n 1000,20000 -bits 32 -payload 0 -dist uniform -reps 1 -json - -variant auto," + variant)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	gputest.Run(t, d, "rows", func(t *testing.T) {
		automatic, chained := newSorter(t, d, radix.Options{}), newSorter(t, d, radix.Options{Tuning: tune})
		byKey := newSorter(t, d, radix.Options{Record: "uvec2", RecordBytes: 8, Key: "uint key(uvec2 r) { return r.y; }"})
		rows, forms := 0, 0
		for _, r := range lines(t, out) {
			want := ""
			switch {
			case r.Op == "keysort":
				want = byKey.VariantFor(radix.ForKeys, r.N/keyedWords)
			case r.Op == "sort" && r.Variant == variant:
				want = chained.VariantFor(radix.ForKeys, r.N)
			case r.Op == "sort":
				want = automatic.VariantFor(radix.ForKeys, r.N)
			default:
				continue
			}
			if cmp.Or(r.Form, r.Variant) != want || r.Form == r.Variant {
				t.Errorf("%s, n=%d: variant %q and form %q, want the form %q", r.Op, r.N, r.Variant, r.Form, want)
			}
			if rows++; r.Form != "" {
				forms++
			}
		}
		if rows != 6 || forms < 2 { // those of keysort have no variant
			t.Errorf("%d rows, %d of them with a form, want 6 and at least 2", rows, forms)
		}
	})
}

func newSorter(t *testing.T, d *gpu.Device, o radix.Options) *radix.Sorter {
	t.Helper()
	s, err := radix.New(d, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}
