// SPDX-License-Identifier: MIT

//go:build linux || darwin || freebsd

package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// text writes s to path.
func text(path, s string) error {
	return Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	})
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q (%v), want %q", filepath.Base(path), got, err, want)
	}
}

// entries are the names in a folder.
func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

func TestWriteThroughSymlink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	target := filepath.Join(other, "target")
	for name, to := range map[string]string{"absolute": target, "relative": "real", "chain": "relative", "dangling": filepath.Join(other, "new", "x")} {
		if err := os.Symlink(to, path(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []string{target, path("real")} {
		if err := os.WriteFile(p, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, at := range map[string]string{"absolute": target, "relative": path("real"), "dangling": filepath.Join(other, "new", "x")} {
		if err := Check(path(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := text(path(name), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		holds(t, at, name)
	}
	if err := text(path("chain"), "chain"); err != nil {
		t.Error(err)
	}
	holds(t, path("real"), "chain")
	for _, name := range []string{"absolute", "relative", "chain", "dangling"} {
		if info, err := os.Lstat(path(name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", name, err)
		}
	}
	if left := entries(t, dir); len(left) != 5 {
		t.Errorf("%v", left)
	}
	if err := os.Symlink("loop", path("loop")); err != nil {
		t.Fatal(err)
	}
	if err := text(path("loop"), ""); err == nil || Check(path("loop")) == nil {
		t.Error("a link to itself is written")
	}
}

func TestWritePermissions(t *testing.T) {
	dir := t.TempDir()
	was := syscall.Umask(0o027)
	defer syscall.Umask(was)
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o640, 0o755} {
		t.Run(fmt.Sprintf("mode=%o", mode), func(t *testing.T) {
			path := filepath.Join(dir, fmt.Sprint(mode))
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			if err := text(path, "x"); err != nil {
				t.Fatal(err)
			}
			if info, _ := os.Stat(path); info.Mode() != mode {
				t.Errorf("%v became %v", mode, info.Mode())
			}
		})
	}
	fresh := filepath.Join(dir, "new", "fresh")
	if err := text(fresh, "x"); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(fresh); info.Mode() != 0o640 {
		t.Errorf("a new file is %v, want 0640 with umask 027", info.Mode())
	}
	if info, _ := os.Stat(filepath.Dir(fresh)); info.Mode().Perm() != 0o750 {
		t.Errorf("a new folder is %v, want 0750 with umask 027", info.Mode())
	}
}

func TestAFIFOIsWrittenInPlace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Check(path); err != nil { // and does not wait for a reader
		t.Error(err)
	}
	if Replaces(path) || !Replaces(filepath.Join(dir, "new")) || Replaces(dir) {
		t.Error("Replaces a FIFO, not a new file, or a folder")
	}
	got := make(chan string)
	go func() {
		data, _ := os.ReadFile(path)
		got <- string(data)
	}()
	if err := text(path, "through"); err != nil {
		t.Fatal(err)
	}
	if s := <-got; s != "through" {
		t.Errorf("the reader got %q", s)
	}
	if info, _ := os.Lstat(path); info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("it became %v", info.Mode())
	}
}

func TestADeviceIsWrittenInPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "null")
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, 1<<8|3); err != nil { // as root
		if os.Getuid() == 0 {
			t.Skipf("no device can be made here: %v", err) // and root could replace the system's
		}
		path = os.DevNull
	}
	if err := Check(path); err != nil {
		t.Fatal(err)
	}
	if err := text(path, "x"); errors.Is(err, fs.ErrPermission) { // a folder mounted with nodev
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Lstat(path); info.Mode()&fs.ModeCharDevice == 0 {
		t.Errorf("it became %v", info.Mode())
	}
}

// A file that a shell opened for a process is not replaced: later output follows it.
func TestAnOpenFileIsWrittenInPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	at := fmt.Sprintf("/dev/fd/%d", f.Fd())
	if _, err := os.Stat(at); err != nil {
		t.Skip(err)
	}
	if Replaces(at) || !Replaces(path) {
		t.Errorf("Replaces an open file, or not %s", path)
	}
	io.WriteString(f, "first ")
	if err := text(at, "second"); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "first second")
	if again, _ := os.Stat(path); again.Size() != 12 {
		t.Errorf("%d bytes", again.Size())
	}
}

func TestCheckRefusesUnwritablePaths(t *testing.T) {
	dir := t.TempDir()
	file, socket := filepath.Join(dir, "file"), filepath.Join(dir, "socket")
	if err := os.WriteFile(file, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	if l, err := net.Listen("unix", socket); err == nil {
		defer l.Close()
	}
	bad := map[string]string{
		dir: "folder", dir + "/": "folder", "": "empty", socket: "socket", filepath.Join(file, "x.png"): "",
		filepath.Join(file, "new", "x.png"): "", filepath.Join(dir, "new") + "/": "folder",
	}
	if os.Getuid() != 0 {
		shut := filepath.Join(dir, "shut")
		if err := os.Mkdir(shut, 0o555); err != nil {
			t.Fatal(err)
		}
		bad[filepath.Join(shut, "x.png")], bad[filepath.Join(shut, "new", "x.png")], bad[file] = shut, shut, "permission"
	}
	before := entries(t, dir)
	for path, says := range bad {
		if err := Check(path); !errors.Is(err, ErrTarget) || !strings.Contains(err.Error(), says) {
			t.Errorf("Check(%q): %v, want %q", path, err, says)
		}
		if err := text(path, "new"); err == nil {
			t.Errorf("Write(%q) took it", path)
		}
	}
	if err := Check(filepath.Join(dir, "not", "yet", strings.Repeat("n", 255))); err != nil {
		t.Error(err)
	}
	if after := entries(t, dir); len(after) != len(before) {
		t.Errorf("%v were there, %v are", before, after)
	}
	holds(t, file, "old")
}

// Check and Write must follow ".." alike, as the system does.
func TestUpFromFolders(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	for _, folder := range []string{"real", filepath.Join(other, "deep")} {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link": filepath.Join(other, "deep"), "up": "link/../by link"} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for path, at := range map[string]string{
		"real/../a/b": filepath.Join(dir, "a", "b"), "real/.././../" + filepath.Base(dir) + "/c": filepath.Join(dir, "c"),
		"link/../d": filepath.Join(other, "d"), dir + "/link/../new/e": filepath.Join(other, "new", "e"), "up": filepath.Join(other, "by link"),
	} {
		if err := Check(path); err != nil {
			t.Errorf("Check(%q): %v", path, err)
		}
		if err := text(path, path); err != nil {
			t.Errorf("Write(%q): %v", path, err)
		}
		holds(t, at, path)
		holds(t, path, path)
	}
	before := entries(t, dir)
	for _, path := range []string{"missing/../a/b", "missing/new/../../b", "real/missing/../b", "real/../missing/../real/b"} {
		private := WritePrivate(path, func(io.Writer) error { return nil })
		for what, err := range map[string]error{"Check": Check(path), "Write": text(path, "new"), "WritePrivate": private} {
			if !errors.Is(err, ErrTarget) || !strings.Contains(err.Error(), "missing") {
				t.Errorf("%s(%q): %v, want ErrTarget", what, path, err)
			}
		}
	}
	if after := entries(t, dir); len(after) != len(before) {
		t.Errorf("%v were there, %v are", before, after)
	}
}

func TestWritePrivateReplacesSymlink(t *testing.T) {
	dir := t.TempDir()
	target, link, made := filepath.Join(dir, "target"), filepath.Join(dir, "link"), filepath.Join(dir, "new", "made")
	if err := os.WriteFile(target, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, made} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			err := WritePrivate(path, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err })
			if err != nil {
				t.Fatal(err)
			}
			holds(t, path, "new")
			if info, _ := os.Lstat(path); info.Mode() != 0o600 {
				t.Errorf("%s is %v", path, info.Mode())
			}
		})
	}
	holds(t, target, "old")
	if info, _ := os.Stat(filepath.Dir(made)); info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v", info.Mode())
	}
}

func TestAbandonRemovesTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	err := text(filepath.Join(dir, "whole"), "x")
	if err != nil {
		t.Fatal(err)
	}
	err = Write(filepath.Join(dir, "part"), func(io.Writer) error {
		if n := len(entries(t, dir)); n != 2 {
			t.Errorf("%d files, want a temporary one too", n)
		}
		Abandon()
		if left := entries(t, dir); len(left) != 1 {
			t.Errorf("%v are left", left)
		}
		return nil
	})
	if err == nil {
		t.Error("a file that was abandoned is there")
	}
}
