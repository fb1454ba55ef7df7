// SPDX-License-Identifier: MIT

package strands

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

// small limits keep a fuzzer's files from being worth gigabytes.
var small = Limits{Strands: 1 << 12, Points: 1 << 14}

// judge holds what every reader promises: a set that is whole, or an error of ours and no use of the set.
func judge(t *testing.T, s *Set, err error) bool {
	t.Helper()
	if err == nil {
		if err := s.Validate(); err != nil {
			t.Fatalf("read without an error, and then: %v", err)
		}
		return true
	}
	for _, known := range []error{ErrFormat, ErrTruncated, ErrLimit, ErrSet} {
		if errors.Is(err, known) {
			return false
		}
	}
	t.Fatalf("an error of no kind: %v", err)
	return false
}

func FuzzReadHair(f *testing.F) {
	f.Add(written(f, sample()))
	plain := sample()
	plain.Thickness, plain.Opacity, plain.Color = nil, nil, nil
	f.Add(written(f, plain))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadHair(bytes.NewReader(data), small)
		if !judge(t, s, err) {
			return
		}
		// Written and read again it is a set of the same strands; numbers may round in the change of unit.
		again, err := ReadHair(bytes.NewReader(written(t, s)), small)
		if err != nil {
			t.Fatalf("written and not readable: %v", err)
		}
		if !reflect.DeepEqual(again.First, s.First) || !reflect.DeepEqual(again.Points, s.Points) {
			t.Fatal("written and read, the points differ")
		}
	})
}

func FuzzReadTFX(f *testing.F) {
	f.Add(tfx(3, 4, true))
	f.Add(tfx(2, 8, false))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadTFX(bytes.NewReader(data), small)
		judge(t, s, err)
	})
}
