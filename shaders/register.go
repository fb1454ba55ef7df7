// SPDX-License-Identifier: MIT

package shaders

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/combgl/comb/shaders/slots"
)

//go:embed lib gpu
var common embed.FS

// registry has the files of each registered folder.
type registry map[string]fs.FS

// files has the files of all packages that the program imports.
var files = registry{}

// Every program that runs a kernel needs lib and gpu.
func init() {
	Register("lib", Below(common, "lib"), slots.Shared...)
	Register("gpu", Below(common, "gpu"), slots.GPU...)
}

// Register adds files under the names FOLDER/NAME, with the contracts of their slots. A package
// calls it from init, so a program contains only the shaders of the packages that it imports. It
// panics if the folder is taken or its name has a slash.
func Register(folder string, its fs.FS, some ...slots.Contract) {
	if files[folder] != nil || strings.Contains(folder, "/") {
		panic(fmt.Sprintf("shaders: Register: got the folder %q, want one without a slash that is not taken", folder))
	}
	files[folder] = its
	addContracts(some)
}

// Below returns a folder of embedded files. It panics if folder is not a valid path.
func Below(all embed.FS, folder string) fs.FS {
	its, err := fs.Sub(all, folder)
	if err != nil {
		panic(err)
	}
	return its
}

// Open implements fs.FS.
func (r registry) Open(name string) (fs.File, error) {
	its, rest, err := r.find("open", name)
	if err != nil {
		return nil, err
	}
	return its.Open(rest)
}

// ReadFile implements fs.ReadFileFS.
func (r registry) ReadFile(name string) ([]byte, error) {
	its, rest, err := r.find("read", name)
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(its, rest)
}

func (r registry) find(op, name string) (its fs.FS, rest string, err error) {
	folder, rest, _ := strings.Cut(name, "/")
	if its = r[folder]; its == nil {
		return nil, "", &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return its, rest, nil
}
