// SPDX-License-Identifier: MIT

package scene

import (
	"io/fs"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	_ "github.com/combgl/comb/shaders/hair" // its GLSL
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Files has the files of drawing programs; nil means the embedded ones. A test puts another light
// there.
var Files fs.FS

// Program has the files of one drawing program.
type Program struct {
	Vertex, Fragment string
	Constants        shaders.Constants // the fragment stage's
	Slots            map[string]shaders.Snippet
	VertexSlots      map[string]shaders.Snippet
}

// Sources assembles both stages.
func (f Program) Sources() (vertex, fragment shaders.Source, err error) {
	if vertex, err = shaders.Assemble(shaders.Request{FS: Files, File: f.Vertex, Slots: f.VertexSlots}); err != nil {
		return vertex, fragment, err
	}
	fragment, err = shaders.Assemble(shaders.Request{FS: Files, File: f.Fragment, Constants: f.Constants, Slots: f.Slots})
	return vertex, fragment, err
}

// Link makes the program. Errors: gpu.ErrShader, with file and line.
func (f Program) Link(d *gpu.Device) (uint32, error) {
	vertex, fragment, err := f.Sources()
	if err != nil {
		return 0, err
	}
	return kernel.Link(d, f.Fragment, kernel.Shader{Kind: gl.VERTEX_SHADER, File: f.Vertex, Source: vertex},
		kernel.Shader{Kind: gl.FRAGMENT_SHADER, File: f.Fragment, Source: fragment})
}

// LinkOnce is Link into program, unless it is there already: not 0.
func (f Program) LinkOnce(d *gpu.Device, program *uint32) (err error) {
	if *program == 0 {
		*program, err = f.Link(d)
	}
	return err
}

// Uniform is the location of a program's uniform.
func Uniform(program uint32, name string) int32 {
	return gl.GetUniformLocation(program, gl.Str(name+"\x00"))
}
