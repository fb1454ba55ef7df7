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

var update = flag.Bool("update", false, "write the figures of the committed results into README.md")

// README.md holds the figures of the results that are committed beside it.
func TestReadmeIsOfTheCommittedResults(t *testing.T) {
	const readme = "../../README.md"
	if *update {
		if err := Readme(readme, committed(t)); err != nil {
			t.Fatal(err)
		}
	}
	was := content(t, readme)
	path := file(t, was)
	if err := Readme(path, committed(t)); err != nil {
		t.Fatal(err)
	}
	is := strings.Split(content(t, path), "\n")
	for i, line := range strings.Split(was, "\n") {
		if i >= len(is) || line != is[i] {
			t.Fatalf("README.md, line %d is not what bench/results/h200.jsonl makes (go test ./bench/page -run Readme -update writes it):\n%s", i+1, line)
		}
	}
	if n := strings.Count(was, "\n") + 1; n != len(is) {
		t.Errorf("README.md has %d lines, want %d", n, len(is))
	}
}

func TestReadme(t *testing.T) {
	const before, after = "# A\n\ntext <!-- figures --> within a line\n" + begin + "\n", end + "\nmore\n"
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
	for _, want := range []string{
		"Microseconds a call on Made-up GPU (OpenGL 0.0 made up), medians of 21 by the GPU's clock",
		"| n | copy | reduce | scan | compact, 1 % kept | compact, 50 % kept | compact, 100 % kept | sort, 32-bit keys |",
		"| 2^24 | 48.1 | 26.6 (1.17 / 1.47) | 77.3 (0.87 / 0.98) | 56.6 (0.86 / 1.00) |", "| 2^24 | 2,790 | 2,524 (0.90) |",
		"| 2^24 | 3.49 / 3.49 / 3.52 scan-tree | 1.34 / 1.38 / 1.35 append-group | 87.6 / 94.0 / 106 cpu-parallel |",
		"\nthen come the geometric means of calls alone and in a row:\n\n- compact: ",
		"- sort: 0.49 to 1.89, geometric mean 0.99 of 44 cells; the worst at 2^24, 64-bit keys + 8 bytes. Alone 1.10, in a row 0.83.\n",
		"A frame of 3,100,000 segments of hair takes",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	columns := 0
	for _, line := range strings.Split(text, "\n") { // every line of a table has as many cells as its head
		n := strings.Count(line, "|")
		if columns > 0 && n > 0 && n != columns {
			t.Errorf("%d cells, the head has %d: %s", n-1, columns-1, line)
		}
		columns = n
	}
	text, err = Figures(resulttest.OnWall())
	if err != nil || !strings.Contains(text, "by the wall clock") || strings.Contains(text, "CUB") || strings.Contains(text, "alone") {
		t.Errorf("%v\n%s", err, text)
	}
}

// What was not measured is not spoken of; a part of the cells is told as one.
func TestFiguresOfFewerKinds(t *testing.T) {
	made := func(change func(r *result.Row)) string {
		rows := resulttest.Rows()
		for i := range rows {
			change(&rows[i])
		}
		text, err := Figures(rows)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := made(func(r *result.Row) { r.PeerAlone, r.PeerBatch = 0, 0 })
	for _, never := range []string{"alone", "Alone", "a row", "held"} {
		if strings.Contains(text, never) {
			t.Errorf("%q of rows that have no such calls:\n%s", never, text)
		}
	}
	if !strings.Contains(text, "above 1 comb is the faster:\n\n- compact: ") || !strings.Contains(text, "the worst at 2^24.\n") {
		t.Errorf("%s", text)
	}
	text = made(func(r *result.Row) { r.PeerAlone = 0 })
	if !strings.Contains(text, "| 26.6 (1.17) |") || strings.Contains(text, "either way") || !strings.Contains(text, "at 2^24. In a row 0.99.\n") {
		t.Errorf("no peer's calls alone:\n%s", text)
	}
	text = made(func(r *result.Row) {
		if r.Op != "copy" && r.N != 1<<24 {
			r.PeerAlone = 0
		}
	})
	if !strings.Contains(text, "(1 of them), in a row 0.99.\n") {
		t.Errorf("calls alone at one n:\n%s", text)
	}
}

// Where OpenGL's copy falls behind, both sides are held against their own.
func TestFiguresBesideCopies(t *testing.T) {
	rows := resulttest.Rows()
	if text, err := Figures(rows); err != nil || strings.Contains(text, "its own copy") {
		t.Errorf("of small n: %v\n%s", err, text)
	}
	for i := range rows {
		r := &rows[i]
		if r.N != 1<<24 {
			continue
		}
		r.N = 1 << 26
		if r.Op == "copy" {
			r.Peer = r.GPU / 2
		}
	}
	text, err := Figures(rows)
	if err != nil || !strings.Contains(strings.ReplaceAll(text, "\n", " "), "At 2^26 the copy's ratio is 0.50. With each side's time over its own copy's, and as they are:") ||
		!strings.Contains(strings.ReplaceAll(text, "\n", " "), "scan 1.74 (0.87)") {
		t.Errorf("%v\n%s", err, text)
	}
}

// Of many n few are shown, the largest among them.
func TestSizes(t *testing.T) {
	c := column{"x", map[int]result.Row{}}
	for e := 10; e <= 26; e++ {
		c.rows[1<<e] = result.Row{}
	}
	if ns := sizesOf([]column{c}); len(ns) != 5 || ns[4] != 1<<26 {
		t.Errorf("%v", ns)
	}
}

func TestReadmeErrors(t *testing.T) {
	rows := committed(t)
	for name, text := range map[string]string{
		"no marks": "a\n", "no end": begin + "\n", "no beginning": end + "\n", "the wrong way round": end + "\n" + begin + "\n",
		"twice": begin + "\n" + end + "\n" + begin + "\n" + end + "\n",
	} {
		path := file(t, text)
		if err := Readme(path, rows); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), begin) {
			t.Errorf("%s: %v", name, err)
		}
		if content(t, path) != text {
			t.Errorf("%s: the file has changed", name)
		}
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
