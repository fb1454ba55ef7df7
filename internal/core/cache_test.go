// SPDX-License-Identifier: MIT

package core

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func openStore(dir string, identity ...string) *store {
	return newStore(Options{CacheDir: dir}, identity...)
}

// files returns the names in a folder, or none if there is no folder.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestCacheLookupByKindPartsAndDriver(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "when needed")
	s := openStore(dir, "vendor", "4.6")
	if _, ok := s.get("result", "a", "b"); ok {
		t.Fatal("something is found in no folder")
	}
	for _, data := range []string{"first", "", "second"} {
		s.put("result", []byte(data), "a", "b")
		for _, s := range []*store{s, openStore(dir, "vendor", "4.6")} {
			if got, ok := s.get("result", "a", "b"); !ok || string(got) != data {
				t.Errorf("%q, %v, want %q", got, ok, data)
			}
		}
	}
	for _, parts := range [][]string{{"a", "c"}, {"ab"}, {"a"}, {"a", "b", ""}, {"", "ab"}, {"b", "a"}, nil} {
		if got, ok := s.get("result", parts...); ok {
			t.Errorf("parts %q find %q", parts, got)
		}
	}
	if _, ok := s.get("program", "a", "b"); ok {
		t.Error("another kind is found")
	}
	for _, identity := range [][]string{{"vendor", "4.5"}, {"vendor"}, {"vendor", "4.6", "a"}, nil} {
		if _, ok := openStore(dir, identity...).get("result", "a", "b"); ok {
			t.Errorf("driver %q finds another's", identity)
		}
	}
	for _, kind := range []string{"", "../x", "Program", "a b", strings.Repeat("x", 33)} {
		s.put(kind, []byte("x"))
		if _, ok := s.get(kind); ok {
			t.Errorf("kind %q is taken", kind)
		}
	}
	if names := files(t, dir); len(names) != 1 || !cacheName.MatchString(names[0]) || s.writeError != nil {
		t.Errorf("the folder holds %q, %v", names, s.writeError)
	}
}

// damages are ways in which a file may be damaged.
func damages(file []byte) map[string][]byte {
	flipped := func(at int) []byte {
		f := bytes.Clone(file)
		f[at] ^= 0x10
		return f
	}
	return map[string][]byte{
		"empty": {}, "one byte": file[:1], "half a header": file[:sealSize/2], "a header alone": file[:sealSize],
		"cut short": file[:len(file)-1], "too long": append(bytes.Clone(file), 0), "zeros": make([]byte, len(file)),
		"another magic": flipped(0), "another checksum": flipped(len(sealMagic)), "first byte flipped": flipped(sealSize), "last byte flipped": flipped(len(file) - 1),
	}
}

func TestDamagedCacheFileIsReplaced(t *testing.T) {
	s := openStore(t.TempDir())
	s.put("program", []byte("data"), "a")
	path := filepath.Join(s.dir, files(t, s.dir)[0])
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := damages(good)
	all["another key's file"] = seal(CacheKey("program", nil, []string{"b"}), []byte("data"))
	for what, file := range all {
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, ok := s.get("program", "a"); ok {
			t.Errorf("%s: found %q", what, got)
		}
		if names := files(t, s.dir); len(names) != 0 {
			t.Errorf("%s: left are %q", what, names)
		}
		s.put("program", []byte("data"), "a")
		if got, ok := s.get("program", "a"); !ok || string(got) != "data" {
			t.Errorf("%s: does not heal: %q, %v", what, got, ok)
		}
	}
}

func TestCacheFolder(t *testing.T) {
	home := func() (string, error) { return "/home/me/.cache", nil }
	noHome := func() (string, error) { return "", errors.New("no home") }
	for i, c := range []struct {
		o        Options
		variable string
		user     func() (string, error)
		dir, why string
	}{
		{Options{}, "", home, "/home/me/.cache/comb", ""},
		{Options{}, "/tmp/x", home, "/tmp/x", ""},
		{Options{}, "off", home, "", "COMB_CACHE is off"},
		{Options{CacheDir: "/a/b"}, "off", home, "/a/b", ""},
		{Options{CacheDir: "/a/b"}, "/tmp/x", noHome, "/a/b", ""},
		{Options{CacheDir: "/a/b", NoCache: true}, "/tmp/x", home, "", "Options.NoCache"},
		{Options{}, "", noHome, "", "no home"},
	} {
		t.Run(fmt.Sprintf("%d,%s", i, c.why), func(t *testing.T) {
			if c.dir != "" {
				c.dir, _ = filepath.Abs(filepath.FromSlash(c.dir))
			}
			dir, why := cacheFolder(c.o, c.variable, c.user)
			if dir != c.dir || why != c.why {
				t.Errorf("%+v, %q: %q, %q, want %q, %q", c.o, c.variable, dir, why, c.dir, c.why)
			}
		})
	}
	if dir, _ := cacheFolder(Options{CacheDir: "here"}, "", home); !filepath.IsAbs(dir) {
		t.Errorf("%q changes its meaning with the working folder", dir)
	}
}

