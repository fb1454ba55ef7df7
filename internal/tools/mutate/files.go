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
)

const module = "github.com/combgl/comb"

var (
	includes = regexp.MustCompile(`(?m)^\s*#\s*include\s+"([^"]+)"`)
	libFiles = regexp.MustCompile(`"(lib/[^"]+\.glsl)"`)
)

// shaderFiles are a package's shaders. They begin with the kernels that the package's sources name, and the files of its
// folder that fill slots, which no other includes. To them come the files that they include, of the folder and of
// shaders/lib, and the files of shaders/lib that the package or gpu names for slots.
func shaderFiles(root, pkg string) ([]string, error) {
	folder := "shaders/" + pkg
	if _, err := os.Stat(filepath.Join(root, folder)); err != nil {
		folder = "shaders/" + path.Base(pkg)
	}
	own, err := filepath.Glob(filepath.Join(root, folder, "*.glsl"))
	if err != nil || own == nil {
		return nil, err
	}
	host, err := sourceOf(root, pkg)
	if err != nil {
		return nil, err
	}
	device, err := sourceOf(root, "gpu")
	if err != nil {
		return nil, err
	}
	included := map[string]bool{}
	for _, file := range own {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range includes.FindAllStringSubmatch(string(text), -1) {
			included["shaders/"+m[1]] = true
		}
	}
	var queue []string
	for _, file := range own {
		file = path.Join(folder, filepath.Base(file))
		kernel := strings.Count(path.Base(file), ".") > 1 // .comp.glsl, .vert.glsl, .frag.glsl
		if kernel && strings.Contains(host, strings.TrimPrefix(file, "shaders/")) || !kernel && !included[file] {
			queue = append(queue, file)
		}
	}
	for _, m := range libFiles.FindAllStringSubmatch(host+device, -1) {
		queue = append(queue, "shaders/"+m[1])
	}
	seen := map[string]bool{}
	var files []string
	for len(queue) > 0 {
		file := queue[0]
		queue = queue[1:]
		if seen[file] {
			continue
		}
		seen[file] = true
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		if dir := path.Dir(file); dir == folder || dir == "shaders/lib" {
			files = append(files, file)
		}
		for _, m := range includes.FindAllStringSubmatch(string(text), -1) {
			queue = append(queue, "shaders/"+m[1])
		}
	}
	slices.Sort(files)
	return files, nil
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
