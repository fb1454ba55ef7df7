// SPDX-License-Identifier: MIT

// Command plot draws what bench measured: time against n, one picture for each operation, beside the copy of the same
// n words. It is a module of its own so that a user of comb does not fetch a plotting library. See plot -h.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const usage = `plot draws bench's JSON lines: time against n, both logarithmic, one PNG for each operation.

usage: plot [-o FOLDER] FILE...

  -o FOLDER   where the pictures go: compact.png, scan.png, reduce.png, sort.png (.)
  -h, -help   this text

The grey line is the copy of n words measured in the same run: what memory allows to an operation that reads and writes
each word once. The naive append is drawn with compact. Times are the GPU's; where any row of a picture has an unreliable
GPU clock, all of that picture are by the wall clock, and it says so. Rows that are not checked are left out. Where two
rows are of the same thing, the later one counts.

examples:
  go run . -o ../../out/plots ../../out/bench.jsonl
  go run . -o ../../out/plots ../results/h200.jsonl

exit codes: 0 drawn, 1 a failure, 2 a bad flag.
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program: its exit code.
func run(args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("plot", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	folder := f.String("o", ".", "")
	err := f.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	if err == nil && f.NArg() == 0 {
		err = errors.New("no file of JSON lines is named")
	}
	if err != nil {
		fmt.Fprintf(stderr, "plot: %v (plot -h tells more)\n", err)
		return 2
	}
	if err := drawFiles(*folder, f.Args(), stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "plot: %v\n", err)
		return 1
	}
	return 0
}

func drawFiles(folder string, files []string, stdout, stderr io.Writer) error {
	var rows []row
	for _, name := range files {
		r, left, err := readFile(name)
		if err != nil {
			return err
		}
		if left > 0 {
			fmt.Fprintf(stderr, "plot: %s: %d rows left out: not checked, not timed, or of no items\n", name, left)
		}
		rows = append(rows, r...)
	}
	charts := chartsOf(rows)
	if len(charts) == 0 {
		return errors.New("there is no row to draw")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making %s: %w", folder, err)
	}
	for _, c := range charts {
		path := filepath.Join(folder, c.name+".png")
		if err := writeWhole(path, c.draw); err != nil {
			return fmt.Errorf("drawing %s: %w", path, err)
		}
		fmt.Fprintln(stdout, path)
	}
	return nil
}

// writeWhole makes the file whole or not at all.
func writeWhole(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing is there after the renaming
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
