// SPDX-License-Identifier: MIT

package gpu

import (
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
	File   string // what messages call it
	Source shaders.Source
}

// programs is what a Device knows of the programs that it made.
type programs struct {
	formats          []int32 // of program binaries that the driver takes; none when it keeps no programs
	compiled, cached int
}

// Programs tells how many programs were compiled since Attach, and how many came from the cache instead. Programs that
// do not compile or link are in neither number.
func (d *Device) Programs() (compiled, cached int) { return d.programs.compiled, d.programs.cached }

// Link compiles and links a program, under a label that GL debuggers show; it is the caller's to delete. A program of the
// same stages, kinds, files and texts, that was linked on the same driver before may come from Options.CacheDir
// instead: it has no shaders attached, and its uniforms have their initial values as after any link. Errors:
// ErrShader, with the compiler's log by file and line, ErrWrongThread, ErrReleased.
func (d *Device) Link(label string, stages ...Shader) (uint32, error) {
	if err := d.Enter(); err != nil {
		return 0, err
	}
	defer d.Leave()
	parts := programParts(stages)
	program := d.loadProgram(parts)
	if program == 0 {
		program = gl.CreateProgram()
		if d.keepsPrograms() {
			gl.ProgramParameteri(program, gl.PROGRAM_BINARY_RETRIEVABLE_HINT, gl.TRUE)
		}
		if err := link(program, stages); err != nil {
			gl.DeleteProgram(program)
			if lost := d.alive(); lost != nil {
				return 0, fmt.Errorf("gpu: %s: compiling: %w", label, lost) // then nothing compiles, for no reason
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

// programParts is all that a program depends on beside the driver.
func programParts(stages []Shader) []string {
	var parts []string
	for _, s := range stages {
		parts = append(parts, strconv.Itoa(int(s.Kind)), s.File, s.Source.Text)
	}
	return parts
}

// kindProgram entries are the binary's format as four bytes, little end first, and the binary.
const kindProgram = "program"

func binaryFormats() []int32 {
	n := getInt(gl.NUM_PROGRAM_BINARY_FORMATS)
	if n <= 0 {
		return nil
	}
	formats := make([]int32, n)
	gl.GetIntegerv(gl.PROGRAM_BINARY_FORMATS, &formats[0])
	return formats
}

func (d *Device) keepsPrograms() bool { return d.store.dir != "" && len(d.programs.formats) > 0 }

// loadProgram makes a program of a binary in the cache; 0 when there is none or the driver refuses it, as it may after
// an update that its version string does not tell. Compiling it then replaces the entry.
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
	d.keepPending()
	program := gl.CreateProgram()
	gl.ProgramBinary(program, format, gl.Ptr(&data[4]), int32(len(data)-4))
	var linked int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &linked); linked == gl.FALSE {
		gl.DeleteProgram(program)
		drainErrors() // the status is the answer, but a driver may raise an error with it
		return 0
	}
	d.programs.cached++
	return program
}

// keepProgram stores a program that was just linked, before any of its uniforms is set.
func (d *Device) keepProgram(program uint32, parts []string) {
	if !d.keepsPrograms() || d.store.trouble != nil {
		return
	}
	var n, written int32
	if gl.GetProgramiv(program, gl.PROGRAM_BINARY_LENGTH, &n); n <= 0 {
		return
	}
	d.keepPending()
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

func link(program uint32, stages []Shader) error {
	var files []string
	for _, s := range stages {
		files = append(files, s.File)
		shader := gl.CreateShader(s.Kind)
		defer gl.DeleteShader(shader)
		text, free := gl.Strs(s.Source.Text + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		var ok int32
		if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok == gl.FALSE {
			log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
			return shaderError(s.File+" does not compile", s.Source.Explain(log), s.Source.HasCallers())
		}
		gl.AttachShader(program, shader)
		defer gl.DetachShader(program, shader)
	}
	gl.LinkProgram(program)
	var ok int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(program, gl.GetProgramiv, gl.GetProgramInfoLog)
		callers := false
		for _, s := range stages {
			callers = callers || s.Source.BlamesCaller(log)
		}
		return shaderError(strings.Join(files, " with ")+" does not link", stages[0].Source.Explain(log), callers)
	}
	return nil
}

// shaderError is an ErrShader, of a caller's mistake or one of comb's. comb's own text compiles:
// what does not compile with a caller's GLSL in it is taken for the caller's mistake, although the
// log may point at where comb uses it.
func shaderError(what, log string, callers bool) error {
	kind := ErrInternal
	if callers {
		kind = ErrArgument
	}
	if strings.TrimSpace(log) == "" {
		log = "the driver gives no reason"
	}
	return fmt.Errorf("gpu: %s: %w: %w:\n%s", what, kind, ErrShader, log)
}

// infoLog reads a log up to its first NUL: some drivers pad theirs with them.
func infoLog(id uint32, get func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	get(id, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	read(id, n, nil, &log[0])
	return gl.GoStr(&log[0])
}
