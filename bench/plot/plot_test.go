// SPDX-License-Identifier: MIT

package plot

import (
	"encoding/xml"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/bench/result/resulttest"
)

var everyImage = []string{
	"compact", "scan", "reduce", "sort", "sort-bandwidth", "compact-kept", "compact-records", "fetch", "speedup-n", "speedup-kept",
	"sort-dist", "sort-bits", "ladder-sum-f32", "ladder-sum-vec4", "ladder-mean-f32", "ladder-mean-vec4", "ladder-min-f32", "ladder-min-vec4",
	"ladder-max-f32", "ladder-max-vec4", "tiles", "hair",
}

func TestEveryChartIsDrawn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	files, err := Draw(dir, resulttest.Rows())
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range everyImage {
		want = append(want, filepath.Join(dir, name+".png"), filepath.Join(dir, name+".svg"))
	}
	if !slices.Equal(files, want) {
		t.Fatalf("files %q, want %q", files, want)
	}
	for _, path := range files {
		t.Run(path, func(t *testing.T) {
			if strings.HasSuffix(path, ".svg") {
				checkSVG(t, path)
			} else {
				checkPNG(t, path)
			}
		})
	}
	if left, _ := os.ReadDir(dir); len(left) != len(files) {
		t.Errorf("%d files in the folder, want %d", len(left), len(files))
	}
}

func checkPNG(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	chart, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	size := chart.Bounds().Size()
	if size.X != 1600 || size.Y < 600 || size.Y > 1600 {
		t.Errorf("%s is of %v", path, size)
	}
	seen := map[[3]uint32]int{}
	for y := range size.Y {
		for x := range size.X {
			r, g, b, _ := chart.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	white, ours := seen[[3]uint32{255, 255, 255}], seen[[3]uint32{0, 114, 178}]
	if strings.HasPrefix(filepath.Base(path), "speedup") || strings.HasPrefix(filepath.Base(path), "tiles") { // other colours there
		ours = seen[[3]uint32{213, 94, 0}]
	}
	if white < size.X*size.Y/4 || ours < 200 {
		t.Errorf("%s: %d white pixels of %d, %d of the line that matters", path, white, size.X*size.Y, ours)
	}
}

// checkSVG reads the file as XML, which names itself and holds words.
func checkSVG(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var drawing struct {
		XMLName xml.Name `xml:"svg"`
		Title   string   `xml:"title"`
		Desc    string   `xml:"desc"`
	}
	if err := xml.Unmarshal(data, &drawing); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	text := string(data)
	if drawing.Title == "" || drawing.Desc == "" || !strings.Contains(text, "Made-up GPU, OpenGL 0.0 made up, GPU time") {
		t.Errorf("%s: title %q, description %q, or its caption is missing", path, drawing.Title, drawing.Desc)
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "append-wrong") {
		t.Errorf("%s holds no number where one should be, or what was not checked", path)
	}
	if strings.Contains(text, "font-family:Liberation Sans;") {
		t.Errorf("%s has letters that not every system has, without a second choice", path)
	}
}

func TestCommittedResults(t *testing.T) {
	rows := resulttest.Stored(t, "h200.jsonl")
	files, err := Draw(t.TempDir(), rows)
	if err != nil || len(files) < 2*4 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// Whatever part of the rows there is, images are drawn of it, or an error says that there is
// none.
func TestChartsOfPartialRows(t *testing.T) {
	all := append(resulttest.Rows(), resulttest.Rows()...)
	for i := range all[len(all)/2:] {
		all[len(all)/2+i].N = 1000 // no power of two
	}
	parts := map[string]func(result.Row) bool{}
	for _, r := range all {
		parts["op "+r.Op] = func(o result.Row) bool { return o.Op == r.Op }
		parts["variant "+r.Variant] = func(o result.Row) bool { return o.Variant == r.Variant }
		parts[fmt.Sprint("n ", r.N)] = func(o result.Row) bool { return o.N == r.N }
		parts[fmt.Sprint("n and op ", r.N, r.Op)] = func(o result.Row) bool { return o.N == r.N && o.Op == r.Op }
	}
	for name, in := range parts {
		t.Run(name, func(t *testing.T) {
			var rows []result.Row
			for _, r := range all {
				if in(r) {
					rows = append(rows, r)
				}
			}
			images, err := Charts(rows)
			if (err == nil) != (len(images) > 0) {
				t.Errorf("%s: %d images, %v", name, len(images), err)
			}
			for _, p := range images {
				var out strings.Builder
				if err := p.writeSVG(&out); err != nil {
					t.Errorf("%s: %s: %v", name, p.Name, err)
				}
				if s := out.String(); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
					t.Errorf("%s: %s holds NaN or Inf", name, p.Name)
				}
			}
		})
	}
}

func TestErrors(t *testing.T) {
	if _, err := Draw(t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "no row") {
		t.Errorf("no rows: %v", err)
	}
	unchecked := resulttest.Rows()
	for i := range unchecked {
		unchecked[i].Checked = false
	}
	if _, err := Draw(t.TempDir(), unchecked); err == nil || !strings.Contains(err.Error(), "no row") {
		t.Errorf("rows that were not checked: %v", err)
	}
	two := append(resulttest.Rows(), resulttest.Stored(t, "h200.jsonl")...)
	if _, err := Draw(t.TempDir(), two); err == nil || !strings.Contains(err.Error(), "NVIDIA H200") {
		t.Errorf("two devices: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Draw(file, resulttest.Rows()); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file for a folder: %v", err)
	}
}
