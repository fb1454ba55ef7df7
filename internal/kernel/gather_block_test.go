// SPDX-License-Identifier: MIT

package kernel_test

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// A buffer of the caller may be larger than a shader-storage block. Indices would name records that
// no kernel reaches.
func TestGatherFromMoreThanABlock(t *testing.T) {
	dev := gputest.Device(t)
	src, bytes := gputest.MoreThanABlock(t, dev)
	block, err := src.Slice(0, bytes)
	if err != nil {
		t.Fatal(err)
	}
	g, err := kernel.NewGatherer(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Release()
	dst, index := gputest.Fresh(t, dev, 1), gputest.Words(t, dev, []uint32{uint32(bytes / 4)})
	in := kernel.Input{Kind: gpu.InputGathered, Type: gpu.Uint32}
	names := &kernel.InputNames{What: "scan", Src: "scan: src", Indices: "scan: the indices"}
	for _, c := range []struct {
		src  gpu.View
		want error
	}{{src, gpu.ErrTooLarge}, {block, nil}} {
		if err := g.Gather(dst.View(), c.src, index.View(), gpu.N(1), 4); !errors.Is(err, c.want) {
			t.Errorf("Gather from %d bytes: got %v, want %v", c.src.Size(), err, c.want)
		}
		if err := in.Need(dev, names, c.src, index.View(), gpu.N(1), 4); !errors.Is(err, c.want) {
			t.Errorf("an input of %d bytes: got %v, want %v", c.src.Size(), err, c.want)
		}
	}
}
