// SPDX-License-Identifier: MIT

package motion

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// followers moves all strands as the simulated ones, the guides, moved.
type followers struct {
	kernel  *kernel.Kernel
	strands *gpu.Buffer[[4]uint32]  // where each strand's points begin and end, and those of its guide
	rest    *gpu.Buffer[[4]float32] // of all strands, as Motion.atRest
	points  *gpu.Buffer[[4]float32] // of the guides
	off     float32                 // as in family
}

// links is the content of followers.strands, and the guides' points in the form of restOf.
type links struct {
	strands [][4]uint32
	first   []uint32
	rest    [][4]float32
}

// linksOf is pure.
func linksOf(f family, first []uint32, rest [][4]float32) links {
	l := links{first: make([]uint32, 1, len(f.guides)+1)}
	for _, g := range f.guides {
		l.rest = append(l.rest, rest[first[g]:first[g+1]]...)
		l.first = append(l.first, uint32(len(l.rest)))
	}
	for s, g := range f.of {
		at := [4]uint32{first[s], first[s+1], l.first[g], l.first[g+1]}
		if f.guides[g] == s {
			at[3] = at[2]
		}
		l.strands = append(l.strands, at)
	}
	return l
}

func newFollowers(d *gpu.Device, f family, l links, rest [][4]float32) (*followers, error) {
	_, _, spec := specs()
	out := &followers{off: f.off}
	var err error
	if out.strands, err = gpu.NewBufferFrom(d, l.strands); err == nil {
		out.rest, err = gpu.NewBufferFrom(d, rest)
	}
	if err == nil {
		out.points, err = gpu.NewBuffer[[4]float32](d, len(l.rest))
	}
	if err == nil {
		out.kernel, err = kernel.New(d, spec)
	}
	if err != nil {
		out.release()
		return nil, err
	}
	return out, nil
}

// move enqueues the kernel. No barrier is behind it.
func (f *followers) move(m *Motion) error {
	k := f.kernel
	for i, v := range [...]gpu.View{f.strands.View(), f.rest.View(), m.atRest.View(), f.points.View(), {}, m.solid.View(), m.params.View()} {
		if i != 4 {
			k.SetBuffer(i, v)
		}
	}
	if err := k.SetRecords(4, m.points, 16); err != nil {
		return err
	}
	n := f.strands.Len()
	k.SetCount(gpu.N(n))
	k.Dispatch((n + groupSize - 1) / groupSize)
	return nil
}

func (f *followers) release() {
	if f == nil {
		return
	}
	f.kernel.Release()
	f.strands.Release()
	f.rest.Release()
	f.points.Release()
}
