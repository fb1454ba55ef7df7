// SPDX-License-Identifier: MIT

// Package atomicfile writes files whole or not at all: to a temporary name beside the target, then renamed.
package atomicfile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write makes the file at path from what write writes, making its folder if there is none. On any error no file, and
// no temporary one, is left, and an older file at path is as it was.
func Write(path string, write func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder of %s: %w", path, err)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}
