// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// totalUniforms are the uniforms of scan_total.
type totalUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
}

// walkUniforms are those of scan_chunk.
type walkUniforms struct {
	Workers   kernel.Uniform `uniform:"workers"`
	Inclusive kernel.Uniform `uniform:"inclusive"`
	endUniforms
}

// Scanner scans by one set of Options. It owns kernels and scratch. Its methods must be called on
// the thread of the Device's context.
type Scanner struct {
	d       *gpu.Device
	o       Options
	glue    kernel.Glue
	shape   kernel.Shape
	scratch *kernel.Scratch

	indices gpu.View // with InputGathered

	twoStep bool // calls may run by reduce-then-scan: all, or those for which it is faster

	// Reduce-then-scan, where a call needed it.
	total kernel.Loaded[totalUniforms]
	walk  kernel.Loaded[walkUniforms]

	// Single pass.
	tiles []tile
	chain *kernel.Chain
}

// New returns a Scanner for the options.
//
// New compiles the kernels with the caller's GLSL and reports its errors by name and line. The
// other kernels compile when a call first needs them; Reserve compiles them ahead of time. On a
// driver that comb has not tested yet, New compiles and self-tests all of them and waits for the
// GPU. If a variant fails, New takes the next one; Scanner.Variant names the result.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: an operator
// that the type does not have, an Operator that cannot work, an Operator.Bytes that is not the
// std430 array stride, or Tuning.Workers outside 0 to 4,096. gpu.ErrShader: GLSL that does not
// compile. gpu.ErrSelfTest: every variant fails.
func New(d *gpu.Device, o Options) (*Scanner, error) {
	if err := kernel.Attached(d, "scan", "New"); err != nil {
		return nil, err
	}
	o, g, err := o.prepare("New")
	if err != nil {
		return nil, err
	}
	// Which tiles of a chain are combined first depends on the run: only an exact operator gives
	// the same bits.
	s, err := kernel.SelectVariant(d, "scan", o.Tuning, g.Exact, func(shape kernel.Shape) (*Scanner, error) {
		shape = shape.ForItems(g.HeldBytes())
		if o.By == Offsets {
			shape.MaxItems /= 3 // searches among the offsets are loop turns too, where a driver counts those
		}
		s := &Scanner{d: d, o: o, glue: g, shape: shape, scratch: kernel.NewScratch(d, "Scanner")}
		if err := s.build(); err != nil {
			s.Release()
			return nil, err
		}
		return s, nil
	}, (*Scanner).selfTest)
	return s, kernel.Lacking(err, o.Operator, o.functions())
}

// singlePassMost is the most items for which a single pass was faster on an H200, where there is
// another form. 2^20 items took 13 us in a single pass and 14 us by reduce-then-scan; 2^22 took 27
// and 24 us.
const singlePassMost = 1 << 21

// limit refuses more items than the call's kernel can take where a driver ends long loops early. In
// the single-pass form that depends on the kernel's tiles.
func (s *Scanner) limit(n gpu.Count) error {
	if s.isSinglePass(n.Max()) {
		return s.tileFor(n.Max()).Shape.Check("n", n)
	}
	return s.shape.Check("n", n)
}

// isSinglePass reports whether a call of at most n items takes one pass.
func (s *Scanner) isSinglePass(n int) bool {
	return s.tiles != nil && (!s.twoStep || n <= singlePassMost)
}

func (s *Scanner) build() error {
	s.twoStep = s.shape.Algorithm != gpu.SinglePass || s.either()
	if s.shape.Algorithm == gpu.SinglePass {
		_, walk := specs(s.shape, s.glue, s.o)
		return s.buildTiles(walk) // without GLSL of the caller, so the other kernels compile on first use
	}
	return s.readyTwoStep()
}

