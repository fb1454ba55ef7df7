// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"maps"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
	"github.com/combgl/comb/shaders"
)

// Bits of the fault word: for a segment that is longer than was promised, for a value with more
// bits, and for offsets of segments that do not ascend.
const (
	FaultLength  = core.FaultLength
	FaultValue   = core.FaultValue
	FaultOffsets = core.FaultOffsets
)

// Spec describes a kernel. It is plain data. Source assembles it without a context, so that a
// linter can check every variant.
type Spec struct {
	File      string            // path in package shaders; also the program's label in GL debuggers
	Shape     Shape             // defines constants; the lanes select GLSL extensions
	Constants shaders.Constants // defined besides those of the shape
	Slots     map[string]shaders.Snippet
	// Extensions are GLSL extensions besides those of the lanes.
	Extensions []string
	// Buffers are the shader-storage blocks in order. Block "Src" at index 0 has binding 0, with
	// the constant BIND_SRC. The name of a block that some variants do not use ends in "?". Other
	// blocks must come from the caller's GLSL, at bindings from gpu.UserBinding on.
	Buffers []string
}

// Source assembles the kernel's GLSL. Errors: those of shaders.Assemble, such as ErrSnippet, which
// is an ErrArgument; ErrInternal if Constants sets a constant that every kernel receives.
func (s Spec) Source() (shaders.Source, error) { return s.inner().Source() }

// SinglePass returns the single-pass kernel of file, with the slots and buffers of a
// reduce-then-scan kernel. Status words of rows words a tile replace the buffer at index totals.
func (s Spec) SinglePass(file string, totals, rows int) Spec {
	s.File = file
	s.Buffers = slices.Clone(s.Buffers)
	s.Buffers[totals] = "Chain"
	s.Constants = maps.Clone(s.Constants)
	s.Constants["CHAIN_ROWS"] = uint32(rows)
	return s
}

// inner returns the Spec with the constants of its shape.
func (s Spec) inner() core.Spec {
	all := s.Shape.Constants()
	maps.Copy(all, s.Constants)
	return core.Spec{File: s.File, Lanes: int(s.Shape.Lanes), Constants: all, Slots: s.Slots, Extensions: s.Extensions, Buffers: s.Buffers}
}

// innerFor returns the Spec with the constants that depend on the Device as well.
func (s Spec) innerFor(d *gpu.Device) core.Spec {
	in := s.inner()
	facts := &d.Internal().Facts
	in.BarrierOrders, in.RollLoops = facts.BarrierOrders, facts.Software
	f := &d.Internal().Faults
	in.ForgetLast = covers(gpu.Tier{Algorithm: gpu.Algorithm(f.WrongAlgorithm), Lanes: gpu.Lanes(f.WrongLanes)}, s.Shape)
	return in
}

// Kernel is a compiled compute program. Its bindings were compared with those that the driver
// reports.
type Kernel struct {
	p     *core.Program
	spec  Spec
	chain chainInputs

	indices            int // the index of buffer Indices, negative for none
	srcLast, srcStride int32
}

// New compiles, links and checks a kernel. Errors:
//
//   - those of Spec.Source;
//   - ErrShader: the compiler refused the text, and the error has its log by file and line; or a
//     block in a text with GLSL of the caller has a binding that it must not have;
//   - ErrBinding: another block has another binding than the Spec says, or the Spec lists more than
//     8 buffers;
//   - ErrContextLost, ErrReleased, ErrWrongThread.
func New(d *gpu.Device, s Spec) (*Kernel, error) {
	if err := d.Internal().Enter(); err != nil {
		return nil, err
	}
	defer d.Internal().Leave()
	p, err := d.Internal().NewProgram(s.innerFor(d))
	if err != nil {
		return nil, err
	}
	k := &Kernel{p: p, spec: s, indices: slices.Index(s.Buffers, "Indices"), srcLast: p.Locate("src_last"), srcStride: p.Locate("src_stride")}
	k.chain = chainInputs{slices.Index(s.Buffers, "Chain"), p.Locate("chain_set"), p.Locate("chain_other"), p.Locate("chain_stale")}
	if s.Shape.chainUniforms() {
		p.SetAt(p.Locate("chain_spins"), uint32(s.Shape.Spins))
		p.SetAt(p.Locate("chain_silent"), uint32(s.Shape.Silent))
	}
	return k, nil
}

// Uniform is the location of a uniform in a kernel. It is negative if the compiler removed the
// uniform.
type Uniform int32

// Uniform returns the location of a uniform. A uniform that the source declares and the compiler
// removed is no error; Set then does nothing. Errors: ErrBinding if the source does not declare the
// name.
func (k *Kernel) Uniform(name string) (Uniform, error) {
	l, err := k.p.Uniform(name)
	return Uniform(l), err
}

// Set sets a uint uniform for later dispatches. GL ignores a uniform that the compiler removed.
func (k *Kernel) Set(u Uniform, v uint32) { k.p.SetAt(int32(u), v) }

