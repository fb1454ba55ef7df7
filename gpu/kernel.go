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

// Spec says how a kernel is made. It is plain data: Source assembles it without a context, so that a linter can see
// every variant.
type Spec struct {
	File      string            // in package shaders; also the label that GL debuggers show
	Shape     Shape             // injected; the lanes decide the extensions
	Constants shaders.Constants // injected besides the shape's
	Slots     map[string]shaders.Snippet
	// Extensions are required besides those of the lanes.
	Extensions []string
	// Buffers are the shader-storage blocks in order: block "Src" gets binding 0 as BIND_SRC if it is first. One that a
	// variant may not use ends in "?". A block beyond them must come from the caller's GLSL, at UserBinding or above.
	Buffers []string

	barrierOrders bool // the device's
}

// injected are the constants that every kernel gets. A Spec cannot set them.
func (s Spec) injected() shaders.Constants {
	c := shaders.Constants{
		"LANES":     int(s.Shape.Lanes),
		"LANES_KHR": int(LanesKHR), "LANES_BALLOT": int(LanesBallot), "LANES_SHARED": int(LanesShared),
		"BARRIER_ORDERS": 0,
		"COUNT_ON_HOST":  uint32(countOnHost),
		"FAULT_COUNT":    uint32(faultCount), "FAULT_OVERFLOW": uint32(faultOverflow),
	}
	if s.barrierOrders {
		c["BARRIER_ORDERS"] = 1
	}
	for i, name := range s.Buffers {
		c["BIND_"+strings.ToUpper(strings.TrimSuffix(name, "?"))] = i
	}
	return c
}

// constants are those of the shape, of the Spec and the injected ones.
func (s Spec) constants() shaders.Constants {
	c := s.Shape.Constants()
	maps.Copy(c, s.Constants)
	maps.Copy(c, s.injected())
	return c
}

// validate refuses a constant that an injected one would replace.
func (s Spec) validate() error {
	injected := s.injected()
	for _, name := range slices.Sorted(maps.Keys(s.Constants)) {
		if _, both := injected[name]; both {
			return fmt.Errorf("gpu: %s sets the constant %s, which every kernel gets: want another name: %w", s.File, name, ErrInternal)
		}
	}
	return nil
}

// Source assembles the kernel's GLSL. Errors: those of shaders.Assemble, and ErrInternal for a
// constant that every kernel gets.
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

// Kernel is a compiled compute program with its buffers' bindings checked against the driver's view of them.
type Kernel struct {
	d                   *Device
	spec                Spec
	program             uint32
	at                  []int32 // uniform location of each buffer's "<name>_at", -1 when it has none
	count, segmentCount counter
	chain               chained
	values              []uint64 // of the uint uniforms, by location, as the program has them; or unknownValue
	buffers             bindings
	bad                 uint32 // bits of the buffers whose view was refused
}

// counter is where a kernel takes a Count from: a buffer and two uniforms.
type counter struct {
	buffer    int // index of the buffer, -1 when there is none
	max, word int32
}

const countOnHost = 0xFFFFFFFF

// NewKernel compiles, links and checks a kernel. Errors: shaders' own (ErrSnippet is an ErrArgument), ErrShader with the compiler's log by file and
// line, ErrBinding when a block's binding is not what Go says, ErrReleased, ErrWrongThread.
func (d *Device) NewKernel(s Spec) (*Kernel, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if len(s.Buffers) > UserBinding {
		return nil, fmt.Errorf("gpu: %s uses %d buffers, want at most %d: %w", s.File, len(s.Buffers), UserBinding, ErrBinding)
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

// Uniform is the place of a uniform in a kernel. Below 0 it is one that the compiler removed.
type Uniform int32

// Uniform finds a uniform by name. One that the source declares and the compiler removed, since nothing reads it, is no
// error: Set then does nothing. Errors: ErrBinding when the source declares none of that name.
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

// Set gives a uint uniform its value for the dispatches that follow. GL ignores a uniform that the compiler removed.
func (k *Kernel) Set(u Uniform, v uint32) { k.setAt(int32(u), v) }

// setAt sets a uniform unless it has that value: most keep theirs from one call of an operation to the next.
func (k *Kernel) setAt(location int32, v uint32) {
	if location < 0 {
		return
	}
	if int(location) < len(k.values) {
		known := &k.values[location]
		if *known == uint64(v) {
			return
		}
		*known = uint64(v)
	}
	gl.ProgramUniform1ui(k.program, location, v)
}

// unknownValue is no value of a uint.
const unknownValue = 1 << 32

// locate finds a uniform and makes room for its value. A caller's GLSL may have thousands: those behind the first
// mostValues are set each time.
func (k *Kernel) locate(name string) int32 {
	const mostValues = 256
	location := gl.GetUniformLocation(k.program, gl.Str(name+"\x00"))
	for len(k.values) <= min(int(location), mostValues-1) {
		k.values = append(k.values, unknownValue)
	}
	return location
}

// Shape is the kernel's layout.
func (k *Kernel) Shape() Shape { return k.spec.Shape }

// Program is the kernel's GL program, for a caller who sets uniforms of their own GLSL; 0 when there is no kernel.
func (k *Kernel) Program() uint32 {
	if k == nil {
		return 0
	}
	return k.program
}

// ProgramsOf are the GL programs of those kernels that there are.
func ProgramsOf(kernels ...*Kernel) (all []uint32) {
	for _, k := range kernels {
		if p := k.Program(); p != 0 {
			all = append(all, p)
		}
	}
	return all
}

// Release deletes the program, on another thread as Buffer.Release does.
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
