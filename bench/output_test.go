// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

// saved is a file of rows: scans and compactions with times, a rung that cannot be.
func saved(t *testing.T) string {
	t.Helper()
	compact := rowOf("compact", "chained-khr", 1<<20, 12)
	compact.Kept, compact.Dist, compact.RecordBytes = 50, usualDist, 4
	cannot := result.New("ladder", "blend-point", 77)
	cannot.Note = "no least"
	rows := []result.Row{rowOf("scan", "chained-khr", 1<<20, 10), rowOf("scan", "chained-khr", 1<<22, 40), compact, cannot}
	rows[0].GPUBatch = 8
	for i := range rows {
		rows[i].Device, rows[i].Driver = "a toaster", "4.5"
	}
	var out bytes.Buffer
	if err := result.WriteJSON(&out, rows); err != nil {
		t.Fatal(err)
	}
	return tempFile(t, "rows.jsonl", out.String())
}

const peers = `op,n,kept,key_bits,payload_bytes,record_bytes,dist,us,min_us,p25_us,p75_us,reps,wall_us,row_us,bytes,checked,device
scan,1048576,,,,,,20,19,20,21,21,48,4,8388608,true,a toaster
scan,4194304,,,,,,20,19,20,21,21,42,9,33554432,true,a toaster
compact,1048576,50,,,4,uniform,9,9,9,9,21,9,9,6291456,true,a toaster
compact,1048576,90,,,4,uniform,9,9,9,9,21,9,9,6291456,false,a toaster
`

