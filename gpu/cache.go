// SPDX-License-Identifier: MIT

package gpu

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
	// cacheFormat is part of every key: a new number leaves the files of older versions of comb to the pruning.
	cacheFormat = "comb cache 1"
	// cacheLimit bounds the folder. comb's own kernels come to 3 to 31 KiB each on llvmpipe.
	cacheLimit = 64 << 20
	// cacheVariable names a folder to be taken for the user's own, or says off.
	cacheVariable = "COMB_CACHE"
	// sharedVariable, when it is 1, does what Options.CacheShared does.
	sharedVariable = "COMB_CACHE_SHARED"

	sealMagic = "combseal"
	sealSize  = len(sealMagic) + sha256.Size
)

// store is a folder of files under keys, shared with other processes. It never fails a caller: what cannot be read is a
// miss, what cannot be written is left out, and trouble is the reason.
//
// No file is changed in place: each is renamed into its place whole, and each carries a checksum over its key and data.
// So processes that write, read and prune together can cost each other a miss, and nothing more. The checksum keeps
// accidents out and no attacker: the driver runs the programs, so the folder must be one that nobody else writes to.
type store struct {
	dir      string   // "" when there is none
	why      string   // there is none
	shared   bool     // the folder may be anybody's
	vetted   bool     // the folder exists, and was checked
	identity []string // of the driver: part of every key
	limit    int64    // bytes
	size     int64    // of the folder when it was last scanned, and of what was put since; below 0 before the first put
	trouble  error    // what ended the writing
	notes    []string // for the report: entries that were deleted or skipped
}

// mostNotes bounds the report.
const mostNotes = 8

func newStore(o Options, identity ...string) *store {
	s := &store{identity: identity, limit: cacheLimit, size: -1}
	s.shared = o.CacheShared || os.Getenv(sharedVariable) == "1"
	s.dir, s.why = cacheFolder(o, os.Getenv(cacheVariable), os.UserCacheDir)
	s.vet()
	return s
}

// note adds a line to the report.
func (s *store) note(format string, args ...any) {
	line := fmt.Sprintf("cache: "+format, args...)
	switch {
	case slices.Contains(s.notes, line):
	case len(s.notes) < mostNotes:
		s.notes = append(s.notes, line)
	case len(s.notes) == mostNotes:
		s.notes = append(s.notes, "cache: and more entries")
	}
}

// cacheFolder is where files go, or why nowhere. The program's own word goes before the user's.
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

// cacheKey keeps parts apart by their lengths, so that no two lists of parts are the same bytes.
func cacheKey(kind string, identity, parts []string) [sha256.Size]byte {
	h := sha256.New()
	for _, part := range slices.Concat([]string{cacheFormat, kind}, identity, parts) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(part)))
		h.Write(n[:])
		io.WriteString(h, part)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Names of the folder's files, and of those on their way there.
var (
	cacheKind = regexp.MustCompile(`^[a-z]{1,32}$`)
	cacheName = regexp.MustCompile(`^[a-z]{1,32}-[0-9a-f]{64}\.comb$`)
	cacheTemp = regexp.MustCompile(`^\.[a-z]{1,32}-[0-9a-f]{64}\.comb\.[0-9]+$`)
)

func (s *store) path(kind string, key [sha256.Size]byte) string {
	return filepath.Join(s.dir, kind+"-"+hex.EncodeToString(key[:])+".comb")
}

// seal puts a checksum in front of data that holds for its key only.
func seal(key [sha256.Size]byte, data []byte) []byte {
	sum := sha256.Sum256(append(key[:], data...))
	return slices.Concat([]byte(sealMagic), sum[:], data)
}

// unseal takes it off again; false for anything that seal did not make of this key.
func unseal(key [sha256.Size]byte, file []byte) ([]byte, bool) {
	if len(file) < sealSize || !bytes.Equal(file, seal(key, file[sealSize:])) {
		return nil, false
	}
	return file[sealSize:], true
}

// get finds what was put under kind and parts. An entry that comb did not write for this key is deleted, and the report
// names it. One that is no regular file is left alone.
func (s *store) get(kind string, parts ...string) ([]byte, bool) {
	if !cacheKind.MatchString(kind) || !s.vet() {
		return nil, false
	}
	key := cacheKey(kind, s.identity, parts)
	path := s.path(kind, key)
	file, why := s.read(path)
	if file == nil && why == "" {
		return nil, false
	}
	data, ok := unseal(key, file)
	if why == "" && !ok {
		why = "its checksum is not that of its key and data"
	}
	if why != "" {
		s.note("%s is deleted: %s", path, why)
		os.Remove(path)
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // what is in use is pruned last; a folder that is only read does as well
	return data, true
}

// put stores data under kind and parts, in place of what was there. Kinds are words of small letters; an entry above a
// quarter of the folder's limit is not stored.
func (s *store) put(kind string, data []byte, parts ...string) {
	if s.dir == "" || s.trouble != nil || !cacheKind.MatchString(kind) || int64(len(data)) > s.limit/4 {
		return
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		s.trouble = err
		return
	}
	key := cacheKey(kind, s.identity, parts)
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
		s.trouble = err
		return
	}
	if s.size >= 0 {
		s.size += int64(len(file))
	}
	if s.size < 0 || s.size > s.limit {
		s.size = s.prune()
	}
}

// prune scans the folder, deletes what is too much and gives the size of the rest.
func (s *store) prune() int64 {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		s.trouble = err
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
		os.Remove(filepath.Join(s.dir, name)) // another process may have done so
	}
	return rest
}

type cacheFile struct {
	name string
	size int64
	used time.Time
}

// surplusFiles are the files to be deleted, and the size of the others. When a folder is over its limit the oldest go until
// three quarters are left, so that the next put does not prune again. Files that a process began an hour ago and never
// finished go in any case; other people's files are not looked at.
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

// Cached is what Cache stored, by this process or an earlier one, under the same kind and parts on the same driver
// (vendor, renderer and version), and whether there is any. A damaged or forged file counts as none and is deleted.
func (d *Device) Cached(kind string, parts ...string) ([]byte, bool) {
	if d == nil || d.released.Load() {
		return nil, false
	}
	return d.store.get(kind, parts...)
}

// Cache stores data in Options.CacheDir for later processes: kind is a word of small letters that says what it is,
// parts are all that it depends on beside the driver, such as a kernel's text. "program" is comb's own kind. Whatever
// hinders it is no error; Report tells. An entry of more than 16 MiB is not stored.
func (d *Device) Cache(kind string, data []byte, parts ...string) {
	if d == nil || d.released.Load() {
		return
	}
	d.store.put(kind, data, parts...)
}

// lines is what Report says of the store and of the programs.
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
	if why := s.trouble; why != nil {
		var path *os.PathError // it names a temporary file that says nothing to anybody
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
