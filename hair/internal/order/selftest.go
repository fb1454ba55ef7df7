// SPDX-License-Identifier: MIT

package order

import (
	"fmt"
	"math/rand"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// test is the self-test of the key kernels: the segments of strands of 2 to 40 points, in a random
// order, seen from the side. A key may be off by one, because drivers round sums differently.
func (o *Sorter) test() error {
	random := rand.New(rand.NewSource(1))
	first := []uint32{0}
	for range 2*scene.GroupSize + 37 {
		first = append(first, first[len(first)-1]+2+uint32(random.Intn(39)))
	}
	points := make([][4]float32, first[len(first)-1])
	for i := range points {
		for a := range 3 {
			points[i][a] = random.Float32()*2 - 1
		}
	}
	kept := cull.Expand(first)
	random.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })

	var b [3]*gpu.Buffer[uint32]
	for i, data := range [...][]uint32{first, make([]uint32, len(kept)), kept} {
		var err error
		b[i], err = gpu.NewBufferFrom(o.s.Device, data)
		defer b[i].Release()
		if err != nil {
			return err
		}
	}
	at, err := gpu.NewBufferFrom(o.s.Device, points)
	defer at.Release()
	if err != nil {
		return err
	}
	f := new(scene.Frame)
	f.View = mgl32.LookAtV(mgl32.Vec3{3.08, 1.48, 3.66}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0})
	f.DepthKeys = mgl32.Vec4{3.2, 1 / 3.5, 1<<16 - 1}
	o.setStrands(b[0].View(), len(first)-1)
	for _, k := range []struct {
		kernel *kernel.Kernel
		what   string
		twin   func(segment uint32) uint32
	}{
		{o.key, "key", func(s uint32) uint32 { return f.KeyOf(points, s) }},
		{o.strandKey, "strand's key", func(s uint32) uint32 { return strandKeyOf(f, points, first, s) }},
	} {
		got, err := o.keyed(k.kernel, f, b[2].View(), at.View(), b[1], len(kept))
		if err != nil {
			return err
		}
		for i, segment := range kept {
			want := k.twin(segment)
			if off := int64(got[i]) - int64(want); off < -1 || off > 1 {
				return fmt.Errorf("hair: self-test: the %s of segment %d: got %d, want %d: %w", k.what, i, got[i], want, gpu.ErrSelfTest)
			}
		}
	}
	return o.s.Device.Check()
}

// keyed runs a key kernel on other buffers than the scene's.
func (o *Sorter) keyed(k *kernel.Kernel, f *scene.Frame, kept, points gpu.View, keys *gpu.Buffer[uint32], n int) ([]uint32, error) {
	f.Upload(o.s.Block)
	set(k, kept, points, keys.View(), gpu.N(n))
	k.Dispatch(scene.Groups(n))
	o.s.Device.MemoryBarrier()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, 0)
	return keys.Download()
}

// strandKeyOf is the CPU twin of segments_key.comp.glsl#strand.
func strandKeyOf(f *scene.Frame, points [][4]float32, first []uint32, segment uint32) uint32 {
	p := scene.PointOf(segment)
	s := sort.Search(len(first), func(i int) bool { return first[i] > p }) // the strand behind the segment's
	return f.DepthKey(mgl32.Vec4(points[(first[s-1]+first[s]-1)/2]).Vec3())
}
