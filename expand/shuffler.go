// SPDX-License-Identifier: MIT

package expand

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// ShuffleOptions are the options of a Shuffler. The zero value is for numbers and for records.
type ShuffleOptions struct {
	// Finish computes what Permutation and Sample write for a number, in GLSL:
	//
	//	vec2 finish(uint number, uint index) { return corners[number]; }
	//
	// index is the number's place in dst. dst then holds results: Result is the GLSL type of one,
	// which Finish declares first or is built in. ResultBytes is its std430 array stride: a
	// multiple of 4, at most gpu.MaxRecordBytes. Shuffle and SampleRecords are excluded. Finish
	// must write nothing.
	//
	// The caller binds its own uniform blocks, and its own shader-storage blocks at bindings from
	// gpu.UserBinding on. Plain uniforms must be set in the program of Programs. Compiler errors
	// name Name and the line. dst must begin where gpu.Operator says that items do, or the call
	// returns gpu.ErrView.
	Finish      string
	Result      string
	ResultBytes int
	Name        string // what compiler errors call Finish; "" means "finish"
}

// check validates the options. It is pure. Errors: gpu.ErrArgument.
func (o ShuffleOptions) check() error {
	if o.Finish != "" {
		if err := kernel.CheckRecord("Result", o.Result, o.ResultBytes); err != nil {
			return err
		}
		return kernel.CheckDeclared("Result", o.Result, o.Finish)
	}
	if o.Result != "" || o.ResultBytes != 0 {
		return kernel.ArgumentError("Result is %q of %d bytes without a Finish, want neither", o.Result, o.ResultBytes)
	}
	return nil
}

// dstBytes is the size of what dst gets for a number.
func (o ShuffleOptions) dstBytes() int {
	if o.Finish != "" {
		return o.ResultBytes
	}
	return 4
}

// standIn returns the options with GLSL of the self-test.
func (o ShuffleOptions) standIn() ShuffleOptions {
	if o.Finish != "" {
		o.Result, o.ResultBytes, o.Finish = "uvec2", 8, "uvec2 finish(uint number, uint index) { return uvec2(number, index); }"
	}
	return o
}

