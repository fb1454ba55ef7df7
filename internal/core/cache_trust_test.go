// SPDX-License-Identifier: MIT

//go:build unix

package core

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func reportOf(s *store) string { return strings.Join(s.lines(programs{formats: []int32{1}}), "\n") }

func TestCachePermissionsAreOwnerOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := openStore(dir)
	s.put("program", []byte("data"))
	for _, path := range []string{filepath.Dir(dir), dir, filepath.Join(dir, files(t, dir)[0])} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]os.FileMode{true: 0o700, false: 0o600}[info.IsDir()]; info.Mode().Perm() != want {
			t.Errorf("%s is made with mode %v, want %v", path, info.Mode(), want)
		}
	}
}

func TestUntrustedCacheFolderIsRefused(t *testing.T) {
	for _, c := range []struct {
		mode     os.FileMode
		owner    int
		wantText string // "" if the folder is used
	}{
		{0o755, -1, ""}, {0o500, -1, ""}, {0o700, 0, ""},
		{0o777, -1, "others can write to it"}, {0o770, -1, "others can write to it"}, {0o702, -1, "others can write to it"},
		{os.ModeSticky | 0o777, -1, "others can write to it"},
		{0o700, 65534, "another user owns it (uid 65534)"},
	} {
		t.Run(fmt.Sprintf("mode=%o,owner=%d", c.mode, c.owner), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Chmod(dir, c.mode); err != nil {
				t.Fatal(err)
			}
			if c.owner > 0 && os.Geteuid() != 0 {
				return // only root can change the owner
			}
			if err := os.Chown(dir, c.owner, -1); c.owner > 0 && err != nil {
				t.Fatal(err)
			}
			s := openStore(dir)
			s.put("program", []byte("data"))
			_, found := s.get("program")
			refused := strings.Contains(reportOf(s), "no cache ("+dir+": "+c.wantText) && strings.Contains(reportOf(s), "COMB_CACHE_SHARED=1")
			if os.Geteuid() != 0 && c.mode == 0o500 {
				return // the folder cannot be written to
			}
			if found != (c.wantText == "") || refused != (c.wantText != "") {
				t.Errorf("mode %v, owner %d: used %v; %s", c.mode, c.owner, found, reportOf(s))
			}
			if c.wantText != "" && len(files(t, dir)) > 0 {
				t.Errorf("mode %v, owner %d: something is written", c.mode, c.owner)
			}
			t.Setenv("COMB_CACHE_SHARED", "1")
			byVariable := openStore(dir)
			t.Setenv("COMB_CACHE_SHARED", "")
			byVariable.put("program", []byte("data"))
			if got, ok := newStore(Options{CacheDir: dir, CacheShared: true}).get("program"); !ok || string(got) != "data" {
				t.Errorf("mode %v, owner %d: with consent: %q, %v, %s", c.mode, c.owner, got, ok, reportOf(byVariable))
			}
		})
	}
}

// The folder may be made after the store.
func TestUntrustedFolderMadeLaterIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	s := openStore(dir)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	s.put("program", []byte("data"))
	if names := files(t, dir); len(names) > 0 || !strings.Contains(reportOf(s), "others can write to it") {
		t.Errorf("%q, %s", names, reportOf(s))
	}
}

func TestBadCacheEntriesAreDeletedAndReported(t *testing.T) {
	for what, spoil := range map[string]func(path string) error{
		"forged":                 func(path string) error { return os.WriteFile(path, []byte("combseal and nothing else"), 0o600) },
		"empty":                  func(path string) error { return os.Truncate(path, 0) },
		"larger than any entry":  func(path string) error { return os.Truncate(path, 1<<40) },
		"others can write to it": func(path string) error { return os.Chmod(path, 0o666) },
		"another user owns it": func(path string) error {
			if os.Geteuid() != 0 {
				return os.Chmod(path, 0o666)
			}
			return os.Chown(path, 65534, -1)
		},
	} {
		t.Run(what, func(t *testing.T) {
			s := openStore(t.TempDir())
			s.put("program", []byte("data"))
			path := filepath.Join(s.dir, files(t, s.dir)[0])
			if err := spoil(path); err != nil {
				t.Fatal(err)
			}
			if got, ok := s.get("program"); ok {
				t.Errorf("%s: found %q", what, got)
			}
			if _, err := os.Lstat(path); err == nil || !strings.Contains(reportOf(s), "cache: "+path+" is deleted: ") {
				t.Errorf("%s: %v\n%s", what, err, reportOf(s))
			}
			s.put("program", []byte("data"))
			if _, ok := s.get("program"); !ok {
				t.Errorf("%s: does not heal", what)
			}
		})
	}
}

func TestNonRegularCacheEntriesAreSkipped(t *testing.T) {
	elsewhere := openStore(t.TempDir())
	elsewhere.put("program", []byte("data"))
	target := filepath.Join(elsewhere.dir, files(t, elsewhere.dir)[0])
	for what, make := range map[string]func(path string) error{
		"a FIFO":           func(path string) error { return syscall.Mkfifo(path, 0o600) }, // nobody writes to it
		"a link":           func(path string) error { return os.Symlink(target, path) },
		"a link to no end": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a folder":         func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		t.Run(what, func(t *testing.T) {
			s := openStore(t.TempDir())
			path := s.path("program", CacheKey("program", nil, nil))
			if err := make(path); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got, ok := s.get("program"); ok {
					t.Errorf("%s: found %q", what, got)
				}
				s.put("program", []byte("data"))
			}
			info, err := os.Lstat(path)
			if err != nil || info.Mode().IsRegular() || strings.Count(reportOf(s), path+" is skipped") != 1 || s.writeError != nil {
				t.Errorf("%s: %v, %v\n%s", what, err, s.writeError, reportOf(s))
			}
			s.put("program", []byte("data"), "another")
			if _, ok := s.get("program", "another"); !ok {
				t.Errorf("%s: no other entry is kept", what)
			}
		})
	}
}

func TestBadEntryReportIsBounded(t *testing.T) {
	s := openStore(t.TempDir())
	for i := range 50 {
		if err := os.WriteFile(s.path("program", CacheKey("program", nil, []string{fmt.Sprint(i)})), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s.get("program", fmt.Sprint(i))
	}
	if lines := s.lines(programs{}); len(lines) != mostNotes+2 {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
}
