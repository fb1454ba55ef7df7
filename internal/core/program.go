// SPDX-License-Identifier: MIT

package core

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Program is a compiled compute program. Its bindings were compared with those that the driver
// reports.
type Program struct {
	d                   *Device
	spec                Spec
	id                  uint32
	at                  []int32 // location of each buffer's uniform "<name>_at", -1 if it has none
	count, segmentCount counter
	values              []uint64 // values of the uint uniforms in the program, by location; or unknownValue
	buffers             Bindings
	bad                 uint32  // one bit per buffer whose view was refused
	begun               *begun  // nil once the program is linked
	located             []int32 // locations of the uniforms that were located before that
}

// counter is how a kernel receives a Count: a buffer and two uniforms.
type counter struct {
	buffer    int // index of the buffer, -1 if there is none
	max, word int32
}

const countOnHost = 0xFFFFFFFF

// NewProgram compiles, links and checks a program. Errors:
//
//   - those of Spec.Source;
//   - ErrShader: the compiler refused the text, and the error has its log by file and line; or a
//     block in a text with GLSL of the caller has a binding that it must not have;
//   - ErrBinding: another block has another binding than the Spec says, or the Spec lists more than
//     8 buffers;
//   - ErrContextLost, ErrReleased, ErrWrongThread.
func (d *Device) NewProgram(s Spec) (*Program, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if len(s.Buffers) > UserBinding {
		return nil, fmt.Errorf("gpu: %s uses %d buffers, want at most %d: %w", s.File, len(s.Buffers), UserBinding, ErrBinding)
	}
	s = d.fitted(s)
	src, err := s.Source()
	if err != nil {
		return nil, err
	}
	p, stage := &Program{d: d, spec: s}, Shader{gl.COMPUTE_SHADER, s.File, src}
	if d.beginsLater(p, stage) {
		return p, nil
	}
	if err := p.link(stage); err != nil {
		p.Release()
		return nil, err
	}
	return p, nil
}

func (p *Program) link(stage Shader) (err error) {
	if p.id, err = p.d.Link(stage.File, stage); err != nil {
		return err
	}
	return p.reflect(stage.Source)
}

// fitted is a spec as this driver needs it.
func (d *Device) fitted(s Spec) Spec {
	s.BarrierOrders, s.RollLoops = d.Facts.BarrierOrders, d.Facts.Software
	return s
}

// Uniform returns the location of a uniform. It is negative for a uniform that the source declares
// and the compiler removed. Errors: ErrBinding if the source does not declare the name.
func (p *Program) Uniform(name string) (int32, error) {
	l := p.Locate(name)
	if l >= 0 {
		return l, nil
	}
	src, err := p.spec.Source()
	if err != nil {
		return 0, err
	}
	if !declaresUniform(src.Text, name) {
		return 0, fmt.Errorf("gpu: %s declares no uniform %q: %w", p.spec.File, name, ErrBinding)
	}
	return l, nil
}

// SetAt sets a uint uniform for later dispatches, unless it has that value already. Most uniforms
// keep theirs from one call of an operation to the next. A negative location is no error.
func (p *Program) SetAt(location int32, v uint32) {
	if location < 0 {
		return
	}
	if location >= locatedBefore {
		if p.begun != nil {
			p.begun.sets = append(p.begun.sets, uniformValue{location, v})
			return
		}
		at := int(location - locatedBefore)
		if at >= len(p.located) {
			return // the program did not link, or is released
		}
		if location = p.located[at]; location < 0 {
			return
		}
	}
	if int(location) < len(p.values) {
		value := &p.values[location]
		if *value == uint64(v) {
			return
		}
		*value = uint64(v)
	}
	gl.ProgramUniform1ui(p.id, location, v)
}

// unknownValue is not a value of a uint.
const unknownValue = 1 << 32

// Locate returns the location of a uniform, or a negative number, and makes room for its value.
// GLSL of the caller may have thousands of uniforms; those from location mostValues on are set each
// time.
func (p *Program) Locate(name string) int32 {
	const mostValues = 256
	if p.begun != nil {
		p.begun.names = append(p.begun.names, name)
		return locatedBefore + int32(len(p.begun.names)-1)
	}
	location := gl.GetUniformLocation(p.id, gl.Str(name+"\x00"))
	for len(p.values) <= min(int(location), mostValues-1) {
		p.values = append(p.values, unknownValue)
	}
	return location
}

// ID returns the GL program. It is 0 for a nil Program, one that does not link, and after Release.
func (p *Program) ID() uint32 {
	if p == nil || !p.finish() {
		return 0
	}
	return p.id
}

// Release deletes the program. It may be called on any thread, as Buffer.Release.
func (p *Program) Release() {
	if p != nil && p.d != nil {
		p.d.WhenCurrent(p.delete)
	}
}

func (p *Program) delete() {
	if p != nil {
		p.begun = nil
	}
	if p != nil && p.id != 0 {
		gl.DeleteProgram(p.id)
		p.id = 0
	}
}
