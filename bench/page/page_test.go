// SPDX-License-Identifier: MIT

package page

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

// committed are the rows of the sweep in the repository.
func committed(t *testing.T) []result.Row { return resulttest.Stored(t, "h200.jsonl") }

func written(t *testing.T, rows []result.Row) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new", "index.html")
	if err := Write(path, rows); err != nil {
		t.Fatal(err)
	}
	return content(t, path)
}

// wellFormed checks that every element that is opened is closed, in turn.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	alone := map[string]bool{"meta": true, "br": true}
	var open []string
	text = regexp.MustCompile(`(?s)<style>.*?</style>|<script.*?</script>|<!.*?>`).ReplaceAllString(text, "")
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

// dataOf is what page.js reads.
func dataOf(t *testing.T, text string) (c contents) {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(text)
	if m == nil {
		t.Fatal("the page has no data")
	}
	if err := json.Unmarshal([]byte(m[1]), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// hasNaN says whether what is made from the rows holds a number that is none.
func hasNaN(text string) bool {
	text = strings.Replace(text, part("chartjs/chart.umd.min.js"), "", 1)
	return strings.Contains(text, "NaN") || strings.Contains(text, "Inf")
}

func TestPage(t *testing.T) {
	rows := resulttest.Rows()
	text := written(t, rows)
	wellFormed(t, text)
	holds(t, strings.Join(strings.Fields(text), " "),
		`name="viewport"`, "prefers-color-scheme: dark", "overflow: auto", "https://doi.org/10.1145/1572769.1572795", "Chart.js v4.6.1",
		"Chart.js Contributors", "Jukka Kurkela", "mipmaps average: no minimum, no maximum", "above 1 comb is faster",
		"other work queued before the call",
	)
	for _, never := range []string{"append-wrong", "src=\"http", "@import", "@data@", "@page", "@chartjs"} {
		if strings.Contains(text, never) {
			t.Errorf("the page holds %q", never)
		}
	}
	c := dataOf(t, text)
	if c.Device != "Made-up GPU" || c.Driver != resulttest.Driver || c.Wrong != 1 || len(c.Rows) != len(rows)-1 {
		t.Errorf("%s, %s, %d wrong, %d rows of %d", c.Device, c.Driver, c.Wrong, len(c.Rows), len(rows))
	}
	ops := map[string]bool{}
	for _, chart := range c.Charts {
		ops[chart.Op] = true
	}
	for _, op := range []string{"compact", "scan", "reduce", "sort", "ladder", "tiles", "fetch", "hair"} {
		if !ops[op] {
			t.Errorf("no chart of %s", op)
		}
	}
	for _, op := range []string{"copy", "read", "empty", "histogram"} {
		if !slices.ContainsFunc(c.Rows, func(l line) bool { return l.Op == op }) {
			t.Errorf("no row of %s", op)
		}
	}
}

// A line holds the row's time, its rate with the share of the copy's, and its ratios to CUB.
func TestLines(t *testing.T) {
	r := result.New("scan", "chained-khr", 1<<20)
	r.GPU, r.Wall, r.Reliable, r.Checked, r.GBs, r.OfCopy, r.Bytes, r.Peer, r.Device = 12.5, 30, true, true, 671, 0.612, 8<<20, 10, "X"
	got := dataOf(t, written(t, []result.Row{r})).Rows
	want := line{Op: "scan", Variant: "chained-khr", Ours: true, N: 1 << 20, Time: 12.5, Wall: 30, Rate: 671, OfCopy: 0.612, Ratios: [3]float64{0.8}}
	if !strings.Contains(written(t, []result.Row{r}), `"charts":[]`) { // page.js walks it
		t.Error("without a chart there is no empty list")
	}
	if len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	r.Reliable = false // by the wall clock, and then not against CUB's
	if l := dataOf(t, written(t, []result.Row{r})).Rows[0]; l.Time != 30 || l.Ratios != [3]float64{} || l.Note != "wall time" {
		t.Errorf("%+v", l)
	}
}

// A device's name cannot end the data early.
func TestNamesAreEscaped(t *testing.T) {
	r := result.New("scan", "chained-khr", 1<<20)
	r.GPU, r.Wall, r.Reliable, r.Checked, r.Device = 12.5, 30, true, true, "</script><script>"
	text := written(t, []result.Row{r})
	wellFormed(t, text)
	if strings.Contains(text, r.Device) {
		t.Error("a name is not escaped")
	}
}

// page.js makes a configuration for each chart, with every point in it. node runs it.
func TestScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	path := filepath.Join(t.TempDir(), "charts.json")
	rows := resulttest.Rows()
	data, err := json.Marshal(dataOf(t, written(t, rows)))
	if err == nil {
		err = os.WriteFile(path, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	script := `
const page = require('./page.js'), data = JSON.parse(require('fs').readFileSync(process.argv[1]));
for (const chart of data.charts) {
  const made = page.config(chart), points = made.data.datasets.flatMap(d => d.data.filter(p => p !== null));
  if (points.length !== chart.series.flatMap(s => s.points).length) throw chart.name + ': a point is lost';
  if (points.some(p => !(typeof p === 'number' ? p : p.x) && p.x !== 0)) throw chart.name + ': a point without x';
  const log = [made.options.scales.x, made.options.scales.y].filter(s => s.type === 'logarithmic').length;
  if (log !== Number(!!chart.x.log) + Number(!!chart.y.log)) throw chart.name + ': ' + log + ' logarithmic axes';
}
for (const row of data.rows) for (const [name, of, write] of page.columns)
  if (String(write ? write(of(row)) : of(row)).match(/NaN|undefined/)) throw name + ': ' + JSON.stringify(row);
console.log(data.charts.length, 'charts');`
	out, err := exec.Command(node, "-e", script, path).CombinedOutput()
	if want := fmt.Sprintln(len(dataOf(t, written(t, rows)).Charts), "charts"); err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestPagesOfPartialRows(t *testing.T) {
	wellFormed(t, written(t, committed(t)))
	wall := written(t, resulttest.OnWall())
	wellFormed(t, wall)
	for _, l := range dataOf(t, wall).Rows {
		if l.Ratios != [3]float64{} {
			t.Fatalf("a ratio by the wall clock: %+v", l)
		}
	}
	for _, r := range resulttest.Rows() {
		if !r.Good() {
			continue
		}
		if hasNaN(written(t, []result.Row{r})) {
			t.Fatalf("NaN or Inf in the page of %+v", r)
		}
	}
}

func TestErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index.html")
	two := append(resulttest.Rows(), committed(t)...)
	for name, c := range map[string]struct {
		rows []result.Row
		want string
	}{
		"no rows":     {nil, "no row"},
		"two devices": {two, "NVIDIA H200"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := Write(path, c.rows); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := os.Stat(path); err == nil {
				t.Errorf("%s: a page was written", name)
			}
		})
	}
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(blocked, "index.html"), committed(t)); err == nil || !strings.Contains(err.Error(), blocked) {
		t.Errorf("a file for a folder: %v", err)
	}
}
