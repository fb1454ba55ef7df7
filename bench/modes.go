// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// mode is one of the things that bench does, and the flags that have an effect there. All other
// flags are refused: a flag without an effect is a misunderstanding.
type mode struct {
	flag  string // "" measures
	flags string
}

// modes are bench's. The first one whose flag is given is meant.
var modes = []mode{
	{"list", "op"},
	{"from", "op peer json csv plot page readme"},
	{"soak", "first soak-max seed variant json nocache smallpages progress"},
	{"startup", "op variant workers seed reps timeout json"},
	{"startup-one", "startup-cache variant workers seed"},
	{"tune", "op n seed reps timeout json nocache smallpages progress"},
	{"check", "op n kept dist variant records bits payload quick seed workers nocache smallpages progress json csv"},
	{"", "op n kept dist variant records bits payload quick seed workers nocache smallpages progress json csv " +
		"budget reps timeout plot page readme peer"},
}

// fileFlags are those whose value is a file or a folder.
var fileFlags = []string{"from", "peer", "json", "csv", "plot", "page", "readme", "startup-cache"}

// givenFlags returns the flags of the command line with their values. Switches that are off are not
// among them.
func givenFlags(f *flag.FlagSet) map[string]string {
	given := map[string]string{}
	f.Visit(func(g *flag.Flag) {
		if b, ok := g.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() || g.Value.String() != "false" {
			given[g.Name] = g.Value.String()
		}
	})
	return given
}

// checkMode refuses two modes at once, a flag that has no effect in the mode, and a file without a
// name.
func checkMode(given map[string]string) error {
	m := modes[slices.IndexFunc(modes, func(m mode) bool { return m.flag == "" || has(given, m.flag) })]
	of := "a measurement"
	if m.flag != "" {
		of = "-" + m.flag
	}
	allowed := append(strings.Fields(m.flags), m.flag)
	names := sortedKeys(given)
	for _, name := range names {
		other := slices.ContainsFunc(modes, func(m mode) bool { return m.flag == name })
		switch {
		case slices.Contains(allowed, name):
		case other:
			return fmt.Errorf("-%s and -%s are different modes, want one of them", name, m.flag)
		case m.flag != "":
			return fmt.Errorf("-%s has no effect with %s", name, of)
		default:
			return fmt.Errorf("-%s has an effect only with %s", name, strings.Join(modesWith(name), " or "))
		}
	}
	for _, name := range names {
		if slices.Contains(fileFlags, name) && given[name] == "" {
			return fmt.Errorf(`-%s "": a file without a name`, name)
		}
	}
	return nil
}

func has(given map[string]string, name string) bool {
	_, ok := given[name]
	return ok
}

// modesWith lists the modes in which a flag has an effect.
func modesWith(name string) (all []string) {
	for _, m := range modes {
		if slices.Contains(strings.Fields(m.flags), name) {
			all = append(all, "-"+m.flag)
		}
	}
	return all
}

// checkFiles refuses one file or stdout for two results.
func (o *options) checkFiles() error {
	switch {
	case o.json != "" && o.json == o.csv && o.json == "-":
		return errors.New("-json - -csv -: only one of them can go to stdout")
	case o.json != "" && o.json == o.csv:
		return fmt.Errorf("-json %s -csv %[1]s: want two files", o.json)
	}
	for _, f := range [][2]string{{"plot", o.plot}, {"page", o.page}, {"readme", o.readme}} {
		if f[1] == "-" {
			return fmt.Errorf("-%s -: only -json and -csv can go to stdout", f[0])
		}
	}
	return nil
}
