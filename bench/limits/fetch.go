// SPDX-License-Identifier: MIT

package limits

import (
	"fmt"

	_ "github.com/combgl/comb/bench/shaders" // its GLSL
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// loadsAtOnce is the number of loads that an invocation has in flight, at any width.
const loadsAtOnce = 4

// softwareTurns is the number of loop turns after which llvmpipe ends all loops of an invocation,
// without an error.
const softwareTurns = 65535

// Fetch reads memory by loads of one width.
type Fetch struct {
	d     *gpu.Device
	k     kernel.Loaded[fetchUniforms] // no Kernel once released
	bytes int                          // of a load
}

type fetchUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
}

// NewFetch compiles a kernel that reads by loads of 32, 64 or 128 bits a lane, with that many
// workgroups of 256 invocations for each multiprocessor. Errors: gpu.ErrArgument for another width
// or less than one workgroup, gpu.ErrTooLarge for more than 4096 in all, gpu.ErrShader.
func NewFetch(d *gpu.Device, bits, workersPerMultiprocessor int) (*Fetch, error) {
	s, err := fetchSpec(d.Caps(), bits, workersPerMultiprocessor)
	if err != nil {
		return nil, err
	}
	k, err := kernel.Load[fetchUniforms](d, s)
	if err != nil {
		return nil, err
	}
	return &Fetch{d: d, k: k, bytes: bits / 8}, nil
}

func fetchSpec(c gpu.Caps, bits, each int) (kernel.Spec, error) {
	types := map[int]string{32: "uint", 64: "uvec2", 128: "uvec4"}
	if types[bits] == "" {
		return kernel.Spec{}, fmt.Errorf("limits: NewFetch: loads of %d bits, want 32, 64 or 128: %w", bits, gpu.ErrArgument)
	}
	if each < 1 {
		return kernel.Spec{}, fmt.Errorf("limits: NewFetch: %d workgroups a multiprocessor, want at least one: %w", each, gpu.ErrArgument)
	}
	// Lanes do not matter: the sums are added up once for each worker, at its end.
	s, err := kernel.Pick(c, gpu.Tuning{Lanes: gpu.LanesShared, Algorithm: gpu.ReduceThenScan, Workers: min(each, 1<<16) * c.Multiprocessors})
	if err != nil {
		return kernel.Spec{}, fmt.Errorf("limits: %d workgroups for each of %d multiprocessors: %w", each, c.Multiprocessors, err)
	}
	s.ItemsPerThread = loadsAtOnce
	return kernel.Spec{
		File: "bench/words_fetch.comp.glsl", Shape: s, Constants: shaders.Constants{"FETCH": types[bits]},
		Buffers: []string{"Src", "Dst", "Count"},
	}, nil
}

// Run reads the n words of src and writes the sum of each worker's share to dst, modulo 2^32. It
// only enqueues, and allocates nothing. n is a multiple of the words of a load, src begins a whole
// number of loads behind an offset that the driver can bind, and dst has room for Workers words.
// dst and src must not overlap. Errors, before anything is enqueued: gpu.ErrCount, gpu.ErrView,
// gpu.ErrOverlap, gpu.ErrTooLarge if a driver would cut the loops short, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (f *Fetch) Run(dst, src gpu.View, n int) error {
	if err := f.d.Internal().Enter(); err != nil {
		return err
	}
	defer f.d.Internal().Leave()
	if err := f.check(dst, src, n); err != nil {
		return err
	}
	if err := f.k.SetRecords(0, src, f.bytes); err != nil {
		return err
	}
	f.k.SetBuffer(1, dst)
	f.k.SetCount(gpu.N(n * 4 / f.bytes))
	f.k.Set(f.k.U.Workers, uint32(f.Workers()))
	f.k.Dispatch(f.Workers())
	f.d.MemoryBarrier()
	return nil
}

func (f *Fetch) check(dst, src gpu.View, n int) error {
	if f.k.Kernel == nil {
		return fmt.Errorf("limits: the Fetch: %w", gpu.ErrReleased)
	}
	if err := kernel.Need(f.d, "fetch: src", src, gpu.N(n), 4); err != nil {
		return err
	}
	if words := f.bytes / 4; n%words != 0 {
		return fmt.Errorf("limits: fetch: %d words by loads of %d bits: a multiple of %d is possible: %w", n, 8*f.bytes, words, gpu.ErrCount)
	}
	if err := kernel.Need(f.d, "fetch: dst", dst, gpu.N(f.Workers()), 4); err != nil {
		return err
	}
	if err := kernel.NeedApart("fetch: dst and src", dst, src); err != nil {
		return err
	}
	if t := turns(f.k.Shape(), n*4/f.bytes); f.d.Caps().Software && t > softwareTurns {
		return fmt.Errorf("limits: fetch: %d words are %d loop turns for each of %d workers, software drivers end loops after %d, in silence: %w", n, t, f.Workers(), softwareTurns, gpu.ErrTooLarge)
	}
	return nil
}

// turns returns an upper bound for the turns of an invocation's loops. A tile is one turn. Each
// load counts twice, as the driver may not unroll. So do those of the last, partial tile.
func turns(s kernel.Shape, loads int) int {
	tiles := (s.GroupsFor(loads) + s.Workers - 1) / s.Workers
	return tiles*(1+2*s.ItemsPerThread) + s.ItemsPerThread + s.GroupSize
}

// Workers is the number of workgroups and of sums in dst; 0 after Release.
func (f *Fetch) Workers() int {
	if f.k.Kernel == nil {
		return 0
	}
	return f.k.Shape().Workers
}

// Release frees the program.
func (f *Fetch) Release() {
	if f != nil {
		f.k.Release()
		f.k.Kernel = nil
	}
}
