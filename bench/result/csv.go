// SPDX-License-Identifier: MIT

package result

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"reflect"
)

// fields are the row's fields by their JSON names, in their order.
func (r *Row) fields() iter.Seq2[string, reflect.Value] {
	v := reflect.ValueOf(r).Elem()
	return func(yield func(string, reflect.Value) bool) {
		for i := range v.NumField() {
			if !yield(v.Type().Field(i).Tag.Get("json"), v.Field(i)) {
				return
			}
		}
	}
}

// WriteCSV writes a line for each row behind the head.
func WriteCSV(w io.Writer, rows []Row) error {
	if err := WriteCSVHead(w); err != nil {
		return err
	}
	return WriteCSVRows(w, rows)
}

// WriteCSVHead writes the line of the fields' names, which are JSON's.
func WriteCSVHead(w io.Writer) error {
	out := csv.NewWriter(w)
	var names []string
	for name := range (&Row{}).fields() {
		names = append(names, name)
	}
	_ = out.Write(names) // Error has the first error
	out.Flush()
	return out.Error()
}

// WriteCSVRows writes a line for each row: every field, in the order of the head.
func WriteCSVRows(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	for i := range rows {
		var line []string
		for _, v := range rows[i].fields() {
			line = append(line, fmt.Sprint(v))
		}
		_ = out.Write(line) // Error has the first error
	}
	out.Flush()
	return out.Error()
}
