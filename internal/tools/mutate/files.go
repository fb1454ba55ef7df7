// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/combgl/comb/internal/shaderfiles"
)

const module = "github.com/combgl/comb"

var (
	includes = regexp.MustCompile(`(?m)^\s*#\s*include\s+"([^"]+)"`)
	libFiles = regexp.MustCompile(`"(lib/[^"#]+\.glsl[^"]*)"`)
	partLine = regexp.MustCompile(`^#part((?: \w+)+)`)
)

// pieces are the parts of shader files that a package uses, by path. The part "" is the whole file.
type pieces map[string]map[string]bool

// shaderFiles are a package's shaders. They begin with the kernels that the package's sources name,
// and the files of its folder that fill slots, which no other includes. To them come the files that
// they include, of the folder and of shaders/lib, and the files of shaders/lib that the package or
// internal/kernel names for slots. Of a file of shaders/lib only the parts count that are included
// or named.
func shaderFiles(root, pkg string) (pieces, error) {
	paths, err := shaderfiles.Find(root)
	if err != nil {
		return nil, err
	}
	folder := pkg
	if !hasFiles(paths, folder) {
		folder = path.Base(pkg)
	}
	if !hasFiles(paths, folder) {
		return nil, nil
	}
	host, err := sourceOf(root, pkg)
	if err != nil {
		return nil, err
	}
	device, err := sourceOf(root, "internal/kernel")
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	included := map[string]bool{}
	for name, file := range paths {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		texts[name] = string(text)
		for _, m := range includes.FindAllStringSubmatch(texts[name], -1) {
			if other, _, _ := strings.Cut(m[1], "#"); other != name && path.Dir(name) == folder {
				included[other] = true
			}
		}
	}
	var queue []string
	for name := range paths {
		kernel := strings.Count(path.Base(name), ".") > 1 // .comp.glsl, .vert.glsl, .frag.glsl
		if path.Dir(name) == folder && (kernel && strings.Contains(host, name) || !kernel && !included[name]) {
			queue = append(queue, name)
		}
	}
	for _, m := range libFiles.FindAllStringSubmatch(host+device, -1) {
		queue = append(queue, m[1])
	}
	found := pieces{}
	seen := map[string]bool{}
	for len(queue) > 0 {
		name, part, _ := strings.Cut(queue[0], "#")
		queue = queue[1:]
		file, dir := paths[name], path.Dir(name)
		if file == "" {
			return nil, fmt.Errorf("package %s: there is no shader %s", pkg, name)
		}
		if dir == folder {
			part = "" // Go code may compose the names of the other parts
		}
		if seen[name+"#"+part] {
			continue
		}
		seen[name+"#"+part] = true
		if dir == folder || dir == "lib" {
			if found[file] == nil {
				found[file] = map[string]bool{}
			}
			found[file][part] = true
		}
		in := inParts(texts[name], map[string]bool{part: true})
		for i, line := range strings.Split(texts[name], "\n") {
			if m := includes.FindStringSubmatch(line); m != nil && in[i] {
				queue = append(queue, m[1])
			}
		}
	}
	return found, nil
}

// inParts returns for each line of a shader whether it belongs to one of the parts.
func inParts(text string, parts map[string]bool) (in []bool) {
	inside := true
	for _, line := range strings.Split(text, "\n") {
		if m := partLine.FindStringSubmatch(line); m != nil {
			inside = parts[""] || slices.ContainsFunc(strings.Fields(m[1]), func(name string) bool { return parts[name] })
		}
		in = append(in, inside)
	}
	return in
}

// hasFiles says whether a folder of shaders has any.
func hasFiles(paths map[string]string, folder string) bool {
	for name := range paths {
		if path.Dir(name) == folder {
			return true
		}
	}
	return false
}

// sourceOf is the text of a package's sources.
func sourceOf(root, pkg string) (string, error) {
	files, err := goFiles(root, pkg)
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	return all.String(), err
}

// goFiles are a package's sources without tests.
func goFiles(root, pkg string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []string
	for _, file := range all {
		if !strings.HasSuffix(file, "_test.go") {
			files = append(files, path.Join(pkg, filepath.Base(file)))
		}
	}
	return files, nil
}

// mutantsOf are all mutants of a package's host code and shaders.
func mutantsOf(root, pkg string) ([]Mutant, error) {
	sources, err := goFiles(root, pkg)
	if err != nil {
		return nil, err
	}
	if len(sources) == 0 {
		return nil, fmt.Errorf("package %s: there are no Go files", pkg)
	}
	kernels, err := shaderFiles(root, pkg)
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for _, file := range append(sources, slices.Sorted(maps.Keys(kernels))...) {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		if parts := kernels[file]; parts != nil {
			in := inParts(string(text), parts)
			all = append(all, slices.DeleteFunc(glslMutants(file, string(text)), func(m Mutant) bool { return !in[m.Line-1] })...)
			continue
		}
		some, err := goMutants(file, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
