// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/combgl/comb/internal/shaderfiles"
)

// reach is what one test of a package reaches with -short.
type reach struct {
	Name    string
	Seconds float64
	Shaders map[string]bool
	Blocks  map[string][]block // by Go file
}

// block is a range of source.
type block struct {
	FromLine, FromColumn, ToLine, ToColumn int
	Ran                                    bool
}

func (b block) holds(line, column int) bool {
	after := line > b.FromLine || line == b.FromLine && column >= b.FromColumn
	before := line < b.ToLine || line == b.ToLine && column <= b.ToColumn
	return after && before
}

// sees reports whether the test runs the mutated code.
func (r *reach) sees(m Mutant) bool {
	if strings.HasSuffix(m.File, ".glsl") {
		return r.Shaders[shaderfiles.Name(m.File)]
	}
	// Code outside of blocks, such as the condition of a case, counts as run if any code of the
	// file is run.
	within, ran, any := false, false, false
	for _, b := range r.Blocks[m.File] {
		any = any || b.Ran
		if b.holds(m.Line, m.Column) {
			within, ran = true, ran || b.Ran
		}
	}
	return ran || any && !within
}

// trace is added to package shaders: it appends the name of each file that a kernel is assembled
// from to a file.
const trace = `package shaders

import (
	"io/fs"
	"os"
)

type traced struct{ fs.FS }

func (t traced) Open(name string) (fs.File, error) {
	if f, err := os.OpenFile(os.Getenv("COMB_MUTATE_TRACE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
		_, _ = f.WriteString(name + "\n")
		_ = f.Close()
	}
	return t.FS.Open(name)
}
`

// traceFile is the file's name in the package's folder.
const traceFile = "trace.out"

// traceVersion changes with what baseline keeps.
const traceVersion = "2"

// traceHook is the place in shaders/assemble.go where trace is put in.
const traceHook = "r.FS = files\n"

// settings are what decides which lane paths the tests reach: the command in front of them and the
// drivers' variables.
func settings(command, env []string) string {
	var all []string
	for _, e := range env {
		if name, _, _ := strings.Cut(e, "="); strings.HasPrefix(name, "LP_") || strings.HasPrefix(name, "COMB_") && name != "COMB_MUTATE_TRACE" {
			all = append(all, e)
		}
	}
	slices.Sort(all)
	return strings.Join(append(all, command...), "\n")
}

// baseline runs each test of the package alone and notes what it reaches and how long it takes. All
// must pass. What was noted for the same test binary and settings before is read from the folder.
func (r *runner) baseline() error {
	plain, err := os.ReadFile(r.binary)
	if err != nil {
		return err
	}
	kept := filepath.Join(r.folder, fmt.Sprintf("%x.json", sha256.Sum256(append(plain, traceVersion+settings(r.exec, r.env)...))))
	if text, err := os.ReadFile(kept); err == nil && json.Unmarshal(text, &r.tests) == nil {
		return nil
	}
	binary, err := r.buildTraced()
	if err != nil {
		return err
	}
	list := r.run(binary, time.Minute, "-test.list", ".")
	if list.err != nil {
		return fmt.Errorf("%s: -test.list: %w", r.pkg, list.err)
	}
	for _, name := range strings.Fields(list.output) {
		if strings.HasPrefix(name, "Benchmark") {
			continue
		}
		t, err := r.reachOf(binary, name)
		if err != nil {
			return err
		}
		r.tests = append(r.tests, t)
	}
	text, err := json.Marshal(r.tests)
	if err != nil {
		return err
	}
	return os.WriteFile(kept, text, 0o644)
}

// buildTraced builds the package's tests with counters of statements and with trace.
func (r *runner) buildTraced() (string, error) {
	hooked := filepath.Join(r.root, "shaders/assemble.go")
	text, err := os.ReadFile(hooked)
	if err != nil {
		return "", err
	}
	if strings.Count(string(text), traceHook) != 1 {
		return "", fmt.Errorf("shaders/assemble.go: want %q once", traceHook)
	}
	with := strings.Replace(string(text), traceHook, "r.FS = traced{files}\n", 1)
	binary := filepath.Join(r.folder, "traced.test")
	_, err = r.build(binary, map[string]string{
		hooked: with, filepath.Join(r.root, "shaders/traced.go"): trace,
	}, "-cover", "-coverpkg="+module+"/"+r.pkg)
	return binary, err
}

func (r *runner) reachOf(binary, name string) (*reach, error) {
	profile, files := filepath.Join(r.folder, "cover.out"), filepath.Join(r.folder, traceFile)
	_ = os.Remove(files) // a test without kernels makes none
	began := time.Now()
	ran := r.run(binary, 10*time.Minute, "-test.short", "-test.run", "^"+name+"$", "-test.coverprofile", profile)
	if ran.err != nil {
		return nil, fmt.Errorf("%s: %s must pass before there are mutants: %w\n%s", r.pkg, name, ran.err, ran.output)
	}
	t := &reach{Name: name, Seconds: time.Since(began).Seconds(), Shaders: map[string]bool{}, Blocks: map[string][]block{}}
	if text, err := os.ReadFile(files); err == nil {
		for _, file := range strings.Fields(string(text)) {
			t.Shaders[file] = true
		}
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	t.Blocks = blocks(string(text))
	return t, nil
}

// blocks reads a coverage profile: the blocks by file.
func blocks(profile string) map[string][]block {
	all := map[string][]block{}
	for lines := bufio.NewScanner(strings.NewReader(profile)); lines.Scan(); {
		place, rest, _ := strings.Cut(lines.Text(), " ")
		colon := strings.LastIndexByte(place, ':')
		if colon < 0 || place == "mode:" {
			continue
		}
		var n [4]int
		numbers := strings.FieldsFunc(place[colon+1:], func(c rune) bool { return c == '.' || c == ',' })
		if len(numbers) != len(n) {
			continue
		}
		for i, s := range numbers {
			n[i], _ = strconv.Atoi(s) // the tool writes digits
		}
		file := strings.TrimPrefix(place[:colon], module+"/")
		all[file] = append(all[file], block{n[0], n[1], n[2], n[3], !strings.HasSuffix(rest, " 0")})
	}
	return all
}
