// SPDX-License-Identifier: MIT

package hair

import (
	"io/fs"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// shaderFiles is where drawing programs' files are looked up; nil means the embedded ones. A test puts another light there.
var shaderFiles fs.FS

// stageFiles are the files of one drawing program.
type stageFiles struct {
	vertex, fragment string
	constants        shaders.Constants // the fragment stage's
	slots            map[string]shaders.Snippet
	vertexSlots      map[string]shaders.Snippet
}

// The drawing programs.
func ribbonFiles(l look) stageFiles { return l.ribbons("hair/ribbon_draw.frag.glsl", nil) }

// coreAlpha is the alpha above which a fragment belongs to the opaque core.
const coreAlpha = float32(0.95)

func coreFiles(l look) stageFiles {
	return l.ribbons("hair/ribbon_core.frag.glsl", shaders.Constants{"CORE_ALPHA": coreAlpha})
}

func headFiles() stageFiles {
	return stageFiles{vertex: "hair/head_draw.vert.glsl", fragment: "hair/head_draw.frag.glsl"}
}

func copyFiles() stageFiles {
	return stageFiles{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/screen_copy.frag.glsl"}
}

// sources assembles both stages.
func (f stageFiles) sources() (vertex, fragment shaders.Source, err error) {
	if vertex, err = shaders.Assemble(shaders.Request{FS: shaderFiles, File: f.vertex, Slots: f.vertexSlots}); err != nil {
		return vertex, fragment, err
	}
	fragment, err = shaders.Assemble(shaders.Request{FS: shaderFiles, File: f.fragment, Constants: f.constants, Slots: f.slots})
	return vertex, fragment, err
}

// link makes the program. Errors: gpu.ErrShader, with file and line.
func (f stageFiles) link(d *gpu.Device) (uint32, error) {
	vertex, fragment, err := f.sources()
	if err != nil {
		return 0, err
	}
	return d.Link(f.fragment, gpu.Shader{Kind: gl.VERTEX_SHADER, File: f.vertex, Source: vertex},
		gpu.Shader{Kind: gl.FRAGMENT_SHADER, File: f.fragment, Source: fragment})
}
