// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"io"
	"os"
)

// vet reports whether there is a folder that only trusted users can write to. It drops a folder
// that others can write to.
func (s *store) vet() bool {
	if s.vetted || s.dir == "" {
		return s.dir != ""
	}
	link, err := os.Lstat(s.dir)
	if err != nil {
		return false
	}
	info, err := os.Stat(s.dir)
	if err != nil || !info.IsDir() {
		return false
	}
	s.vetted = true
	why := untrustedReason(info)
	if why == "" && link.Mode()&os.ModeSymlink != 0 {
		why = foreign(link)
	}
	if why != "" && !s.shared {
		s.dir, s.why = "", fmt.Sprintf("%s: %s: make it yours alone (chmod go-w), or set %s=1 if you trust all who can write to it", s.dir, why, sharedVariable)
	}
	return s.dir != ""
}

// untrustedReason returns why other users may be able to change a file or a folder, or "" if they
// cannot.
func untrustedReason(info os.FileInfo) string {
	if why := foreign(info); why != "" {
		return why
	}
	if hasOwners && info.Mode().Perm()&0o022 != 0 {
		return fmt.Sprintf("others can write to it (its mode is %v)", info.Mode())
	}
	return ""
}

// foreign returns a reason if a file belongs neither to the process's user nor to root, who can
// write to any file.
func foreign(info os.FileInfo) string {
	if owner := ownerOf(info); owner != 0 && owner != os.Geteuid() {
		return fmt.Sprintf("another user owns it (uid %d)", owner)
	}
	return ""
}

// read returns the bytes of an entry, or why they must not be used. Both are empty if there is no
// such file.
func (s *store) read(path string) (file []byte, why string) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, ""
	}
	if s.isOther(path, info) { // opening a device may have effects
		return nil, ""
	}
	f, err := openEntry(path)
	if err != nil {
		return nil, ""
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil || s.isOther(path, info) { // another file may have replaced it
		return nil, ""
	}
	if why := untrustedReason(info); why != "" && !s.shared {
		return nil, why
	}
	most := s.limit/4 + int64(sealSize)
	if file, err = io.ReadAll(io.LimitReader(f, most+1)); err != nil {
		return nil, ""
	}
	if int64(len(file)) > most {
		return nil, fmt.Sprintf("it is larger than %d bytes", most)
	}
	return file, ""
}

// isOther reports whether a file is not a regular file. It adds a note to the report then.
func (s *store) isOther(path string, info os.FileInfo) bool {
	if info.Mode().IsRegular() {
		return false
	}
	s.note("%s is skipped: it is not a regular file (%v)", path, info.Mode())
	return true
}