// readyTwoStep compiles the kernels of reduce-then-scan, unless they are.
func (s *Scanner) readyTwoStep() (err error) {
	if s.walk.Kernel != nil {
		return nil
	}
	defer func() {
		if err != nil {
			s.releaseTwoStep()
		}
	}()
	total, walk := specs(s.shape, s.glue, s.o)
	if s.total, err = kernel.Load[totalUniforms](s.d, total); err != nil {
		return err
	}
	if s.walk, err = kernel.Load[walkUniforms](s.d, walk); err != nil {
		return err
	}
	for _, b := range [...]struct {
		block, option, holds string // holds is the Item if it is empty
		want                 int
		is                   bool
	}{
		{"Dst", "Operator.Bytes", "", s.glue.Bytes, s.o.Operator != nil && s.o.Result == ""},
		{"Src", "Operator.Bytes", "", s.glue.Bytes, s.o.Operator != nil && s.o.Record == ""},
		{"Totals", "Operator.Bytes", "", s.glue.Bytes, s.o.Operator != nil && s.o.By == Whole},
		{"Src", "RecordBytes", s.o.Record, s.o.RecordBytes, s.o.Record != "" && s.o.Input != gpu.InputCounting},
		{"Dst", "ResultBytes", s.o.Result, s.o.ResultBytes, s.o.Result != ""},
	} {
		if b.holds == "" && s.o.Operator != nil {
			b.holds = s.o.Operator.Item
		}
		if got := s.walk.ArrayStride(b.block); b.is && got != b.want {
			return kernel.StrideError("scan: New", b.option, b.want, got, b.holds)
		}
	}
	if got := s.walk.ArrayStride("Totals"); got > s.o.itemBytes(s.glue) {
		return fmt.Errorf("scan: New: a total takes %d bytes, want at most %d: %w", got, s.o.itemBytes(s.glue), gpu.ErrBinding)
	}
	return nil
}

func (s *Scanner) releaseTwoStep() {
	s.total.Release()
	s.walk.Release()
	s.total, s.walk = kernel.Loaded[totalUniforms]{}, kernel.Loaded[walkUniforms]{}
}

// either reports whether calls for which a single pass is slower may use reduce-then-scan. A single
// pass of plain words is faster at every size, and so is one of segments. In segments of 64 an H200
// took 15.7, 35.8 and 123 us for 2^20, 2^22 and 2^24 items, and 18.6, 39.1 and 131 otherwise.
func (s *Scanner) either() bool {
	return s.shape.MayReduceThenScan && s.o.By == Whole && !s.o.isWide(s.shape, s.glue)
}

// UseScratch makes the Scanner work in the caller's memory instead of its own: at least
// ScratchBytes. The zero View ends that. Between calls the memory is the caller's; the Scanner
// keeps nothing in it. The status words of a single-pass scan stay the Scanner's own.
func (s *Scanner) UseScratch(scratch gpu.View) {
	if !s.released() {
		s.scratch.UseScratch(scratch)
	}
}

// SetIndices sets the indices of later calls with InputGathered: one uint32 for each item, an index
// among the records of src. An index past the last record reads the last one. dst and the scratch
// must not overlap the indices. Calls with another Input refuse them (gpu.ErrArgument).
func (s *Scanner) SetIndices(indices gpu.View) {
	if s != nil {
		s.indices = indices
	}
}

// released reports whether there is nothing to scan with.
func (s *Scanner) released() bool { return s == nil || s.tiles == nil && !s.twoStep }

// call runs the body of a method, and puts the method's name before its error.
func (s *Scanner) call(method string, body func() error) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	return kernel.Named("scan", method, body())
}

// enter begins a call.
func (s *Scanner) enter() error {
	if s.released() {
		return fmt.Errorf("scan: the Scanner is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return s.d.Internal().Enter()
}

// Programs returns the GL programs with the caller's GLSL, for a caller that sets plain uniforms of
// it: set them in all programs. New compiles all of them. It is nil for a nil or released Scanner.
func (s *Scanner) Programs() []uint32 {
	if s == nil {
		return nil
	}
	kernels := []*kernel.Kernel{s.total.Kernel, s.walk.Kernel}
	for i := range s.tiles {
		kernels = append(kernels, s.tiles[i].Kernel)
	}
	return kernel.ProgramsOf(kernels...)
}

// Variant returns the algorithm and the lane tier, such as `chained-khr`; "" for a nil Scanner. If
// Tuning gives no algorithm, some calls use reduce-then-scan all the same: see VariantFor.
func (s *Scanner) Variant() string {
	if s == nil {
		return ""
	}
	return s.shape.Variant()
}

// VariantFor returns the variant of a call of at most n items.
func (s *Scanner) VariantFor(n int) string {
	if s == nil {
		return ""
	}
	shape := s.shape
	if !s.isSinglePass(n) {
		shape.Algorithm = gpu.ReduceThenScan
	}
	return shape.Variant()
}

// Release frees the kernels and the scratch.
func (s *Scanner) Release() {
	if s == nil {
		return
	}
	s.releaseTwoStep()
	for i := range s.tiles {
		s.tiles[i].Release()
	}
	s.chain.Release()
	s.scratch.Release()
	s.tiles, s.twoStep = nil, false
}
