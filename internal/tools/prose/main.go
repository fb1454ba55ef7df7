// SPDX-License-Identifier: MIT

// Prose checks the English of comb: Markdown files, comments, and the texts of errors, flags and
// usage in Go. Lines over 100 columns and the words of words.txt fail; of texts in Go only words
// are checked. Sentences over 35 words are listed. docs/style.md has the rules.
//
//	prose                  check all files that git lists, against allowed.txt
//	prose -update          lower the counts of allowed.txt; refused if the sum would rise
//	prose -list PATH...    print each finding in these files or folders
//	prose -stats FILE...   print the words and the longest sentence of each file
//
// allowed.txt has the number of findings that each file may have. A file that is not there may have
// none.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

const (
	folder      = "internal/tools/prose/"
	allowedFile = folder + "allowed.txt"
)

func main() {
	update := flag.Bool("update", false, "lower the counts of allowed.txt")
	list := flag.Bool("list", false, "print each finding in the files or folders named")
	stats := flag.Bool("stats", false, "print words and the longest sentence of each file named")
	flag.Parse()
	err := run(os.Stdout, *update, *list, *stats, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, update, list, stats bool, args []string) error {
	if stats {
		return printStats(w, args)
	}
	paths, err := listed(args)
	if err != nil {
		return err
	}
	var all []finding
	var long []sentence
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		one := prose(path, string(text))
		all = append(all, findings(one, words)...)
		long = append(long, longSentences(one)...)
	}
	if list {
		for _, f := range all {
			fmt.Fprintln(w, f)
		}
		printLong(w, long, true)
		return nil
	}
	allowed, err := readAllowed(allowedFile)
	if err != nil {
		return err
	}
	now := countOf(all)
	if update {
		return now.update(w, allowedFile, allowed)
	}
	printLong(w, long, false)
	return now.compare(w, allowed, all)
}

// listed returns the files that git lists under the paths, or all, less those that hold no prose.
func listed(under []string) (paths []string, err error) {
	out, err := exec.Command("git", append([]string{"ls-files", "-co", "--exclude-standard", "--"}, under...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSuffix(path, "\n")
		if kindOf(path) == none || strings.Contains(path, "/testdata/") {
			continue
		}
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			continue // deleted and not committed
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func printStats(w io.Writer, paths []string) error {
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		one := prose(path, string(text))
		longest := sentence{}
		for _, s := range sentences(one) {
			if s.words > longest.words {
				longest = s
			}
		}
		fmt.Fprintf(w, "%-40s %6d words, longest sentence %3d (line %d)\n", path, wordCount(string(text)), longest.words, longest.line)
	}
	return nil
}

// printLong lists the long sentences of Markdown files, and those of comments if all is set.
func printLong(w io.Writer, long []sentence, all bool) {
	comments := 0
	for _, s := range long {
		if !all && kindOf(s.path) != markdown {
			comments++
			continue
		}
		fmt.Fprintf(w, "note: %s:%d: a sentence of %d words, want at most %d: %s ...\n", s.path, s.line, s.words, maxWords, s.start)
	}
	if comments > 0 {
		fmt.Fprintf(w, "note: %d sentences of comments have over %d words: prose -list PATH prints them\n", comments, maxWords)
	}
}
