// SPDX-License-Identifier: MIT

package cull

import (
	"fmt"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
)

// test is the self-test of the expansion: strands of 2 to 40 points.
func (t *Detail) test() error {
	random := rand.New(rand.NewSource(1))
	first := []uint32{0}
	for range 2*scene.GroupSize + 37 {
		first = append(first, first[len(first)-1]+2+uint32(random.Intn(39)))
	}
	want := Expand(first)
	in, err := gpu.NewBufferFrom(t.s.Device, first)
	defer in.Release()
	if err != nil {
		return err
	}
	out, err := gpu.NewBufferFrom(t.s.Device, make([]uint32, len(want)))
	defer out.Release()
	if err != nil {
		return err
	}
	t.expandAll(in.View(), out.View(), len(first)-1)
	got, err := out.Download()
	if err != nil {
		return err
	}
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("hair: self-test: segment %d: got %#x, want %#x: %w", i, got[i], want[i], gpu.ErrSelfTest)
		}
	}
	return t.s.Device.Check()
}

// Expand is the CPU twin of segments_expand.comp.glsl#all.
func Expand(first []uint32) []uint32 {
	var out []uint32
	for s := range len(first) - 1 {
		for p := first[s]; p+1 < first[s+1]; p++ {
			v := p << scene.SegmentFlags
			if p == first[s] {
				v |= scene.SegmentFirst
			}
			if p+2 == first[s+1] {
				v |= scene.SegmentLast
			}
			out = append(out, v)
		}
	}
	return out
}
