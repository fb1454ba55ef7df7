// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/result"
)

// list names every operation, its variants and its inputs, a line each.
func list(out io.Writer, table []op) {
	wrapped := func(start, text string) { fmt.Fprint(out, result.Wrapped(start, text)) }
	line := func(name, about string) { wrapped(fmt.Sprintf("  %-20s ", name), about) }
	ownShown := false
	for i, o := range table {
		if i > 0 {
			fmt.Fprintln(out)
		}
		about := o.about
		if o.extra {
			about += " (only when asked for)"
		}
		wrapped(fmt.Sprintf("%-22s ", o.name), about)
		if inputs := inputsOf(o); inputs != "" {
			wrapped("  over ", inputs)
		}
		all := o.variants()
		own := slices.ContainsFunc(all, func(v variant) bool { return v.forced })
		if own && ownShown {
			line("auto, chained-*, ...", "comb's own, as above")
			all = slices.DeleteFunc(all, func(v variant) bool { return v.forced || v.name == auto })
		}
		ownShown = ownShown || own
		for _, v := range all {
			line(v.name, v.about)
		}
	}
}

// inputsOf says what an operation's rows differ in besides the variant.
func inputsOf(o op) string {
	l := o.lines(scale{})[0]
	var all []string
	for _, one := range inputAxes {
		switch {
		case !one.of(l):
		case one.flag == "dist":
			all = append(all, "-dist "+strings.Join(distributions([]line{l}), ","))
		default:
			all = append(all, "-"+one.flag)
		}
	}
	return strings.Join(all, " ")
}
