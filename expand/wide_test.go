// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A Buffer of 64-bit numbers holds no records of 4 bytes: a call would move halves of them. It
// holds records of 8 bytes.
func TestRecordsOf4BytesInWideBuffersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	e, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	columns, err := NewTransposer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer columns.Release()
	s := makeShuffler(t, dev)
	wide, other, n, one := gputest.BufferOf[float64](t, dev, 4), gputest.BufferOf[int64](t, dev, 4), gpu.N(4), gpu.N(1)
	words := func() gpu.View { return gputest.Fresh(t, dev, 8).View() }
	starts := gputest.Words(t, dev, []uint32{0, 4}).View()
	for what, err := range map[string]error{
		"Decode: dst":        e.Decode(wide, words(), starts, one, n),
		"Decode: values":     e.Decode(words(), other, starts, one, n),
		"Shuffle: dst":       s.Shuffle(wide, words(), 4, n, 1),
		"Shuffle: src":       s.Shuffle(words(), other, 4, n, 1),
		"SampleRecords: src": s.SampleRecords(words(), wide, 4, one, n, 1),
		"Columns: src":       columns.Columns(words(), wide, 4, 4, n),
		"Records: dst":       columns.Records(other, words(), 4, 4, n),
	} {
		want := "expand: " + what + " is a view of a Buffer of 64-bit numbers, want items of 4 bytes"
		if !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
	for what, err := range map[string]error{
		"Columns: dst":   columns.Columns(gputest.BufferOf[uint64](t, dev, 4), wide, 8, 4, n),
		"ColumnsAt: dst": columns.ColumnsAt(other, wide, words(), 8, 4, n),
		"Records: src":   columns.Records(wide, gputest.BufferOf[float64](t, dev, 4), 8, 4, n),
	} {
		want := "expand: " + what + " is a view of a Buffer of 64-bit numbers, want words, of which a column is made"
		if !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
	for what, err := range map[string]error{
		"a shuffle of 8 bytes": s.Shuffle(wide, other, 8, n, 1), "columns of 8 bytes": columns.Columns(words(), wide, 8, 4, n),
	} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// An error of a count names the parameter of the method.
func TestErrorsNameTheCount(t *testing.T) {
	dev := gputest.Device(t)
	e, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	columns, err := NewTransposer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer columns.Release()
	s := makeShuffler(t, dev)
	a, b, none, n, zero := gputest.Fresh(t, dev, 8).View(), gputest.Fresh(t, dev, 8).View(), gpu.View{}, gpu.N(4), gpu.Count{}
	for what, err := range map[string]error{
		"Owners: n":                 e.Owners(a, none, b, n, zero),
		"OwnersOfLengths: segments": e.OwnersOfLengths(a, none, b, zero, n),
		"Decode: runs":              e.Decode(a, b, b, zero, n),
		"Permutation: n":            s.Permutation(a, zero, 1),
		"Sample: k":                 s.Sample(a, zero, n, 1),
		"Shuffle: n":                s.Shuffle(a, b, 4, zero, 1),
		"SampleRecords: k":          s.SampleRecords(a, b, 4, zero, n, 1),
		"Columns: n":                columns.Columns(a, b, 4, 4, zero),
	} {
		if want := "expand: " + what + ": the count is the zero Count"; !errors.Is(err, gpu.ErrCount) || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}
