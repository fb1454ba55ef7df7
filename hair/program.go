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
}

// The drawing programs.
func ribbonFiles(s Shading) stageFiles {
	return s.lit(stageFiles{vertex: "hair/ribbon_draw.vert.glsl", fragment: "hair/ribbon_draw.frag.glsl"})
}

// coreAlpha is the alpha above which a fragment belongs to the opaque core.
const coreAlpha = float32(0.95)

func coreFiles(s Shading) stageFiles {
	return s.lit(stageFiles{vertex: "hair/ribbon_draw.vert.glsl", fragment: "hair/ribbon_core.frag.glsl", constants: shaders.Constants{"CORE_ALPHA": coreAlpha}})
}

func headFiles() stageFiles {
	return stageFiles{vertex: "hair/head_draw.vert.glsl", fragment: "hair/head_draw.frag.glsl"}
}

func backdropFiles() stageFiles {
	return stageFiles{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/backdrop_draw.frag.glsl"}
}

func toneFiles(samples int) stageFiles {
	return stageFiles{vertex: "hair/screen_fill.vert.glsl", fragment: "hair/tone_map.frag.glsl",
		constants: shaders.Constants{"SAMPLES": samples, "LIGHT": samplerOf(samples), "TONE_AGX": int(AgX), "TONE_NONE": int(NoToneMap)}}
}

// sources assembles both stages.
func (f stageFiles) sources() (vertex, fragment shaders.Source, err error) {
	if vertex, err = shaders.Assemble(shaders.Request{FS: shaderFiles, File: f.vertex}); err != nil {
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
