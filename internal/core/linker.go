// SPDX-License-Identifier: MIT

package core

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Shader is one assembled stage of a program.
type Shader struct {
	Kind   uint32 // gl.COMPUTE_SHADER, gl.VERTEX_SHADER, …
	File   string // name in messages
	Source shaders.Source
}

// programs counts the programs of a Device.
type programs struct {
	formats          []int32 // the driver's program binary formats; none if it has no binaries
	compiled, cached int
	ahead            map[[sha256.Size]byte]*linking // that were begun ahead, by their parts
	together         *together                      // nil outside of Together
}

// linking is a program that the driver may still be compiling.
type linking struct {
	program uint32
	shaders []uint32
	linked  bool // wait has returned
}

// Programs returns how many programs were compiled since Attach, and how many came from the cache
// instead. Programs that do not compile or link are in neither number.
func (d *Device) Programs() (compiled, cached int) {
	if d == nil {
		return 0, 0
	}
	return d.programs.compiled, d.programs.cached
}

// Link compiles and links a program. label is shown by GL debuggers. The caller deletes the
// program.
//
// If the same driver has linked the same stages before (kinds, files and texts), the program may
// come from Options.CacheDir. It then has no shaders attached, and its uniforms have their initial
// values.
//
// Errors: ErrShader, with the compiler's log by file and line; ErrContextLost; ErrWrongThread;
// ErrReleased.
func (d *Device) Link(label string, stages ...Shader) (uint32, error) {
	if err := d.Enter(); err != nil {
		return 0, err
	}
	defer d.Leave()
	parts := ProgramParts(stages)
	program := d.loadProgram(parts)
	if program == 0 {
		l, begun := d.programs.take(parts)
		if !begun {
			l = d.beginLink(stages)
		}
		program = l.program
		if err := l.finish(stages); err != nil {
			gl.DeleteProgram(program)
			if lost := d.Alive(); lost != nil {
				return 0, fmt.Errorf("gpu: Link: %s: %w", label, lost) // after a loss compilation fails without a log
			}
			return 0, err
		}
		d.programs.compiled++
		d.keepProgram(program, parts)
	}
	name := []byte(label)
	gl.ObjectLabel(gl.PROGRAM, program, int32(len(name)), &name[0])
	return program, nil
}

// ProgramParts returns everything besides the driver that a program depends on.
func ProgramParts(stages []Shader) []string {
	var parts []string
	for _, s := range stages {
		parts = append(parts, strconv.Itoa(int(s.Kind)), s.File, s.Source.Text)
	}
	return parts
}

// kindProgram is the kind of cached programs. An entry is the binary's format as four bytes,
// little-endian, and the binary.
const kindProgram = "program"

func binaryFormats() []int32 {
	n := GetInt(gl.NUM_PROGRAM_BINARY_FORMATS)
	if n <= 0 {
		return nil
	}
	formats := make([]int32, n)
	gl.GetIntegerv(gl.PROGRAM_BINARY_FORMATS, &formats[0])
	return formats
}

func (d *Device) keepsPrograms() bool { return d.store.dir != "" && len(d.programs.formats) > 0 }

// loadProgram makes a program from a binary in the cache. It returns 0 if there is none or the
// driver refuses it. A driver may do so after an update that does not change its version string.
// Compiling the program then replaces the entry.
func (d *Device) loadProgram(parts []string) uint32 {
	if !d.keepsPrograms() {
		return 0
	}
	data, ok := d.store.get(kindProgram, parts...)
	if !ok || len(data) <= 4 {
		return 0
	}
	format := binary.LittleEndian.Uint32(data)
	if !slices.Contains(d.programs.formats, int32(format)) {
		return 0 // GL would raise an error
	}
	d.KeepPending()
	program := gl.CreateProgram()
	gl.ProgramBinary(program, format, gl.Ptr(&data[4]), int32(len(data)-4))
	var linked int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &linked); linked == gl.FALSE {
		gl.DeleteProgram(program)
		drainErrors() // the status shows the failure; some drivers raise an error too
		return 0
	}
	d.programs.cached++
	return program
}

