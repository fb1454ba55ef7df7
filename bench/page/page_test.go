// SPDX-License-Identifier: MIT

package page

import (
	"encoding/base64"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

// committed are the rows of the results that are in the repository.
func committed(t *testing.T) []result.Row {
	t.Helper()
	f, err := os.Open("../results/h200.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := result.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// drawn makes files as plot.Draw would leave them: tests of the page need no real pictures.
func drawn(t *testing.T, names ...string) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for _, name := range names {
		path := filepath.Join(dir, name)
		text := `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><title>Title of ` + name + `</title><desc>a &lt; b</desc></svg>`
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func written(t *testing.T, rows []result.Row, pictures []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new", "index.html")
	if err := Write(path, rows, pictures); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wellFormed checks that every element that is opened is closed, in turn.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	alone := map[string]bool{"meta": true, "img": true, "br": true}
	var open []string
	text = regexp.MustCompile(`(?s)<style>.*?</style>|<!.*?>`).ReplaceAllString(text, "")
	for _, m := range regexp.MustCompile(`<(/?)([a-z0-9]+)[^>]*>`).FindAllStringSubmatch(text, -1) {
		switch {
		case alone[m[2]]:
		case m[1] == "":
			open = append(open, m[2])
		case len(open) == 0 || open[len(open)-1] != m[2]:
			t.Fatalf("</%s> closes %v", m[2], open)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%v is never closed", open)
	}
}

func TestPage(t *testing.T) {
	pictures := drawn(t, "compact.png", "compact.svg", "speedup-n.svg", "ladder-a.svg", "ladder-b.svg", "ladder-c.svg", "ladder-d.svg",
		"ladder-e.svg", "other.svg", "sort-dist.png")
	text := written(t, resulttest.Rows(), pictures)
	wellFormed(t, text)
	for _, want := range []string{
		"<title>comb on Made-up GPU</title>", `name="viewport"`, "prefers-color-scheme: dark", "overflow: auto", "https://doi.org/10.1145/1572769.1572795",
		`id="compact"`, `id="scan"`, `id="reduce"`, `id="sort"`, `id="ladder"`, `id="tiles"`, `id="fetch"`, `id="hair"`, `id="limits"`, `id="histogram"`,
		"2<sup>24</sup>", "append-group (order lost)", "1 row failed the check", "mipmaps average: no minimum, no maximum",
		"By the size of a record", "By the kind of input", "dispatch+barrier", "1 more picture<", "More pictures", "1920x1080 to 60x34",
		"above 1 comb is the faster. Where", "Calls by the GPU's clock are queued", "wall (wall time from a call",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"append-wrong", "NaN", "<script", "ZgotmplZ", "<nil>", "+Inf", "no value", "src=\"http", "@import"} {
		if strings.Contains(text, never) {
			t.Errorf("the page holds %q", never)
		}
	}
	if n := strings.Count(text, "<img "); n != 9 { // of compact in two forms one is taken
		t.Errorf("%d pictures, want 9", n)
	}
	svg, _ := os.ReadFile(pictures[1])
	if !strings.Contains(html.UnescapeString(text), "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(svg)) ||
		!strings.Contains(text, "data:image/png;base64,") || !strings.Contains(text, `alt="Title of compact.svg. a &lt; b"`) {
		t.Error("a picture is not within the page, or does not say what it shows")
	}
	compaction := text[strings.Index(text, `<section id="compact">`):strings.Index(text, `<section id="scan">`)]
	if strings.Count(compaction, "<img ") != 2 || strings.Contains(compaction, "ladder") {
		t.Error("compaction's pictures are not in its section")
	}
}

// A cell holds the row's time, its bandwidth with the share of the copy's, and its ratio to CUB.
func TestCells(t *testing.T) {
	r := result.New("scan", "chained-khr", 1<<20)
	r.GPU, r.Wall, r.Reliable, r.Checked, r.GBs, r.OfCopy, r.Bytes, r.Peer, r.Device = 12.5, 30, true, true, 671, 0.612, 8<<20, 10, "X"
	g := byN("", []result.Row{r}, nil)
	if len(g.Lines) != 1 || !g.Lines[0].Ours || g.Head[1] != "2^20" {
		t.Fatalf("%+v", g)
	}
	if c := g.Lines[0].Cells[1]; c != (cell{"12.5 µs", "671 GB/s, 0.61", "CUB 0.80", true}) {
		t.Errorf("%+v", c)
	}
	r.Reliable = false // by the wall clock, and then not against CUB's
	if c := told(r); c.Main != "30.0 µs" || c.Peer != "" {
		t.Errorf("%+v", c)
	}
}

func TestWords(t *testing.T) {
	rows := resulttest.Rows()
	text := ""
	for _, p := range summary(result.Good(rows), rows) {
		text += p.Title + "\n" + strings.Join(p.Sentences, "\n") + "\n"
	}
	for _, want := range []string{
		"the best that keeps the order takes 3.12 to 3.58 times as long as comb.", "comb is the slower in 6, most so at 2^12",
		"A copy of 2^24 words reaches 2,790 GB/s.", "reduction 0.90, scan 0.62", "A dispatch + barrier that does nothing takes",
		"Scan: CUB's time over comb's is queued 0.87 to 1.44, geometric mean 1.18 of 6 cells; in a row",
		"sum of f32, 2^24 items: ours is the fastest with 26.6 µs; next is subgroup with 1.54 times that", "4 cannot do it",
		"1 worker 1,199, 2 workers 1,882, 4 workers 2,522, 8 workers 2,918 GB/s, the last 2.43 times the first.",
		"uniform keys take 60.4 µs; times that: entropy 0.97", "A frame of 3,100,000 segments of hair takes",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	table := compactionTable(result.Good(rows))
	last := table.Lines[len(table.Lines)-1].Cells
	if len(table.Lines) != 6 || last[2].Main != "scan-tree 261 µs" || last[2].Peer != "3.49 times as long" || !table.Lines[0].Cells[3].Lost {
		t.Errorf("%+v", table)
	}
}

// Where another rung wins, the words say so.
func TestLadderLost(t *testing.T) {
	rows := resulttest.Rows()
	for i, r := range rows {
		if r.Op == "ladder" && r.Variant == "subgroup" && r.Operator == "sum" && r.Element == "f32" {
			rows[i].GPU = 1
		}
	}
	words := ladderWords(result.Good(rows), rows)
	if !strings.Contains(words[0], "subgroup is the fastest with 1.00 µs; comb is second of 16 with 26.6 times that") {
		t.Errorf("%q", words[0])
	}
}

func TestPagesOfPartsOfTheRows(t *testing.T) {
	wellFormed(t, written(t, committed(t), nil))
	held := resulttest.Rows()
	for i := range held {
		held[i].PeerWall, held[i].PeerBatch, held[i].Queued = 0, 0, false
	}
	if text := written(t, held, nil); strings.Contains(text, "wall (wall") || strings.Contains(text, "in a row (GPU") || strings.Contains(text, "are queued:") || !strings.Contains(text, "they are: queued (GPU") {
		t.Error("the page of rows with the peer's queued calls alone")
	}
	wall := written(t, resulttest.OnWall(), nil)
	wellFormed(t, wall)
	if strings.Contains(wall, "CUB 0.") || !strings.Contains(wall, "by the wall clock") {
		t.Error("the page of wall times")
	}
	for _, r := range resulttest.Rows() {
		if !r.Good() {
			continue
		}
		text := written(t, []result.Row{r}, nil)
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Fatalf("NaN or Inf in the page of %+v", r)
		}
	}
}

func TestErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.html")
	two := append(resulttest.Rows(), committed(t)...)
	for name, c := range map[string]struct {
		rows     []result.Row
		pictures []string
		want     string
	}{
		"no rows":      {nil, nil, "no row"},
		"two devices":  {two, nil, "NVIDIA H200"},
		"a text":       {committed(t), []string{"a.txt"}, "a.txt"},
		"not there":    {committed(t), []string{"nowhere.svg"}, "nowhere.svg"},
		"not an image": {committed(t), []string{"../results/README.md"}, "neither"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := Write(path, c.rows, c.pictures); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := os.Stat(path); err == nil {
				t.Errorf("%s: a page was written", name)
			}
		})
	}
	broken := filepath.Join(t.TempDir(), "broken.svg")
	if err := os.WriteFile(broken, []byte("<svg><title>"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, committed(t), []string{broken}); err == nil || !strings.Contains(err.Error(), broken) {
		t.Errorf("a broken picture: %v", err)
	}
}
