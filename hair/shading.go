// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"sync"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/scatter"
)

// Shading is the scattering model: what hair does with the light that reaches it.
type Shading int

// The models, the best first. They agree in brightness and hue. Package hair/scatter documents
// them.
const (
	DualShading   Shading = iota // Marschner's lobes, and what other hairs scatter by dual scattering
	SingleShading                // Marschner's lobes; light from other hairs in two broad lobes
	KajiyaShading                // Kajiya and Kay's light with two highlights, and the same broad lobes
)

var shadings = [...]struct{ name, file string }{
	DualShading:   {"dual", light.Dual},
	SingleShading: {"marschner", light.Single},
	KajiyaShading: {"kajiya", light.Kajiya},
}

// String is the name that ParseShading accepts. Other values have their number: shading(99).
func (s Shading) String() string {
	if s < 0 || int(s) >= len(shadings) {
		return fmt.Sprintf("shading(%d)", int(s))
	}
	return shadings[s].name
}

// ParseShading finds a model by its name. Errors: gpu.ErrArgument, with the names.
func ParseShading(name string) (Shading, error) {
	for i, s := range shadings {
		if s.name == name {
			return Shading(i), nil
		}
	}
	return 0, fmt.Errorf("hair: ParseShading: name: got %q, want one of %v: %w", name, Shadings(), gpu.ErrArgument)
}

// Shadings lists all models.
func Shadings() (all []Shading) {
	for i := range shadings {
		all = append(all, Shading(i))
	}
	return all
}

func (r *Renderer) lighting() light.Lighting {
	return light.Lighting{Shading: shadings[r.o.Shading.Model].file, PerFragment: r.o.Shading.PerFragment}
}

// SetShading changes the model of the frames that follow. It compiles. With an error the model
// stays as it was. Errors: as for NewRenderer.
func (r *Renderer) SetShading(s Shading) error {
	if s < 0 || int(s) >= len(shadings) {
		return fmt.Errorf("hair: SetShading: got shading %d, want 0 to %d: %w", int(s), len(shadings)-1, gpu.ErrArgument)
	}
	if s == r.o.Shading.Model {
		return nil
	}
	if err := r.enter("SetShading"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if r.o.Shading.PerFragment {
		return r.shadeFragments(s)
	}
	if err := r.light.SetShading(shadings[s].file); err != nil {
		return err
	}
	r.o.Shading.Model = s
	return nil
}

// shadeFragments is SetShading where each fragment computes its own light: all programs that draw
// ribbons change.
func (r *Renderer) shadeFragments(s Shading) error {
	was := r.o.Shading.Model
	r.o.Shading.Model = s
	r.light.Lighting = r.lighting()
	fresh, core, err := r.makeOIT()
	if err == nil && r.scene.Canvas.Framebuffer != 0 {
		err = fresh.Resize(r.scene.Canvas.Width, r.scene.Canvas.Height)
	}
	if err != nil {
		r.o.Shading.Model = was
		r.light.Lighting = r.lighting()
		releaseOIT(fresh, core)
		return err
	}
	releaseOIT(r.oit, r.coreProgram)
	r.oit, r.coreProgram = fresh, core
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

// mostDye is the largest absorption of a dye.
const mostDye = 1e6

// validDye reports whether a dye can be: nil, or numbers from 0 to mostDye.
func validDye(dye *scatter.RGB) bool {
	if dye == nil {
		return true
	}
	for _, a := range dye {
		if !(a >= 0 && a <= mostDye) {
			return false
		}
	}
	return true
}

// SetFibre changes how single hairs scatter light in the frames that follow, and their colour: dye
// is the absorption that all have on the mean, 0 to 1e6 for each channel, nil for that of the
// model's colours. Where h is another than before it takes some tenths of a second for new tables.
// Errors: scatter.ErrOptions, gpu.ErrArgument for the dye, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) SetFibre(h scatter.Hair, dye *scatter.RGB) error {
	if h == (scatter.Hair{}) {
		h = scatter.Defaults()
	}
	if err := h.Validate(); err != nil {
		return err
	}
	if !validDye(dye) {
		return fmt.Errorf("hair: SetFibre: dye is %v, want 0 to %v for each channel: %w", *dye, float32(mostDye), gpu.ErrArgument)
	}
	if err := r.enter("SetFibre"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if !r.light.HasTables() || h != r.o.Shading.Fibre {
		t, err := tablesOf(h)
		if err != nil {
			return err
		}
		r.light.SetTables(t)
	}
	if dye != nil {
		own := *dye
		dye = &own
	}
	r.o.Shading.Fibre, r.o.Shading.Dye = h, dye
	r.light.SetFibre(h, dye, r.m.ink)
	return nil
}
