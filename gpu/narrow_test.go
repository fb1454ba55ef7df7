// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"slices"
	"testing"
)

// Kernels read the uploaded items of 1 and 2 bytes, for any number of items. Nothing beside them
// changes.
func TestNarrowItems(t *testing.T) {
	d := open(t, Options{})
	for n := 1; n < 12; n++ {
		subtest(t, d, fmt.Sprint("n=", n), func(t *testing.T) {
			bytes := make([]uint8, n)
			shorts := make([]uint16, n)
			for i := range n {
				bytes[i], shorts[i] = uint8(i+1), uint16(300*i+7)
			}
			b, err := NewBufferFrom(d, bytes)
			if err != nil {
				t.Fatal(err)
			}
			s, err := NewBufferFrom(d, shorts)
			if err != nil {
				t.Fatal(err)
			}
			copied, err := NewBuffer[uint8](d, n)
			if err != nil {
				t.Fatal(err)
			}
			copied16, err := NewBuffer[uint16](d, n)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Copy(copied.View(), b.View(), N(b.View().Size()/4)); err != nil {
				t.Fatal(err)
			}
			if err := d.Copy(copied16.View(), s.View(), N(s.View().Size()/4)); err != nil {
				t.Fatal(err)
			}
			if got, err := copied.Download(); err != nil || !slices.Equal(got, bytes) {
				t.Errorf("%d bytes: %v, %v", n, got, err)
			}
			if got, err := copied16.Download(); err != nil || !slices.Equal(got, shorts) {
				t.Errorf("%d shorts: %v, %v", n, got, err)
			}
			if b.View().Size()%4 != 0 || b.View().Size() < n {
				t.Errorf("%d bytes lie in a view of %d", n, b.View().Size())
			}
			// Only a part of the word.
			if err := b.Upload([]uint8{99}); err != nil {
				t.Fatal(err)
			}
			bytes[0] = 99
			if got, err := b.Download(); err != nil || !slices.Equal(got, bytes) {
				t.Errorf("%d bytes, the first anew: %v, %v", n, got, err)
			}
		})
	}
}
