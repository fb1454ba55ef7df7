// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// said runs the program in this process and returns its output on stderr.
func said(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(context.Background(), args, &out, &errs, gpu.Options{}); got != code {
		t.Fatalf("%q: exit code %d, want %d: %s", args, got, code, errs.String())
	}
	return errs.String()
}

// An error that ends a step does not stick to the step's line.
func TestErrorsHaveALineOfTheirOwn(t *testing.T) {
	viewertest.NeedGL(t)
	file, image := viewertest.Wig(t), filepath.Join(t.TempDir(), "a.png")
	for line, step := range map[string]string{"-strands 301": "reading", "-lights point,0,0,0,1": "compiling"} {
		printed := said(t, exitUsage, append(strings.Fields("-headless -size 16x16 -o "+image+" "+line), file)...)
		lines := strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
		if n := len(lines); n < 2 || !strings.HasPrefix(lines[n-2], step) || !strings.HasPrefix(lines[n-1], "viewer: -") {
			t.Errorf("%s: %q", line, printed)
		}
	}
}

// Errors of comb's packages reach the user with the flags in place of the fields of options.
func TestErrorsNameFlags(t *testing.T) {
	viewertest.NeedGL(t)
	dir, file := t.TempDir(), viewertest.Wig(t)
	points := filepath.Join(dir, "points.ply")
	ply := "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n0 1 0\n0 2 1\n"
	if err := os.WriteFile(points, []byte(ply), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, file, want string }{
		{"-lights sun,0,0,1,1;point,0,0,0.1,1", file, `viewer: -lights: light 2, the point at 0,0,0\.1, is [0-9.]+ m from the middle of hair and head, want at least [0-9.]+ m: bad light`},
		{"-shadow deep-16 -shadow-size 8192", file, `viewer: -shadow deep-16 with -shadow-size 8192: the map has \d+ bytes, this driver binds \d+: .*`},
		{"-smooth 0", points, `viewer: .*points\.ply: 3 points, and nothing marks where strands end, want -points, the points of a strand: wrong format`},
	} {
		printed := said(t, exitUsage, append(strings.Fields("-headless -quiet -size 16x16 -o "+filepath.Join(dir, "a.png")+" "+c.line), c.file)...)
		if !regexp.MustCompile(`^` + c.want + `\n$`).MatchString(printed) {
			t.Errorf("%s: %q", c.line, printed)
		}
	}
}

// An image or a sequence without hair ends well, with a warning that the stats have too.
func TestImagesWithoutHairAreWarnedOf(t *testing.T) {
	viewertest.NeedGL(t)
	dir, file := t.TempDir(), viewertest.Wig(t)
	image, numbers := filepath.Join(dir, "a.png"), filepath.Join(dir, "a.json")
	const words = "viewer: warning: no pixel of the image shows hair: "
	for line, warned := range map[string]bool{
		"-o " + image + " -stats " + numbers:                                    false,
		"-camera 0,0,1,1000,0,0 -o " + image + " -stats " + numbers:             true,
		"-camera 0,0,1,1000,0,0 -frames 0-1 -overwrite -of " + dir + "/f%d.png": true,
		"-camera 0,0,1 -frames 0-1 -overwrite -of " + dir + "/f%d.png":          false,
		"-camera 0,0,1 -width 1e-30 -o " + image + " -stats " + numbers:         true,
	} {
		os.Remove(numbers)
		printed := said(t, exitDone, append(strings.Fields("-headless -quiet -head none -transparency blend -size 32x32 -shadow-size 64 "+line), file)...)
		if got := strings.Count(printed, words); got > 1 || warned != (got == 1) {
			t.Errorf("%s: %q", line, printed)
		}
		if data, err := os.ReadFile(numbers); err == nil && warned != strings.Contains(string(data), `"warnings": [`) {
			t.Errorf("%s: %s", line, data)
		}
	}
}

// A size or a number of samples that the device does not have is refused before the model is read,
// with the limit.
func TestFlagsAreComparedWithTheDevice(t *testing.T) {
	viewertest.NeedGL(t)
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.hair") // its reading would be the next error
	if err := os.WriteFile(bad, []byte("HAIR"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"-size 32768x1": "viewer: -size 32768x1: an image of 32768x1: this device has images of at most ",
		"-samples 64":   "viewer: -samples 64: want a whole number from 0 to ",
	} {
		t.Run(line, func(t *testing.T) {
			printed := said(t, exitUsage, append(strings.Fields("-headless -o "+filepath.Join(dir, "a.png")+" "+line), bad)...)
			if strings.Contains(printed, "bad.hair") {
				t.Skip("this device takes " + line)
			}
			if !strings.HasPrefix(printed, want) || strings.Count(printed, "\n") != 1 {
				t.Errorf("%q", printed)
			}
		})
	}
}

// Stats count the hair of each pixel. A size with more pixels than that is refused before anything
// is drawn, and an image without stats is not counted.
func TestStatsOfTooManyPixelsAreRefused(t *testing.T) {
	viewertest.NeedGL(t)
	dir := t.TempDir()
	printed := said(t, exitUsage, "-headless", "-quiet", "-strands", "1000", "-size", "16384x16384", "-o", filepath.Join(dir, "a.png"), "-stats", filepath.Join(dir, "a.json"))
	if strings.Contains(printed, "this device has images of at most") {
		t.Skip("this device has no images of that size")
	}
	if !strings.Contains(printed, "viewer: -size 16384x16384: -stats, ") || strings.Count(printed, "\n") != 1 {
		t.Errorf("%q", printed)
	}
}

// A cache that comb refuses is reported with the reason: each process would compile all programs.
func TestRefusedCacheIsReported(t *testing.T) {
	viewertest.NeedGL(t)
	if runtime.GOOS == "windows" {
		t.Skip("folders have no mode there")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	line := "-headless -strands 1000 -head none -transparency blend -shadow none -size 16x16 "
	for _, more := range []string{"-o " + filepath.Join(dir, "a.png"), "-frames 0 -of " + filepath.Join(dir, "f%d.png")} {
		var out, errs bytes.Buffer
		code := run(context.Background(), strings.Fields(line+more), &out, &errs, gpu.Options{CacheDir: dir})
		if printed := errs.String(); code != exitDone || strings.Count(printed, "no cache ("+dir+": others can write to it") != 1 {
			t.Errorf("%s: exit code %d, %q", more, code, printed)
		}
	}
}