// Shuffler makes random permutations and samples of numbers and of records. It owns kernels. Its
// methods must be called on the thread of the Device's context.
type Shuffler struct {
	d     *gpu.Device
	o     ShuffleOptions
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

// spec is the kernel that writes numbers or their results.
func (o ShuffleOptions) spec(s kernel.Shape) kernel.Spec {
	spec := shuffleSpec(s, "expand/indices_permute.comp.glsl", "Dst", "Count", "SegmentCount", "Fault")
	spec.Slots = map[string]shaders.Snippet{"PUT": {File: "expand/sink.glsl#put_numbers"}}
	if o.Finish != "" {
		spec.Constants["RESULT"] = o.Result
		spec.Slots["PUT"] = shaders.Snippet{File: "expand/sink.glsl#put_results"}
		spec.Slots["ITEM_RESULT"] = finishSnippet(o.Name, o.Finish)
	}
	return spec
}

// shuffleRecordsSpec is the kernel that moves records.
func shuffleRecordsSpec(s kernel.Shape) kernel.Spec {
	return shuffleSpec(s, "expand/records_permute.comp.glsl", "Dst", "Count", "SegmentCount", "Fault", "Src")
}

func shuffleSpec(s kernel.Shape, file string, buffers ...string) kernel.Spec {
	return kernel.Spec{
		File: file, Shape: s, Buffers: buffers,
		Constants: shaders.Constants{"PERMUTE_ROUNDS": uint32(permuteRounds), "PERMUTE_LEAST_BITS": uint32(permuteLeastBits)},
	}
}

// bufShuffled is the buffer Src of records_permute.
const bufShuffled = 4

// NewShuffler returns a Shuffler. It compiles the kernel of Permutation. That of Shuffle is
// compiled and self-tested by the first call or by Reserve. On a driver that comb has not tested
// yet NewShuffler runs a self-test and waits for the GPU.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: options that
// cannot work, or a ResultBytes that is not the std430 array stride. gpu.ErrShader: a Finish that
// does not compile. gpu.ErrSelfTest: the kernel is wrong on this driver.
func NewShuffler(d *gpu.Device, o ShuffleOptions) (*Shuffler, error) {
	if err := kernel.Attached(d, "expand", "NewShuffler"); err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("expand: NewShuffler: %w", err)
	}
	// Lanes do not cooperate, so there is one variant.
	shape, err := kernel.Pick(d.Caps(), gpu.Tuning{Lanes: gpu.LanesShared, Algorithm: gpu.ReduceThenScan})
	if err != nil {
		return nil, err
	}
	shape.ItemsPerThread = shuffleItems
	s, err := newShuffler(d, o, shape)
	if err != nil {
		return nil, err
	}
	if err := kernel.RunSelfTest(d, "expand: shuffle", shape, s.selfTest()); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func newShuffler(d *gpu.Device, o ShuffleOptions, shape kernel.Shape) (*Shuffler, error) {
	k, err := kernel.Load[shuffleUniforms](d, o.spec(shape))
	if err != nil {
		return nil, err
	}
	if got := k.ArrayStride("Dst"); o.Finish != "" && got != o.ResultBytes {
		k.Release()
		return nil, kernel.StrideError("expand: NewShuffler", "ResultBytes", o.ResultBytes, got, o.Result)
	}
	return &Shuffler{d: d, o: o, k: k}, nil
}

// Programs returns the GL program with the caller's Finish, for a caller that sets plain uniforms
// of it. It is nil without a Finish, and for a nil or released Shuffler.
func (s *Shuffler) Programs() []uint32 {
	if s == nil || s.o.Finish == "" {
		return nil
	}
	return kernel.ProgramsOf(s.k.Kernel)
}

// Variant returns the algorithm and the lane tier, `chunked-shared`: its lanes do not cooperate, so
// there is one variant. It is "" for a Shuffler that is nil or released.
func (s *Shuffler) Variant() string {
	if s == nil || s.k.Kernel == nil {
		return ""
	}
	return s.k.Shape().Variant()
}

// Permutation writes a random permutation of 0 to n-1 to dst. It depends on the seed and on n alone
// and is the same on every driver. dst holds n uint32, or with ShuffleOptions.Finish n results. The
// word of a count on the GPU must not lie in dst.
//
// It takes one dispatch and only enqueues. Kernels, draws and indirect calls that are enqueued
// later see the result; no memory barrier of the caller's is needed. It allocates nothing. An
// invocation evaluates the network fewer than two times per item on average, for n above 128. The
// result is not meant for cryptography.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Shuffler) Permutation(dst gpu.View, n gpu.Count, seed uint64) error {
	return s.run(shuffle{call: "Permutation", dst: dst, k: n, n: n, seed: seed})
}

// Sample writes k different numbers of 0 to n-1 to dst, in random order: the first k of Permutation
// for the same n and seed. dst holds k uint32, or results. It costs no more for a large n. k must
// be at most n; of counts on the GPU, a k above n leaves the rest of dst as it was. Errors: as for
// Permutation; gpu.ErrCount if the maximum of k is above that of n.
func (s *Shuffler) Sample(dst gpu.View, k, n gpu.Count, seed uint64) error {
	return s.run(shuffle{call: "Sample", dst: dst, k: k, n: n, seed: seed})
}

// Shuffle writes the n records of src to dst in random order: record i of dst is record p[i] of
// src, where p is Permutation for the same n and seed. Records have stride bytes, a multiple of 4
// from 4 to gpu.MaxRecordBytes. dst and src hold n records each. dst must not overlap src. It takes
// one dispatch, and writes no indices. Errors: as for Permutation; gpu.ErrArgument for stride, and
// with ShuffleOptions.Finish; gpu.ErrShader, gpu.ErrSelfTest at the first call.
func (s *Shuffler) Shuffle(dst, src gpu.View, stride int, n gpu.Count, seed uint64) error {
	return s.sampleRecords(shuffle{call: "Shuffle", dst: dst, src: src, stride: stride, k: n, n: n, seed: seed})
}

