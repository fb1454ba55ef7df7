// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math/rand"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// proof is the self-test of the frame's own kernels; compact and radix prove theirs.
func (r *Renderer) proof() gpu.Proof {
	expand, key, strandKey := kernelSpecs()
	return gpu.Proof{Specs: []gpu.Spec{expand, key, strandKey}, Test: r.test}
}

// test expands strands of 2 to 40 points, and keys their segments as seen from aside. A key may be one off: the
// driver's sums are rounded in an order of its own.
func (r *Renderer) test() error {
	random := rand.New(rand.NewSource(1))
	first := []uint32{0}
	for range 2*groupSize + 37 {
		first = append(first, first[len(first)-1]+2+uint32(random.Intn(39)))
	}
	points := make([][4]float32, first[len(first)-1])
	for i := range points {
		for a := range 3 {
			points[i][a] = random.Float32()*2 - 1
		}
	}
	segments := expand(first)
	kept := append([]uint32(nil), segments...)
	random.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })

	var b [3]*gpu.Buffer[uint32]
	for i, data := range [...][]uint32{first, make([]uint32, len(segments)), kept} {
		var err error
		b[i], err = gpu.NewBufferFrom(r.d, data)
		defer b[i].Release()
		if err != nil {
			return err
		}
	}
	at, err := gpu.NewBufferFrom(r.d, points)
	defer at.Release()
	if err != nil {
		return err
	}
	got, err := r.expanded(b[0].View(), b[1], len(first)-1)
	if err != nil {
		return err
	}
	for i, want := range segments {
		if got[i] != want {
			return fmt.Errorf("%w: hair: segment %d is %#x, expected %#x", gpu.ErrSelfTest, i, got[i], want)
		}
	}
	var f frame
	camera := Camera{Distance: 5, Azimuth: 0.7, Elevation: 0.3, FieldOfView: 0.6}
	f.fill(camera, 640, 360, mgl32.Vec3{-1, -1, -1}, mgl32.Vec3{1, 1, 1}, 1, Options{KeyBits: 16, Exposure: 1})
	r.setStrands(b[0].View(), len(first)-1)
	for _, k := range []struct {
		kernel *gpu.Kernel
		what   string
		twin   func(segment uint32) uint32
	}{
		{r.key, "key", func(s uint32) uint32 { return f.keyOf(points, s) }},
		{r.strandKey, "strand's key", func(s uint32) uint32 { return f.strandKeyOf(points, first, s) }},
	} {
		if got, err = r.keyed(k.kernel, &f, b[2].View(), at.View(), b[1], len(kept)); err != nil {
			return err
		}
		for i, segment := range kept {
			want := k.twin(segment)
			if off := int64(got[i]) - int64(want); off < -1 || off > 1 {
				return fmt.Errorf("%w: hair: the %s of segment %d is %d, expected %d", gpu.ErrSelfTest, k.what, i, got[i], want)
			}
		}
	}
	return r.d.Check()
}

// expanded and keyed run the stages' kernels on other buffers than the model's.
func (r *Renderer) expanded(first gpu.View, segments *gpu.Buffer[uint32], strands int) ([]uint32, error) {
	r.dispatchExpand(first, segments.View(), strands)
	return segments.Download()
}

func (r *Renderer) keyed(k *gpu.Kernel, f *frame, kept, points gpu.View, keys *gpu.Buffer[uint32], n int) ([]uint32, error) {
	f.upload(r.block)
	setKey(k, kept, points, keys.View(), gpu.N(n))
	k.Dispatch((n + groupSize - 1) / groupSize)
	r.d.Publish()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, 0)
	return keys.Download()
}

// expand is the CPU twin of segments_expand.comp.glsl.
func expand(first []uint32) []uint32 {
	var out []uint32
	for s := range len(first) - 1 {
		for p := first[s]; p+1 < first[s+1]; p++ {
			v := p
			if p == first[s] {
				v |= 1 << 31
			}
			if p+2 == first[s+1] {
				v |= 1 << 30
			}
			out = append(out, v)
		}
	}
	return out
}

// keyOf is the CPU twin of middleKey in depth_key.glsl.
func (f *frame) keyOf(points [][4]float32, segment uint32) uint32 {
	p := segment & (1<<30 - 1)
	a, b := mgl32.Vec4(points[p]).Vec3(), mgl32.Vec4(points[p+1]).Vec3()
	return f.depthKey(a.Add(b).Mul(0.5))
}

// strandKeyOf is the CPU twin of strands_key.comp.glsl.
func (f *frame) strandKeyOf(points [][4]float32, first []uint32, segment uint32) uint32 {
	p := segment & (1<<30 - 1)
	s := sort.Search(len(first), func(i int) bool { return first[i] > p }) // the strand behind the segment's
	return f.depthKey(mgl32.Vec4(points[(first[s-1]+first[s]-1)/2]).Vec3())
}

// depthKey is the CPU twin of depth_key.glsl.
func (f *frame) depthKey(p mgl32.Vec3) uint32 {
	depth := -f.view.Mul4x1(p.Vec4(1))[2]
	t := min(max((depth-f.depthKeys[0])*f.depthKeys[1], 0), 1)
	return uint32(min(t*f.depthKeys[2], 4294967040))
}
