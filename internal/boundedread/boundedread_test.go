// SPDX-License-Identifier: MIT

//go:build unix

package boundedread

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestReadFileStopsAtTheLimit(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", link); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, link} {
		if got, err := ReadFile(p, 5); err != nil || string(got) != "12345" {
			t.Errorf("%s: %q, %v", p, got, err)
		}
	}
	if _, err := ReadFile(path, 4); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), path) {
		t.Errorf("%v", err)
	}
	if _, err := ReadFile(filepath.Join(dir, "none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// A file whose size is not known ahead, such as those in /proc, is bounded as well.
func TestReadAllStopsAtTheLimit(t *testing.T) {
	if _, err := ReadAll(endless{}, "x", 1000); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// None of these waits: a FIFO has no writer here.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	fifo, socket := filepath.Join(dir, "fifo"), filepath.Join(dir, "socket")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if l, err := net.Listen("unix", socket); err == nil {
		defer l.Close()
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(fifo, link); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{fifo: "a FIFO", link: "a FIFO", dir: "a directory", "/dev/zero": "a device", socket: "a socket"} {
		if _, err := ReadFile(path, 10); !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", path, err, says)
		}
	}
}
