// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
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
	includes = regexp.MustCompile(`(?m)^\s*#\s*include\s+"([^"#]+)[^"]*"`)
	libFiles = regexp.MustCompile(`"(lib/[^"#]+\.glsl)[^"]*"`)
)

// shaderFiles are a package's shaders. They begin with the kernels that the package's sources name,
// and the files of its folder that fill slots, which no other includes. To them come the files that
// they include, of the folder and of shaders/lib, and the files of shaders/lib that the package or
// internal/kernel names for slots.
func shaderFiles(root, pkg string) ([]string, error) {
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
	includesOf := map[string][]string{}
	included := map[string]bool{}
	for name, file := range paths {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		for _, m := range includes.FindAllStringSubmatch(string(text), -1) {
			includesOf[name] = append(includesOf[name], m[1])
			included[m[1]] = included[m[1]] || path.Dir(name) == folder
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
	seen := map[string]bool{}
	var files []string
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		if paths[name] == "" {
			return nil, fmt.Errorf("package %s: there is no shader %s", pkg, name)
		}
		if dir := path.Dir(name); dir == folder || dir == "lib" {
			files = append(files, paths[name])
		}
		queue = append(queue, includesOf[name]...)
	}
	slices.Sort(files)
	return files, nil
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
	for _, file := range append(sources, kernels...) {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(file, ".glsl") {
			all = append(all, glslMutants(file, string(text))...)
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