// Rows that were measured before are shown again, with a peer beside them, and written in every
// form: with no GPU.
func TestFrom(t *testing.T) {
	file, folder := saved(t), t.TempDir()
	code, out, errs := ran(fmt.Sprintf("-from %s -peer %s -json - -csv %[3]s/out.csv -plot %[3]s/plots", file, tempFile(t, "cub.csv", peers), folder))
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	rows := lines(t, out)
	if len(rows) != 4 || rows[0].Peer != 20 || rows[1].Ratio() != 0.5 || rows[2].Ratio() != 0.75 || rows[3].Peer != 0 ||
		rows[0].RatioWall() != 48./19 || rows[0].RatioRow() != 0.5 || rows[1].RatioWall() != 42./49 || rows[1].PeerBatch != 9 || rows[2].RatioWall() != 9./21 {
		t.Errorf("%+v", rows)
	}
	holds(t, errs,
		"1 lines left out: not checked", " 2.00\n", " 0.75\n", "blend-point              77  no least",
		"operation  cells queued in row  wall enqueue  worst; best queued\n",
		"scan           2   1.00   0.50  1.47       -  0.50 at n = 2^22; 2.00 at n = 2^20",
		"compact        1   0.75      -  0.43       -  0.75 at n = 2^20 50%; 0.75 at n = 2^20 50%",
	)
	for _, name := range []string{"out.csv", "plots/index.html"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if code, out, _ := ran("-from " + file + "," + file + " -op scan -csv -"); code != 0 || strings.Count(out, "\n") != 5 {
		t.Errorf("two files, scans alone: exit code %d: %s", code, out)
	}
}

func TestFromRefuses(t *testing.T) {
	file, folder := saved(t), t.TempDir()
	bad, empty := tempFile(t, "bad", "{\"n\":"), tempFile(t, "empty", "")
	csv := tempFile(t, "rows.csv", "op,variant,n\nscan,auto,5\n")
	for line, want := range map[string]string{
		"-from " + bad:                    "bad: line 1",
		"-from " + empty:                  "no row",
		"-from " + csv:                    "rows.csv: got CSV, want the JSON lines of -json",
		"-from " + file + " -op frame":    "no row of -op frame",
		"-from " + file + " -peer " + bad: "line 1",
		"-from " + file + " -readme " + folder + "/none.md": "none.md",
	} {
		t.Run(line, func(t *testing.T) {
			code := 2 // what was given is wrong; what cannot be written is a failure
			if strings.Contains(line, "-readme") {
				code = 1
			}
			if got, _, errs := ran(line); got != code || !strings.Contains(errs, want) {
				t.Errorf("%s: exit code %d, want %d: %s", line, got, code, errs)
			}
		})
	}
}

// Foreign files are refused with their line, nothing is written outside the folder, and no control
// character is printed.
func TestFromForeignFiles(t *testing.T) {
	folder := t.TempDir()
	row := func(fields string) string {
		return `{"op":"scan","variant":"chained-khr","n":1024,"gpu_us":5,"wall_us":9,"reliable":true,"checked":true` + fields + "}\n"
	}
	for name, c := range map[string]struct{ rows, want string }{
		"a path for a name":   {row("") + row(`,"op":"ladder","operator":"../../../x","element":"f32"`), "line 2: operator"},
		"a path for an op":    {row(`,"op":"../scan"`), "line 1: op"},
		"no name":             {row("") + "{}\n", "line 2: op"},
		"a huge number":       {row(`,"n":9007199254740993`), "line 1: n is"},
		"an endless time":     {row(`,"gpu_us":1e300`), "line 1: gpu_us is"},
		"no time at all":      {row(`,"gpu_us":1e-300`), "line 1: gpu_us is"},
		"less than none":      {row(`,"wall_us":-1`), "line 1: wall_us is"},
		"beyond all numbers":  {row(`,"gpu_us":1e999`), "line 1: "},
		"too many rows":       {strings.Repeat(row(""), 10_001), "line 10001: more than 10000 rows"},
		"too many ways":       {ways(65), "more than 64 values of variant"},
		"a long name":         {row(`,"variant":"` + strings.Repeat("x", 65) + `"`), "line 1: variant"},
		"a control character": {row(`,"op":"a\u001b[2J"`), `line 1: op "a\x1b[2J"`},
	} {
		t.Run(name, func(t *testing.T) {
			code, _, errs := ran("-from " + tempFile(t, "rows.jsonl", c.rows) + " -plot " + folder + "/plots")
			if code != 2 || !strings.Contains(errs, c.want) || strings.Contains(errs, "\x1b") {
				t.Errorf("%s: exit code %d: %q", name, code, errs)
			}
		})
	}
	escaping := tempFile(t, "esc\x1b[2J.jsonl", row(`,"note":"a\u001b[2Jb","device":"GPU\u0007 A","driver":"1","variant":"chained\u202e"`))
	code, out, errs := ran("-from " + escaping + " -json - -page " + folder + "/index.html")
	page, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if all := out + errs + string(page); code != 0 || err != nil || strings.ContainsAny(all, "\x1b\x07\u202e") || !strings.Contains(string(page), `"GPU\\a A"`) {
		t.Errorf("exit code %d, %v: %q", code, err, out+errs)
	}
	for _, flags := range []string{"-from " + escaping + "\x1b", "-from " + escaping + " -peer " + escaping, "-from " + folder, "-\x1b"} {
		if code, _, errs := ran(flags); code != 2 || strings.Contains(errs, "\x1b") {
			t.Errorf("%q: exit code %d: %q", flags, code, errs)
		}
	}
}

// ways are rows of so many ways.
func ways(count int) string {
	var all strings.Builder
	for i := range count {
		fmt.Fprintf(&all, `{"op":"scan","variant":"chained-%d","n":1024,"gpu_us":5,"wall_us":9,"reliable":true,"checked":true}`+"\n", i)
	}
	return all.String()
}

// Rows of any kind are listed and summed up, or refused, without a panic.
func TestFromStrangeRows(t *testing.T) {
	for seed := range int64(60) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			var text bytes.Buffer
			if err := result.WriteJSON(&text, resulttest.StrangeRows(seed)); err != nil {
				t.Fatal(err)
			}
			if code, _, errs := ran("-from " + tempFile(t, "rows.jsonl", text.String())); code != 0 && code != 1 {
				t.Errorf("seed %d: exit code %d: %s", seed, code, errs)
			}
		})
	}
}
