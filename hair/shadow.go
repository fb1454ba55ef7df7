// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Shadow is how much light gets through the hair to a hair.
type Shadow int

// The ways. All find what is left of each light at each point, and at each vertex of the head, by the hairs' opacity and
// the part of a texel of the light's map that they cover; the head stops the light. They differ in what they keep of the
// hair, and so in how near they come to ExactShadow (Renderer.ShadowErrors) and in what they cost.
const (
	VolumeShadow    Shadow = iota // a volume of 64 slices for each texel, summed along the light: 64 MiB
	SliceShadow                   // 256 slices by a sort along the light, and one map that grows slice by slice
	DeepShadow                    // a deep opacity map of 3 layers behind the first hair
	Deep8Shadow                   // of 8 layers
	Deep16Shadow                  // of 16 layers
	OccupancyShadow               // an occupancy map of 128 bits between the first and the last hair, with sums for 4 slabs
	ExactShadow                   // all fragments sorted: for judging the others. It waits for the GPU and allocates
	NoShadow                      // all of the light, less where a place faces away from it or lies deep in the model's box
)

var shadows = [...]struct {
	name string
	make func(*lighting) (shadow, error)
}{
	VolumeShadow:    {"volume", newVolume},
	SliceShadow:     {"slices", newSlices},
	DeepShadow:      {"deep", newDeep(3)},
	Deep8Shadow:     {"deep-8", newDeep(8)},
	Deep16Shadow:    {"deep-16", newDeep(16)},
	OccupancyShadow: {"occupancy", newOccupancyShadow},
	ExactShadow:     {"exact", newExactShadow},
	NoShadow:        {"none", nil},
}

func (s Shadow) String() string { return shadows[s].name }

// ParseShadow is the way of that name. Errors: gpu.ErrArgument, with the names there are.
func ParseShadow(name string) (Shadow, error) {
	var names []string
	for i, s := range shadows {
		if s.name == name {
			return Shadow(i), nil
		}
		names = append(names, s.name)
	}
	return 0, fmt.Errorf("hair: ParseShadow: %q, want one of %v: %w", name, names, gpu.ErrArgument)
}

// Shadows are all ways.
func Shadows() (all []Shadow) {
	for i := range shadows {
		all = append(all, Shadow(i))
	}
	return all
}

// shadow makes something of the hair as a light sees it, and finds by it what gets to each place.
type shadow interface {
	find(light int) error // enqueues all of it for a light, into lighting.lit
	bytes() int           // the memory of what it makes of the hair
	release()
}

// The sizes of a light's map, in texels on a side.
const (
	minShadowSize = 16
	maxShadowSize = 8192
)

// SetShadow changes the way of the frames that follow. It compiles and allocates. With an error the way stays as it was.
// Errors: as for NewRenderer.
func (r *Renderer) SetShadow(s Shadow) error {
	if s < 0 || int(s) >= len(shadows) {
		return fmt.Errorf("hair: SetShadow: shadow %d does not exist: %w", int(s), gpu.ErrArgument)
	}
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	fresh, err := r.makeShadow(s)
	if err != nil {
		return err
	}
	if r.shadow != nil {
		r.shadow.release()
	}
	r.shadow, r.o.Shadow = fresh, s
	r.stages = r.plan()
	return nil
}

// SetShadowSize changes the size of the lights' maps of the frames that follow, in texels on a side. It costs nothing:
// the maps keep the memory that they have. A frame that must be quick can do with less.
// Errors: gpu.ErrArgument for less than 16, or more than Options.ShadowSize.
func (r *Renderer) SetShadowSize(texels int) error {
	if texels < minShadowSize || texels > r.o.ShadowSize {
		return fmt.Errorf("hair: SetShadowSize: %d texels, want %d to the %d of Options.ShadowSize: %w", texels, minShadowSize, r.o.ShadowSize, gpu.ErrArgument)
	}
	r.shadowSize = texels
	return nil
}

// RedoShadow lets the next frame find the shadow anew, even if nothing that it depends on has changed: for timing frames
// of hair that moves.
func (r *Renderer) RedoShadow() {
	if r.lighting != nil {
		r.lighting.found = lightInputs{}
	}
}

// makeShadow makes a way, and what all ways share when it is the first.
func (r *Renderer) makeShadow(s Shadow) (shadow, error) {
	if s == NoShadow || len(r.o.Lights) == 0 {
		return nil, nil
	}
	if r.lighting == nil {
		l, err := newLighting(r)
		if err != nil {
			return nil, err
		}
		r.lighting = l
	}
	way, err := shadows[s].make(r.lighting)
	if err != nil {
		return nil, fmt.Errorf("hair: shadow %s, map of %d: %w", s, r.o.ShadowSize, err)
	}
	return way, nil
}

// shadowStages are what is enqueued between expand and cull.
func (r *Renderer) shadowStages() []stage {
	if r.shadow == nil {
		return nil
	}
	return []stage{{"shadow", func(Target) error { return r.lighting.update() }}}
}
