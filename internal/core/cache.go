// SPDX-License-Identifier: MIT

package core

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/printable"
)

const (
	// cacheFormat is part of every key. After a change of it, the files of older versions are
	// pruned.
	cacheFormat = "comb cache 1"
	// cacheLimit is the largest size of the folder. comb's kernels take 3 to 31 KiB each on
	// llvmpipe.
	cacheLimit = 64 << 20
	// cacheVariable names the environment variable for the user's folder; its value may be "off".
	cacheVariable = "COMB_CACHE"
	// sharedVariable names the environment variable that, with the value 1, sets
	// gpu.Options.CacheShared.
	sharedVariable = "COMB_CACHE_SHARED"

	sealMagic = "combseal"
	sealSize  = len(sealMagic) + sha256.Size
)

// store is a folder of files under keys, which other processes may share. It returns no errors. A
// file that cannot be read is a miss. After a write error, which writeError holds, it writes no
// more.
//
// Files are never changed in place: each is renamed into place as a whole, with a checksum over its
// key and data. Processes that write, read and prune at the same time can therefore cause misses
// and nothing else. The checksum detects accidents, not attacks. The driver executes the programs,
// so nobody else may have write access to the folder.
type store struct {
	dir        string   // "" if there is no folder
	why        string   // the reason why there is none
	shared     bool     // owner and permissions are not checked
	vetted     bool     // the folder exists and was checked
	identity   []string // the driver's: part of every key
	limit      int64    // bytes
	size       int64    // bytes at the last scan and written since; below 0 before the first put
	writeError error    // the error after which nothing more is written
	notes      []string // lines of the report: entries that were deleted or skipped
}

// mostNotes is the largest number of notes in the report.
const mostNotes = 8

func newStore(o Options, identity ...string) *store {
	s := &store{identity: identity, limit: cacheLimit, size: -1}
	s.shared = o.CacheShared || os.Getenv(sharedVariable) == "1"
	s.dir, s.why = cacheFolder(o, os.Getenv(cacheVariable), os.UserCacheDir)
	s.vet()
	return s
}

// note adds a line to the report, unless the report has it or is full.
func (s *store) note(format string, args ...any) {
	line := fmt.Sprintf("cache: "+format, args...)
	switch {
	case slices.Contains(s.notes, line):
	case len(s.notes) < mostNotes:
		s.notes = append(s.notes, line)
	case len(s.notes) == mostNotes:
		s.notes = append(s.notes, "cache: more entries were deleted or skipped")
	}
}

// cacheFolder returns the folder, or the reason why there is none. Options take precedence over the
// environment.
func cacheFolder(o Options, variable string, user func() (string, error)) (dir, why string) {
	switch {
	case o.NoCache:
		return "", "Options.NoCache"
	case o.CacheDir != "":
		dir = o.CacheDir
	case variable == "off":
		return "", cacheVariable + " is off"
	case variable != "":
		dir = variable
	default:
		home, err := user()
		if err != nil {
			return "", err.Error()
		}
		dir = filepath.Join(home, "comb")
	}
	// The program may change its working folder.
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err.Error()
	}
	return dir, ""
}

// CacheKey hashes each part with its length, so that two different lists never give the same bytes.
func CacheKey(kind string, identity, parts []string) [sha256.Size]byte {
	h := sha256.New()
	for _, part := range slices.Concat([]string{cacheFormat, kind}, identity, parts) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(part)))
		h.Write(n[:])
		io.WriteString(h, part)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Names of the folder's files, and of temporary files that are being written.
var (
	cacheKind = regexp.MustCompile(`^[a-z]{1,32}$`)
	cacheName = regexp.MustCompile(`^[a-z]{1,32}-[0-9a-f]{64}\.comb$`)
	cacheTemp = regexp.MustCompile(`^\.[a-z]{1,32}-[0-9a-f]{64}\.comb\.[0-9]+$`)
)

func (s *store) path(kind string, key [sha256.Size]byte) string {
	return filepath.Join(s.dir, kind+"-"+hex.EncodeToString(key[:])+".comb")
}

// seal prepends a checksum over the key and the data.
func seal(key [sha256.Size]byte, data []byte) []byte {
	sum := sha256.Sum256(append(key[:], data...))
	return slices.Concat([]byte(sealMagic), sum[:], data)
}

// unseal removes the checksum. ok is false unless seal made the file for this key.
func unseal(key [sha256.Size]byte, file []byte) ([]byte, bool) {
	if len(file) < sealSize || !bytes.Equal(file, seal(key, file[sealSize:])) {
		return nil, false
	}
	return file[sealSize:], true
}

