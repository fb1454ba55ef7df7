// SPDX-License-Identifier: MIT

// Package atomicfile writes files whole or not at all: to a temporary name beside the target, which
// is then renamed. Devices and FIFOs are written in place instead, because a file must not
// replace them.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// ErrTarget is the error for a path that cannot be an output: a directory, a socket, a file or a
// folder without permission to write.
var ErrTarget = errors.New("not a place to write to")

// Write creates the file at path with the output of write. It creates the folder if it is missing.
//
//   - A new file gets the permissions that the umask leaves of 0666. An existing one keeps its own.
//   - A symbolic link stays. Its target is written, or made if it does not exist.
//   - A device or a FIFO is written in place, and so is a file behind /dev/stdout or /dev/fd, at
//     its end. After an error these hold a part.
//
// A path with ".." behind a folder that does not exist is refused: the system would not find the
// file by that path, and a reader of it neither.
//
// After any other error the file is as it was, and no temporary one is left. Errors: ErrTarget as
// Check's, what write returns, or the system's.
func Write(path string, write func(io.Writer) error) error {
	target, info, err := resolve(path)
	if err != nil {
		return err
	}
	if target == "" {
		return inPlace(path, write)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return fmt.Errorf("making the folder of %s: %w", path, err)
	}
	if err := replace(target, 0o666, info, write); err != nil {
		return fmt.Errorf("writing %s: %w", path, bare(err))
	}
	return nil
}

// WritePrivate is Write for a file that only its owner may read: with permissions 0600, and in a
// folder of 0700 where it makes one. It follows no link and writes to no device: whatever is at
// path is replaced, but a folder.
func WritePrivate(path string, write func(io.Writer) error) error {
	target, err := withoutUp(path)
	if err != nil {
		return refuse(path, err.Error())
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("making the folder of %s: %w", path, err)
	}
	if err := replace(target, 0o600, nil, write); err != nil {
		return fmt.Errorf("writing %s: %w", path, bare(err))
	}
	return nil
}

// Check returns the error that Write would return before it writes, and changes nothing. So a
// program can refuse a path before an hour of work and not after it. Errors: ErrTarget, or the
// system's.
func Check(path string) error {
	target, info, err := resolve(path)
	if err != nil {
		return err
	}
	if target == "" || info != nil {
		if err := writable(path); err != nil {
			return refuse(path, err.Error())
		}
	}
	if target == "" {
		return nil
	}
	// The nearest folder that exists must take files. What is missing of the others is then made by
	// Write.
	dir := filepath.Dir(target)
	for {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			return refuse(path, dir+" is no folder")
		}
		if err == nil {
			break
		}
		if up := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && up != dir {
			dir = up
			continue
		}
		return refuse(path, err.Error())
	}
	f, err := create(filepath.Join(dir, filepath.Base(target)), 0o600)
	if err != nil {
		return refuse(path, fmt.Sprintf("no file can be made in %s: %v", dir, bare(err)))
	}
	f.Close()
	discard(f.Name())
	return nil
}

// Replaces reports whether Write replaces or makes the file at path. It does neither if path is a
// device or a FIFO, which would have the text of each call, or if Write would refuse it.
func Replaces(path string) bool {
	target, _, err := resolve(path)
	return err == nil && target != ""
}

