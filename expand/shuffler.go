// SPDX-License-Identifier: MIT

package expand

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Shuffler makes random permutations and samples. It owns a kernel. Its methods must be called on
// the thread of the Device's context.
type Shuffler struct {
	d *gpu.Device
	k kernel.Loaded[shuffleUniforms]
}

// shuffleUniforms are the uniforms of indices_permute.
type shuffleUniforms struct {
	KeyLow  kernel.Uniform `uniform:"key_low"`
	KeyHigh kernel.Uniform `uniform:"key_high"`
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

// NewShuffler returns a Shuffler. It compiles its kernel. On a driver that comb has not tested yet
// it runs a self-test and waits for the GPU. Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread,
// gpu.ErrReleased, gpu.ErrShader; gpu.ErrSelfTest if the kernel is wrong on this driver.
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
	return s.run(dst, n, n, seed)
}

// Sample writes k different numbers of 0 to n-1 to dst, in random order: the first k of Permutation
// for the same n and seed. dst holds k uint32. It costs no more for a large n. k must be at most n;
// of counts on the GPU, a k above n leaves the rest of dst as it was. Errors: as for Permutation;
// gpu.ErrCount if the maximum of k is above that of n.
func (s *Shuffler) Sample(dst gpu.View, k, n gpu.Count, seed uint64) error {
	return s.run(dst, k, n, seed)
}

func (s *Shuffler) run(dst gpu.View, k, n gpu.Count, seed uint64) error {
	if s == nil || s.k.Kernel == nil {
		return fmt.Errorf("expand: the Shuffler is nil, not made by NewShuffler or released: %w", gpu.ErrReleased)
	}
	if err := s.d.Internal().Enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := kernel.Need(s.d, "expand: shuffle: dst", dst, k, 4); err != nil {
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
	s.k.SetBuffer(0, dst)
	s.k.SetCount(k)
	s.k.SetSegmentCount(n)
	s.k.Set(s.k.U.KeyLow, low)
	s.k.Set(s.k.U.KeyHigh, high)
	s.k.Dispatch(s.k.Shape().GroupsFor(k.Max()))
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
	if err := s.run(b.View(), gpu.N(n), gpu.N(n), seed); err != nil {
		return err
	}
	return expect("expand: shuffle", n, b, append(permuted(n, n, seed), 0))
}

// Release frees the kernel.
func (s *Shuffler) Release() {
	if s != nil {
		s.k.Release()
		s.k.Kernel = nil
	}
}
