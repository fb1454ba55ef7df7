// SPDX-License-Identifier: MIT

package shaders

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
)

// sums caches the checksums of the registered folders. They are computed on demand: reading all of
// them adds 2.5 ms to a program's start.
var sums = struct {
	sync.Mutex
	of map[string]string
}{of: map[string]string{}}

// sumOf returns the checksum of a folder. Errors: ErrMissing.
func sumOf(folder string) (string, error) {
	sums.Lock()
	defer sums.Unlock()
	if sum, ok := sums.of[folder]; ok {
		return sum, nil
	}
	its := files[folder]
	if its == nil {
		return "", fmt.Errorf("shaders: no package registers the folder %q: %w", folder, ErrMissing)
	}
	h := sha256.New()
	err := fs.WalkDir(its, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(its, name)
		if err == nil {
			fmt.Fprintf(h, "%q %d\n", name, len(data))
			_, err = h.Write(data)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("shaders: the folder %q: %w: %w", folder, err, ErrMissing)
	}
	sums.of[folder] = hex.EncodeToString(h.Sum(nil))
	return sums.of[folder], nil
}

// included returns the folders whose files the request's text may contain. A file includes only
// files of its own folder and of lib.
func (r Request) included() []string {
	all := []string{"lib"}
	add := func(file string) {
		if folder, _, ok := strings.Cut(file, "/"); ok {
			all = append(all, folder)
		}
	}
	add(r.File)
	for _, s := range r.Slots {
		add(s.File)
		for _, m := range includedFile.FindAllStringSubmatch(oneNewline(s.Text), -1) {
			add(m[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

var includedFile = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]+"([^"\n]*)"`)

// assemblerVersion is part of every identity. Raise it if Assemble changes the text for a request.
const assemblerVersion = 2

// Identity returns a string that identifies the assembled text, at a small part of the cost of
// assembling it. Requests with the same identity have the same text. The identity also changes with
// every change of a shader in the same folder or in lib. Errors: ErrConstant; ErrMissing for a
// folder; if FS is set, those of Assemble.
func (r Request) Identity() (string, error) {
	if r.FS != nil {
		src, err := Assemble(r)
		return src.Text, err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d ", assemblerVersion)
	for _, folder := range r.included() {
		sum, err := sumOf(folder)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "%s %s ", folder, sum)
	}
	constants, err := r.Constants.Text()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&out, "%q %d %q\n%s", r.File, r.Version, r.Extensions, constants)
	names := make([]string, 0, len(r.Slots))
	for name := range r.Slots {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		s := r.Slots[name]
		fmt.Fprintf(&out, "%q %q %q %t ", name, s.File, s.Name, s.Own)
		fmt.Fprintf(&out, "%d\n", len(s.Text))
		io.WriteString(&out, s.Text)
	}
	return out.String(), nil
}
