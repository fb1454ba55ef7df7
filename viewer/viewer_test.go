// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

func TestBadCommandLinesAreNamedInOneLine(t *testing.T) {
	for line, wantText := range map[string]string{
		"-nonsense":           "-nonsense",
		"-size 12":            `-size "12"`,
		"-size 0x5":           `-size "0x5"`,
		"-size 40000x5":       "-size",
		"-camera 1,2":         `-camera "1,2"`,
		"-camera 0,91,1":      "-camera",
		"-camera 0,0,0":       "-camera",
		"-camera NaN,0,1":     "-camera",
		"-order random":       `-order "random"`,
		"-transparency foggy": `"foggy"`,
		"-keybits 0":          "-keybits 0",
		"-keybits 33":         "-keybits 33",
		"-keybits x":          "-keybits",
		"-strands 999":        "-strands 999",
		"-strands -1 a.hair":  "-strands -1",
		"-exposure 0":         "-exposure 0",
		"-samples 65":         "-samples 65",
		"-close-after -1":     "-close-after -1",
		"-target-ms -1":       "-target-ms -1",
		"-target-ms 10001":    "-target-ms 10001",
		"-frames 1-2":         "-headless",
		"-of f%d.png":         "-of",
		"-turntable -1":       "-turntable -1",

		"-headless -frames 3-2":                "-frames",
		"-headless -frames 1-1000000":          "-frames",
		"-headless -frames -1":                 "-frames",
		"-headless -frames 1 -of f.png":        `"f.png"`,
		"-headless -frames 1 -of %d%d.png":     "-of",
		"-headless -frames 1 -of %s%d.png":     "-of",
		"-headless -frames 1 -o a.png":         "-o",
		"-headless -turntable 4 -stats a.json": "-stats",
		"-settings none.json":                  "none.json",
		"-view 1":                              "-view 1",
		"-groom fuzz=1":                        `"fuzz=1"`,
		"-headless -settings=":                 `-settings ""`,
		"-headless -o=":                        `-o ""`,
		"-headless -stats=":                    `-stats ""`,
		"-headless -compare=":                  `-compare ""`,
		"-headless look.json":                  "-settings look.json reads them",
		"-groom length=9":                      `"length=9"`,
		"-head maybe":                          `"maybe"`,
		"-raw":                                 "-raw",
		"-raw -follow 3 a.hair":                "-follow 3",
		"-follow many a.hair":                  `-follow "many"`,
		"-follow 5000 a.hair":                  "-follow 5000",
		"-follow auto":                         "-follow",
		"-smooth auto":                         "-smooth",
		"-smooth round a.hair":                 `-smooth "round"`,
		"-smooth 181 a.hair":                   "-smooth 181",
		"-smooth NaN a.hair":                   "-smooth NaN",
		"-raw -smooth 5 a.hair":                "-smooth 5",
		"-camera automatic":                    "auto",
		"-headless -head none.obj":             "none.obj",
		"-camera 0,0,1,2":                      "-camera",

		"-wind 41":                   `-wind "41"`,
		"-wind 3:x":                  `-wind "3:x"`,
		"-wind -1":                   `-wind "-1"`,
		"-wind NaN":                  "-wind",
		"-gravity NaN":               "-gravity",
		"-stiffness 1.1":             "-stiffness 1.1",
		"-guides -1":                 "-guides -1",
		"-guides 1048577":            "-guides 1048577",
		"-steps -1":                  "-steps -1",
		"-shadow foggy":              `"foggy"`,
		"-compare foggy":             "exact",
		"-compare foggy a.hair":      `"foggy"`,
		"-turn 1":                    "-compare",
		"-turn 361 -compare exact":   "-turn 361",
		"-recede 1.1":                "-compare",
		"-recede 11 -lod-report 1":   "-recede 11",
		"-lights sun,1,1,1,-1":       `-lights "sun,1,1,1,-1": the strength is -1, want from 0 to 1e+06`,
		"-lights sun,1,1,1,2e6":      "the strength is 2e+06",
		"-lights sun,0,0,0,1":        "the direction has the length 0",
		"-lights camera,1e7,0,0,1":   "the direction has the length 1e+07",
		"-lights point,1e7,0,0,1":    "the place is 1e+07 m",
		"-lights sun,1,1,1,1,0,-1,0": "the colour is [0 -1 0]",
		"-style bald":                `"bald"`,
		"-lod 0.01":                  `"0.01"`,
		"-lod much":                  `"much"`,
		"-lod-report 1,":             `""`,
		"-lod-report 1":              "-headless",
		"-cull some":                 `"some"`,
		"-width -1":                  "-width -1",
		"-width-tip 11":              "-width-tip 11",
		"-width-scale 0":             "-width-scale 0",
		"-turn NaN -compare exact":   "-turn",
		"-methods some":              `"some"`,
		"-methods all":               "-headless",
		"-width-px -1":               "-width-px",
		"-width-px NaN":              "-width-px",
		"-alpha 1.5":                 "-alpha 1.5",
		"-shading phong":             "kajiya",
		"-color green":               `"green"`,
		"-color #12345":              "#rrggbb",
		"-color #12345g":             "#rrggbb",
		"-melanin 1.5":               "-melanin 1.5",
		"-melanin -0.5":              "-melanin -0.5",
		"-melanin NaN":               "-melanin NaN",
		"-melanin 1 -color red":      "-color red",
		"-redness 0.5":               "-melanin",
		"-roughness 0.01":            "-roughness 0.01",
		"-azimuthal 2":               "-azimuthal 2",
		"-tilt 12":                   "-tilt 12",
		"-tone film":                 "agx",
		"-backdrop sky":              `"sky"`,
		"-exposure NaN":              "-exposure NaN",
		"-subdivide 0":               "-subdivide 0",
		"-subdivide 1025":            "-subdivide",

		"-headless -samples 4 -compare exact": "-samples: not with -compare and -methods, which draw one sample a pixel",
		"-samples 4 -transparency exact":      "-samples: not with -transparency exact, which draws one sample a pixel: it is for blend and tiles",
		"-shadow none -shadow-size 64":        "-shadow-size: not with -shadow none, which has no maps",
		"-lights none -shadow-size 64":        "-shadow-size: not with -lights none, which cast no shadow",
		"-shadow slices -shadow-share 0.5":    "-shadow-share: not with -shadow slices, where all strands shade others: it is for volume",
		"-headless -guides 20":                "-guides: not with hair at rest: give -wind or -steps, which move it",
		"-core -transparency exact":           "-core",

		"-order strands -transparency lists8": "-order: not with -transparency lists8, which sorts no segments: it is for blend and tiles",
		"-keybits 8 -transparency exact":      "-keybits: not with -transparency exact",
		"-order unsorted -keybits 8":          "-keybits: not with -order unsorted",
		"a.hair b.hair":                       `"b.hair"`,
		"-headless none.hair":                 "none.hair",
		"-headless model.obj":                 "model.obj",
		"-headless -quiet doc.tfx":            "doc.tfx",
	} {
		t.Run(line, func(t *testing.T) {
			var out, err bytes.Buffer
			if code := run(context.Background(), append(strings.Fields("-quiet"), strings.Fields(line)...), &out, &err, gpu.Options{}); code != exitUsage {
				t.Errorf("%s: exit code %d", line, code)
			}
			if text := err.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, wantText) {
				t.Errorf("%s: says %q, want one line with %q", line, text, wantText)
			}
		})
	}
}

