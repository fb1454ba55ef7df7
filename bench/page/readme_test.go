// SPDX-License-Identifier: MIT

package page

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// holds fails for each text that another one lacks.
func holds(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%.9999s", want, text)
		}
	}
}

var update = flag.Bool("update", false, "write the figures of the committed results into docs/performance.md and bench/README.md")

// docs/performance.md and bench/README.md hold the tables of the results that are committed beside
// them.
func TestReadmeMatchesCommittedResults(t *testing.T) {
	for _, c := range []struct{ readme, rows string }{
		{"../../docs/performance.md", "h200.jsonl"}, {"../README.md", "h200.jsonl"}, {"../README.md", "h200-frame.jsonl"},
		{"../../docs/performance.md", "h200-peers.jsonl"},
	} {
		t.Run(filepath.Base(c.readme)+" of "+c.rows, func(t *testing.T) {
			rows := resulttest.Stored(t, c.rows)
			if *update {
				if err := Readme(c.readme, rows); err != nil {
					t.Fatal(err)
				}
			}
			was := content(t, c.readme)
			path := file(t, was)
			if err := Readme(path, rows); err != nil {
				t.Fatal(err)
			}
			is := strings.Split(content(t, path), "\n")
			for i, line := range strings.Split(was, "\n") {
				if i >= len(is) || line != is[i] {
					t.Fatalf("%s, line %d is not what bench/results/%s makes (go test ./bench/page -run Readme -update writes it):\n%s", c.readme, i+1, c.rows, line)
				}
			}
			if n := strings.Count(was, "\n") + 1; n != len(is) {
				t.Errorf("%s has %d lines, want %d", c.readme, n, len(is))
			}
		})
	}
}

func TestReadme(t *testing.T) {
	before, after := "# A\n\ntext <!-- figures --> within a line\n"+blocks[0].begin()+"\n", blocks[0].end()+"\nmore\n"
	path := file(t, before+"old\n"+after)
	for range 2 { // the second time it finds its own work
		if err := Readme(path, resulttest.Rows()); err != nil {
			t.Fatal(err)
		}
		text := content(t, path)
		if !strings.HasPrefix(text, before) || !strings.HasSuffix(text, after) || strings.Contains(text, "old\n") {
			t.Fatalf("%s", text)
		}
		part := strings.TrimSuffix(strings.TrimPrefix(text, before), after)
		if figures, err := Figures(resulttest.Rows()); err != nil || part != figures {
			t.Fatalf("%v\n%s", err, part)
		}
	}
}

func TestFigures(t *testing.T) {
	text, err := Figures(resulttest.Rows())
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.ReplaceAll(text, "\n", " ")
	holds(t, flat,
		"Microseconds a call on Made-up GPU (OpenGL 0.0 made up), GPU time, medians of 21 calls.", "Each call is queued behind other work",
		"| n | copy | reduce | scan | compact, 1 % kept | compact, 50 % kept | compact, 100 % kept | sort, 32-bit keys | sort, 32-bit keys + 4 bytes | sort, 16-bit keys + 4 bytes |",
		"| 2^24 | 48.1 | 26.6 (1.17 / 0.98 / 1.01) | 77.3 (0.87 / 0.73 / 0.84) | 56.6 (0.86 / ", "| n | histogram |",
		"| reduce | 6 | 1.39 (1.17 to 1.51) | 1.16 (0.98 to 1.25) | 0.99 (0.97 to 1.01) | 0.80 (0.80 to 0.80) |",
		"| reduce | 7.36 | 11.1 | 19.4 | 19.1 | 3.00 | 2.40 |",
		"| 2^24 | 3.49 / 3.49 / 3.52 scan-tree | 1.34 / 1.38 / 1.35 append-group | 87.6 / 94.0 / 106 cpu-parallel |",
	)
	wantTables(t, text)
	text, err = Figures(resulttest.OnWall())
	if err != nil || !strings.Contains(text, "wall time, as") || strings.Contains(text, "CUB") || strings.Contains(text, "queued") {
		t.Errorf("%v\n%s", err, text)
	}
}