// resolve follows the links at path. It returns the file to write and its info (nil: it
// does not exist), or "" for a target that is written in place.
func resolve(path string) (target string, info fs.FileInfo, err error) {
	if path == "" {
		return "", nil, refuse(path, "the name is empty")
	}
	if strings.HasSuffix(path, "/") {
		return "", nil, refuse(path, "it is the name of a folder")
	}
	info, err = os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return "", nil, refuse(path, bare(err).Error())
	case info.IsDir():
		return "", nil, refuse(path, "it is a folder")
	case info.Mode()&fs.ModeSocket != 0:
		return "", nil, refuse(path, "it is a socket")
	case !info.Mode().IsRegular():
		return "", nil, nil
	}
	target = path
	for range 40 { // the number of links that Linux follows
		if target, err = withoutUp(target); err != nil {
			return "", nil, refuse(path, err.Error())
		}
		link, err := os.Readlink(target)
		if err != nil { // it is none, or does not exist
			return target, info, nil
		}
		// /dev/stdout leads to /proc/self/fd/1, whose text is no path to rely on. To replace the
		// file behind it would take it away from the process that opened it.
		dir, err := filepath.EvalSymlinks(filepath.Dir(target))
		if err != nil {
			return "", nil, refuse(path, err.Error())
		}
		if strings.HasPrefix(dir, "/proc/") {
			return "", nil, nil
		}
		if target = link; !filepath.IsAbs(target) {
			target = dir + string(filepath.Separator) + target // Join would take ".." of a link for its folder
		}
	}
	return "", nil, refuse(path, "too many links")
}

// withoutUp returns the path without "..", as the system follows it: behind a link to a folder ".."
// is the parent of that folder, and filepath.Clean would leave out the link. The folders before
// each ".." must exist.
func withoutUp(path string) (string, error) {
	last := -1 // the end of the last ".."
	for i, start := 0, 0; i <= len(path); i++ {
		if i < len(path) && !os.IsPathSeparator(path[i]) {
			continue
		}
		if path[start:i] == ".." {
			if folder := path[:start]; folder != "" {
				if _, err := os.Stat(folder); err != nil {
					return "", fmt.Errorf("the folder %s, which is before a \"..\": %w", folder, bare(err))
				}
			}
			last = i
		}
		start = i + 1
	}
	if last < 0 {
		return path, nil
	}
	folder, err := filepath.EvalSymlinks(path[:last])
	return folder + path[last:], err
}

// inPlace writes to a device or a FIFO.
func inPlace(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	if err = write(f); err == nil {
		err = f.Close()
	} else {
		f.Close()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, bare(err))
	}
	return nil
}

// replace writes a temporary file and gives it the target's name, and the permissions and owner of
// the older one.
func replace(target string, mode fs.FileMode, older fs.FileInfo, write func(io.Writer) error) (err error) {
	if older != nil {
		if err := writable(target); err != nil {
			return err
		}
		mode = 0o600 // until it has the older one's owner
	}
	f, err := create(target, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			discard(f.Name())
		} else {
			forget(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if older != nil {
		takeOwner(f, older)
		if err := f.Chmod(older.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}

// unfinished are the temporary files of writes under way.
var unfinished struct {
	sync.Mutex
	names map[string]bool
}

// create makes a temporary file beside the target. os.CreateTemp would leave out the umask.
func create(target string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(target)
	base = base[:min(len(base), 200)] // a name has at most 255 bytes
	for try := 0; ; try++ {
		name := dir + "." + base + "." + strconv.FormatUint(uint64(rand.Uint32()), 10)
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) && try < 100 {
			continue
		}
		if err == nil {
			unfinished.Lock()
			if unfinished.names == nil {
				unfinished.names = map[string]bool{}
			}
			unfinished.names[name] = true
			unfinished.Unlock()
		}
		return f, err
	}
}

func forget(name string) {
	unfinished.Lock()
	delete(unfinished.names, name)
	unfinished.Unlock()
}

func discard(name string) {
	os.Remove(name)
	forget(name)
}

// Abandon removes the temporary files of all unfinished writes. It is for a program that ends while
// another goroutine writes.
func Abandon() {
	unfinished.Lock()
	defer unfinished.Unlock()
	for name := range unfinished.names {
		os.Remove(name)
	}
	unfinished.names = nil
}

func refuse(path, why string) error { return fmt.Errorf("writing %s: %s: %w", path, why, ErrTarget) }

// bare removes the name of the temporary file from a system's error, because callers do not know
// it.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && err == error(p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) && err == error(l) {
		return l.Err
	}
	return err
}