// An empty name of the model is no groom: a script's variable was not set.
func TestEmptyNameIsRefused(t *testing.T) {
	if printed := said(t, exitUsage, "-headless", "-quiet", ""); !strings.Contains(printed, "the name of the file is empty") {
		t.Errorf("%q", printed)
	}
}

// -h and -help-all print the texts that the tests of flags check.
func TestHelpGoesToStdout(t *testing.T) {
	for arg, want := range map[string]string{"-h": flags.Usage(), "-help": flags.Usage(), "-help-all": flags.UsageAll()} {
		t.Run(arg, func(t *testing.T) {
			var out, errs bytes.Buffer
			if code := run(context.Background(), []string{arg}, &out, &errs, gpu.Options{}); code != exitDone || out.String() != want || errs.Len() != 0 {
				t.Errorf("exit code %d: %s%s", code, out.String(), errs.String())
			}
		})
	}
}

func TestHeadlessWritesImageAndStats(t *testing.T) {
	viewertest.NeedGL(t)
	file, dir := viewertest.Wig(t), t.TempDir()
	shot, numbers := filepath.Join(dir, "new", "a.png"), filepath.Join(dir, "a.json")
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"-headless", "-size", "160x90", "-shadow-size", "256", "-camera", "30,10,1", "-o", shot, "-stats", numbers, file}, &out, &errs, gpu.Options{})
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil || img.Bounds().Dx() != 160 || img.Bounds().Dy() != 90 {
		t.Fatalf("%v, %v", img.Bounds(), err)
	}
	reddish := 0
	for y := range 90 {
		for x := range 160 {
			if r, _, b, _ := img.At(x, y).RGBA(); r > 2*b {
				reddish++
			}
		}
	}
	if reddish < 160*90/20 {
		t.Errorf("%d of %d pixels have the hair's colour", reddish, 160*90)
	}
	data, err := os.ReadFile(numbers)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"file", "strands", "segments", "drawn_segments", "inversions", "stages", "device", "driver", "gl", "width", "height", "order", "key_bits", "transparency", "list_leftover", "unit_m", "unit_by", "up", "raw", "head", "camera"} {
		if _, ok := got[field]; !ok {
			t.Errorf("the stats lack %q", field)
		}
	}
	if got["strands"] != 300.0 || got["segments"] != 3300.0 || got["drawn_segments"].(float64)+got["culled_hidden"].(float64) != 3300.0 || got["inversions"] != 0.0 || got["order"] != "sorted" || got["head"] != "scalp" || got["unit_by"] != "as it says" || got["raw"] != false {
		t.Errorf("%s", data)
	}
	if stages := got["stages"].([]any); len(stages) != 11 {
		t.Errorf("%d stages, want 11", len(stages))
	}
}

