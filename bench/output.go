// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/combgl/comb/bench/page"
	"github.com/combgl/comb/bench/plot"
	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/internal/atomicfile"
	"github.com/combgl/comb/internal/boundedread"
	"github.com/combgl/comb/internal/printable"
)

// lines is where rows are shown: stdout, or stderr when stdout is for a file's text.
func (b *benchmark) lines() io.Writer {
	if b.o.json == "-" || b.o.csv == "-" {
		return b.stderr
	}
	return b.stdout
}

// readRows are the rows of -from: measured before.
func readRows(list string) (all []result.Row, err error) {
	for _, name := range strings.Split(list, ",") {
		rows, err := readFile(strings.TrimSpace(name))
		if err != nil {
			return nil, fmt.Errorf("-from: %w", err)
		}
		all = append(all, rows...)
	}
	if err := result.CheckKinds(all); err != nil {
		return nil, fmt.Errorf("-from %s: %w", list, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("-from %s: there is no row", list)
	}
	return all, nil
}

func readFile(name string) ([]result.Row, error) {
	data, err := boundedread.ReadFile(name, boundedread.Limit)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(data, []byte("op,")) {
		return nil, fmt.Errorf("%s: got CSV, want the JSON lines of -json", name)
	}
	rows, err := result.ReadJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rows, nil
}

// readPeer reads the times of -peer; without it there are none. Of several files the shortest time
// of each cell counts.
func (b *benchmark) readPeer() error {
	if b.o.peer == "" {
		return nil
	}
	for _, name := range strings.Split(b.o.peer, ",") {
		data, err := boundedread.ReadFile(name, boundedread.Limit)
		if err != nil {
			return fmt.Errorf("-peer: %w", err)
		}
		one, err := result.ReadPeer(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("-peer: %s: %w", name, err)
		}
		if one.Unchecked > 0 {
			fmt.Fprint(b.stderr, printable.Linef("bench: -peer %s: %d lines left out: not checked", name, one.Unchecked), "\n")
		}
		b.peer.Fastest(one)
	}
	return nil
}

// show takes rows that were read instead of measured.
func (b *benchmark) show() error {
	rows, err := readRows(b.o.from)
	if err != nil {
		return err
	}
	// An operation's rows together, as a run has them: files may be of several.
	at := map[string]int{}
	for _, r := range rows {
		if _, ok := at[r.Op]; !ok {
			at[r.Op] = len(at)
		}
	}
	slices.SortStableFunc(rows, func(x, y result.Row) int { return at[x.Op] - at[y.Op] })
	t := b.newTable()
	for _, r := range rows {
		if len(b.o.ops) == 0 || slices.Contains(b.o.ops, r.Op) {
			_ = b.keep(t, r) // rewrite writes the files
		}
	}
	t.end()
	if len(b.rows) == 0 {
		return fmt.Errorf("-from %s: no row of -op %s", b.o.from, strings.Join(b.o.ops, ","))
	}
	return nil
}

// keep puts a row among the results, shows it, and writes it to the files that have rows as they
// come. Errors: of those files.
func (b *benchmark) keep(t *printer, r result.Row) error {
	one := []result.Row{r}
	b.peer.Join(one)
	b.rows = append(b.rows, one...)
	if one[0].Failed() {
		b.failed++
	}
	t.add(one[0])
	return errors.Join(addJSON(&b.json, one[0]), addCSV(&b.csv, one[0]))
}

// follow makes keep write each row to -json and -csv.
func (b *benchmark) follow() {
	b.json = rowFile{flag: "json", name: b.o.json, stdout: b.stdout}
	b.csv = rowFile{flag: "csv", name: b.o.csv, stdout: b.stdout}
}

// write writes the sums of the rows, and the files of -plot, -page and -readme.
func (b *benchmark) write() error {
	versus(b.lines(), b.rows)
	againstNaive(b.lines(), b.rows)
	return b.draw()
}

// rewrite writes the rows of -from, which no interrupt can lose, to -json and -csv.
func (b *benchmark) rewrite() error {
	return errors.Join(
		writeTo(b.o.json, b.stdout, func(w io.Writer) error { return result.WriteJSON(w, b.rows) }),
		writeTo(b.o.csv, b.stdout, func(w io.Writer) error { return result.WriteCSV(w, b.rows) }))
}

// writeTo writes a file, or stdout if the name is "-". Without a name it writes nothing.
func writeTo(name string, stdout io.Writer, write func(w io.Writer) error) error {
	switch name {
	case "":
		return nil
	case "-":
		return write(stdout)
	}
	return atomicfile.Write(name, write)
}

// asJSON writes a value, indented.
func asJSON(v any) func(w io.Writer) error {
	return func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(v)
	}
}

// draw makes the images and the page.
func (b *benchmark) draw() error {
	if b.o.plot != "" {
		images, err := plot.Draw(b.o.plot, b.rows)
		if err != nil {
			return err
		}
		index := filepath.Join(b.o.plot, "index.html")
		if err := page.Write(index, b.rows); err != nil {
			return err
		}
		fmt.Fprint(b.stderr, printable.Linef("bench: %d images; see %s", len(images), index), "\n")
	}
	if b.o.page != "" {
		if err := page.Write(b.o.page, b.rows); err != nil {
			return err
		}
	}
	if b.o.readme != "" {
		return page.Readme(b.o.readme, b.rows)
	}
	return nil
}

// writable finds out before the measurements, not after them, that results could not be written.
func (o options) writable() error {
	if o.readme != "" {
		if err := page.CheckReadme(o.readme); err != nil {
			return fmt.Errorf("-readme: %w", err)
		}
	}
	for _, f := range []struct{ flag, path string }{{"-json", o.json}, {"-csv", o.csv}, {"-page", o.page}, {"-readme", o.readme}} {
		if f.path == "" || f.path == "-" {
			continue
		}
		info, err := os.Stat(f.path)
		if err == nil && info.IsDir() {
			return fmt.Errorf("%s %s is a folder", f.flag, f.path)
		}
		if err == nil && info.Mode().IsRegular() {
			file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
			if err != nil {
				return fmt.Errorf("%s: %w", f.flag, err)
			}
			file.Close()
		}
		if err := canWrite(filepath.Dir(f.path)); err != nil {
			return fmt.Errorf("%s: %w", f.flag, err)
		}
	}
	if o.plot != "" {
		if err := canWrite(o.plot); err != nil {
			return fmt.Errorf("-plot: %w", err)
		}
	}
	return nil
}

func canWrite(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making %s: %w", dir, err)
	}
	f, err := os.CreateTemp(dir, ".bench.*")
	if err != nil {
		return fmt.Errorf("nothing can be written in %s: %w", dir, err)
	}
	f.Close()
	return os.Remove(f.Name())
}
