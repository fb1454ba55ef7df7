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

// shaderFiles are a package's shaders: those of its folder, and the files of shaders/lib that they include. A slot's
// file counts too, where the package or gpu names it.
func shaderFiles(root, pkg string) ([]string, error) {
	folder := "shaders/" + pkg
	if _, err := os.Stat(filepath.Join(root, folder)); err != nil {
		folder = "shaders/" + path.Base(pkg)
	}
	own, err := filepath.Glob(filepath.Join(root, folder, "*.glsl"))
	if err != nil || own == nil {
		return nil, err
	}
	var queue []string
	for _, file := range own {
		queue = append(queue, path.Join(folder, filepath.Base(file)))
	}
	for _, dir := range []string{pkg, "gpu"} {
		sources, err := goFiles(root, dir)
		if err != nil {
			return nil, err
		}
		for _, source := range sources {
			text, err := os.ReadFile(filepath.Join(root, source))
			if err != nil {
				return nil, err
			}
			for _, m := range libFiles.FindAllStringSubmatch(string(text), -1) {
				queue = append(queue, "shaders/"+m[1])
			}
		}
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