// wantTables says that every line of a table has as many cells as its head.
func wantTables(t *testing.T, text string) {
	t.Helper()
	columns := 0
	for _, line := range strings.Split(text, "\n") {
		n := strings.Count(line, "|")
		if columns > 0 && n > 0 && n != columns {
			t.Errorf("%d cells, the head has %d: %s", n-1, columns-1, line)
		}
		columns = n
	}
}

// What was not measured is not spoken of, and nothing is the faster in words: only numbers say so.
func TestFiguresOfPartialRows(t *testing.T) {
	made := func(change func(r *result.Row)) string {
		rows := resulttest.Rows()
		for i := range rows {
			change(&rows[i])
		}
		text, err := Figures(rows)
		if err != nil {
			t.Fatal(err)
		}
		wantTables(t, text)
		return text
	}
	text := made(func(r *result.Row) { r.PeerWall, r.PeerBatch, r.PeerEnqueue, r.Queued = 0, 0, 0, false })
	for _, never := range []string{"alone", "in a row", "wall (", "to enqueue", "Each call is queued", "every cell"} {
		if strings.Contains(text, never) {
			t.Errorf("%q of rows that have no such calls:\n%s", never, text)
		}
	}
	if !strings.Contains(text, "The GPU was idle before comb's calls.") || !strings.Contains(text, "| 26.6 (1.17) |") || !strings.Contains(text, "\n| | cells | queued |\n") {
		t.Errorf("%s", text)
	}
	text = made(func(r *result.Row) { r.PeerBatch = 0 })
	if !strings.Contains(text, "| 26.6 (1.17 / 1.01) |") || strings.Contains(text, "in a row") {
		t.Errorf("no peer's calls in a row:\n%s", text)
	}
	text = made(func(r *result.Row) {
		if r.Op != "copy" && r.N != 1<<24 {
			r.PeerWall = 0
		}
	})
	if !strings.Contains(text, "| reduce | 6 | 1.39 (1.17 to 1.51) | 1.16 (0.98 to 1.25) | 1.01 |") {
		t.Errorf("wall times at one n:\n%s", text)
	}
}

// Where OpenGL's copy falls behind, both are there: the ratios, and those of which each side's time
// is over its own copy's.
func TestFiguresRelativeToCopies(t *testing.T) {
	rows := resulttest.Rows()
	if text, err := Figures(rows); err != nil || strings.Contains(text, "own copy") || strings.Contains(text, "over copies") {
		t.Errorf("of small n: %v\n%s", err, text)
	}
	for i := range rows {
		r := &rows[i]
		if r.N != 1<<24 {
			continue
		}
		r.N = 1 << 26
		if r.Op == "copy" {
			r.Peer, r.PeerBatch, r.PeerWall = r.GPU/2, r.GPUBatch, r.Wall*2
		}
	}
	for _, text := range []func([]result.Row) (string, error){Figures, Against} {
		text, err := text(rows)
		if err != nil || !strings.Contains(text, "1.74 / 0.73 / 0.42") || !strings.Contains(text, "0.87 / 0.73 / 0.84") {
			t.Errorf("%v\n%s", err, text)
		}
		wantTables(t, text)
	}
}

func TestAgainst(t *testing.T) {
	text, err := Against(resulttest.Rows())
	if err != nil {
		t.Fatal(err)
	}
	holds(t, text,
		"medians of 21 calls", "| | 2^12 | 2^16 | 2^18 | 2^20 | 2^22 | 2^24 |", "| compact, 10 % kept |", "| sort, 64-bit keys + 8 bytes |",
		"| compact, 50 % kept, 64-byte records at 2^20 |", "| sort, 32-bit keys, few at 2^20 |", "| sort | 44 |",
	)
	wantTables(t, text)
	if _, err := Against(resulttest.OnWall()); err == nil || !strings.Contains(err.Error(), "peer") {
		t.Errorf("of no peer: %v", err)
	}
}

