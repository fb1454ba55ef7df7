// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// line is a line of bench; unmarked fields are those of a good row.
func line(op, variant string, n, kept int, gpu float64, more string) string {
	return fmt.Sprintf(`{"op":%q,"variant":%q,"n":%d,"kept":%d,"gpu_us":%v,"wall_us":%v,"reliable":true,"checked":true,"device":"Card/PCIe"%s}`,
		op, variant, n, kept, gpu, gpu+10, more)
}

func sample(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "b.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

var good = []string{
	line("copy", "kernel", 65536, -1, 7, ""), line("copy", "kernel", 1<<20, -1, 8, ""),
	line("append", "naive", 65536, 50, 22, ""), line("append", "naive", 1<<20, 50, 45, ""),
	line("compact", "chunked-khr", 1<<20, 50, 15, ""), line("compact", "chunked-khr", 65536, 50, 14, ""),
	line("sort", "chunked-khr", 65536, -1, 82, `,"key_bits":32,"payload_bytes":4`),
	line("sort", "chunked-khr", 65536, -1, 42, `,"key_bits":16,"payload_bytes":4`),
}

func TestPicturesAreDrawn(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new")
	var stdout, stderr bytes.Buffer
	left := line("scan", "chunked-khr", 65536, -1, 0, `,"checked":false`)
	if code := run([]string{"-o", out, sample(t, append(slices.Clone(good), left)...)}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if !strings.Contains(stderr.String(), "1 rows left out") {
		t.Errorf("%q", stderr.String())
	}
	files, _ := os.ReadDir(out)
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	if want := []string{"compact.png", "sort.png"}; !slices.Equal(names, want) {
		t.Fatalf("%v, want %v", names, want)
	}
	f, err := os.Open(filepath.Join(out, "compact.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]uint32]bool{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			r, g, b, _ := picture.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, b >> 8}] = true
		}
	}
	if !seen[[3]uint32{120, 120, 120}] || !seen[[3]uint32{0, 114, 178}] {
		t.Error("the copy's line or the compaction's is not in the picture")
	}
}

func TestCharts(t *testing.T) {
	rows, left, err := readFile(sample(t, append(slices.Clone(good), line("compact", "chunked-khr", 65536, 50, 13, ""))...))
	if err != nil || left != 0 {
		t.Fatal(left, err)
	}
	all := chartsOf(rows)
	if len(all) != 2 || all[0].name != "compact" || all[0].title != "compact, Card" || all[0].wall {
		t.Fatalf("%+v", all)
	}
	s := all[0].series
	if len(s) != 3 || !s[0].copied || !s[1].naive || s[1].name != "naive append, 50 % kept" || s[2].name != "compact khr, 50 % kept" {
		t.Fatalf("%+v", s)
	}
	if want := []point{{65536, 13}, {1 << 20, 15}}; !slices.Equal(s[2].points, want) {
		t.Errorf("%v, want %v: by n, the later of two", s[2].points, want)
	}
	if name := all[1].series[2].name; name != "sort khr, 16-bit keys + payload" {
		t.Errorf("%q", name)
	}
}

func TestAnUnreliableClockTurnsThePictureToTheWall(t *testing.T) {
	rows, _, err := readFile(sample(t, good[0], line("scan", "chunked-khr", 65536, -1, 0, `,"reliable":false`)))
	if err != nil {
		t.Fatal(err)
	}
	all := chartsOf(rows)
	if len(all) != 1 || !all[0].wall || all[0].series[0].points[0].us != 17 || all[0].series[1].points[0].us != 10 {
		t.Errorf("%+v", all)
	}
}

func TestTwoDevices(t *testing.T) {
	rows, _, err := readFile(sample(t, good[0], strings.Replace(good[0], "Card/PCIe", "llvmpipe (LLVM 15)", 1)))
	if err != nil {
		t.Fatal(err)
	}
	all := chartsOf(rows)
	if len(all) != 1 || len(all[0].series) != 2 || all[0].series[1].name != "copy of n words, llvmpipe" {
		t.Errorf("%+v", all)
	}
}

func TestTicks(t *testing.T) {
	for e, want := range map[int]string{0: "1", 9: "512", 10: "1Ki", 16: "64Ki", 20: "1Mi", 24: "16Mi", 30: "1Gi"} {
		if got := powerName(e); got != want {
			t.Errorf("2^%d: %q, want %q", e, got, want)
		}
	}
	var labels []string
	for _, tick := range timeTicks(4, 60) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	if got := strings.Join(labels, " "); got != "5 10 20 50" {
		t.Errorf("%s", got)
	}
	if got := powerTicks(900, 1100); len(got) != 1 || got[0].Value != 1024 {
		t.Errorf("%v", got)
	}
	if got := powerTicks(1000/1.2, 1000*1.02); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"-h"}, 0}, {nil, 2}, {[]string{"-nonsense"}, 2}, {[]string{"nowhere.jsonl"}, 1},
		{[]string{sample(t, "{]")}, 1}, {[]string{sample(t, "")}, 1},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(c.args, &stdout, &stderr); code != c.want || (code != 0) != (strings.Count(stderr.String(), "\n") == 1) {
			t.Errorf("%v: exit code %d, want %d: %q", c.args, code, c.want, stderr.String())
		}
	}
}
