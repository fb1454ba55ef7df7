// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/viewertest"
	"github.com/go-gl/mathgl/mgl32"
)

// measured runs the program headless on a file. It returns the output on stdout and the stats.
func measured(t *testing.T, file string, args ...string) (dir, printed string, stats map[string]any) {
	t.Helper()
	dir = t.TempDir()
	var out, errs bytes.Buffer
	args = append([]string{"-headless", "-head", "none", "-transparency", "blend", "-size", "96x54", "-shadow-size", "64", "-o", filepath.Join(dir, "a.png"), "-stats", filepath.Join(dir, "a.json")}, append(args, file)...)
	if code := run(context.Background(), args, &out, &errs, gpu.Options{}); code != exitDone {
		t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "a.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &stats); err != nil {
		t.Fatal(err)
	}
	return dir, out.String(), stats
}

func number(t *testing.T, of map[string]any, name string) float64 {
	t.Helper()
	v, ok := of[name].(float64)
	if !ok {
		t.Errorf("%q is %v, want a number", name, of[name])
	}
	return v
}

var figures = []string{"psnr_db", "mean_error", "max_error", "pixels_off", "ssim", "flip", "temporal_rms"}

func TestCompareReportsErrorsToExact(t *testing.T) {
	viewertest.NeedGL(t)
	file := viewertest.Wig(t)
	scene := []string{"-width-px", "2", "-alpha", "0.4", "-compare", "exact", "-turn", "0.5"}
	dir, printed, sorted := measured(t, file, scene...)
	for _, f := range append(figures, "fragments", "hair_pixels", "layers_mean", "layers_max", "turn_degrees", "subdivide", "width_px", "alpha") {
		number(t, sorted, f)
	}
	if sorted["compare"] != "exact" || sorted["shadow"] != "volume" || sorted["core"] != false {
		t.Errorf("%v", sorted)
	}
	if n, p := number(t, sorted, "fragments"), number(t, sorted, "hair_pixels"); n < p || p < 500 || number(t, sorted, "layers_mean") != n/p || number(t, sorted, "layers_max") < n/p {
		t.Errorf("%v fragments over %v pixels", n, p)
	}
	for _, wantText := range []string{"against exact: ", "dB", "temporal RMS", "layers on average"} {
		if !strings.Contains(printed, wantText) {
			t.Errorf("stdout lacks %q: %s", wantText, printed)
		}
	}
	for _, name := range []string{"a.png", "a-exact.png", "a-diff.png", "a-heat.png"} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil || img.Bounds().Dx() != 96 || img.Bounds().Dy() != 54 {
			t.Errorf("%s: %v, %v", name, img.Bounds(), err)
		}
	}
	methodsMeasureEveryRow(t, file, sorted)
	_, _, exact := measured(t, file, append(scene, "-transparency", "exact")...)
	if number(t, exact, "psnr_db") != 150 || number(t, exact, "max_error") != 0 || number(t, exact, "temporal_rms") != 0 {
		t.Errorf("exact against itself: %v", exact)
	}
	if _, _, plain := measured(t, file); plain["psnr_db"] != nil || plain["methods"] != nil || plain["fragments"] == nil {
		t.Errorf("nothing was to be compared: %v", plain)
	}
}

func TestCompareReportsGainOfSubdivideAndCore(t *testing.T) {
	viewertest.NeedGL(t)
	_, printed, s := measured(t, viewertest.Wig(t), "-head", "none", "-transparency", "blend", "-width-px", "4", "-alpha", "1", "-subdivide", "4", "-core", "-compare", "exact")
	if p, plain, gain := number(t, s, "psnr_db"), number(t, s, "psnr_db_plain"), number(t, s, "psnr_db_gain"); gain < 1 || p-plain != gain {
		t.Errorf("%v dB, plain %v, a gain of %v", p, plain, gain)
	}
	if s["segments"] != 4*3300.0 || s["subdivide"] != 4.0 || s["core"] != true || !strings.Contains(printed, "the gain is") {
		t.Errorf("%v: %s", s, printed)
	}
}

// methodsMeasureEveryRow runs -methods on the scene of a run that compared sorted hair. It is no
// test of its own, as each run compiles the exact method for seconds.
func methodsMeasureEveryRow(t *testing.T, file string, alone map[string]any) {
	_, printed, s := measured(t, file, "-width-px", "2", "-alpha", "0.4", "-methods", "all", "-turn", "0.5")
	rows, _ := s["methods"].([]any)
	want := len(flags.KeyBitSteps) + len(hair.Orders()) - 1 + len(hair.Transparencies()) - 2
	if len(rows) != want {
		t.Fatalf("%d rows, want %d: %s", len(rows), want, printed)
	}
	names := map[string]bool{}
	for _, r := range rows {
		row := r.(map[string]any)
		for _, f := range append(figures, "wall_ms") {
			number(t, row, f)
		}
		if row["error"] != nil || row["compare"] != "exact" {
			t.Errorf("%v", row)
		}
		key, _ := json.Marshal([]any{row["transparency"], row["order"], row["key_bits"]})
		names[string(key)] = true
	}
	if len(names) != want {
		t.Errorf("%d different methods of %d", len(names), want)
	}
	for _, wantText := range []string{"blend, sorted, 6 bits", "blend, unsorted", "PSNR dB", "temporal"} {
		if !strings.Contains(printed, wantText) {
			t.Errorf("the table lacks %q: %s", wantText, printed)
		}
	}
	// The figures of a method in the table are those of a separate run with that method.
	same := 0
	for _, r := range rows {
		row := r.(map[string]any)
		if row["transparency"] == "blend" && row["order"] == "sorted" && row["key_bits"] == 16.0 {
			same++
			for _, f := range figures {
				if number(t, row, f) != number(t, alone, f) {
					t.Errorf("%s is %v in the table, %v alone", f, row[f], alone[f])
				}
			}
		}
		if a, b := number(t, alone, "psnr_db"), number(t, row, "psnr_db"); row["order"] == "unsorted" && a < b+3 {
			t.Errorf("sorted %v dB, unsorted %v dB", a, b)
		}
	}
	if same != 1 {
		t.Errorf("%d rows of sorted hair at 16 bits: %s", same, printed)
	}
}

func TestCompareWithoutVisibleHair(t *testing.T) {
	viewertest.NeedGL(t)
	set := &strands.Set{First: []uint32{0, 2}, Unit: 0.00254, DefaultThickness: 1e-12, DefaultOpacity: 1, Points: []mgl32.Vec3{{0, 0, 0}, {1, 1, 1}}}
	path := filepath.Join(t.TempDir(), "thin.hair")
	var data bytes.Buffer
	if err := strands.Write(&data, strands.Hair, set, strands.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "32x18", "-shadow", "none", "-compare", "exact", "-o", filepath.Join(dir, "a.png"), path}, &out, &errs, gpu.Options{})
	if left, _ := os.ReadDir(dir); code != exitUsage || !strings.Contains(errs.String(), "no hair") || len(left) != 0 {
		t.Errorf("exit code %d, %d files: %s", code, len(left), errs.String())
	}
}
