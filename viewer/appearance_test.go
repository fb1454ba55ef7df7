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

// The three shadings and the colours change the image, and the stats report them. A .exr file holds
// the linear image.
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
	if a, ok := stats["absorption"].([]any); !ok || len(a) != 3 || a[0].(float64) <= 0 {
		t.Errorf("the stats have the absorption %v", stats["absorption"])
	}
	single, _ := mean("marschner", "-color", "blond", "-shading", "marschner", "-tone", "agx", "-exposure", "1.5")
	kajiya, stats := mean("kajiya", "-color", "blond", "-shading", "kajiya", "-tone", "agx", "-exposure", "1.5")
	if single[0] > 0.95*blond[0] || math.Abs(single[0]-kajiya[0]) < 0.005 || stats["shading"] != "kajiya" {
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
