// SPDX-License-Identifier: MIT

package shaders

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"sort"
	"strings"
	"sync"
)

// embedded is a checksum of all embedded files.
var embedded = sync.OnceValues(func() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		if err == nil {
			fmt.Fprintf(h, "%q %d\n", name, len(data))
			_, err = h.Write(data)
		}
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
})

// Identity stands for the text that a request is assembled to, at a small part of the cost: where identities are the same, texts
// are. They also differ from one version of comb to the next that changes any of its shaders. Errors: ErrConstant; Assemble's where
// files are not the embedded ones.
func (r Request) Identity() (string, error) {
	if r.FS != nil {
		src, err := Assemble(r)
		return src.Text, err
	}
	sum, err := embedded()
	if err != nil {
		return "", err
	}
	constants, err := r.Constants.Text()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s %q %d %q\n%s", sum, r.File, r.Version, r.Extensions, constants)
	names := make([]string, 0, len(r.Slots))
	for name := range r.Slots {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		s := r.Slots[name]
		fmt.Fprintf(&out, "%q %q %q ", name, s.File, s.Name)
		fmt.Fprintf(&out, "%d\n", len(s.Text))
		io.WriteString(&out, s.Text)
	}
	return out.String(), nil
}
