// SPDX-License-Identifier: MIT

package exr

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func written(t testing.TB, width, height int, texts ...Text) []byte {
	t.Helper()
	pixels := make([]float32, 4*width*height)
	for i := range pixels {
		pixels[i] = float32(i*7919%1000) / 100
	}
	var b bytes.Buffer
	if err := Write(&b, width, height, pixels, texts...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func check(data []byte) (Info, error) { return Check(bytes.NewReader(data), int64(len(data))) }

func TestCheckFindsSizeAndTexts(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, size := range [][2]int{{1, 1}, {17, 16}, {16, 17}, {5, 33}, {64, 48}} {
		t.Run(fmt.Sprintf("size=%dx%d", size[0], size[1]), func(t *testing.T) {
			data := written(t, size[0], size[1], Text{"comb", "a note"}, Text{"long", long}, Text{"empty", ""})
			f := read(t, data) // by the test's own reader
			if string(f.attributes["comb string"]) != "a note" {
				t.Errorf("the attribute holds %q", f.attributes["comb string"])
			}
			i, err := check(data)
			if err != nil || i.Width != size[0] || i.Height != size[1] || i.Text("comb") != "a note" || i.Text("long") != long || i.Text("none") != "" {
				t.Errorf("%v: %+v, %v", size, i, err)
			}
		})
	}
}

// No part of a file is whole, nor is a longer file, nor one with a hole in its table.
func TestCheckRefusesTruncatedFiles(t *testing.T) {
	whole := written(t, 20, 40, Text{"comb", "x"})
	for n := range whole {
		if _, err := check(whole[:n]); !errors.Is(err, ErrNotWhole) {
			t.Fatalf("the first %d of %d bytes: %v", n, len(whole), err)
		}
	}
	if _, err := check(append(bytes.Clone(whole), 0)); !errors.Is(err, ErrNotWhole) {
		t.Errorf("a byte more: %v", err)
	}
	table := len(header(20, 40, []Text{{"comb", "x"}}))
	for chunk := range 3 {
		for _, to := range []uint64{0, 1, uint64(len(whole)), 1<<63 + 9, binary.LittleEndian.Uint64(whole[table+8*((chunk+1)%3):])} {
			bad := bytes.Clone(whole)
			binary.LittleEndian.PutUint64(bad[table+8*chunk:], to)
			if _, err := check(bad); !errors.Is(err, ErrNotWhole) {
				t.Errorf("chunk %d at %d: %v", chunk, to, err)
			}
		}
	}
	// An older check accepted this: the right first bytes, and nothing else.
	if _, err := check([]byte{0x76, 0x2F, 0x31, 0x01}); !errors.Is(err, ErrNotWhole) {
		t.Errorf("%v", err)
	}
}

func TestBadNamesOfAttributes(t *testing.T) {
	for _, name := range []string{"", strings.Repeat("n", 32), "a\x00b"} {
		if err := Write(&bytes.Buffer{}, 1, 1, make([]float32, 4), Text{Name: name}); err == nil {
			t.Errorf("%q is written", name)
		}
	}
}

func FuzzCheck(f *testing.F) {
	whole := written(f, 3, 18, Text{"comb", "note"})
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		if i, err := check(data); err == nil && (i.Width < 1 || i.Height < 1) {
			t.Fatalf("%+v", i)
		}
	})
}