func TestCacheFolderCannotBeCreated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := openStore(filepath.Join(file, "cache")) // below a file, since root can write to any folder
	s.put("program", []byte("x"))
	s.put("program", []byte("x"))
	if _, ok := s.get("program"); ok || s.writeError == nil {
		t.Errorf("found: %v, %v", ok, s.writeError)
	}
	lines := s.lines(programs{formats: []int32{1}, compiled: 2})
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "programs: 2 compiled, 0 from the cache in ") || !strings.HasPrefix(lines[1], "cache: nothing more is written to "+s.dir+": ") {
		t.Errorf("%q", lines)
	}
	off := newStore(Options{NoCache: true})
	off.put("program", []byte("x"))
	if _, ok := off.get("program"); ok {
		t.Error("a store without a folder finds something")
	}
	if lines := off.lines(programs{compiled: 2}); len(lines) != 1 || lines[0] != "programs: 2 compiled, no cache (Options.NoCache)" {
		t.Errorf("%q", lines)
	}
	if lines := openStore("x").lines(programs{compiled: 2}); len(lines) != 1 || lines[0] != "programs: 2 compiled, none cached: the driver has no program binaries" {
		t.Errorf("%q", lines)
	}
}

func TestSurplusFiles(t *testing.T) {
	now := time.Unix(1e9, 0)
	name := func(i int) string { return fmt.Sprintf("program-%064x.comb", i) }
	mine := func(i int, size int64, age time.Duration) cacheFile { return cacheFile{name(i), size, now.Add(-age)} }
	other := cacheFile{"thesis.txt", 1 << 40, now.Add(-1e6 * time.Hour)}
	temp := func(age time.Duration) cacheFile { return cacheFile{"." + name(9) + ".123", 50, now.Add(-age)} }
	for what, c := range map[string]struct {
		files   []cacheFile
		surplus []string
		rest    int64
	}{
		"nothing":         {nil, nil, 0},
		"at the limit":    {[]cacheFile{mine(1, 40, 5), mine(2, 60, 1), other}, nil, 100},
		"past it":         {[]cacheFile{mine(1, 20, 1), mine(2, 30, 3), other, mine(3, 51, 2)}, []string{name(2)}, 71},
		"three quarters":  {[]cacheFile{mine(1, 26, 4), mine(2, 1, 3), mine(3, 74, 2)}, []string{name(1)}, 75},
		"equal ages":      {[]cacheFile{mine(3, 40, 1), mine(1, 40, 1), mine(2, 40, 1)}, []string{name(1), name(2)}, 40},
		"one too large":   {[]cacheFile{mine(1, 101, 1)}, []string{name(1)}, 0},
		"left unfinished": {[]cacheFile{temp(time.Minute), temp(2 * time.Hour), mine(1, 7, 0)}, []string{temp(0).name}, 7},
	} {
		t.Run(what, func(t *testing.T) {
			surplus, rest := surplusFiles(c.files, 100, now)
			if !slices.Equal(surplus, c.surplus) || rest != c.rest {
				t.Errorf("%s: %q goes, %d stays; want %q, %d", what, surplus, rest, c.surplus, c.rest)
			}
		})
	}
}

func TestCacheSizeIsBounded(t *testing.T) {
	s := openStore(t.TempDir())
	entry := int64(sealSize + 100)
	s.limit = 8 * entry
	other := filepath.Join(s.dir, "thesis.txt")
	if err := os.WriteFile(other, make([]byte, 10*entry), 0o644); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Hour)
	for i := range 8 {
		s.put("program", make([]byte, 100), fmt.Sprint(i))
		path := s.path("program", CacheKey("program", nil, []string{fmt.Sprint(i)}))
		if err := os.Chtimes(path, long, long.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(files(t, s.dir)); n != 9 || s.size != s.limit {
		t.Fatalf("%d files of %d bytes at the limit", n, s.size)
	}
	s.get("program", "0") // the oldest, now the one used last
	s.put("program", make([]byte, 100), "new")
	for part, want := range map[string]bool{"0": true, "1": false, "2": false, "3": false, "4": true, "7": true, "new": true} {
		if _, ok := s.get("program", part); ok != want {
			t.Errorf("entry %s is there: %v", part, ok)
		}
	}
	if _, err := os.Stat(other); err != nil || s.size != s.limit/4*3 {
		t.Errorf("%d bytes are left; the other file: %v", s.size, err)
	}
	s.put("program", make([]byte, s.limit/4+1), "large")
	if _, ok := s.get("program", "large"); ok || s.writeError != nil {
		t.Errorf("an entry above a quarter of the limit is there: %v, %v", ok, s.writeError)
	}
}

// Each goroutine acts as a process: they share the folder alone, which is too small for all
// entries.
func TestProcessesShareCacheFolder(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	hits := make([]int, 4)
	for p := range hits {
		s := openStore(dir)
		s.limit = 20_000
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range 300 {
				part := fmt.Sprint((i*7 + p) % 40)
				want := bytes.Repeat([]byte(part), 500)
				if got, ok := s.get("program", part); !ok {
					s.put("program", want, part)
				} else if hits[p]++; !bytes.Equal(got, want) {
					t.Errorf("entry %s came as %.20q", part, got)
				}
			}
			if s.writeError != nil {
				t.Error(s.writeError)
			}
		}()
	}
	all.Wait()
	if slices.Max(hits) == 0 { // one goroutine may have none, since the others prune its entries
		t.Errorf("hits %v: nothing was tried", hits)
	}
	for _, name := range files(t, dir) {
		if !cacheName.MatchString(name) {
			t.Errorf("%s is left", name)
		}
	}
}
