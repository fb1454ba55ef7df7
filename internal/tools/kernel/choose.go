// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/combgl/comb/gpu/gputest"
)

var constantLine = regexp.MustCompile(`(?m)^#define ([A-Z][A-Z0-9_]*) (.*)$`)

// constants are those that Go injects: the text before the first file.
func constants(a gputest.Assembled) map[string]string {
	head, _, _ := strings.Cut(a.Text, "\n// ---- ")
	all := map[string]string{}
	for _, m := range constantLine.FindAllStringSubmatch(head, -1) {
		all[m[1]] = m[2]
	}
	return all
}

// fill is the name of a slot's file without folder and ending.
func fill(name string) string {
	return strings.TrimSuffix(strings.Replace(path.Base(name), ".glsl#", "_", 1), ".glsl")
}

// lanes returns the lane tier of an assembly, or "" if it is not a kernel.
func lanes(c map[string]string) string {
	for _, tier := range []string{"khr", "ballot", "shared"} {
		if c["LANES"] != "" && c["LANES"] == c["LANES_"+strings.ToUpper(tier)] {
			return tier
		}
	}
	return ""
}

// words are all choices that an assembly answers to, in small letters.
func words(a gputest.Assembled) map[string]bool {
	all := map[string]bool{}
	for _, file := range a.Fills {
		name := strings.ToLower(fill(file))
		all[name] = true
		if _, part, found := strings.Cut(strings.ToLower(file), "#"); found {
			all[part] = true
		}
		for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == ' ' || r == '.' }) {
			all[part] = true
		}
	}
	c := constants(a)
	for name, value := range c {
		name = strings.ToLower(name)
		all[name+"="+strings.ToLower(value)] = true
		all[name+"="+strings.TrimSuffix(strings.ToLower(value), "u")] = true
		if value != "0" && value != "0u" {
			all[name] = true
		}
	}
	for _, tier := range []string{"khr", "ballot", "shared"} { // LANES_KHR and others are the numbers of lane tiers
		delete(all, "lanes_"+tier)
		delete(all, tier)
	}
	all[lanes(c)] = true
	return all
}

// pick is the first assembly that has all choices.
func pick(assemblies []gputest.Assembled, choices []string) (int, error) {
	known := map[string]bool{}
	for i, a := range assemblies {
		has := words(a)
		maps.Copy(known, has)
		if !slices.ContainsFunc(choices, func(c string) bool { return !has[strings.ToLower(strings.TrimSpace(c))] }) {
			return i, nil
		}
	}
	for _, c := range choices {
		if !known[strings.ToLower(strings.TrimSpace(c))] {
			return 0, fmt.Errorf("none of its %d assemblies has the choice %q: -l lists them", len(assemblies), c)
		}
	}
	return 0, fmt.Errorf("none of its %d assemblies has all of %s: -l lists them", len(assemblies), strings.Join(choices, ", "))
}

// hint names the other shaders of a family that have an assembly with all choices.
func hint(others []gputest.Assembled, choices []string) string {
	var names []string
	for _, a := range others {
		if _, err := pick([]gputest.Assembled{a}, choices); err == nil && !slices.Contains(names, short(a.Names[1])) {
			names = append(names, short(a.Names[1]))
		}
	}
	if names == nil {
		return ""
	}
	return "; these have one: " + strings.Join(names, " ")
}

// listAssemblies prints a line for each assembly: the files in its slots and the constants that not
// all assemblies have.
func listAssemblies(assemblies []gputest.Assembled, out io.Writer) error {
	first := constants(assemblies[0])
	differ := map[string]bool{}
	for _, a := range assemblies {
		c := constants(a)
		for name, value := range c {
			if first[name] != value {
				differ[name] = true
			}
		}
		for name := range first {
			if _, ok := c[name]; !ok {
				differ[name] = true
			}
		}
	}
	delete(differ, "LANES")
	for i, a := range assemblies {
		line := []string{fmt.Sprintf("%d:", i+1), lanes(constants(a))}
		for _, slot := range slices.Sorted(maps.Keys(a.Fills)) {
			line = append(line, "<"+slot+">="+fill(a.Fills[slot]))
		}
		c := constants(a)
		for _, name := range slices.Sorted(maps.Keys(differ)) {
			if value, ok := c[name]; ok {
				line = append(line, name+"="+value)
			}
		}
		if _, err := fmt.Fprintln(out, strings.Join(line, " ")); err != nil {
			return err
		}
	}
	return nil
}
