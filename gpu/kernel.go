// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
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
	// blocks must come from the caller's GLSL, at bindings from UserBinding on.
	Buffers []string

	barrierOrders bool // Caps.BarrierOrders
	forgetLast    bool // core.Faults: the kernel leaves out its last item
}

// injected returns the constants that every kernel receives. A Spec cannot set them.
func (s Spec) injected() shaders.Constants {
	c := shaders.Constants{
		"LANES":     int(s.Shape.Lanes),
		"LANES_KHR": int(LanesKHR), "LANES_BALLOT": int(LanesBallot), "LANES_SHARED": int(LanesShared),
		"BARRIER_ORDERS": 0, "FORGET_LAST": uint32(0),
		"COUNT_ON_HOST": uint32(countOnHost),
		"FAULT_COUNT":   uint32(faultCount), "FAULT_OVERFLOW": uint32(faultOverflow),
	}
	if s.barrierOrders {
		c["BARRIER_ORDERS"] = 1
	}
	if s.forgetLast {
		c["FORGET_LAST"] = uint32(1)
	}
	for i, name := range s.Buffers {
		c["BIND_"+strings.ToUpper(strings.TrimSuffix(name, "?"))] = i
	}
	return c
}

// constants returns the constants of the shape, of the Spec and the injected ones.
func (s Spec) constants() shaders.Constants {
	c := s.Shape.Constants()
	maps.Copy(c, s.Constants)
	maps.Copy(c, s.injected())
	return c
}

// validate returns an error for a constant of the Spec that an injected one would replace.
func (s Spec) validate() error {
	injected := s.injected()
	for _, name := range slices.Sorted(maps.Keys(s.Constants)) {
		if _, both := injected[name]; both {
			return fmt.Errorf("gpu: Spec: %s sets the constant %s, which comb injects, want another name: %w", s.File, name, ErrInternal)
		}
	}
	return nil
}

// Source assembles the kernel's GLSL. Errors: those of shaders.Assemble, such as ErrSnippet, which
// is an ErrArgument; ErrInternal if Constants sets a constant that every kernel receives.
func (s Spec) Source() (shaders.Source, error) {
	if err := s.validate(); err != nil {
		return shaders.Source{}, err
	}
	return shaders.Assemble(s.request())
}

func (s Spec) request() shaders.Request {
	return shaders.Request{
		File:       s.File,
		Extensions: slices.Concat(s.Shape.Lanes.extensions(), s.Extensions),
		Constants:  s.constants(),
		Slots:      s.Slots,
	}
}

// Kernel is a compiled compute program. Its bindings were compared with those that the driver
// reports.
type Kernel struct {
	d                   *Device
	spec                Spec
	program             uint32
	at                  []int32 // location of each buffer's uniform "<name>_at", -1 if it has none
	count, segmentCount counter
	chain               chainInputs
	values              []uint64 // values of the uint uniforms in the program, by location; or unknownValue
	buffers             bindings
	bad                 uint32 // one bit per buffer whose view was refused
}

// counter is how a kernel receives a Count: a buffer and two uniforms.
type counter struct {
	buffer    int // index of the buffer, -1 if there is none
	max, word int32
}

const countOnHost = 0xFFFFFFFF

// NewKernel compiles, links and checks a kernel. Errors:
//
//   - those of Spec.Source;
//   - ErrShader: the compiler refused the text; the error has its log by file and line;
//   - ErrBinding: a block has another binding than the Spec says, or the Spec lists more than 8
//     buffers;
//   - ErrContextLost, ErrReleased, ErrWrongThread.
func (d *Device) NewKernel(s Spec) (*Kernel, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if len(s.Buffers) > UserBinding {
		return nil, fmt.Errorf("gpu: NewKernel: %s uses %d buffers, want at most %d: %w", s.File, len(s.Buffers), UserBinding, ErrBinding)
	}
	src, err := d.sourceOf(s)
	if err != nil {
		return nil, err
	}
	program, err := d.Link(s.File, Shader{gl.COMPUTE_SHADER, s.File, src})
	if err != nil {
		return nil, err
	}
	k := &Kernel{d: d, spec: s, program: program}
	if err := k.reflect(src.Text); err != nil {
		k.Release()
		return nil, err
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
	l := k.locate(name)
	if l >= 0 {
		return Uniform(l), nil
	}
	src, err := k.d.sourceOf(k.spec)
	if err != nil {
		return 0, err
	}
	if !declaresUniform(src.Text, name) {
		return 0, fmt.Errorf("gpu: Kernel.Uniform: %s declares no uniform %q: %w", k.spec.File, name, ErrBinding)
	}
	return Uniform(l), nil
}

// Set sets a uint uniform for later dispatches. GL ignores a uniform that the compiler removed.
func (k *Kernel) Set(u Uniform, v uint32) { k.setAt(int32(u), v) }

// setAt sets a uniform, unless it has that value already. Most uniforms keep theirs from one call
// of an operation to the next.
func (k *Kernel) setAt(location int32, v uint32) {
	if location < 0 {
		return
	}
	if int(location) < len(k.values) {
		value := &k.values[location]
		if *value == uint64(v) {
			return
		}
		*value = uint64(v)
	}
	gl.ProgramUniform1ui(k.program, location, v)
}

// unknownValue is not a value of a uint.
const unknownValue = 1 << 32

// locate returns the location of a uniform and makes room for its value. GLSL of the caller may
// have thousands of uniforms; those from location mostValues on are set each time.
func (k *Kernel) locate(name string) int32 {
	const mostValues = 256
	location := gl.GetUniformLocation(k.program, gl.Str(name+"\x00"))
	for len(k.values) <= min(int(location), mostValues-1) {
		k.values = append(k.values, unknownValue)
	}
	return location
}

// Shape returns the kernel's shape.
func (k *Kernel) Shape() Shape { return k.spec.Shape }

// Program returns the kernel's GL program, so that callers can set uniforms of their own GLSL. It
// returns 0 for a nil Kernel.
func (k *Kernel) Program() uint32 {
	if k == nil {
		return 0
	}
	return k.program
}

// ProgramsOf returns the GL programs of the kernels, without nil and released ones.
func ProgramsOf(kernels ...*Kernel) (all []uint32) {
	for _, k := range kernels {
		if p := k.Program(); p != 0 {
			all = append(all, p)
		}
	}
	return all
}

// Release deletes the program. It may be called on any thread, as Buffer.Release.
func (k *Kernel) Release() {
	if k != nil && k.d != nil {
		k.d.WhenCurrent(k.delete)
	}
}

func (k *Kernel) delete() {
	if k != nil && k.program != 0 {
		gl.DeleteProgram(k.program)
		k.program = 0
	}
}
