// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/viewer/internal/viewertest"
)

// viewer is a command that runs the viewer.
func viewer(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), asViewer+"=1")
	return c
}

// running is a process, and what it says on stderr.
type running struct {
	*exec.Cmd
	printed chan string // once all of it is there
}

// start starts the program and waits until it says a word.
func start(t *testing.T, word string, args ...string) running {
	t.Helper()
	r := running{viewer(args...), make(chan string, 1)}
	r.Dir = t.TempDir()
	pipe, err := r.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	seen := make(chan bool)
	go func() {
		var all bytes.Buffer
		piece := make([]byte, 256)
		for open := true; ; {
			n, err := pipe.Read(piece)
			all.Write(piece[:n])
			if open && strings.Contains(all.String(), word) {
				close(seen)
				open = false
			}
			if err != nil {
				r.printed <- all.String()
				return
			}
		}
	}()
	select {
	case <-seen:
	case printed := <-r.printed:
		r.Wait()
		t.Fatalf("%v ended and said %q, want %q", args, printed, word)
	case <-time.After(time.Minute):
		r.Process.Kill()
		t.Fatalf("%v does not say %q", args, word)
	}
	return r
}

// ends waits for the end and returns the exit code, or minus the signal. A process that hangs is
// killed.
func (r running) ends(t *testing.T) (code int, printed string) {
	t.Helper()
	hangs := time.AfterFunc(time.Minute, func() {
		t.Errorf("%v goes on after the signal", r.Args)
		r.Process.Kill()
	})
	defer hangs.Stop()
	printed = <-r.printed
	r.Wait()
	status := r.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return -int(status.Signal()), printed
	}
	return status.ExitStatus(), printed
}

func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// What does not look at a context ends too: a read of a FIFO that nobody writes to, the growing of
// a million strands, and a write to a FIFO that nobody reads.
func TestSignalStopsEveryMode(t *testing.T) {
	file := viewertest.Wig(t)
	for _, c := range []struct {
		word   string
		signal syscall.Signal
		args   []string
	}{
		{"reading", syscall.SIGINT, []string{"-headless", fifo(t)}},
		{"reading", syscall.SIGTERM, []string{"-convert", fifo(t), "to.ply"}},
		{"growing", syscall.SIGINT, []string{"-headless", "-strands", "1000000"}},
		{"growing", syscall.SIGTERM, []string{"-headless", "-strands", "1000000"}},
		{"writing", syscall.SIGINT, []string{"-convert", file, fifo(t) + ".ply"}},
	} {
		t.Run(fmt.Sprintf("%s,%v", c.word, c.signal), func(t *testing.T) {
			if to := c.args[len(c.args)-1]; strings.HasSuffix(to, "fifo.ply") {
				if err := syscall.Mkfifo(to, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			r := start(t, c.word, c.args...)
			r.Process.Signal(c.signal)
			code, printed := r.ends(t)
			if code != exitInterrupted || !strings.HasSuffix(printed, "interrupted\n") {
				t.Errorf("%v, %v: exit code %d, says %q", c.args, c.signal, code, printed)
			}
			if left, _ := os.ReadDir(r.Dir); len(left) != 0 {
				t.Errorf("%v: %v are left", c.args, left)
			}
		})
	}
}

func TestSecondSignalKills(t *testing.T) {
	r := start(t, "reading", "-headless", fifo(t))
	r.Process.Signal(syscall.SIGTERM)
	for range 100 { // the second comes when the first is being heeded, or has been
		time.Sleep(5 * time.Millisecond)
		if r.Process.Signal(syscall.SIGTERM) != nil {
			break
		}
	}
	if code, printed := r.ends(t); code != -int(syscall.SIGTERM) && code != exitInterrupted {
		t.Errorf("exit code %d: %s", code, printed)
	}
}

func TestMissingDisplayPrintsOneLine(t *testing.T) {
	c := viewer()
	c.Env = append(c.Env, "DISPLAY=:7777", "WAYLAND_DISPLAY=")
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitFailed && !strings.Contains(string(out), "built without a window") {
		t.Errorf("%v", err)
	}
	if text := string(out); strings.Count(text, "\n") != 1 || !strings.Contains(text, "-headless") {
		t.Errorf("says %q, want one line with -headless", text)
	}
}

// A FIFO is read as a file is. Where there is no end to it, there is a limit; devices and folders
// are refused.
func TestInputsThatAreNotFilesAreRefused(t *testing.T) {
	file, path, to := viewertest.Wig(t), fifo(t), filepath.Join(t.TempDir(), "to.ply")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	go os.WriteFile(path, data, 0)
	if printed := converts(t, exitDone, path, to); !strings.Contains(printed, "300 strands") {
		t.Errorf("from a FIFO: %s", printed)
	}
	for path, wantText := range map[string]string{"/dev/zero": "is a device", t.TempDir(): "directory"} {
		if printed := converts(t, exitUsage, "-quiet", path, to); strings.Count(printed, "\n") != 1 || !strings.Contains(printed, wantText) {
			t.Errorf("%s: %q", path, printed)
		}
	}
	var out, errs bytes.Buffer
	for path, wantText := range map[string]string{fifo(t): "a FIFO", "/dev/zero": "a device"} {
		if code := run(context.Background(), []string{"-headless", "-settings", path}, &out, &errs, gpu.Options{}); code != exitUsage || !strings.Contains(errs.String(), wantText) {
			t.Errorf("-settings %s: exit code %d: %s", path, code, errs.String())
		}
	}
	large := filepath.Join(t.TempDir(), "large.json")
	f, err := os.Create(large)
	if err != nil {
		t.Fatal(err)
	}
	f.Truncate(65 << 20)
	f.Close()
	errs.Reset()
	if code := run(context.Background(), []string{"-headless", "-settings", large}, &out, &errs, gpu.Options{}); code != exitUsage || !strings.Contains(errs.String(), "too large") {
		t.Errorf("65 MB of settings: exit code %d: %s", code, errs.String())
	}
}

// Names with control characters do not reach the terminal, in progress nor in errors.
func TestControlCharactersAreEscaped(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile(viewertest.Wig(t))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a\x1b[2J\nb.hair")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(dir, "s.json")
	if err := os.WriteFile(settings, []byte(`{"comb_viewer": 1, "flags": {"x\u001b[2J": "1"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	clean := func(what, text string) {
		t.Helper()
		if strings.ContainsAny(text, "\x1b") || !strings.Contains(text, `\x1b[2J`) {
			t.Errorf("%s: %q", what, text)
		}
	}
	clean("progress", converts(t, exitDone, file, filepath.Join(dir, "\x1b[2J.ply")))
	for _, args := range [][]string{{"none\x1b[2J.hair"}, {"-nonsense\x1b[2J"}, {"-size", "\x1b[2J"}, {"-settings", settings}, {"-settings", "\x1b[2J"}} {
		var errs bytes.Buffer
		if code := run(context.Background(), append([]string{"-headless", "-quiet"}, args...), io.Discard, &errs, gpu.Options{}); code != exitUsage {
			t.Errorf("%q: exit code %d", args, code)
		}
		clean(args[0], errs.String())
		if strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: %q", args, errs.String())
		}
	}
}
