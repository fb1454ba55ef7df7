// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/internal/shadow"
)

// Shadow is the shadow method: how the light that gets through the hair to a hair is computed.
type Shadow int

// The methods. All compute how much of each light reaches each point of the hair and each vertex of
// the head. They use the opacity of the hairs and the part of a texel of the light's map that they
// cover. The head stops the light. They differ in the data that they keep of the hair, and so in
// their distance to ExactShadow (Renderer.ShadowErrors) and in cost.
const (
	VolumeShadow    Shadow = iota // a volume of 64 slices for each texel, summed along the light: 64 MiB
	SliceShadow                   // 256 slices by a sort along the light, and one map that grows slice by slice
	DeepShadow                    // a deep opacity map of 3 layers behind the first hair
	Deep8Shadow                   // of 8 layers
	Deep16Shadow                  // of 16 layers
	OccupancyShadow               // an occupancy map of 128 bits between the first and the last hair, with sums for 4 slabs
	ExactShadow                   // all fragments sorted: the reference for the others. It waits for the GPU and allocates
	NoShadow                      // all of the light, less where a place faces away from it or lies deep in the model's box
)

var shadows = [...]struct {
	name string
	make func(*shadow.Pass) (shadow.Method, error)
}{
	VolumeShadow:    {"volume", shadow.NewVolume},
	SliceShadow:     {"slices", shadow.NewSlices},
	DeepShadow:      {"deep", shadow.NewDeep(3)},
	Deep8Shadow:     {"deep-8", shadow.NewDeep(8)},
	Deep16Shadow:    {"deep-16", shadow.NewDeep(16)},
	OccupancyShadow: {"occupancy", shadow.NewOccupancy},
	ExactShadow:     {"exact", shadow.NewExact},
	NoShadow:        {"none", nil},
}

// String is the name that ParseShadow accepts. Other values have their number: shadow(99).
func (s Shadow) String() string {
	if s < 0 || int(s) >= len(shadows) {
		return fmt.Sprintf("shadow(%d)", int(s))
	}
	return shadows[s].name
}

// ParseShadow finds a method by its name. Errors: gpu.ErrArgument, with the names.
func ParseShadow(name string) (Shadow, error) {
	var names []string
	for i, s := range shadows {
		if s.name == name {
			return Shadow(i), nil
		}
		names = append(names, s.name)
	}
	return 0, fmt.Errorf("hair: ParseShadow: name: got %q, want one of %v: %w", name, names, gpu.ErrArgument)
}

// Shadows lists all shadow methods.
func Shadows() (all []Shadow) {
	for i := range shadows {
		all = append(all, Shadow(i))
	}
	return all
}

// The sizes of a light's map, in texels on a side.
const (
	minShadowSize = 16
	maxShadowSize = 8192
)

// SetShadow changes the shadow method of the frames that follow. It compiles and allocates. With an
// error the method stays as it was. Errors: as for NewRenderer.
func (r *Renderer) SetShadow(s Shadow) error {
	if s < 0 || int(s) >= len(shadows) {
		return fmt.Errorf("hair: SetShadow: got shadow %d, want 0 to %d: %w", int(s), len(shadows)-1, gpu.ErrArgument)
	}
	if err := r.enter("SetShadow"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	fresh, err := r.makeShadow(s)
	if err != nil {
		return err
	}
	if r.shadow != nil {
		r.shadow.Release()
	}
	r.shadow, r.o.Light.Shadow = fresh, s
	r.stages = r.plan()
	return nil
}

// SetShadowSize changes the size of the lights' maps of the frames that follow, in texels on a
// side. It costs nothing: the maps keep their memory. A smaller size makes a frame faster. Errors:
// gpu.ErrArgument for less than 16, or more than LightOptions.ShadowSize; gpu.ErrWrongThread,
// gpu.ErrReleased.
func (r *Renderer) SetShadowSize(texels int) error {
	if err := r.enter("SetShadowSize"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if texels < minShadowSize || texels > r.o.Light.ShadowSize {
		return fmt.Errorf("hair: SetShadowSize: got %d texels, want %d to the %d of Options.Light.ShadowSize: %w", texels, minShadowSize, r.o.Light.ShadowSize, gpu.ErrArgument)
	}
	r.shadowSize = texels
	return nil
}

// RedoShadow makes the next frame compute the shadow again, even if none of its inputs has changed:
// for timing frames of hair that moves.
func (r *Renderer) RedoShadow() {
	if r.shadows != nil {
		r.shadows.Forget()
	}
}

// makeShadow makes a method, and what all methods share when it is the first.
func (r *Renderer) makeShadow(s Shadow) (shadow.Method, error) {
	if s == NoShadow || len(r.o.Light.Lights) == 0 {
		return nil, nil
	}
	hair, head, drafting := r.scene.Hair, r.scene.Head, r.drafting
	defer func() { r.scene.Hair, r.scene.Head, r.drafting = hair, head, drafting }()
	r.choose(false) // a method has room for the whole hair
	if r.shadows == nil {
		pass, err := shadow.New(r.scene, r.o.Light.ShadowSize, r.o.Debug.WidthPixels)
		if err != nil {
			return nil, err
		}
		pass.Size, pass.Share = r.shadowSize, r.o.Light.ShadowShare
		r.shadows = pass
	}
	method, err := shadows[s].make(r.shadows)
	if err != nil {
		return nil, fmt.Errorf("hair: shadow %s, Options.Light.ShadowSize is %d: %w", s, r.o.Light.ShadowSize, err)
	}
	return method, nil
}

// shadowStages are enqueued between expand and cull.
func (r *Renderer) shadowStages() []scene.Stage {
	if r.shadow == nil {
		return nil
	}
	return []scene.Stage{{Name: "shadow", Run: func() error { return r.shadows.Update(r.shadow) }}}
}