func TestInterruptedLeavesNoFiles(t *testing.T) {
	viewertest.NeedGL(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	var out, errs bytes.Buffer
	if code := run(ctx, []string{"-headless", "-quiet", "-o", filepath.Join(dir, "a.png"), viewertest.Wig(t)}, &out, &errs, gpu.Options{}); code != exitInterrupted {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%d files are left", len(left))
	}
}

// countedContext is done when its error was read so many times; 0 is never.
type countedContext struct {
	context.Context
	reads, most int
}

func (c *countedContext) Err() error {
	if c.reads++; c.most > 0 && c.reads > c.most {
		return context.Canceled
	}
	return nil
}

// A run that is interrupted in a frame ends before the next stage of that frame.
func TestInterruptEndsAFrameBetweenStages(t *testing.T) {
	viewertest.NeedGL(t)
	dir, file := t.TempDir(), viewertest.Wig(t)
	headless := func(most int) (code, reads int) {
		c := &countedContext{context.Background(), 0, most}
		var out, errs bytes.Buffer
		code = run(c, []string{"-headless", "-quiet", "-size", "64x48", "-shadow-size", "64", "-o", filepath.Join(dir, "a.png"), file}, &out, &errs, gpu.Options{})
		return code, c.reads
	}
	code, all := headless(0)
	if code != exitDone || all < 20 { // stages of Reserve and of the frame
		t.Fatalf("exit code %d; the context was read %d times", code, all)
	}
	if err := os.Remove(filepath.Join(dir, "a.png")); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{all / 2, all - 5} {
		code, reads := headless(most)
		if code != exitInterrupted || reads > most+3 {
			t.Errorf("done after %d reads of the context: exit code %d after %d", most, code, reads)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%d files are left", len(left))
		}
	}
}

func TestWindowWithoutADisplayPrintsOneLine(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"-quiet"}, &out, &errs, gpu.Options{}); code != exitUsage || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "-headless") {
		t.Errorf("exit code %d: %q", code, errs.String())
	}
}

// The window and the headless image are the same. The program runs in a process of its own, because
// GLFW needs the main thread.
func TestWindowMatchesHeadlessImage(t *testing.T) {
	viewertest.NeedX(t)
	file, dir, program := viewertest.Wig(t), t.TempDir(), quickViewer(t)
	view := []string{"-size", "320x180", "-shadow-size", "256", "-camera", "30,10,1", "-quiet"}
	var images [2][]byte
	for i, how := range [][]string{{"-headless"}, {"-close-after", "2"}} {
		path := filepath.Join(dir, how[0]+".png")
		args := append(append(append([]string{}, view...), how...), "-o", path, file)
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil || img.Bounds().Dx() != 320 || img.Bounds().Dy() != 180 {
			t.Fatalf("%v: %v, %v", how, img.Bounds(), err)
		}
		for y := range 180 {
			for x := range 320 {
				r, g, b, _ := img.At(x, y).RGBA()
				images[i] = append(images[i], byte(r>>8), byte(g>>8), byte(b>>8))
			}
		}
	}
	off := 0
	for i := range images[0] {
		if d := int(images[0][i]) - int(images[1][i]); d > 2 || d < -2 {
			off++
		}
	}
	if off > len(images[0])/1000 {
		t.Errorf("%d of %d values differ between the window and the headless image", off, len(images[0]))
	}
}