// keepProgram stores a program that was just linked, before any uniform is set.
func (d *Device) keepProgram(program uint32, parts []string) {
	if !d.keepsPrograms() || d.store.writeError != nil {
		return
	}
	var n, written int32
	if gl.GetProgramiv(program, gl.PROGRAM_BINARY_LENGTH, &n); n <= 0 {
		return
	}
	d.KeepPending()
	data := make([]byte, 4+n)
	var format uint32
	gl.GetProgramBinary(program, n, &written, &format, gl.Ptr(&data[4]))
	if written <= 0 || written > n {
		drainErrors()
		return
	}
	binary.LittleEndian.PutUint32(data, format)
	d.store.put(kindProgram, data[:4+written], parts...)
}

// beginLink starts to compile and link a program, and does not read whether that succeeds. A driver
// with threads of its own then returns at once.
func (d *Device) beginLink(stages []Shader) *linking {
	l := &linking{program: gl.CreateProgram()}
	if d.keepsPrograms() {
		gl.ProgramParameteri(l.program, gl.PROGRAM_BINARY_RETRIEVABLE_HINT, gl.TRUE)
	}
	for _, s := range stages {
		shader := gl.CreateShader(s.Kind)
		text, free := gl.Strs(s.Source.Text + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(l.program, shader)
		l.shaders = append(l.shaders, shader)
	}
	gl.LinkProgram(l.program)
	return l
}

// wait returns when the driver has compiled and linked the program, or has failed to.
func (l *linking) wait() {
	var ok int32
	gl.GetProgramiv(l.program, gl.LINK_STATUS, &ok)
	l.linked = true
}

// finish waits, and then reads whether a program of these stages was linked.
func (l *linking) finish(stages []Shader) error {
	defer l.deleteShaders()
	var files []string
	var ok int32
	for i, s := range stages {
		files = append(files, s.File)
		if gl.GetShaderiv(l.shaders[i], gl.COMPILE_STATUS, &ok); ok == gl.FALSE {
			log := infoLog(l.shaders[i], gl.GetShaderiv, gl.GetShaderInfoLog)
			return shaderError(s.File+" does not compile", s.Source.Explain(log), s.Source.HasCallers())
		}
	}
	if gl.GetProgramiv(l.program, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(l.program, gl.GetProgramiv, gl.GetProgramInfoLog)
		what, callers := strings.Join(files, " with "), []string(nil)
		for _, s := range stages {
			callers = append(callers, s.Source.Callers()...)
		}
		if len(callers) > 0 {
			what += " with GLSL of the caller (" + strings.Join(callers, ", ") + ")"
		}
		return shaderError(what+" does not link", stages[0].Source.Explain(log), len(callers) > 0)
	}
	return nil
}

func (l *linking) deleteShaders() {
	for _, shader := range l.shaders {
		gl.DetachShader(l.program, shader)
		gl.DeleteShader(shader)
	}
}

// shaderError returns an ErrShader with its kind. comb's own text compiles and links. If a program
// with GLSL of the caller does not, the mistake counts as the caller's, although the log may name a
// line of comb that uses the caller's GLSL, or no line: too much shared memory has none.
func shaderError(what, log string, callers bool) error {
	kind := ErrInternal
	if callers {
		kind = ErrArgument
	}
	if strings.TrimSpace(log) == "" {
		log = "the driver's log is empty"
	}
	return fmt.Errorf("gpu: %s: %w: %w:\n%s", what, kind, ErrShader, log)
}

// infoLog reads a log up to its first NUL byte, since some drivers pad logs with NUL bytes.
func infoLog(id uint32, get func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	get(id, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	read(id, n, nil, &log[0])
	return gl.GoStr(&log[0])
}
