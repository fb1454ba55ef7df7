// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/shaderfiles"
	"github.com/combgl/comb/shaders"
)

// stages are the names of files that are whole shaders, by the end of their names.
var stages = []string{".comp.glsl", ".vert.glsl", ".frag.glsl"}

func isStage(name string) bool {
	return slices.ContainsFunc(stages, func(end string) bool { return strings.HasSuffix(name, end) })
}

// shadersOf are the headers of all whole shaders, by name. A file with parts has a shader for each.
func shadersOf(root string) (map[string]string, error) {
	files, err := shaderfiles.Find(root)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for name, file := range files {
		if !isStage(name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		parts := shaders.PartsOf(string(text))
		if parts == nil {
			all[name] = string(text)
		}
		for _, part := range parts {
			_, all[name+"#"+part], _ = strings.Cut(string(text), "\n#part "+part+"\n")
		}
	}
	return all, nil
}

// short is the name of a shader for people: compact_chain, and ribbon_draw.frag#core for one that
// draws.
func short(name string) string {
	return strings.Replace(plain(name), ".comp", "", 1)
}

// plain is a shader's name without its folder and ".glsl".
func plain(name string) string { return strings.Replace(path.Base(name), ".glsl", "", 1) }

// listAll prints each shader with the first line of its header, family by family.
func listAll(root string, out io.Writer) error {
	all, err := shadersOf(root)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	folder := ""
	for _, name := range names {
		if f := path.Dir(name); f != folder {
			folder = f
			fmt.Fprintf(out, "%s\n", folder)
		}
		fmt.Fprintf(out, "  %-28s %s\n", short(name), firstLine(all[name]))
	}
	return nil
}

// firstLine is the first line of a shader's header behind the licence.
func firstLine(text string) string {
	for _, line := range strings.Split(text, "\n") {
		comment, ok := strings.CutPrefix(line, "// ")
		if !ok {
			return ""
		}
		if !strings.HasPrefix(comment, "SPDX") {
			return comment
		}
	}
	return ""
}

// find is the shader that a person means: by its short name, its file or its whole name.
func find(root, want string) (string, error) {
	all, err := shadersOf(root)
	if err != nil {
		return "", err
	}
	var same, alike []string
	for name := range all {
		file, _, _ := strings.Cut(name, "#")
		base := plain(file)
		switch {
		case slices.Contains([]string{name, file, path.Base(name), base + ".glsl", base, plain(name), short(name), strings.TrimSuffix(base, path.Ext(base))}, want):
			same = append(same, name)
		case strings.Contains(name, want):
			alike = append(alike, name)
		}
	}
	slices.Sort(same)
	slices.Sort(alike)
	switch {
	case len(same) == 1:
		return same[0], nil
	case len(same) > 1:
		return "", fmt.Errorf("%s is any of: %s", want, strings.Join(same, " "))
	case len(alike) > 0:
		return "", fmt.Errorf("there is no shader %s; alike are: %s", want, strings.Join(alike, " "))
	}
	return "", fmt.Errorf("there is no shader %s: ./dev kernel lists all", want)
}

// testsOf are the packages whose tests assemble the shaders of a family.
func testsOf(root, family string) ([]string, error) {
	var all []string
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, "_test.go") {
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil || !slices.Contains(strings.Split(filepath.ToSlash(folder), "/"), family) {
			return err
		}
		text, err := os.ReadFile(file)
		if err == nil && strings.Contains(string(text), "\nfunc TestShaders") {
			all = append(all, "./"+filepath.ToSlash(folder))
		}
		return err
	})
	slices.Sort(all)
	if all = slices.Compact(all); err == nil && len(all) == 0 {
		err = fmt.Errorf("no package of %s has a test called TestShaders", family)
	}
	return all, err
}

// assembled are the assemblies of a shader that the tests assemble, each text once, and those of
// others of its family.
func assembled(root, file string) (assemblies, others []gputest.Assembled, err error) {
	family, _, _ := strings.Cut(file, "/")
	packages, err := testsOf(root, family)
	if err != nil {
		return nil, nil, err
	}
	folder, err := os.MkdirTemp("", "kernel")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	kept := filepath.Join(folder, "kernels")
	command := exec.Command("go", append([]string{"test", "-count=1", "-vet=off", "-run", "^TestShaders"}, packages...)...)
	command.Dir, command.Env = root, append(os.Environ(), "COMB_KERNELS="+kept)
	if out, err := command.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("go test %s: %w\n%s", strings.Join(packages, " "), err, out)
	}
	text, err := os.ReadFile(kept)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for d := json.NewDecoder(strings.NewReader(string(text))); d.More(); {
		var a gputest.Assembled
		if err := d.Decode(&a); err != nil {
			return nil, nil, err
		}
		switch {
		case seen[a.Text]:
		case a.Names[1] == file:
			assemblies = append(assemblies, a)
		default:
			others = append(others, a)
		}
		seen[a.Text] = true
	}
	if len(assemblies) == 0 {
		return nil, nil, fmt.Errorf("the tests of %s assemble no assembly of %s", strings.Join(packages, " "), file)
	}
	return assemblies, others, nil
}
