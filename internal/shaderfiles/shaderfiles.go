// SPDX-License-Identifier: MIT

// Package shaderfiles finds the repository's files of GLSL, for tests and tools.
package shaderfiles

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// Name is what an include calls a file, by its path from the root: compact/args.glsl for
// shaders/compact/args.glsl, and sph/fluid.glsl for particles/examples/sph/shaders/fluid.glsl.
func Name(path string) string {
	if name, ok := strings.CutPrefix(path, "shaders/"); ok {
		return name
	}
	owner, rest, _ := strings.Cut(path, "/shaders/")
	return owner[strings.LastIndexByte(owner, '/')+1:] + "/" + rest
}

// Find gives the path from the root of each file, by name. Errors: two files of one name; those of
// reading folders.
func Find(root string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inner, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() && inner != "." && (inner == "out" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".glsl") {
			return nil
		}
		inner = filepath.ToSlash(inner)
		name := Name(inner)
		if other := all[name]; other != "" {
			return fmt.Errorf("shaderfiles: Find: %s and %s are both called %s", other, inner, name)
		}
		all[name] = inner
		return nil
	})
	return all, err
}
