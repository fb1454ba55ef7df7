// SPDX-License-Identifier: MIT

// Package boundedread reads files that a program was given by name, without trust in them: regular
// files only, and up to a limit.
package boundedread

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Limit is the limit for settings, JSON and CSV files: 64 MB.
const Limit = 64 << 20

// ErrNotRegular is the error for a directory, a FIFO, a socket or a device. ErrTooLarge is the one
// for a longer file.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("file too large")
)

// ReadFile returns the contents of the regular file at path, which may be a link to one. It never
// waits for the writer of a FIFO. Errors: ErrNotRegular, ErrTooLarge for more than limit bytes, or
// the system's. All name the path.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, path, limit)
}

// Open opens the regular file at path for reading, which may be a link to one. Errors:
// ErrNotRegular or the system's.
func Open(path string) (*os.File, error) {
	// The first look keeps devices closed, as opening some has effects. The second look is at the
	// open file, as another file can have come to the path. O_NONBLOCK keeps a FIFO from blocking
	// between the two.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = regular(path, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ReadAll reads from r to its end. name is for the errors. Errors: ErrTooLarge for more than limit
// bytes, or r's.
func ReadAll(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("reading %s: more than %d bytes: %w", name, limit, ErrTooLarge)
	}
	return data, nil
}

func regular(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("reading %s: it is %s: %w", path, Kind(info.Mode()), ErrNotRegular)
}

// Kind is what a file is, in words: "a FIFO", for example.
func Kind(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return "a regular file"
	case m.IsDir():
		return "a directory"
	case m&fs.ModeNamedPipe != 0:
		return "a FIFO"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}
