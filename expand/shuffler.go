// SPDX-License-Identifier: MIT

package expand

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Shuffler makes random permutations and samples of numbers and of records. It owns kernels. Its
// methods must be called on the thread of the Device's context.
type Shuffler struct {
	d     *gpu.Device
	k     kernel.Loaded[shuffleUniforms]
	moves kernel.Loaded[shuffleUniforms] // of records, where a call needed it
}

// shuffleUniforms are the uniforms of indices_permute and records_permute.
type shuffleUniforms struct {
	KeyLow  kernel.Uniform `uniform:"key_low"`
	KeyHigh kernel.Uniform `uniform:"key_high"`
	Stride  kernel.Uniform `uniform:"stride_words,optional"` // of records
}

// shuffleItems is the number of items of an invocation.
const shuffleItems = 4

func shuffleSpec(s kernel.Shape) kernel.Spec {
	return kernel.Spec{
		File: "expand/indices_permute.comp.glsl", Shape: s,
		Constants: shaders.Constants{"PERMUTE_ROUNDS": uint32(permuteRounds), "PERMUTE_LEAST_BITS": uint32(permuteLeastBits)},
		Buffers:   []string{"Dst", "Count", "SegmentCount", "Fault"},
	}
}

// shuffleRecordsSpec is the kernel that moves records.
func shuffleRecordsSpec(s kernel.Shape) kernel.Spec {
	spec := shuffleSpec(s)
	spec.File = "expand/records_permute.comp.glsl"
	spec.Buffers = []string{"Dst", "Count", "SegmentCount", "Fault", "Src"}
	return spec
}

// bufShuffled is the buffer Src of records_permute.
const bufShuffled = 4

// NewShuffler returns a Shuffler. It compiles the kernel of Permutation. That of Shuffle is
// compiled and self-tested by the first call or by Reserve. On a driver that comb has not tested
// yet NewShuffler runs a self-test and waits for the GPU. Errors: gpu.ErrOutOfMemory,
// gpu.ErrWrongThread, gpu.ErrReleased, gpu.ErrShader; gpu.ErrSelfTest if the kernel is wrong on
// this driver.
func NewShuffler(d *gpu.Device) (*Shuffler, error) {
	// Lanes do not cooperate, so there is one variant.
	shape, err := kernel.Pick(d.Caps(), gpu.Tuning{Lanes: gpu.LanesShared, Algorithm: gpu.ReduceThenScan})
	if err != nil {
		return nil, err
	}
	shape.ItemsPerThread = shuffleItems
	k, err := kernel.Load[shuffleUniforms](d, shuffleSpec(shape))
	if err != nil {
		return nil, err
	}
	s := &Shuffler{d: d, k: k}
	if err := kernel.RunSelfTest(d, "expand: shuffle", shape, s.selfTest()); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// Permutation writes a random permutation of 0 to n-1 to dst. It depends on the seed and on n alone
// and is the same on every driver. dst holds n uint32. The word of a count on the GPU must not lie
// in dst.
//
// It takes one dispatch and only enqueues. Kernels, draws and indirect calls that are enqueued
// later see the result; no memory barrier of the caller's is needed. It allocates nothing. An
// invocation evaluates the network fewer than two times per item on average, for n above 128. The
// result is not meant for cryptography.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Shuffler) Permutation(dst gpu.View, n gpu.Count, seed uint64) error {
	return s.run(gpu.View{}, 4, dst, n, n, seed)
}

// Sample writes k different numbers of 0 to n-1 to dst, in random order: the first k of Permutation
// for the same n and seed. dst holds k uint32. It costs no more for a large n. k must be at most n;
// of counts on the GPU, a k above n leaves the rest of dst as it was. Errors: as for Permutation;
// gpu.ErrCount if the maximum of k is above that of n.
func (s *Shuffler) Sample(dst gpu.View, k, n gpu.Count, seed uint64) error {
	return s.run(gpu.View{}, 4, dst, k, n, seed)
}

// Shuffle writes the n records of src to dst in random order: record i of dst is record p[i] of
// src, where p is Permutation for the same n and seed. Records have stride bytes, a multiple of 4
// from 4 to gpu.MaxRecordBytes. dst and src hold n records each. dst must not overlap src. It takes
// one dispatch, and writes no indices. Errors: as for Permutation; gpu.ErrArgument for stride;
// gpu.ErrShader, gpu.ErrSelfTest at the first call.
func (s *Shuffler) Shuffle(dst, src gpu.View, stride int, n gpu.Count, seed uint64) error {
	return s.SampleRecords(dst, src, stride, n, n, seed)
}

