// SPDX-License-Identifier: MIT

// Package order sorts the segments that the cull kept, far to near.
//
// It reads scene.Kept and writes scene.Sorted. The cull has written the keys of segments already:
// both need the same two points. Keys of strands are written here.
package order

import (
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
)

// Sorter orders the segments of a frame.
type Sorter struct {
	s              *scene.Scene
	whole          *scene.Hair // the model; the scene's may be a draft
	key, strandKey *kernel.Kernel
	strandCount    kernel.Uniform
	sorter         *radix.Sorter
	scratch        *kernel.Scratch // the sorter's
	sorted         *gpu.Buffer[uint32]
}

// specs are the key kernels: of segments and of strands.
func specs() (key, strandKey kernel.Spec) {
	key = kernel.Spec{File: "hair/segments_key.comp.glsl#middle", Shape: scene.Flat, Buffers: []string{"Kept", "Points", "Keys", "Count"}}
	strandKey = kernel.Spec{File: "hair/segments_key.comp.glsl#strand", Shape: scene.Flat, Buffers: append(key.Buffers[:4:4], "First")}
	return key, strandKey
}

// New makes the sort, and takes 4 bytes a segment and the sort's scratch. The first sort compiles
// the kernels for its number of segments. bits is the number of bits of the keys. Errors:
// gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrOutOfMemory.
func New(s *scene.Scene, bits int) (*Sorter, error) {
	o := &Sorter{s: s, whole: s.Hair}
	if err := o.build(bits); err != nil {
		o.Release()
		return nil, err
	}
	return o, nil
}

// options are those of a sort by so many bits.
func (o *Sorter) options(keyBits int) radix.Options {
	return radix.Options{Bits: keyBits, Descending: true, ValueBits: bits.Len(uint(o.whole.Points.Len())) + scene.SegmentFlags}
}

func (o *Sorter) build(bits int) (err error) {
	d := o.s.Device
	if o.sorter, err = radix.New(d, o.options(bits)); err != nil {
		return err
	}
	if err = o.reserve(bits); err != nil {
		return err
	}
	o.sorted, err = gpu.NewBuffer[uint32](d, o.s.Hair.Segments)
	return err
}

// reserve takes the scratch of sorts by so many bits, and compiles nothing: there may be none.
func (o *Sorter) reserve(bits int) error {
	if o.scratch == nil {
		o.scratch = kernel.NewScratch(o.s.Device, "hair: sort")
	}
	bytes, err := radix.ScratchBytes(o.s.Device.Caps(), o.options(bits), radix.ForValues, o.whole.Segments)
	if err == nil {
		err = o.scratch.Reserve(bytes)
	}
	o.sorter.UseScratch(o.scratch.View())
	return err
}

// prepareKeys compiles the kernels of keys. Frames in the order Sorted need none: the cull writes
// their keys.
func (o *Sorter) prepareKeys() (err error) {
	if o.strandKey != nil {
		return nil
	}
	defer func() {
		if err != nil {
			o.releaseKeys()
		}
	}()
	d := o.s.Device
	key, strandKey := specs()
	if o.key, err = kernel.New(d, key); err != nil {
		return err
	}
	if o.strandKey, err = kernel.New(d, strandKey); err != nil {
		return err
	}
	if o.strandCount, err = o.strandKey.Uniform("strand_count"); err != nil {
		return err
	}
	err = kernel.RunSelfTest(d, "hair: keys", scene.Flat, kernel.SelfTest{Specs: []kernel.Spec{key, strandKey}, Test: o.test})
	o.s.Begin() // the test has written the block
	return err
}

// SetBits changes the number of bits of the keys. Errors: gpu.ErrOutOfMemory.
func (o *Sorter) SetBits(bits int) error {
	if err := o.reserve(bits); err != nil {
		return err
	}
	return o.sorter.SetBits(0, bits)
}

// KeyStrands enqueues the keys of strands, in place of those of the segments that the cull kept.
// The first call of this or of KeySegments compiles. Errors: gpu.ErrShader, gpu.ErrSelfTest.
func (o *Sorter) KeyStrands() error {
	if err := o.prepareKeys(); err != nil {
		return err
	}
	o.setStrands(o.s.Hair.First.View(), o.s.Hair.Strands)
	o.enqueue(o.strandKey, o.s.Kept.Segments.View())
	return nil
}

// KeySegments enqueues the keys of segments, as many as the cull kept. Errors: as for KeyStrands.
func (o *Sorter) KeySegments(segments gpu.View) error {
	if err := o.prepareKeys(); err != nil {
		return err
	}
	o.enqueue(o.key, segments)
	return nil
}

func (o *Sorter) enqueue(k *kernel.Kernel, segments gpu.View) {
	set(k, segments, o.s.Hair.Points.View(), o.s.Kept.Keys.View(), o.s.Kept.Count)
	// Not indirect: on an H200 the frame's one indirect dispatch took 50 to 300 us to begin.
	k.Dispatch(o.s.Expanded.Groups)
	o.s.Device.MemoryBarrier()
}

// set sets the arguments that both key kernels have.
func set(k *kernel.Kernel, kept, points, keys gpu.View, n gpu.Count) {
	k.SetBuffer(0, kept)
	k.SetBuffer(1, points)
	k.SetBuffer(2, keys)
	k.SetCount(n)
}

// setStrands sets the arguments that only the strands' kernel has.
func (o *Sorter) setStrands(first gpu.View, strands int) {
	o.strandKey.SetBuffer(4, first)
	o.strandKey.Set(o.strandCount, uint32(strands))
}

// Prepare compiles the kernels of a sort of all segments.
func (o *Sorter) Prepare() error {
	return o.sorter.ReserveCall(radix.ForValues, gpu.N(o.s.Hair.Segments))
}

// Keep leaves the segments in the order of the cull.
func (o *Sorter) Keep() { o.s.Sorted = o.s.Kept.Segments }

// Sort enqueues the sort by the keys.
func (o *Sorter) Sort() error {
	o.s.Sorted = o.sorted
	return o.sorter.SortValues(o.sorted.View(), o.s.Kept.Keys.View(), o.s.Kept.Segments.View(), o.s.Kept.Count)
}

// Inversions counts the neighbours that are not far to near.
func Inversions(keys []uint32) int {
	n := 0
	for i := 1; i < len(keys); i++ {
		if keys[i-1] < keys[i] {
			n++
		}
	}
	return n
}

// Release frees the kernels and buffers.
func (o *Sorter) Release() {
	if o == nil {
		return
	}
	o.releaseKeys()
	o.sorter.Release()
	o.scratch.Release()
	o.sorted.Release()
}

func (o *Sorter) releaseKeys() {
	o.key.Release()
	o.strandKey.Release()
	o.key, o.strandKey = nil, nil
}
