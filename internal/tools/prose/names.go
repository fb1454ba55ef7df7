// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
)

var (
	pathName = regexp.MustCompile(`(^|[\s(|,` + "`" + `])([a-z][a-z0-9_.-]*(/[A-Za-z0-9_.-]+)+\.(go|glsl|json|jsonl|sh|txt|md|cu))\b`)
	testName = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")
)

// badNames returns what a Markdown file names in its text and is not there: paths of files from the
// root or from shaders, tests, and identifiers in backticks. With nil ids it checks no
// identifiers.
func badNames(root, file string, tests map[string]bool, ids *identifiers) (bad []string, err error) {
	text, err := os.ReadFile(path.Join(root, file))
	if err != nil {
		return nil, err
	}
	for _, l := range markdownLines(file, string(text)) {
		words := target.ReplaceAllString(l.text, "]")
		for _, m := range pathName.FindAllStringSubmatch(words, -1) {
			if name := m[2]; !strings.HasPrefix(name, "out/") && !exists(root, name) && !exists(root, "shaders/"+name) {
				bad = append(bad, fmt.Sprintf("%s:%d: there is no file %s", file, l.number, name))
			}
		}
		for _, m := range testName.FindAllStringSubmatch(words, -1) {
			if !tests[m[1]] {
				bad = append(bad, fmt.Sprintf("%s:%d: there is no test %s", file, l.number, m[1]))
			}
		}
		for _, s := range codeSpan.FindAllString(words, -1) {
			s = strings.Trim(s, "`")
			if ids == nil || strings.HasPrefix(s, "Test") {
				continue // tests are checked above
			}
			if name := ids.missing(s); name != "" {
				bad = append(bad, fmt.Sprintf("%s:%d: the code has no %s", file, l.number, name))
			}
		}
	}
	return bad, nil
}

func exists(root, name string) bool {
	_, err := os.Stat(path.Join(root, name))
	return err == nil
}

var testFunc = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]+)\(`)

// testsOf returns the names of all tests in the files.
func testsOf(paths []string) (map[string]bool, error) {
	all := map[string]bool{}
	for _, p := range paths {
		if !strings.HasSuffix(p, "_test.go") {
			continue
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = true
		}
	}
	return all, nil
}