// SampleRecords writes k different records of the n of src to dst, in random order: the first k of
// Shuffle for the same n and seed. dst holds k records. k is as for Sample. Errors: as for Shuffle;
// gpu.ErrCount if the maximum of k is above that of n.
func (s *Shuffler) SampleRecords(dst, src gpu.View, stride int, k, n gpu.Count, seed uint64) error {
	if err := checkStride("shuffle", stride); err != nil {
		return err
	}
	if err := s.Reserve(); err != nil {
		return err
	}
	if err := kernel.Need(s.d, "expand: shuffle: src", src, n, stride); err != nil {
		return err
	}
	if err := kernel.NeedApart("expand: shuffle: dst and src", dst, src); err != nil {
		return err
	}
	return s.run(src, stride, dst, k, n, seed)
}

// Reserve compiles all kernels. After it no call compiles. Errors: gpu.ErrShader, gpu.ErrSelfTest,
// gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Shuffler) Reserve() error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if s.moves.Kernel != nil {
		return nil
	}
	spec := shuffleRecordsSpec(s.k.Shape())
	k, err := kernel.Load[shuffleUniforms](s.d, spec)
	if err != nil {
		return err
	}
	s.moves = k
	err = kernel.RunSelfTest(s.d, "expand: shuffle records", spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: s.testRecords})
	if err != nil {
		s.moves.Release()
		s.moves.Kernel = nil
	}
	return err
}

// enter begins a call.
func (s *Shuffler) enter() error {
	if s == nil || s.k.Kernel == nil {
		return fmt.Errorf("expand: the Shuffler is nil, not made by NewShuffler or released: %w", gpu.ErrReleased)
	}
	return s.d.Internal().Enter()
}

// run enqueues indices, or with a src records.
func (s *Shuffler) run(src gpu.View, stride int, dst gpu.View, k, n gpu.Count, seed uint64) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := kernel.Need(s.d, "expand: shuffle: dst", dst, k, stride); err != nil {
		return err
	}
	if err := kernel.NeedCount(s.d, "expand: shuffle: n", n); err != nil {
		return err
	}
	if k.Max() > n.Max() {
		return fmt.Errorf("expand: shuffle: a sample of %d items, want at most n, which is %d: %w", k.Max(), n.Max(), gpu.ErrCount)
	}
	if err := kernel.NeedCountApart("expand: shuffle: k", k, dst); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("expand: shuffle: n", n, dst); err != nil {
		return err
	}
	if k.Max() == 0 {
		return nil
	}
	low, high := keysOf(seed)
	p := &s.k
	if src.ID() != 0 {
		p = &s.moves
		p.SetBuffer(bufShuffled, src)
		p.Set(p.U.Stride, uint32(stride/4))
	}
	p.SetBuffer(0, dst)
	p.SetCount(k)
	p.SetSegmentCount(n)
	p.Set(p.U.KeyLow, low)
	p.Set(p.U.KeyHigh, high)
	p.Dispatch(p.Shape().GroupsFor(k.Max()))
	s.d.MemoryBarrier()
	return nil
}

// selfTest returns the Shuffler's self-test.
func (s *Shuffler) selfTest() kernel.SelfTest {
	return kernel.SelfTest{Specs: []kernel.Spec{shuffleSpec(s.k.Shape())}, Test: func() error {
		tile := s.k.Shape().TileSize()
		for i, n := range []int{1, 5, 256, tile + 1, 3*tile - 1} {
			if err := s.test(n, uint64(i)<<40+7); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (s *Shuffler) test(n int, seed uint64) error {
	b, err := gpu.NewBuffer[uint32](s.d, n+1)
	if err != nil {
		return err
	}
	defer b.Release()
	if err := s.run(gpu.View{}, 4, b.View(), gpu.N(n), gpu.N(n), seed); err != nil {
		return err
	}
	return expect("expand: shuffle", n, b, append(permuted(n, n, seed), 0))
}

// testRecords is the self-test of records: of one word and of five, all and a sample.
func (s *Shuffler) testRecords() error {
	tile := s.k.Shape().TileSize()
	for words, n := range map[int]int{1: 2*tile + 3, 5: tile + 1} {
		k := n - 7*(words-1)/4
		src := make([]uint32, n*words)
		for i := range src {
			src[i] = uint32(i) * 0x9E3779B1
		}
		from, err := gpu.NewBufferFrom(s.d, src)
		defer from.Release()
		if err != nil {
			return err
		}
		dst, err := gpu.NewBuffer[uint32](s.d, n*words)
		defer dst.Release()
		if err != nil {
			return err
		}
		if err := s.run(from.View(), 4*words, dst.View(), gpu.N(k), gpu.N(n), 11); err != nil {
			return err
		}
		want := append(decoded(permuted(k, n, 11), src, words), make([]uint32, (n-k)*words)...)
		if err := expect("expand: shuffle records", n, dst, want); err != nil {
			return err
		}
	}
	return nil
}

// Release frees the kernels.
func (s *Shuffler) Release() {
	if s != nil {
		s.k.Release()
		s.moves.Release()
		s.k.Kernel, s.moves.Kernel = nil, nil
	}
}
