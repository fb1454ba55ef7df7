// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/imagefile"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// TestSequenceProcess is not a test. It is the program, for tests that kill it.
func TestSequenceProcess(t *testing.T) {
	args := os.Getenv("COMB_TEST_SEQUENCE")
	if args == "" {
		t.Skip("for other tests")
	}
	if code := run(context.Background(), strings.Split(args, "\n"), os.Stdout, os.Stderr, gpu.Options{}); code != exitDone {
		t.Fatalf("exit code %d", code)
	}
}

// sequenceRun draws frames of a sequence of 12 in this process.
func sequenceRun(t *testing.T, file, dir, frames string, more ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), sequenceArgs(file, dir, frames, more...), &out, &errs, gpu.Options{}); code != exitDone {
		t.Fatalf("%s: exit code %d: %s", frames, code, errs.String())
	}
	return errs.String()
}

func sequenceArgs(file, dir, frames string, more ...string) []string {
	args := []string{"-headless", "-head", "none", "-transparency", "blend", "-size", "64x48", "-shadow-size", "64", "-wind", "3", "-steps", "4", "-turntable", "12", "-of", filepath.Join(dir, "f%03d.png")}
	if frames != "" {
		args = append(args, "-frames", frames)
	}
	return append(append(args, more...), file)
}

func readAll(t *testing.T, dir string) (all [12][]byte) {
	t.Helper()
	for i := range all {
		data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("f%03d.png", i)))
		if err != nil {
			t.Fatal(err)
		}
		all[i] = data
	}
	return all
}

// wholePNG reports whether a file is a PNG from its beginning to its end, and its size.
func wholePNG(path string) (width, height int, whole bool) {
	p, whole, err := imagefile.Finished(path)
	return p.Width, p.Height, whole && err == nil
}

// The files of a sequence are the same for any split, and if a process is killed and started again.
func TestKilledSplitSequenceCanBeCompleted(t *testing.T) {
	viewertest.NeedGL(t)
	file, whole, split := viewertest.Wig(t), t.TempDir(), t.TempDir()
	sequenceRun(t, file, whole, "")
	want := readAll(t, whole)
	for i := range want {
		if bytes.Equal(want[i], want[(i+1)%12]) {
			t.Errorf("frames %d and the next are the same image", i)
		}
	}
	sequenceRun(t, file, split, "9-11")
	// One process is killed after its first frames.
	c := exec.Command(os.Args[0], "-test.run", "^TestSequenceProcess$")
	c.Env = append(os.Environ(), "COMB_TEST_SEQUENCE="+strings.Join(sequenceArgs(file, split, "0-8"), "\n"))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if _, err := os.Stat(filepath.Join(split, "f001.png")); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	c.Process.Kill()
	c.Wait()
	before, _ := filepath.Glob(filepath.Join(split, "f*.png"))
	if len(before) < 5 || len(before) == 12 {
		t.Logf("%d of 12 are there after the kill: it came late", len(before))
	}
	for _, path := range before {
		if w, h, ok := wholePNG(path); !ok || w != 64 || h != 48 {
			t.Errorf("%s is half written", path)
		}
	}
	printed := sequenceRun(t, file, split, "0-8")
	if reported := fmt.Sprintf("%d are there", len(before)-3); !strings.Contains(printed, reported) {
		t.Errorf("%q lacks %q", printed, reported)
	}
	for i, data := range readAll(t, split) {
		if !bytes.Equal(data, want[i]) {
			t.Errorf("frame %d is another image than drawn in one run", i)
		}
	}
}

