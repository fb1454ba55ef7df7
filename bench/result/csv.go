// SPDX-License-Identifier: MIT

package result

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
)

// WriteCSV writes a line for each row behind a line of the fields' names, which are JSON's: every
// field, in their order.
func WriteCSV(w io.Writer, rows []Row) error {
	t := reflect.TypeOf(Row{})
	line := make([]string, t.NumField())
	for i := range line {
		line[i] = t.Field(i).Tag.Get("json")
	}
	out := csv.NewWriter(w)
	if err := out.Write(line); err != nil {
		return err
	}
	for _, r := range rows {
		v := reflect.ValueOf(r)
		for i := range line {
			line[i] = fmt.Sprint(v.Field(i))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
