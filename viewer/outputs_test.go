// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// outputOf runs the program in this process and returns its output on stderr.
func outputOf(t *testing.T, code int, args ...string) string {
	t.Helper()
	var errs bytes.Buffer
	if got := run(context.Background(), args, io.Discard, &errs, gpu.Options{}); got != code {
		t.Fatalf("%q: exit code %d, want %d: %s", args, got, code, errs.String())
	}
	return errs.String()
}

func TestSettingsHoldNoOutputs(t *testing.T) {
	dir := t.TempDir()
	target, file := filepath.Join(dir, "target"), filepath.Join(dir, "s.json")
	for _, name := range []string{"-stats", "stats=" + target, "-stats=" + target, "--stats", "stats", "o", "-o", "o=" + target, "of", "-", "--", "", " stats", "h", "help", "settings", "size=1x1 "} {
		t.Run(fmt.Sprintf("%q", name), func(t *testing.T) {
			data, _ := json.Marshal(map[string]any{"comb_viewer": 1, "flags": map[string]string{name: target}})
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			printed := outputOf(t, exitUsage, "-headless", "-quiet", "-settings", file)
			if strings.Count(printed, "\n") != 1 || !strings.Contains(printed, file) {
				t.Errorf("%q: %q", name, printed)
			}
		})
	}
	// A model's name is never read as a flag.
	for _, model := range []string{"-stats=" + target, "-o=" + target, "-h", "--"} {
		data, _ := json.Marshal(map[string]any{"comb_viewer": 1, "flags": map[string]string{}, "file": model})
		if err := os.WriteFile("s.json", data, 0o600); err != nil {
			t.Fatal(err)
		}
		printed := outputOf(t, exitUsage, "-headless", "-quiet", "-settings", "s.json")
		if !strings.Contains(printed, model+": no such file") {
			t.Errorf("%q: %q", model, printed)
		}
	}
	os.Remove("s.json")
	if _, err := os.Stat(target); err == nil {
		t.Error("settings made a file")
	}
}

// An hour of work is not lost: what cannot be written is refused before the model is read.
func TestOutputsAreCheckedBeforeRendering(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"-o", dir}, {"-o", filepath.Join(file, "a.png")}, {"-stats", dir}, {"-stats", filepath.Join(file, "a", "b.json")},
		{"-o", dir + "/"}, {"-frames", "1", "-of", filepath.Join(file, "f%d.png")},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			args = append(append([]string{"-headless", "-size", "8x8"}, args...), "none.hair") // reading it would be the next error
			if printed := outputOf(t, exitFailed, args...); strings.Contains(printed, "none.hair") || strings.Count(printed, "\n") > 2 {
				t.Errorf("%q: %q", args, printed)
			}
		})
	}
	if err := os.Mkdir(filepath.Join(dir, "f1.png"), 0o700); err != nil {
		t.Fatal(err)
	}
	if printed := outputOf(t, exitUsage, "-headless", "-frames", "1", "-of", filepath.Join(dir, "f%d.png"), "none.hair"); !strings.Contains(printed, "a directory") {
		t.Errorf("%q", printed)
	}
	for _, name := range []string{"a.tif", "a.GIF", "a.webp"} {
		t.Run(name, func(t *testing.T) {
			if printed := outputOf(t, exitUsage, "-headless", "-o", name); !strings.Contains(printed, ".jpg") {
				t.Errorf("%q", printed)
			}
			if printed := outputOf(t, exitUsage, "-headless", "-frames", "1", "-of", "%d"+name); !strings.Contains(printed, ".jpg") {
				t.Errorf("%q", printed)
			}
		})
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%v are left", left)
	}
}

func TestOutputsThatAreNotFilesAreRefused(t *testing.T) {
	viewertest.NeedGL(t)
	dir, file := t.TempDir(), viewertest.Wig(t)
	small := []string{"-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "16x16", "-shadow-size", "16"}
	pipe, link, target := filepath.Join(dir, "pipe"), filepath.Join(dir, "link.png"), filepath.Join(dir, "target")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", link); err != nil {
		t.Fatal(err)
	}
	got := make(chan []byte)
	go func() {
		data, _ := os.ReadFile(pipe)
		got <- data
	}()
	outputOf(t, exitDone, append(slices.Clone(small), "-o", link, "-stats", pipe, file)...)
	if data := <-got; !json.Valid(data) {
		t.Errorf("the FIFO got %q", data)
	}
	if info, _ := os.Lstat(pipe); info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the FIFO became %v", info.Mode())
	}
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link became %v", info.Mode())
	}
	if _, _, whole := wholePNG(target); !whole {
		t.Error("the link's target is no image")
	}
	if info, _ := os.Stat(target); info.Mode() != 0o640 {
		t.Errorf("the link's target became %v", info.Mode())
	}
	if printed := outputOf(t, exitUsage, append(slices.Clone(small), "-compare", "exact", "-o", pipe, file)...); !strings.Contains(printed, "-compare") {
		t.Errorf("images beside a FIFO: %q", printed)
	}
}

