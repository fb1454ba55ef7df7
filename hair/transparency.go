// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Transparency is how hairs that cover each other are put together.
type Transparency int

// The ways. Blend and Tiles are what comb is for; the others are there to be compared with them.
const (
	Blend     Transparency = iota // each segment over what is there, in Options.Order
	Tiles                         // the same by kernels, tile by tile of the picture
	Weighted                      // McGuire and Bavoil 2013: one pass, the mean of all with weights by depth
	Lists8                        // per-pixel lists: the nearest 8 sorted, the others behind them as they come
	Lists16                       // the nearest 16
	Occupancy                     // Sintorn and Assarsson 2009: ranks estimated by occupancy maps
	Exact                         // each fragment over those behind it, sorted by pixel and depth
)

var transparencies = [...]struct {
	name string
	make func(*Renderer) (transparency, error)
}{
	Blend:     {"blend", newBlend},
	Tiles:     {"tiles", newTiled},
	Weighted:  {"weighted", newWeighted},
	Lists8:    {"lists8", newLists(8)},
	Lists16:   {"lists16", newLists(16)},
	Occupancy: {"occupancy", newOccupancyWeights},
	Exact:     {"exact", newExact},
}

func (t Transparency) String() string { return transparencies[t].name }

// ordered says whether a way's picture depends on Options.Order.
func (t Transparency) ordered() bool { return t <= Tiles }

// Transparencies are all ways.
func Transparencies() []Transparency {
	var all []Transparency
	for i := range transparencies {
		all = append(all, Transparency(i))
	}
	return all
}

// ParseTransparency is the way of that name. Errors: gpu.ErrArgument, with the names there are.
func ParseTransparency(name string) (Transparency, error) {
	var names []string
	for i, t := range transparencies {
		if t.name == name {
			return Transparency(i), nil
		}
		names = append(names, t.name)
	}
	return 0, fmt.Errorf("hair: ParseTransparency: %q, want one of %v: %w", name, names, gpu.ErrArgument)
}

// transparency draws the hair over the scene, which is in the canvas with its depth.
type transparency interface {
	stages() []stage                // what is enqueued between the scene and the tone map
	resize(width, height int) error // called before the first frame, and when the picture changes
	release()
}

// blend is what graphics hardware does.
type blend struct {
	r       *Renderer
	program uint32
}

func newBlend(r *Renderer) (transparency, error) {
	program, err := ribbonFiles(r.look()).link(r.d)
	return &blend{r, program}, err
}

func (b *blend) stages() []stage { return []stage{{"ribbons", b.draw}} }

func (b *blend) draw(Target) error {
	blendOver()
	b.r.drawRibbons(b.program)
	gl.Disable(gl.BLEND)
	return nil
}

func (b *blend) resize(int, int) error { return nil }

func (b *blend) release() { gl.DeleteProgram(b.program) }
