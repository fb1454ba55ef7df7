// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/combgl/comb/bench/result"
)

// rowFile is a file that has each row as soon as it is measured, so that a run that is stopped in
// any way keeps its rows. The first row replaces what the file had. The name "-" is stdout, and ""
// no file.
type rowFile struct {
	flag, name string
	stdout     io.Writer
	file       *os.File
	rows       int
	size       int64 // of whole rows
}

// add writes a row's text in one piece. head is for the first row alone. If only a part of the row
// could be written, it takes that part away, so that the file keeps whole rows alone.
func (f *rowFile) add(head, row []byte) error {
	if f.name == "" {
		return nil
	}
	if f.rows == 0 {
		row = append(head, row...)
	}
	f.rows++
	if f.name == "-" {
		_, err := f.stdout.Write(row)
		return f.named(err)
	}
	if f.file == nil {
		file, err := os.Create(f.name)
		if err != nil {
			return f.named(err)
		}
		f.file = file
	}
	_, err := f.file.Write(row)
	if err == nil {
		f.size += int64(len(row))
		return nil
	}
	f.rows--
	_ = f.file.Truncate(f.size) // the write's error is the one to report
	return f.named(err)
}

func (f *rowFile) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("-%s: %w", f.flag, err)
}

func (f *rowFile) close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return f.named(err)
}

// addJSON writes a row as a line of JSON.
func addJSON[T any](f *rowFile, row T) error {
	var text bytes.Buffer
	if err := result.WriteJSON(&text, []T{row}); err != nil {
		return f.named(err)
	}
	return f.add(nil, text.Bytes())
}

// addCSV writes a row as a line of CSV.
func addCSV(f *rowFile, row result.Row) error {
	var head, text bytes.Buffer
	if err := result.WriteCSVHead(&head); err != nil {
		return f.named(err)
	}
	if err := result.WriteCSVRows(&text, []result.Row{row}); err != nil {
		return f.named(err)
	}
	return f.add(head.Bytes(), text.Bytes())
}
