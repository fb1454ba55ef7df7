// SPDX-License-Identifier: MIT

// Command kernel shows assembled shaders: ./dev kernel. It takes them from the tests called
// TestShaders, which assemble every assembly for ./dev lint-shaders.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

const usage = `usage: ./dev kernel [-o CHOICE,...] [-l] [NAME]

Without NAME it lists all shaders. With NAME, such as compact_chain, it prints the shader as the driver gets it. A comment
names the file and the line that each part comes from, and the slot that the file fills.

  -o CHOICE,...  print the first assembly that has all choices. A choice is
                   the name of a file or part in a slot, or a word of it: keep_user_keyed, user_keyed, user
                   a constant: SPINS=64, or its name alone for one that is not 0: DIRECT
                   a lane tier: khr, ballot, shared
  -l             list the assemblies: the files in slots, and the constants that differ

Examples:
  ./dev kernel compact_chain -o keyed,fetch
  ./dev kernel radix_scatter -o payload_index,khr
  ./dev kernel ribbon_draw.frag#core -l
`

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kernel:", err)
		os.Exit(1)
	}
}

// run is the command, in the root folder.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("kernel", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	choices := flags.String("o", "", "")
	list := flags.Bool("l", false, "")
	slots := flags.Bool("slots", false, "")
	var names []string
	for len(args) > 0 { // options may stand behind the name
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			_, err := io.WriteString(out, usage)
			return err
		} else if err != nil {
			return fmt.Errorf("%v\n%s", err, usage)
		}
		if args = flags.Args(); len(args) > 0 {
			names, args = append(names, args[0]), args[1:]
		}
	}
	switch {
	case *slots:
		_, err := io.WriteString(out, slotsPage())
		return err
	case len(names) > 1:
		return fmt.Errorf("got the names %s, want one", strings.Join(names, " "))
	case len(names) == 0 && (*list || *choices != ""):
		return errors.New("-l and -o need the name of a shader")
	case len(names) == 0:
		return listAll(".", out)
	}
	file, err := find(".", names[0])
	if err != nil {
		return err
	}
	assemblies, others, err := assembled(".", file)
	if err != nil {
		return err
	}
	if *list {
		return listAssemblies(assemblies, out)
	}
	var words []string
	if *choices != "" {
		words = strings.Split(*choices, ",")
	}
	i, err := pick(assemblies, words)
	if err != nil {
		return fmt.Errorf("%s: %w%s", file, err, hint(others, words))
	}
	fmt.Fprintf(out, "// %s, assembly %d of %d\n%s", file, i+1, len(assemblies), assemblies[i].Text)
	return nil
}
