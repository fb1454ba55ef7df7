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

// registry has the files of each folder that a package has registered.
type registry map[string]fs.FS

// files are those of all packages that the program imports.
var files = registry{}

// Every program that runs a kernel needs these two.
func init() {
	Register("lib", Below(common, "lib"), slots.Shared...)
	Register("gpu", Below(common, "gpu"), slots.GPU...)
}

// Register makes files known as FOLDER/NAME, with the contracts of the slots in them. A package
// calls it from init, so that a program embeds the shaders of what it imports only. It panics when
// the folder is taken.
func Register(folder string, its fs.FS, some ...slots.Contract) {
	if files[folder] != nil || strings.Contains(folder, "/") {
		panic(fmt.Sprintf("shaders: Register: the folder %q is taken or holds a slash", folder))
	}
	files[folder] = its
	addContracts(some)
}

// Below is a folder of embedded files.
func Below(all embed.FS, folder string) fs.FS {
	its, err := fs.Sub(all, folder)
	if err != nil {
		panic(err) // the name is no path
	}
	return its
}

// Open is part of fs.FS.
func (r registry) Open(name string) (fs.File, error) {
	its, rest, err := r.find("open", name)
	if err != nil {
		return nil, err
	}
	return its.Open(rest)
}

// ReadFile reads a file without opening it.
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
