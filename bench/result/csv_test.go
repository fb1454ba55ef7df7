// SPDX-License-Identifier: MIT

package result

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"testing"
)

func TestWriteCSV(t *testing.T) {
	row := New("compact", "append", 7)
	row.Note, row.GPU, row.Reliable = `order lost, "so to say"`, 1.25, true
	var out bytes.Buffer
	if err := WriteCSV(&out, []Row{row, {}}); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(lines) != 3 {
		t.Fatalf("%v, %v", lines, err)
	}
	for name, want := range map[string]string{"op": "compact", "n": "7", "kept": "-1", "gpu_us": "1.25", "reliable": "true", "note": row.Note, "peer_us": "0"} {
		t.Run(name, func(t *testing.T) {
			if i := slices.Index(lines[0], name); i < 0 || lines[1][i] != want {
				t.Errorf("%s: want %q in %q", name, want, lines[1])
			}
		})
	}
	if err := WriteCSV(full{}, []Row{row}); err == nil {
		t.Error("a disk that is full goes unseen")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }
