// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// stageFiles are the files of one drawing program.
type stageFiles struct {
	vertex, fragment string
	constants        shaders.Constants // the fragment stage's
}

// The drawing programs.
func ribbonFiles() stageFiles {
	return stageFiles{vertex: "hair/ribbon_draw.vert.glsl", fragment: "hair/ribbon_draw.frag.glsl"}
}

func headFiles() stageFiles {
	return stageFiles{vertex: "hair/head_draw.vert.glsl", fragment: "hair/head_draw.frag.glsl"}
}

func backdropFiles() stageFiles {
	return stageFiles{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/backdrop_draw.frag.glsl"}
}

func toneFiles(samples int) stageFiles {
	return stageFiles{"hair/screen_fill.vert.glsl", "hair/tone_map.frag.glsl", shaders.Constants{"SAMPLES": samples}}
}

// sources assembles both stages.
func (f stageFiles) sources() (vertex, fragment shaders.Source, err error) {
	if vertex, err = shaders.Assemble(shaders.Request{File: f.vertex}); err != nil {
		return vertex, fragment, err
	}
	fragment, err = shaders.Assemble(shaders.Request{File: f.fragment, Constants: f.constants})
	return vertex, fragment, err
}

// link compiles and links a drawing program. Errors: gpu.ErrShader, with file and line.
func link(f stageFiles) (uint32, error) {
	vertex, fragment, err := f.sources()
	if err != nil {
		return 0, err
	}
	program := gl.CreateProgram()
	for _, s := range []struct {
		kind   uint32
		file   string
		source shaders.Source
	}{{gl.VERTEX_SHADER, f.vertex, vertex}, {gl.FRAGMENT_SHADER, f.fragment, fragment}} {
		shader := gl.CreateShader(s.kind)
		text, free := gl.Strs(s.source.Text + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		var ok int32
		if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok == gl.FALSE {
			log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
			gl.DeleteShader(shader)
			gl.DeleteProgram(program)
			return 0, fmt.Errorf("%w: %s does not compile:\n%s", gpu.ErrShader, s.file, s.source.Explain(log))
		}
		gl.AttachShader(program, shader)
		gl.DeleteShader(shader)
	}
	gl.LinkProgram(program)
	var ok int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(program, gl.GetProgramiv, gl.GetProgramInfoLog)
		gl.DeleteProgram(program)
		return 0, fmt.Errorf("%w: %s and %s do not link:\n%s", gpu.ErrShader, f.vertex, f.fragment, log)
	}
	label := []byte(f.fragment)
	gl.ObjectLabel(gl.PROGRAM, program, int32(len(label)), &label[0])
	return program, nil
}

func infoLog(id uint32, get func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	get(id, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	read(id, n, nil, &log[0])
	return gl.GoStr(&log[0])
}
