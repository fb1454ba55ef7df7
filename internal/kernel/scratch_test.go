// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
)

func TestScratch(t *testing.T) {
	d := open(t, gpu.Options{})
	s := NewScratch(d, "test")
	sizes := []int{4, 300, 0, 256}
	if err := s.Reserve(ScratchBytes(sizes...)); err != nil {
		t.Fatal(err)
	}
	own := s.View()
	given, err := gpu.NewBuffer[uint32](d, 1000)
	if err != nil {
		t.Fatal(err)
	}
	late, _ := given.Slice(3, 1000)
	for _, v := range []gpu.View{{}, late} {
		subtest(t, d, fmt.Sprint("given=", v.ID() != 0), func(t *testing.T) {
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
		t.Error("the given buffer is not used")
	}
	if err := s.Reserve(5000); err == nil {
		t.Error("the scratch is larger than the given buffer")
	}
	if s.Apart(given.View()) == nil || s.Apart(own) != nil {
		t.Error("an operand in the scratch goes unseen, or one beside it does not pass")
	}
	s.UseScratch(gpu.View{})
	if err := s.Reserve(5000); err != nil || s.View().Size() < 5000 {
		t.Errorf("its own again: %v", err)
	}
	s.Release()
	given.Release()
}
