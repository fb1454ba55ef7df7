// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// converts runs viewer -convert and gives what it says.
func converts(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(context.Background(), append([]string{"-convert"}, args...), &out, &errs, gpu.Options{}); got != code {
		t.Fatalf("%v: exit code %d, want %d: %s", args, got, code, errs.String())
	}
	return errs.String()
}

func opened(t *testing.T, path string, o strands.Options) *strands.Set {
	t.Helper()
	s, err := strands.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConvertThroughEveryFormatAndBack(t *testing.T) {
	file, dir := viewertest.Wig(t), t.TempDir()
	was := opened(t, file, strands.Options{})
	for _, ending := range []string{".hair", ".data", ".npy", ".ply"} {
		t.Run(ending, func(t *testing.T) {
			there, back := filepath.Join(dir, "new", "there"+ending), filepath.Join(dir, "back"+ending+".hair")
			printed := converts(t, exitDone, "-write-unit", "0.1in", file, there)
			for _, words := range []string{"reading", "300 strands, 3300 segments", ".hair in 0.1in (as it says), z up (as it says)", "writing", " bytes"} {
				if !strings.Contains(printed, words) {
					t.Errorf("%s: says %q, not %q", ending, printed, words)
				}
			}
			if bare := ending == ".data" || ending == ".npy"; bare != strings.Contains(printed, "points alone") {
				t.Errorf("%s: says %q", ending, printed)
			}
			converts(t, exitDone, "-quiet", "-unit", "0.1in", there, back)
			if got := opened(t, back, strands.Options{}); !reflect.DeepEqual(got.Points, was.Points) || !reflect.DeepEqual(got.First, was.First) || got.Unit != was.Unit {
				t.Errorf("%s and back: the strands differ", ending)
			}
		})
	}
}

func TestConvertAppliesItsFlags(t *testing.T) {
	file, to := viewertest.Wig(t), filepath.Join(t.TempDir(), "a.ply")
	was := opened(t, file, strands.Options{})
	for _, c := range []struct {
		flags             string
		strands, segments int
		unit              float32
		up                strands.Up
	}{
		{"-strands 100", 100, 1100, 0.00254, strands.UpY},
		{"-subdivide 3", 300, 9900, 0.00254, strands.UpY},
		{"-resample 5", 300, 1200, 0.00254, strands.UpY},
		{"-follow 2 -spread 0.01 -spread-tip 1", 900, 9900, 0.00254, strands.UpY},
		{"-smooth 180", 300, 3300, 0.00254, strands.UpY},
		{"-unit cm", 300, 3300, 0.01, strands.UpY},
		{"-write-unit m -write-up z", 300, 3300, 1, strands.UpZ},
	} {
		t.Run(c.flags, func(t *testing.T) {
			converts(t, exitDone, append(strings.Fields("-quiet "+c.flags), file, to)...)
			s := opened(t, to, strands.Options{})
			if s.Strands() != c.strands || s.Segments() != c.segments || s.Unit != c.unit || s.Origin.Up != c.up {
				t.Errorf("%s: %d strands, %d segments, %v", c.flags, s.Strands(), s.Segments(), s.Origin)
			}
		})
	}
	// An axis said of what is read turns it.
	converts(t, exitDone, "-quiet", "-up", "y", file, to)
	if s := opened(t, to, strands.Options{}); s.Points[1] == was.Points[1] || s.Points[1].Len() != was.Points[1].Len() {
		t.Errorf("-up y: %v, was %v", s.Points[1], was.Points[1])
	}
	converts(t, exitDone, "-quiet", "-follow", "3", "-seed", "1", file, to)
	one := opened(t, to, strands.Options{})
	converts(t, exitDone, "-quiet", "-follow", "3", "-seed", "2", file, to)
	if reflect.DeepEqual(one.Points, opened(t, to, strands.Options{}).Points) {
		t.Error("-seed changes no hair that -follow grows")
	}
	for degrees, segments := range map[string]int{"auto": 3, "45": 3, "20": 9} {
		converts(t, exitDone, "-quiet", "-smooth", degrees, viewertest.Bent(t), to)
		if n := opened(t, to, strands.Options{}).Segments(); n != segments {
			t.Errorf("-smooth %s: %d segments, want %d", degrees, n, segments)
		}
	}
}

func TestConvertRefusesInOneLine(t *testing.T) {
	file, dir := viewertest.Wig(t), t.TempDir()
	odd := filepath.Join(dir, "odd.obj")
	if err := os.WriteFile(odd, []byte("v 0 0 0\nv 0 1 0\nv 0 2 0\nl 1 2 3\nl 2 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "to")
	for line, wantText := range map[string]string{
		file + " " + to + ".tfx":                ".hair, .data, .npy, .ply",
		file + " " + to:                         "the name's ending",
		file:                                    "two files",
		file + " " + to + ".ply " + to + ".npy": "two files",
		"":                                      "two files",
		"-headless " + file + " " + to + ".ply": "-headless: not with -convert",
		"-o a.png " + file + " " + to + ".ply":  "-o: not with -convert",
		to + ".none " + to + ".ply":             to + ".none: no such file",
		odd + " " + to + ".npy":                 "strand 1 has 2 points and strand 0 has 3",
		"-strands 301 " + file + " " + to + ".ply": "-strands 301: " + file + " has 300 strands",
		"-unit ft " + file + " " + to + ".ply":     `"ft"`,
		"-up w " + file + " " + to + ".ply":        `"w"`,
		"-write-up w " + file + " " + to + ".ply":  `-write-up`,
		"-points 1 " + file + " " + to + ".ply":    "-points 1",
		"-follow -1 " + file + " " + to + ".ply":   "-follow -1",
		"-smooth -1 " + file + " " + to + ".ply":   "-smooth -1",
		"-spread NaN " + file + " " + to + ".ply":  "-spread NaN",
		"-resample 1 " + file + " " + to + ".ply":  "-resample 1",
	} {
		t.Run(line, func(t *testing.T) {
			printed := converts(t, exitUsage, append([]string{"-quiet"}, strings.Fields(line)...)...)
			if strings.Count(printed, "\n") != 1 || !strings.Contains(printed, wantText) {
				t.Errorf("%s: says %q, want one line with %q", line, printed, wantText)
			}
		})
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%v are left", left)
	}
	// A folder that cannot be is a failure of the system's, not the command line's.
	converts(t, exitFailed, "-quiet", file, filepath.Join(odd, "a.ply"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	if code := run(ctx, []string{"-convert", "-quiet", file, to + ".ply"}, &out, &errs, gpu.Options{}); code != exitInterrupted {
		t.Errorf("interrupted: exit code %d", code)
	}
	for line, wantText := range map[string]string{"-unit m": "-unit: only with a file", "-write-up z a.hair": "-write-up: only with -convert", "-spread-tip -1 a.hair": "-spread-tip -1"} {
		if code := run(context.Background(), strings.Fields(line), &out, &errs, gpu.Options{}); code != exitUsage || !strings.Contains(errs.String(), wantText) {
			t.Errorf("%s: exit code %d: %s", line, code, errs.String())
		}
	}
}

func TestStatsHaveTheOriginOfTheFile(t *testing.T) {
	viewertest.NeedGL(t)
	dir := t.TempDir()
	numbers := filepath.Join(dir, "a.json")
	var out, errs bytes.Buffer
	args := []string{"-headless", "-head", "none", "-transparency", "blend", "-size", "64x36", "-shadow", "none", "-unit", "cm", "-follow", "1", "-o", filepath.Join(dir, "a.png"), "-stats", numbers, viewertest.Wig(t)}
	if code := run(context.Background(), args, &out, &errs, gpu.Options{}); code != exitDone {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	if !strings.Contains(errs.String(), ".hair in cm (as asked), z up (as it says), grown from 300 guides") {
		t.Errorf("says %q", errs.String())
	}
	data, err := os.ReadFile(numbers)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]any{
		"format": ".hair", "unit_by": "as asked", "up": "z", "up_by": "as it says", "strands_left_out": 0.0, "guides": 300.0, "strands": 600.0,
	} {
		if got[field] != want {
			t.Errorf("%s is %v, want %v", field, got[field], want)
		}
	}
}