func TestJPEG(t *testing.T) {
	viewertest.NeedGL(t)
	dir, file := t.TempDir(), viewertest.Wig(t)
	for _, name := range []string{"a.jpg", "b.JPEG"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			outputOf(t, exitDone, "-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "48x32", "-shadow-size", "64", "-o", path, file)
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			img, err := jpeg.Decode(f)
			f.Close()
			if err != nil || img.Bounds().Dx() != 48 || img.Bounds().Dy() != 32 {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// A frame is not taken for finished if it was drawn with other flags or of another model, or if it
// does not record them.
func TestFramesRecordTheirFlags(t *testing.T) {
	viewertest.NeedGL(t)
	for _, ending := range []string{".png", ".jpg", ".exr"} {
		t.Run(ending, func(t *testing.T) {
			t.Run(ending, func(t *testing.T) {
				dir, file := t.TempDir(), viewertest.Wig(t)
				args := func(more ...string) []string {
					all := []string{"-headless", "-head", "none", "-transparency", "blend", "-size", "32x16", "-shadow-size", "16", "-turntable", "8", "-frames", "2-3", "-exposure", "2", "-of", filepath.Join(dir, "f%d"+ending)}
					return append(append(all, more...), file)
				}
				if printed := outputOf(t, exitDone, args()...); !strings.Contains(printed, "2 to draw") {
					t.Error(printed)
				}
				name := filepath.Join(dir, "f2"+ending)
				first, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				// The same values in other texts, and flags that do not change an image.
				for _, more := range [][]string{{}, {"-exposure", "2.0"}, {"-width-px", "0"}, {"-quiet=false"}, {"-frames", "2"}} {
					if printed := outputOf(t, exitDone, args(more...)...); !strings.Contains(printed, " 0 to draw") {
						t.Errorf("%q: %s", more, printed)
					}
				}
				for _, c := range []struct{ more, word string }{
					{"-exposure 3", "-exposure=2 and not -exposure=3"}, {"-turntable 9", "-turntable=8 and not -turntable=9"},
					{"-camera 1,0,1 -wind 3", "-camera=auto and not -camera=1,0,1"}, {"-resample 5", "-resample=0 and not -resample=5"},
					{"-size 16x16", "32x16"},
				} {
					printed := outputOf(t, exitUsage, args(strings.Fields(c.more)...)...)
					if !strings.Contains(printed, c.word) || !strings.Contains(printed, "-overwrite") || strings.Count(printed, "\n") != 1 {
						t.Errorf("%s: %q", c.more, printed)
					}
				}
				// A frame that was cut short, or has bytes behind its end, is drawn again, and is
				// the same.
				for i, n := range []int{len(first) - 1, len(first) / 2, 100, 4, 0} {
					if ending != ".png" && !gputest.Share(i, 2) {
						continue
					}
					os.WriteFile(name, first[:n], 0o600)
					if printed := outputOf(t, exitDone, args()...); !strings.Contains(printed, " 1 to draw") {
						t.Errorf("%d of %d bytes: %s", n, len(first), printed)
					}
					if again, _ := os.ReadFile(name); !bytes.Equal(again, first) {
						t.Errorf("%d of %d bytes: another image", n, len(first))
					}
				}
				// Another model under the same name, and the same model under another name.
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				moved := file
				file = filepath.Join(t.TempDir(), "moved.hair")
				os.WriteFile(file, data, 0o600)
				if printed := outputOf(t, exitDone, args()...); !strings.Contains(printed, " 0 to draw") {
					t.Error(printed)
				}
				file = moved
				os.WriteFile(file, append(data, 0), 0o600)
				if printed := outputOf(t, exitUsage, args()...); !strings.Contains(printed, "model") {
					t.Error(printed)
				}
				os.WriteFile(file, data, 0o600)
				// An image without a note.
				outputOf(t, exitDone, "-headless", "-quiet", "-head", "none", "-transparency", "blend", "-size", "32x16", "-shadow-size", "16", "-o", name, file)
				if printed := outputOf(t, exitUsage, args()...); !strings.Contains(printed, "no note") {
					t.Error(printed)
				}
				if printed := outputOf(t, exitDone, args("-overwrite")...); !strings.Contains(printed, "2 to draw") {
					t.Error(printed)
				}
				if again, _ := os.ReadFile(name); !bytes.Equal(again, first) {
					t.Error("-overwrite drew another image")
				}
			})
		})
	}
}