// get returns the data that put stored under kind and parts. It deletes an entry with a wrong
// checksum, owner, permissions or size, and adds a note to the report. It skips what is not a
// regular file.
func (s *store) get(kind string, parts ...string) ([]byte, bool) {
	if !cacheKind.MatchString(kind) || !s.vet() {
		return nil, false
	}
	key := CacheKey(kind, s.identity, parts)
	path := s.path(kind, key)
	file, why := s.read(path)
	if file == nil && why == "" {
		return nil, false
	}
	data, ok := unseal(key, file)
	if why == "" && !ok {
		why = "its checksum does not match its key and data"
	}
	if why != "" {
		s.note("%s is deleted: %s", path, why)
		os.Remove(path)
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // prune deletes the oldest first; in a read-only folder this may fail
	return data, true
}

// has reports whether there is a file under kind and parts, which get may still refuse.
func (s *store) has(kind string, parts ...string) bool {
	if !s.vet() {
		return false
	}
	_, err := os.Lstat(s.path(kind, CacheKey(kind, s.identity, parts)))
	return err == nil
}

// put stores data under kind and parts, and replaces an older entry. kind is a word of small
// letters. It does not store an entry larger than a quarter of the folder's limit.
func (s *store) put(kind string, data []byte, parts ...string) {
	if s.dir == "" || s.writeError != nil || !cacheKind.MatchString(kind) || int64(len(data)) > s.limit/4 {
		return
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		s.writeError = err
		return
	}
	key := CacheKey(kind, s.identity, parts)
	path := s.path(kind, key)
	if !s.vet() {
		return
	}
	if info, err := os.Lstat(path); err == nil && s.isOther(path, info) {
		return
	}
	file := seal(key, data)
	err := atomicfile.WritePrivate(path, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
	if err != nil {
		s.writeError = err
		return
	}
	if s.size >= 0 {
		s.size += int64(len(file))
	}
	if s.size < 0 || s.size > s.limit {
		s.size = s.prune()
	}
}

// prune deletes surplus files and returns the size of the rest.
func (s *store) prune() int64 {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		s.writeError = err
		return 0
	}
	var files []cacheFile
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, cacheFile{e.Name(), info.Size(), info.ModTime()})
		}
	}
	surplus, rest := surplusFiles(files, s.limit, time.Now())
	for _, name := range surplus {
		os.Remove(filepath.Join(s.dir, name)) // fails if another process has deleted it
	}
	return rest
}

type cacheFile struct {
	name string
	size int64
	used time.Time
}

// surplusFiles returns the files to delete and the size of the others. If the folder exceeds its
// limit, the oldest files are deleted until three quarters of the limit are left, so that the next
// put does not prune again. Temporary files older than an hour are always deleted: their process
// did not finish. Files with other names are ignored.
func surplusFiles(files []cacheFile, limit int64, now time.Time) (surplus []string, rest int64) {
	var mine []cacheFile
	for _, f := range files {
		switch {
		case cacheName.MatchString(f.name):
			mine = append(mine, f)
			rest += f.size
		case cacheTemp.MatchString(f.name) && now.Sub(f.used) > time.Hour:
			surplus = append(surplus, f.name)
		}
	}
	if rest <= limit {
		return surplus, rest
	}
	slices.SortFunc(mine, func(a, b cacheFile) int {
		if c := a.used.Compare(b.used); c != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	})
	for _, f := range mine {
		if rest <= limit/4*3 {
			break
		}
		surplus = append(surplus, f.name)
		rest -= f.size
	}
	return surplus, rest
}

// Cached returns the data that Cache stored under the same kind and parts on the same driver
// (vendor, renderer and version), in this process or an earlier one. ok is false if there is none.
// A damaged file is deleted and counts as none.
func (d *Device) Cached(kind string, parts ...string) ([]byte, bool) {
	if d == nil || d.released.Load() {
		return nil, false
	}
	return d.store.get(kind, parts...)
}

// Cache stores data in Options.CacheDir for later processes. kind is a word of small letters;
// "program" is reserved for comb. parts are everything besides the driver that the data depends on,
// such as the text of a kernel. A failure is no error; Report gives the reason. Data of more than
// 16 MiB is not stored.
func (d *Device) Cache(kind string, data []byte, parts ...string) {
	if d == nil || d.released.Load() {
		return
	}
	d.store.put(kind, data, parts...)
}

// lines returns the lines of Report about the cache and the programs.
func (s *store) lines(p programs) []string {
	line := fmt.Sprintf("programs: %d compiled", p.compiled)
	switch {
	case s.dir == "":
		line += ", no cache (" + s.why + ")"
	case len(p.formats) == 0:
		line += ", none cached: the driver has no program binaries"
	default:
		line += fmt.Sprintf(", %d from the cache in %s", p.cached, s.dir)
	}
	all := append([]string{line}, s.notes...)
	if why := s.writeError; why != nil {
		var path *os.PathError // it names a temporary file, which would not help a reader
		if errors.As(why, &path) {
			why = path.Err
		}
		all = append(all, fmt.Sprintf("cache: nothing more is written to %s: %v", s.dir, why))
	}
	for i := range all {
		all[i] = printable.Line(all[i])
	}
	return all
}
