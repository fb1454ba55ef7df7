// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"maps"
	"sync"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/shaders"
)

// Shading is what hair does with the light that gets to it.
type Shading int

// The ways, the best first. Package scatter tells what each computes.
const (
	DualShading   Shading = iota // Marschner's lobes, and what other hairs scatter by dual scattering
	SingleShading                // Marschner's lobes alone: each hair by itself, in the shadow of the others
	KajiyaShading                // Kajiya and Kay's light with two highlights: the fast one
)

var shadings = [...]struct{ name, file string }{
	DualShading:   {"dual", "hair/shade_dual.glsl"},
	SingleShading: {"marschner", "hair/shade_single.glsl"},
	KajiyaShading: {"kajiya", "hair/shade_kajiya.glsl"},
}

func (s Shading) String() string { return shadings[s].name }

// ParseShading is the way of that name. Errors: gpu.ErrArgument, with the names there are.
func ParseShading(name string) (Shading, error) {
	for i, s := range shadings {
		if s.name == name {
			return Shading(i), nil
		}
	}
	return 0, fmt.Errorf("hair: ParseShading: %q, want one of %v: %w", name, Shadings(), gpu.ErrArgument)
}

// Shadings are all ways.
func Shadings() (all []Shading) {
	for i := range shadings {
		all = append(all, Shading(i))
	}
	return all
}

// look is how programs that draw ribbons get their light: of the points, or each fragment finds its own.
type look struct {
	shading     Shading
	perFragment bool
}

func (r *Renderer) look() look { return look{r.o.Shading, r.o.FragmentLight} }

func snippet(file string) map[string]shaders.Snippet {
	return map[string]shaders.Snippet{"RIBBON_IN": {File: file}}
}

// ribbons are the files of a program that draws ribbons, whose fragment stage has #include <RIBBON_IN>.
func (l look) ribbons(fragment string, constants shaders.Constants) stageFiles {
	f := stageFiles{vertex: "hair/ribbon_draw.vert.glsl", fragment: fragment, constants: constants}
	f.slots, f.vertexSlots = snippet("hair/ribbon_in_point.glsl"), map[string]shaders.Snippet{"RIBBON_OUT": {File: "hair/ribbon_out_point.glsl"}}
	if l.perFragment {
		f.slots, f.vertexSlots = snippet("hair/ribbon_in_fragment.glsl"), map[string]shaders.Snippet{"RIBBON_OUT": {File: "hair/ribbon_out_fragment.glsl"}}
		f.constants = l.light(f.slots, constants)
	}
	return f
}

// kernel is what a kernel needs that finds out what a ribbon's fragments know, beside its own constants.
func (l look) kernel(own shaders.Constants) (slots map[string]shaders.Snippet, constants shaders.Constants) {
	if !l.perFragment {
		return snippet("hair/ribbon_know_point.glsl"), own
	}
	slots = snippet("hair/ribbon_know_fragment.glsl")
	return slots, l.light(slots, own)
}

// light adds the way that light is found to slots, and its constants to a program's own.
func (l look) light(slots map[string]shaders.Snippet, own shaders.Constants) shaders.Constants {
	slots["SHADING"] = shaders.Snippet{File: shadings[l.shading].file}
	constants := scatterConstants()
	maps.Copy(constants, own)
	return constants
}

// SetShading changes the light of the frames that follow. The first time it compiles. With an error the way stays as it was.
// Errors: as for NewRenderer.
func (r *Renderer) SetShading(s Shading) error {
	if s < 0 || int(s) >= len(shadings) {
		return fmt.Errorf("hair: SetShading: shading %d does not exist: %w", int(s), gpu.ErrArgument)
	}
	if s == r.o.Shading {
		return nil
	}
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	if r.o.FragmentLight {
		return r.shadeFragments(s)
	}
	shade, err := newPointShader(r, s)
	if err != nil {
		return err
	}
	r.pointShader.release()
	r.pointShader, r.o.Shading = shade, s
	return nil
}

// shadeFragments is SetShading where each fragment finds its own light: all programs that draw ribbons change.
func (r *Renderer) shadeFragments(s Shading) error {
	was := r.o.Shading
	r.o.Shading = s
	fresh, core, err := r.makeHair()
	if err == nil && r.canvas.framebuffer != 0 {
		err = fresh.resize(r.canvas.width, r.canvas.height)
	}
	if err != nil {
		r.o.Shading = was
		releaseHair(fresh, core)
		return err
	}
	releaseHair(r.hair, r.coreProgram)
	r.hair, r.coreProgram = fresh, core
	r.stages = r.plan()
	return nil
}

// defaultTables are those of most renderers.
var defaultTables = sync.OnceValues(func() (*scatter.Tables, error) { return scatter.NewTables(scatter.Defaults()) })

func tablesOf(h scatter.Hair) (*scatter.Tables, error) {
	if h == scatter.Defaults() {
		return defaultTables()
	}
	return scatter.NewTables(h)
}

// SetFibre changes how single hairs scatter light in the frames that follow, and their colour: dye is the absorption that
// all have on the mean, nil for that of the model's colours. Where h is another than before it takes some tenths of a
// second for new tables. Errors: scatter.ErrOptions, gpu.ErrWrongThread.
func (r *Renderer) SetFibre(h scatter.Hair, dye *scatter.RGB) error {
	if h == (scatter.Hair{}) {
		h = scatter.Defaults()
	}
	if err := h.Validate(); err != nil {
		return err
	}
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	if r.scattering == nil || h != r.o.Fibre {
		t, err := tablesOf(h)
		if err != nil {
			return err
		}
		r.scattering.release()
		r.scattering = newScattering(t)
	}
	if dye != nil {
		own := *dye
		dye = &own
	}
	r.o.Fibre, r.o.Dye = h, dye
	r.scattering.set(h, dye, r.m.ink)
	return nil
}
