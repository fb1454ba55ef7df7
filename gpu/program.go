// SPDX-License-Identifier: MIT

package gpu

import (
	"fmt"
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

// Link compiles and links a program, under a label that GL debuggers show; it is the caller's to delete.
// Errors: ErrShader, with the compiler's log by file and line, ErrWrongThread, ErrReleased.
func (d *Device) Link(label string, stages ...Shader) (uint32, error) {
	if err := d.Enter(); err != nil {
		return 0, err
	}
	defer d.Leave()
	program := gl.CreateProgram()
	if err := link(program, stages); err != nil {
		gl.DeleteProgram(program)
		return 0, err
	}
	name := []byte(label)
	gl.ObjectLabel(gl.PROGRAM, program, int32(len(name)), &name[0])
	return program, nil
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
			return fmt.Errorf("%w: %s does not compile:\n%s", ErrShader, s.File, s.Source.Explain(log))
		}
		gl.AttachShader(program, shader)
		defer gl.DetachShader(program, shader)
	}
	gl.LinkProgram(program)
	var ok int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(program, gl.GetProgramiv, gl.GetProgramInfoLog)
		return fmt.Errorf("%w: %s does not link:\n%s", ErrShader, strings.Join(files, " with "), stages[0].Source.Explain(log))
	}
	return nil
}

// infoLog reads a log up to its first NUL: some drivers pad theirs with them.
func infoLog(id uint32, get func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	get(id, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	read(id, n, nil, &log[0])
	return gl.GoStr(&log[0])
}