// SetBuffer binds a view to buffer i of the Spec's list for the next dispatch. The view may begin
// at any word. The bound range begins at the aligned offset below it, and the uniform "<name>_at"
// carries the difference in words.
func (k *Kernel) SetBuffer(i int, v gpu.View) { k.p.SetBuffer(i, v.Internal()) }

// SetRecords is SetBuffer for a kernel that declares the buffer as an array of records of stride
// bytes. The uniform then carries the difference in records. Errors: ErrView if no aligned offset
// in the buffer lies a whole number of records before the view; those of Own.
func (k *Kernel) SetRecords(i int, v gpu.View, stride int) error {
	return k.p.SetRecords(i, v.Internal(), stride)
}

// SetItems binds a view of items of a number of bytes. It is SetRecords if records is true, which
// means that the kernel declares an array of the caller's type. Otherwise it is SetBuffer. Errors:
// those of SetRecords.
func (k *Kernel) SetItems(i int, v gpu.View, bytes int, records bool) error {
	if records {
		return k.p.SetRecords(i, v.Internal(), bytes)
	}
	k.p.SetBuffer(i, v.Internal())
	return nil
}

// SetCount sets the kernel's number of items: buffer "Count" of its Spec and the uniforms beside
// it. It also binds buffer "Fault" if the Spec lists it.
func (k *Kernel) SetCount(n gpu.Count) { k.p.SetCount(n.Internal()) }

// SetInput sets what an input needs besides src, of records of a number of bytes.
func (k *Kernel) SetInput(in Input, src, indices gpu.View, bytes int) {
	switch in.Kind {
	case gpu.InputStrided:
		k.p.SetAt(k.srcStride, uint32(in.Stride))
	case gpu.InputGathered:
		k.SetBuffer(k.indices, indices)
		k.p.SetAt(k.srcLast, uint32(max(1, src.Size()/bytes)-1))
	}
}

// SetSegmentCount sets the kernel's number of segments: buffer "SegmentCount" of its Spec.
func (k *Kernel) SetSegmentCount(n gpu.Count) { k.p.SetSegmentCount(n.Internal()) }

// Dispatch enqueues a number of workgroups. It splits them over two dimensions if the driver
// supports fewer on one; kernels read their index from workgroupIndex() of lib/grid.glsl. It does
// not wait.
func (k *Kernel) Dispatch(groups int) { k.p.Dispatch(groups) }

// DispatchIndirect enqueues the number of workgroups in the first three words of args, which the
// GPU reads. Errors: ErrView, also for a view of another Device; ErrReleased.
func (k *Kernel) DispatchIndirect(args gpu.View) error { return k.p.DispatchIndirect(args.Internal()) }

// ArrayStride returns the std430 stride in bytes of the array in a block of one unsized array, such
// as "Records". It returns 0 if the shader does not use the block.
func (k *Kernel) ArrayStride(block string) int { return k.p.ArrayStride(block) }

// StrideError is the error of an option that is not the std430 array stride of the type it is for.
func StrideError(what, option string, is, stride int, holds string) error {
	return fmt.Errorf("%s: %s is %d, want %d, which %s takes in an array (std430): %w", what, option, is, stride, holds, gpu.ErrArgument)
}

// Shape returns the kernel's shape.
func (k *Kernel) Shape() Shape { return k.spec.Shape }

// Program returns the kernel's GL program, so that callers can set uniforms of their own GLSL. It
// returns 0 for a nil Kernel.
func (k *Kernel) Program() uint32 {
	if k == nil {
		return 0
	}
	return k.p.ID()
}

// Block is a shader-storage block or a uniform block of a GL program.
type Block = core.Block

// BlocksOf lists the blocks of a GL program of one kind: gl.SHADER_STORAGE_BLOCK or
// gl.UNIFORM_BLOCK.
func BlocksOf(program, kind uint32) []Block { return core.BlocksOf(program, kind) }

// ProgramsOf returns the GL programs of the kernels, without nil and released ones.
func ProgramsOf(kernels ...*Kernel) (all []uint32) {
	for _, k := range kernels {
		if p := k.Program(); p != 0 {
			all = append(all, p)
		}
	}
	return all
}

// Release deletes the program. It may be called on any thread, as gpu.Buffer.Release.
func (k *Kernel) Release() {
	if k != nil {
		k.p.Release()
	}
}

// Shader is one assembled stage of a program.
type Shader = core.Shader

// Link compiles and links a program. label is shown by GL debuggers. The caller deletes the
// program.
//
// If the same driver has linked the same stages before (kinds, files and texts), the program may
// come from the cache. It then has no shaders attached, and its uniforms have their initial values.
//
// Errors: ErrShader, with the compiler's log by file and line; ErrContextLost; ErrWrongThread;
// ErrReleased.
func Link(d *gpu.Device, label string, stages ...Shader) (uint32, error) {
	return d.Internal().Link(label, stages...)
}