func TestOnlyFinishedFramesAreSkipped(t *testing.T) {
	viewertest.NeedGL(t)
	file, dir := viewertest.Wig(t), t.TempDir()
	name := func(i int) string { return filepath.Join(dir, fmt.Sprintf("f%03d.png", i)) }
	sequenceRun(t, file, dir, "1-4")
	first, _ := os.ReadFile(name(1))
	// A frame that was cut short and an empty file are drawn again. A finished frame stays,
	// whatever its content is.
	os.WriteFile(name(2), first[:len(first)-9], 0o644)
	os.WriteFile(name(3), nil, 0o644)
	second, _ := os.ReadFile(name(4))
	os.WriteFile(name(1), second, 0o644)
	printed := sequenceRun(t, file, dir, "1-4")
	if !strings.Contains(printed, "2 to draw, 2 are there") {
		t.Error(printed)
	}
	if data, _ := os.ReadFile(name(1)); !bytes.Equal(data, second) {
		t.Error("a finished frame was drawn again")
	}
	for _, i := range []int{2, 3} {
		if _, _, ok := wholePNG(name(i)); !ok {
			t.Errorf("frame %d is not whole", i)
		}
	}
	sequenceRun(t, file, dir, "1-1", "-overwrite")
	if data, _ := os.ReadFile(name(1)); !bytes.Equal(data, first) {
		t.Error("-overwrite left it")
	}
	// The same for images of linear light.
	linear := []string{"-of", filepath.Join(dir, "g%d.exr")}
	if printed := sequenceRun(t, file, dir, "0-1", linear...); !strings.Contains(printed, "2 to draw") {
		t.Error(printed)
	}
	if printed := sequenceRun(t, file, dir, "0-1", linear...); !strings.Contains(printed, "0 to draw") {
		t.Error(printed)
	}
	// With nothing to draw, the run needs neither a GPU nor the file.
	if printed := sequenceRun(t, "none.hair", dir, "1-4"); !strings.Contains(printed, "0 to draw") {
		t.Error(printed)
	}
	var out, errs bytes.Buffer
	args := append(slices.DeleteFunc(sequenceArgs(file, dir, "1-4"), func(s string) bool { return s == file }), "-size", "32x32", file)
	if code := run(context.Background(), args, &out, &errs, gpu.Options{}); code != exitUsage || !strings.Contains(errs.String(), "64x48") {
		t.Errorf("another size: exit code %d: %s", code, errs.String())
	}
}

// The shares of the farm's scripts leave no frame out and do not overlap.
func TestFarmScriptsShareAllFrames(t *testing.T) {
	dir := t.TempDir()
	fake := filepath.Join(dir, "viewer")
	script := "#!/bin/sh\necho \"$@\" >>" + dir + "/log.$$\n"
	if err := os.WriteFile(fake, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	shares := func(t *testing.T) (frames [7]int) {
		logs, _ := filepath.Glob(dir + "/log.*")
		for _, log := range logs {
			data, _ := os.ReadFile(log)
			os.Remove(log)
			for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
				if !strings.Contains(line, "-headless -turntable 7") || !strings.HasSuffix(line, " -style bob") {
					t.Errorf("%q", line)
				}
				_, rest, _ := strings.Cut(line, "-frames ")
				word, _, _ := strings.Cut(rest, " ")
				o, err := flags.Parse([]string{"-headless", "-frames", word})
				if err != nil {
					t.Fatal(err)
				}
				for i := o.Run.Sequence.First; i <= o.Run.Sequence.Last; i++ {
					frames[i]++
				}
			}
		}
		return frames
	}
	env := append(os.Environ(), "VIEWER="+fake, "FRAMES=7")
	for _, tasks := range []int{1, 3, 7, 9} {
		t.Run(fmt.Sprint("tasks=", tasks), func(t *testing.T) {
			for task := range tasks {
				c := exec.Command("sh", "farm/slurm.sh", "-style", "bob")
				c.Env = append(env, fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", 5+task), "SLURM_ARRAY_TASK_MIN=5", fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", tasks))
				if task%2 == 1 { // without Slurm
					c.Env = append(env, fmt.Sprintf("TASK=%d", task), fmt.Sprintf("TASKS=%d", tasks))
				}
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if got := shares(t); got != [7]int{1, 1, 1, 1, 1, 1, 1} {
				t.Errorf("slurm.sh, %d tasks: frames are drawn %v times", tasks, got)
			}
			c := exec.Command("sh", "farm/local.sh", "-style", "bob")
			c.Env = append(env, fmt.Sprintf("PROCESSES=%d", tasks))
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got := shares(t); got != [7]int{1, 1, 1, 1, 1, 1, 1} {
				t.Errorf("local.sh, %d processes: frames are drawn %v times", tasks, got)
			}
		})
	}
	if _, err := exec.LookPath("python3"); err == nil {
		c := exec.Command("python3", "farm/opencue.py", "-print", "-style", "bob")
		c.Env = env
		out, err := c.CombinedOutput()
		if want := fake + " -headless -quiet -turntable 7 -frames #FRAME_START#-#FRAME_END# -of frames/f%04d.png -style bob\n"; err != nil || string(out) != want {
			t.Errorf("opencue.py: %v, %q, want %q", err, out, want)
		}
	}
	c := exec.Command("sh", "farm/slurm.sh")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "TASK") {
		t.Errorf("neither Slurm nor TASK: %v, %s", err, out)
	}
}
