// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/combgl/comb/shaders/slots"
)

// slotsPage is docs/slots.md.
func slotsPage() string {
	var out strings.Builder
	out.WriteString("# Slots\n\n" + wrap("A slot is a line `#include <NAME>` in a file of GLSL. Go fills it with a file or with a caller's text when "+
		"it assembles the kernel. This page lists all slots, and what fills each must define. The assembler checks that: an error names "+
		"the slot, the file and the missing definition.") + "\n\n" +
		wrap("Names in capitals, such as `VALUE`, are constants that Go injects. The table is shaders/slots. `./dev slots` writes this "+
			"page, and `./dev kernel NAME` prints a kernel with its slots filled.") + "\n")
	families := map[string][]slots.Contract{}
	var order []string
	for _, c := range slots.All() {
		family := path.Dir(c.Openers[0])
		if families[family] == nil {
			order = append(order, family)
		}
		families[family] = append(families[family], c)
	}
	slices.Sort(order)
	for _, family := range order {
		fmt.Fprintf(&out, "\n## %s\n", family)
		all := families[family]
		slices.SortStableFunc(all, func(a, b slots.Contract) int { return strings.Compare(a.Slot, b.Slot) })
		for _, c := range all {
			fmt.Fprintf(&out, "\n### %s%s\n\n%s\n\n%s\n", c.Slot, which(c, all), wrap(c.Says),
				wrap("Opened by `"+strings.Join(c.Openers, "`, `")+"`."))
			if len(c.Defines) > 0 {
				fmt.Fprintf(&out, "\n```glsl\n%s\n```\n", strings.Join(c.Defines, "\n"))
			}
		}
	}
	return out.String()
}

// which distinguishes contracts of the same slot in a family, by the first file that opens it.
func which(c slots.Contract, all []slots.Contract) string {
	same := 0
	for _, other := range all {
		if other.Slot == c.Slot {
			same++
		}
	}
	if same == 1 {
		return ""
	}
	return " in " + strings.TrimSuffix(path.Base(c.Openers[0]), ".glsl")
}

// wrap breaks a sentence into lines of at most 100 columns.
func wrap(text string) string {
	var out strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && column+1+len(word) > 100:
			out.WriteByte('\n')
			column = 0
		case i > 0:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}
