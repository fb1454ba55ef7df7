// SPDX-License-Identifier: MIT

// Command kerneldiff compares the assembled kernels of a revision with those of the working tree:
// ./dev kernel-diff. It shows that a change only renames identifiers or edits comments.
//
// The tests called TestShaders assemble the kernels in both trees. A kernel becomes a list of
// tokens without comments and blank lines. Identifiers that the kernel declares become numbers in
// the order of their first occurrence. So kernels are equal if names map one to one. Built-in names
// stay as they are.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const usage = `usage: ./dev kernel-diff REV [PACKAGE...]

It assembles all variants that ./dev lint-shaders validates, in a worktree of REV and in the working
tree, and prints each kernel that differs by more than names and comments. PACKAGE limits the tests,
such as ./hair/...; the default is ./...

Exit status: 0 if no kernel differs, 1 if one does, 2 for errors.
`

func main() {
	if len(os.Args) < 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	differ, err := run(os.Args[1], os.Args[2:], os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "kernel-diff:", err)
		os.Exit(2)
	case differ:
		os.Exit(1)
	}
}

// run is the command, in the root folder. It reports whether a kernel differs.
func run(rev string, packages []string, out io.Writer) (differ bool, err error) {
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	folder, err := os.MkdirTemp("", "kernel-diff")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	tree := filepath.Join(folder, "tree")
	if err := git("worktree", "add", "--quiet", "--detach", tree, rev); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, git("worktree", "remove", "--force", tree)) }()
	before, err := assembled(tree, filepath.Join(folder, "before"), packages)
	if err != nil {
		return false, fmt.Errorf("%s: %w", rev, err)
	}
	after, err := assembled(".", filepath.Join(folder, "after"), packages)
	if err != nil {
		return false, err
	}
	lines := compare(before, after)
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	fmt.Fprintf(out, "kernel-diff: %d kernels at %s, %d in the working tree: %d differ\n", len(before), rev, len(after), len(lines))
	return len(lines) > 0, nil
}

func git(args ...string) error {
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// kernel is one assembled variant, as package gputest writes it.
type kernel struct {
	Kind  string            // "comp", "vert" or "frag"
	Names []string          // of its pieces: the constants, then the kernel's file
	Fills map[string]string // each slot with the file in it
	Text  string
}

// file is the name of the kernel's own file.
func (k kernel) file() string {
	if len(k.Names) > 1 {
		return k.Names[1]
	}
	return "a kernel without a file"
}

// buildFlags keep the paths of the trees out of packages, so that those that are equal in both
// compile once.
var buildFlags = []string{"-trimpath"}

// assembled runs the tests called TestShaders in a tree, and returns the kernels that they write,
// each text once.
func assembled(tree, file string, packages []string) ([]kernel, error) {
	args := slices.Concat([]string{"test", "-count=1", "-vet=off", "-run", "^TestShaders"}, buildFlags, packages)
	command := exec.Command("go", args...)
	command.Dir, command.Env = tree, append(os.Environ(), "COMB_KERNELS="+file)
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go test %s: %w\n%s", strings.Join(packages, " "), err, out)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("the tests of %s assemble no kernel: %w", strings.Join(packages, " "), err)
	}
	defer f.Close()
	return read(f)
}

// read reads kernels as JSON, one after the other, and drops repeated texts.
func read(r io.Reader) (all []kernel, err error) {
	seen := map[string]bool{}
	for d := json.NewDecoder(r); d.More(); {
		var k kernel
		if err := d.Decode(&k); err != nil {
			return nil, err
		}
		if id := k.Kind + "\n" + strings.Join(tokens(k.Text), " "); !seen[id] {
			seen[id] = true
			all = append(all, k)
		}
	}
	return all, nil
}
