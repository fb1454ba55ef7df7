// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// The colours change the image, the three shadings do a little, and the stats report them. A .exr
// file holds the linear image.
func TestAppearanceFlagsChangeImageAndStats(t *testing.T) {
	viewertest.NeedGL(t)
	file, dir := viewertest.Wig(t), t.TempDir()
	mean := func(name string, args ...string) (rgb [3]float64, stats map[string]any) {
		t.Helper()
		shot, numbers := filepath.Join(dir, name+".png"), filepath.Join(dir, name+".json")
		var out, errs bytes.Buffer
		line := append([]string{"-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "80x60", "-shadow-size", "64", "-backdrop", "none", "-o", shot}, args...)
		if gputest.Nightly() || name == "black" || name == "kajiya" {
			line = append(line, "-stats", numbers)
		}
		if code := run(context.Background(), append(line, file), &out, &errs, gpu.Options{}); code != exitDone {
			t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
		}
		f, err := os.Open(shot)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		img, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		for y := range 60 {
			for x := range 80 {
				r, g, b, _ := img.At(x, y).RGBA()
				for c, v := range [3]uint32{r, g, b} {
					rgb[c] += float64(v) / 65535 / (60 * 80)
				}
			}
		}
		data, err := os.ReadFile(numbers)
		if errors.Is(err, fs.ErrNotExist) {
			return rgb, nil
		}
		if err == nil {
			err = json.Unmarshal(data, &stats)
		}
		if err != nil {
			t.Fatal(err)
		}
		return rgb, stats
	}
	black, stats := mean("black", "-color", "black", "-tone", "agx", "-exposure", "1.5")
	blond, _ := mean("blond", "-color", "blond", "-tone", "agx", "-exposure", "1.5")
	bright, _ := mean("bright", "-color", "blond", "-tone", "agx", "-exposure", "6")
	if black[0] > 0.6*blond[0] || blond[2] > 0.95*blond[0] || bright[1] < 1.2*blond[1] {
		t.Errorf("black is %v, blond %v, brighter %v", black, blond, bright)
	}
	for field, want := range map[string]any{"shading": "dual", "color": "black", "tone": "agx", "exposure": 1.5, "backdrop": "none", "roughness": 0.2, "azimuthal_roughness": 0.3, "tilt_degrees": 3.0} {
		if stats[field] != want {
			t.Errorf("the stats have %s %v, expected %v", field, stats[field], want)
		}
	}
	// The stats have each flag of the image that is not as by default, by its name.
	if with, _ := stats["flags"].(map[string]any); with["color"] != "black" || with["exposure"] != "1.5" || with["size"] == nil || with["keybits"] != nil || with["o"] != nil {
		t.Errorf("the stats have the flags %v", stats["flags"])
	}
	if a, ok := stats["absorption"].([]any); !ok || len(a) != 3 || a[0].(float64) <= 0 {
		t.Errorf("the stats have the absorption %v", stats["absorption"])
	}
	single, _ := mean("marschner", "-color", "blond", "-shading", "marschner", "-tone", "agx", "-exposure", "1.5")
	kajiya, stats := mean("kajiya", "-color", "blond", "-shading", "kajiya", "-tone", "agx", "-exposure", "1.5")
	alike := func(a, b [3]float64) bool {
		return a != b && math.Abs(a[0]/b[0]-1) < 0.1 && math.Abs(a[2]/b[2]-1) < 0.1
	}
	if !alike(single, blond) || !alike(kajiya, blond) || !alike(single, kajiya) || stats["shading"] != "kajiya" {
		t.Errorf("dual %v, marschner %v, kajiya %v, %v", blond, single, kajiya, stats["shading"])
	}

	var out, errs bytes.Buffer
	shot := filepath.Join(dir, "a.EXR")
	if code := run(context.Background(), []string{"-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "80x60", "-shadow-size", "64", "-o", shot, file}, &out, &errs, gpu.Options{}); code != exitDone {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	data, err := os.ReadFile(shot)
	if err != nil || !bytes.HasPrefix(data, []byte{0x76, 0x2F, 0x31, 0x01}) || len(data) < 1000 {
		t.Errorf("%v, %d bytes", err, len(data))
	}
}

// An automatic exposure is in the stats, and a number still has to be one.
func TestAutomaticExposureIsInTheStats(t *testing.T) {
	viewertest.NeedGL(t)
	file, dir := viewertest.Wig(t), t.TempDir()
	factor := func(strength string) float64 {
		t.Helper()
		numbers := filepath.Join(dir, "stats.json")
		var out, errs bytes.Buffer
		line := []string{"-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "80x60", "-shadow", "none", "-exposure", "auto",
			"-env", "studio," + strength, "-lights", "none", "-o", filepath.Join(dir, "a.png"), "-stats", numbers, file}
		if code := run(context.Background(), line, &out, &errs, gpu.Options{}); code != exitDone {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		data, err := os.ReadFile(numbers)
		if err != nil {
			t.Fatal(err)
		}
		var stats struct {
			Exposure  float64 `json:"exposure"`
			Automatic bool    `json:"exposure_auto"`
		}
		if err := json.Unmarshal(data, &stats); err != nil || !stats.Automatic {
			t.Fatalf("%+v, %v", stats, err)
		}
		return stats.Exposure
	}
	if one, quarter := factor("1"), factor("0.25"); math.Abs(quarter/one-4) > 0.2 {
		t.Errorf("the factor is %v, with a quarter of the light %v", one, quarter)
	}
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"-headless", "-exposure", "bright"}, &out, &errs, gpu.Options{}); code != exitUsage {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}