// SampleRecords writes k different records of the n of src to dst, in random order: the first k of
// Shuffle for the same n and seed. dst holds k records. k is as for Sample. Errors: as for Shuffle;
// gpu.ErrCount if the maximum of k is above that of n.
func (s *Shuffler) SampleRecords(dst, src gpu.View, stride int, k, n gpu.Count, seed uint64) error {
	return s.sampleRecords(shuffle{call: "SampleRecords", dst: dst, src: src, stride: stride, k: k, n: n, seed: seed})
}

// shuffle is a call.
type shuffle struct {
	call     string // the method, for errors
	dst, src gpu.View
	stride   int // of records; 0 for numbers
	k, n     gpu.Count
	seed     uint64
}

func (s *Shuffler) sampleRecords(c shuffle) error {
	if err := checkStride(c.stride); err != nil {
		return named(c.call, err)
	}
	if err := s.Reserve(); err != nil {
		return err
	}
	if err := s.checkRecords(c); err != nil {
		return named(c.call, err)
	}
	return s.run(c)
}

// checkRecords checks what a call has for records alone.
func (s *Shuffler) checkRecords(c shuffle) error {
	if s.o.Finish != "" {
		return kernel.ArgumentError("Finish of the ShuffleOptions is given, want none for records")
	}
	if err := c.checkCounts(s.d); err != nil {
		return err
	}
	if err := kernel.NeedRecords(s.d, "src", c.src, c.n, c.stride); err != nil {
		return err
	}
	return kernel.NeedApart("dst and src", c.dst, c.src)
}

// Reserve compiles all kernels. After it no call compiles. Errors: gpu.ErrShader, gpu.ErrSelfTest,
// gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Shuffler) Reserve() error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if s.moves.Kernel != nil || s.o.Finish != "" {
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

// run enqueues numbers or their results, or with a stride records of src.
func (s *Shuffler) run(c shuffle) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := s.check(c); err != nil {
		return named(c.call, err)
	}
	if c.k == gpu.N(0) && c.n == gpu.N(c.n.Max()) {
		return nil // a count on the GPU may be above its maximum: the kernel reports that
	}
	low, high := keysOf(c.seed)
	p, bytes := &s.k, s.o.dstBytes()
	if c.stride > 0 {
		p, bytes = &s.moves, c.stride
		p.SetBuffer(bufShuffled, c.src)
		p.Set(p.U.Stride, uint32(c.stride/4))
	}
	if err := p.SetItems(0, c.dst, bytes, s.o.Finish != ""); err != nil {
		return named(c.call, fmt.Errorf("dst: %w", err))
	}
	p.SetCount(c.k)
	p.SetSegmentCount(c.n)
	p.Set(p.U.KeyLow, low)
	p.Set(p.U.KeyHigh, high)
	p.Dispatch(max(1, p.Shape().GroupsFor(c.k.Max())))
	s.d.MemoryBarrier()
	return nil
}

// check checks what all calls have.
func (s *Shuffler) check(c shuffle) error {
	if err := c.checkCounts(s.d); err != nil {
		return err
	}
	if err := s.needDst(c); err != nil {
		return err
	}
	if c.k.Max() > c.n.Max() {
		return fmt.Errorf("k is %d, want at most n, which is %d: %w", c.k.Max(), c.n.Max(), gpu.ErrCount)
	}
	if err := kernel.NeedCountApart("k", c.k, c.dst); err != nil {
		return err
	}
	return kernel.NeedCountApart("n", c.n, c.dst)
}

// checkCounts checks k and n, which are one count where a call has no k.
func (c shuffle) checkCounts(d *gpu.Device) error {
	if err := kernel.NeedCount(d, "n", c.n); err != nil {
		return err
	}
	return kernel.NeedCount(d, "k", c.k)
}

// needDst checks the destination of records, results or numbers.
func (s *Shuffler) needDst(c shuffle) error {
	switch {
	case c.stride > 0:
		return kernel.NeedRecords(s.d, "dst", c.dst, c.k, c.stride)
	case s.o.Finish != "":
		return kernel.NeedRecords(s.d, "dst", c.dst, c.k, s.o.ResultBytes)
	}
	return kernel.NeedWords(s.d, "dst", c.dst, c.k)
}

// Release frees the kernels.
func (s *Shuffler) Release() {
	if s != nil {
		s.k.Release()
		s.moves.Release()
		s.k.Kernel, s.moves.Kernel = nil, nil
	}
}
