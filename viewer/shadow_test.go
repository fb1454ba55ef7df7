// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/measure"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

func TestBadLightFlagsAreNamedInOneLine(t *testing.T) {
	for line, wantText := range map[string]string{
		"-shadow dark":                    `-shadow "dark"`,
		"-shadow-size 8":                  "-shadow-size 8",
		"-shadows some":                   `-shadows "some"`,
		"-lights lamp,1,2,3,4":            `"lamp,1,2,3,4"`,
		"-lights sun,1,2,3":               `"sun,1,2,3"`,
		"-lights sun,1,2,x,4":             "-lights",
		"-lights sun,1,2,NaN,4":           "-lights",
		"-lights sun,1,2,3,4,5":           "-lights",
		"-env space":                      `-env "space"`,
		"-env sky,-1":                     "-env",
		"-env sky,much":                   "-env",
		"-headless -lights sun,0,0,0,1":   "the direction has the length 0",
		"-headless -lights sun,0,1,0,-1":  "the strength is -1",
		"-headless -lights point,0,0,0,1": "-lights: light 1, the point at 0,0,0, is ",
		"-lights " + strings.Repeat("sun,1,1,1,1;", 4) + "sun,1,1,1,1": "at most 4",
	} {
		t.Run(line, func(t *testing.T) {
			args := strings.Fields("-quiet " + line)
			if strings.Contains(line, "-headless") {
				viewertest.NeedGL(t)
				args = append(args, "-size", "32x32", "-o", filepath.Join(t.TempDir(), "a.png"), viewertest.Wig(t))
			}
			var out, err bytes.Buffer
			if code := run(context.Background(), args, &out, &err, gpu.Options{}); code != exitUsage {
				t.Errorf("%s: exit code %d", line, code)
			}
			if text := err.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, wantText) {
				t.Errorf("%s: says %q, want one line with %q", line, text, wantText)
			}
		})
	}
}

func TestStatsHaveShadowErrors(t *testing.T) {
	viewertest.NeedGL(t)
	file, dir := viewertest.Wig(t), t.TempDir()
	measure := func(args ...string) (s measure.Stats, printed string) {
		path := filepath.Join(dir, "a.json")
		if !slices.Contains(args, "none") {
			args = append(args, "-shadow-size", gputest.InNightly("128", "64"))
		}
		args = append(append([]string{"-headless", "-head", "none", "-transparency", "blend", "-size", "64x36", "-stats", path, "-o", filepath.Join(dir, "a.png")}, args...), file)
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, &out, &errs, gpu.Options{}); code != exitDone {
			t.Fatalf("exit code %d: %s", code, errs.String())
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatal(err)
		}
		return s, out.String()
	}
	all, printed := measure("-shadows", "all")
	if len(all.Shadows) != len(hair.Shadows())-1 || all.Shadow != "volume" || all.ShadowError == nil || *all.ShadowError != all.Shadows[0].Error {
		t.Errorf("%+v", all)
	}
	for _, s := range all.Shadows {
		most := 0.15
		if s.Shadow == "none" {
			most = 1
		}
		if !(s.Error > 0 && s.Error < most) || len(s.Lights) != 2 || s.MS < 0 || !strings.Contains(printed, "\n"+s.Shadow+" ") {
			t.Errorf("%+v", s)
		}
	}
	one, _ := measure("-shadow", "slices", "-shadow-error", "-lights", "sun,1,1,0,1")
	if len(one.Shadows) != 1 || one.Shadow != "slices" || one.ShadowError == nil || len(one.Shadows[0].Lights) != 1 {
		t.Errorf("%+v", one)
	}
	if plain, _ := measure("-shadow", "none"); plain.Shadow != "none" || plain.ShadowError != nil || plain.Shadows != nil || len(plain.Stages) != 8 {
		t.Errorf("%+v", plain)
	}
}