// Of many n few are shown, the largest among them.
// Rows of different work beside the peer's have different names, or they would share a line.
func TestWorkBesideThePeersHasNames(t *testing.T) {
	var rows []result.Row
	add := func(op, variant string, kept, bits, payload int, dist string) {
		for _, n := range []int{1 << 12, 1 << 16} {
			r := result.New(op, variant, n)
			r.Device, r.Checked, r.Reliable, r.GPU, r.Peer, r.Samples = "a toaster", true, true, 10, 20, 21
			r.Kept, r.KeyBits, r.PayloadBytes, r.Dist = kept, bits, payload, dist
			rows = append(rows, r)
		}
	}
	add("split", "chained-khr", 1, -1, 0, "uniform")
	add("split", "chained-khr", 50, -1, 0, "uniform")
	add("mergesort", "auto", -1, 24, 4, "uniform")
	add("mergesort", "auto", -1, 32, 4, "uniform")
	add("sort64", "chained-khr", -1, 64, 0, "")
	add("sort64", "chained-khr", -1, 64, 4, "")
	add("sort128", "chained-khr", -1, 128, 4, "")
	add("topk", "chained-khr", -1, 32, 0, "few")
	add("merge", "auto", -1, -1, 0, "")
	text, err := Against(rows)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, text, "| split, 1 % first |", "| split, 50 % first |", "| mergesort, 24-bit keys + 4 bytes |", "| mergesort, 32-bit keys + 4 bytes |",
		"| sort64, 64-bit keys |", "| sort64, 64-bit keys + 4 bytes |", "| sort128, 128-bit keys + 4 bytes |", "| topk, few |", "| merge |")
}

// The table of further operations has a line for each that there are rows of, with wall times where
// the peer waits for the CPU.
func TestBeside(t *testing.T) {
	add := func(op string, kept, bits int, peer, peerWall float64) result.Row {
		r := result.New(op, "chained-khr", 1<<20)
		r.Checked, r.Reliable, r.Queued, r.GPU, r.Wall, r.Samples, r.OfCopy = true, true, true, 10, 20, 21, 0.5
		r.Device, r.Driver, r.Kept, r.KeyBits, r.Peer, r.PeerWall = "GPU", "1.0", kept, bits, peer, peerWall
		return r
	}
	text, err := Beside([]result.Row{
		add("split", 50, -1, 15, 40), add("split", 1, -1, 99, 99), add("union", -1, -1, 0, 30), add("topk", -1, 16, 99, 99), add("merge", -1, -1, 0, 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, text, "| operation | 2^20 | 2^20, bytes over the copy's |", "| split to two arrays, half kept | 10.0 (1.50) | 0.50 |",
		"| merge of two arrays | 10.0 | 0.50 |", "| union of two arrays | 10.0 (wall 1.50) | 0.50 |")
	if strings.Contains(text, "1,000") || strings.Contains(text, "99") {
		t.Errorf("a row that is not asked for:\n%s", text)
	}
	if _, err := Beside([]result.Row{add("scan", -1, -1, 1, 1)}); err == nil {
		t.Error("no error without a row of such an operation")
	}
}

func TestSizes(t *testing.T) {
	c := column{"x", map[int]result.Row{}}
	for e := 10; e <= 26; e++ {
		c.rows[1<<e] = result.Row{}
	}
	if ns := sizesOf([]column{c}); len(ns) != 9 || ns[0] != 1<<10 || ns[8] != 1<<26 {
		t.Errorf("%v", ns)
	}
}

func TestReadmeErrors(t *testing.T) {
	begin, end := blocks[0].begin(), blocks[0].end()
	rows := committed(t)
	for name, text := range map[string]string{
		"no marks": "a\n", "no end": begin + "\n", "no beginning": end + "\n", "the wrong way round": end + "\n" + begin + "\n",
		"twice": begin + "\n" + end + "\n" + begin + "\n" + end + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, text)
			if err := Readme(path, rows); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), begin) {
				t.Errorf("%s: %v", name, err)
			}
			if content(t, path) != text {
				t.Errorf("%s: the file has changed", name)
			}
		})
	}
	good := begin + "\n" + end + "\n"
	path := file(t, good)
	var refusals []result.Row
	for _, r := range resulttest.Rows() {
		if !r.Good() || r.Op == "tiles" {
			refusals = append(refusals, r)
		}
	}
	for _, rows := range [][]result.Row{nil, refusals, append(rows, resulttest.Rows()...)} {
		if err := Readme(path, rows); err == nil || content(t, path) != good {
			t.Errorf("%v of %d rows", err, len(rows))
		}
	}
	if err := Readme(filepath.Join(t.TempDir(), "nowhere.md"), rows); err == nil || !strings.Contains(err.Error(), "nowhere.md") {
		t.Errorf("no file: %v", err)
	}
}
