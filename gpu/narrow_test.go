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

func TestScratch(t *testing.T) {
	d := open(t, Options{})
	s := d.NewScratch("test")
	sizes := []int{4, 300, 0, 256}
	if err := s.Reserve(ScratchBytes(sizes...)); err != nil {
		t.Fatal(err)
	}
	own := s.View()
	lent, err := NewBuffer[uint32](d, 1000)
	if err != nil {
		t.Fatal(err)
	}
	late, _ := lent.Slice(3, 1000)
	for _, v := range []View{{}, late} {
		subtest(t, d, fmt.Sprint("lent=", v.ID() != 0), func(t *testing.T) {
			if v.ID() != 0 {
				s.UseScratch(v)
			}
			cut, end := s.Cut(), s.View().Offset()+s.View().Size()
			at := s.View().Offset()
			for _, size := range sizes {
				part := cut.Take(size)
				if part.Offset()%d.Caps().StorageAlignment != 0 || part.Offset() < at || part.Offset()+size > end || part.Size() != size {
					t.Errorf("a part of %d bytes at %d+%d, the one before ended at %d, all ends at %d", size, part.Offset(), part.Size(), at, end)
				}
				at = part.Offset() + size
			}
		})
	}
	if s.View() == own {
		t.Error("what was lent is not used")
	}
	if err := s.Reserve(5000); err == nil {
		t.Error("more than was lent is there")
	}
	if s.Apart(lent.View()) == nil || s.Apart(own) != nil {
		t.Error("an operand in the scratch goes unseen, or one beside it does not pass")
	}
	s.UseScratch(View{})
	if err := s.Reserve(5000); err != nil || s.View().Size() < 5000 {
		t.Errorf("its own again: %v", err)
	}
	s.Release()
	lent.Release()
}
