// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// flagsOf splits a command line as a shell does, as far as double quotes go.
func flagsOf(line string) (all []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			all = append(all, part)
			continue
		}
		all = append(all, strings.Fields(part)...)
	}
	return all
}

// The commands of bench that pages and the help show are ones that bench takes.
func TestDocumentedCommandsAreTaken(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"*.md", "*/*.md", "usage.txt", "../*.md", "../docs/*.md", "../docs/decisions/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	command := regexp.MustCompile("(?m)(?:`|^ *)(?:go run ./bench|bench|out/bin/bench|out/bench-program) (-[^`#\n]*)")
	commands := 0
	for _, page := range pages {
		if filepath.Base(page) == "CHANGELOG.md" {
			continue // it has commands of its time
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range command.FindAllStringSubmatch(string(text), -1) {
			line, _, _ := strings.Cut(match[1], "   ") // the help has a comment behind it
			_, err := parse(flagsOf(line))
			if strings.Contains(line, "...") || err != nil && strings.HasPrefix(err.Error(), "flag needs an argument") {
				continue // a flag's name, or a part of a command
			}
			commands++
			if err != nil && !errors.Is(err, flag.ErrHelp) {
				t.Errorf("%s: bench %s: %v", page, line, err)
			}
		}
	}
	if commands < 30 {
		t.Errorf("%d commands: the test looks at little", commands)
	}
}

// The script that measures the published rows gives bench flags that it takes.
func TestTheScriptsCommandsAreTaken(t *testing.T) {
	text, err := os.ReadFile("results/measure.sh")
	if err != nil {
		t.Fatal(err)
	}
	script := strings.ReplaceAll(string(text), "\\\n", " ")
	values := map[string]string{"to": "x"}
	for _, v := range regexp.MustCompile(`(?m)^(\w+)=(.*)$`).FindAllStringSubmatch(script, -1) {
		values[v[1]] = os.Expand(v[2], func(name string) string { return values[name] })
	}
	commands := 0
	for _, line := range strings.Split(script, "\n") {
		flags := ""
		if match := regexp.MustCompile(`^\trun \d+ \w+ (.*)|^\t\trun \d+ \w+ (.*)`).FindStringSubmatch(line); match != nil {
			flags = "-progress -budget 0 " + match[1] + match[2] + " -json x"
		} else if _, after, ok := strings.Cut(line, `"$bench" -`); ok && !strings.Contains(after, `"$@"`) {
			flags, _, _ = strings.Cut("-"+after, " >")
		}
		if flags == "" {
			continue
		}
		commands++
		if _, err := parse(flagsOf(os.Expand(flags, func(name string) string { return values[name] }))); err != nil {
			t.Errorf("%s: %v", flags, err)
		}
	}
	if commands < 10 {
		t.Errorf("%d commands: the test looks at little", commands)
	}
}
