// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

func TestWindChangesTheImage(t *testing.T) {
	viewertest.NeedGL(t)
	file, dir := viewertest.Wig(t), t.TempDir()
	pixels := map[string][]uint8{}
	steps := gputest.InNightly(30, 20)
	many := fmt.Sprint("-steps ", steps)
	for name, flags := range map[string]string{"still": "", "rest": "-steps 3", "wind": "-wind 6:90 " + many, "guides": "-guides 20 -wind 6:90 " + many, "fall": "-stiffness 0 " + many, "up": "-gravity -20 " + many} {
		shot, numbers := filepath.Join(dir, name+".png"), filepath.Join(dir, name+".json")
		var out, errs bytes.Buffer
		args := append(strings.Fields("-headless -quiet -head none -transparency blend -size 96x64 -shadow-size 64 -o "+shot+" -stats "+numbers+" "+flags), file)
		if code := run(context.Background(), args, &out, &errs, gpu.Options{}); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", name, code, errs.String())
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
		for y := range 64 {
			for x := range 96 {
				r, g, b, _ := img.At(x, y).RGBA()
				pixels[name] = append(pixels[name], uint8(r>>8), uint8(g>>8), uint8(b>>8))
			}
		}
		var s struct{ Steps, Inversions int }
		data, err := os.ReadFile(numbers)
		if err == nil {
			err = json.Unmarshal(data, &s)
		}
		if err != nil || s.Inversions != 0 || strings.Contains(flags, many) != (s.Steps == steps) {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	// apart is the mean difference of two images, of 255.
	apart := func(a, b string) float64 {
		sum := 0.0
		for i, v := range pixels[a] {
			sum += math.Abs(float64(v) - float64(pixels[b][i]))
		}
		return sum / float64(len(pixels[a]))
	}
	if v := apart("still", "rest"); v > 2 {
		t.Errorf("in still air the image changes by %v", v)
	}
	for _, name := range []string{"wind", "fall", "up"} {
		if v := apart("rest", name); v < 2 {
			t.Errorf("%s: the image changes by %v alone", name, v)
		}
	}
	if v := apart("wind", "guides"); v < 0.1 {
		t.Errorf("with 20 guides the image changes by %v alone", v)
	}
}

// Hair of kilometres cannot move. The message names what may be wrong.
func TestWindRefusesHairOfKilometres(t *testing.T) {
	viewertest.NeedGL(t)
	var out, errs bytes.Buffer
	args := []string{"-headless", "-quiet", "-head", "none", "-unit", "1000", "-wind", "8", "-size", "32x24", "-o", filepath.Join(t.TempDir(), "a.png"), viewertest.Wig(t)}
	if code := run(context.Background(), args, &out, &errs, gpu.Options{}); code != exitUsage || !strings.Contains(errs.String(), "is too large, 100 m are possible: is -unit right?") {
		t.Errorf("exit code %d: %q", code, errs.String())
	}
}
