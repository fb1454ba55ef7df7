// SPDX-License-Identifier: MIT

package hair

import (
	"cmp"
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scatter"
)

// Options configure NewRenderer. The zero value is right: a field of 0 or nil has the default that
// its comment gives. So has ShadingOptions.Fibre, but only as a whole.
type Options struct {
	Head         *groom.Head // a head that is drawn with the hair and hides what is behind it; nil: none
	Strands      StrandOptions
	Light        LightOptions
	Shading      ShadingOptions
	Transparency TransparencyOptions
	Image        ImageOptions
	Debug        DebugOptions
}

// StrandOptions choose which strands are drawn, how wide and how opaque.
type StrandOptions struct {
	// Detail is the level of detail, LeastDetail (0.02) to 1: the share of the strands that casts
	// shadows. Fewer strands are drawn where less of them can be seen: hair in front is drawn
	// whole, and hair that other hair hides is left out. Drawn strands are widened by the width of
	// the others. Drafts, and hairs of Debug.WidthPixels, draw a share of all strands. AutoDetail
	// chooses the share in each frame from the mean width of a hair on the screen. 0 means 1.
	Detail float32

	// WidthScale is a factor on the width of each hair, 0.01 to 100. 0 means 1.
	WidthScale float32

	// Opacity is the opacity of all hairs, up to 1. 0 means the model's own.
	Opacity float32
}

// LightOptions are the lights and the shadow method.
type LightOptions struct {
	// Lights are up to MaxLights lamps. nil means DefaultLights. An empty slice means none. A lamp
	// of strength 0 is left out: the image is the same as without it. The shadow method finds with
	// the lamps how much of the environment's light arrives. Without lamps that is a fixed share on
	// the head, and on the hair a share by the place in the box around it.
	Lights []Light

	// Environment is light from all around. nil means DefaultEnvironment.
	Environment *Environment

	// Shadow is the shadow method. 0 is VolumeShadow.
	Shadow Shadow

	// ShadowSize is the width and height of a light's map in texels, 16 to 8,192. 0 means 512.
	ShadowSize int

	// ShadowShare is the share of the drawn strands that shade others, 0.05 to 1. VolumeShadow uses
	// it, where it traces ribbons; other methods take all strands. The strands of the share count
	// more, to make up for the rest. A share makes the shadow faster and adds noise, which
	// Renderer.ShadowErrors measures. 0 means 1.
	ShadowShare float32
}

// leastShadowShare is the least share of the strands that shade others.
const leastShadowShare = 0.05

// ShadingOptions are the scattering model and the material of the hair.
type ShadingOptions struct {
	// Model is the scattering model. 0 is DualShading.
	Model Shading

	// Fibre is how a single hair scatters light. All zero means scatter.Defaults. To change one
	// field, start from it.
	Fibre scatter.Hair

	// Dye is the mean absorption of all hairs, 0 to 1e6 for each channel. Hairs that are darker in
	// the model absorb more. nil means that each hair has the absorption of its own colour.
	Dye *scatter.RGB

	// PerFragment computes scattering for each fragment, as a reference. false computes it at the
	// points of the hair and interpolates: a hundredth of the work.
	PerFragment bool
}

// TransparencyOptions are the OIT method and its order.
type TransparencyOptions struct {
	// Method is the OIT method. 0 is Blend.
	Method Transparency

	// Order is the order in which Blend and Tiles draw segments. 0 is Sorted. Other methods ignore
	// it.
	Order Order

	// KeyBits is the number of bits of depth that segments are sorted by, 1 to 32. The sort takes a
	// pass for every 8. 0 means 16.
	KeyBits int

	// Resort is the number of fragments of a pixel that Tiles sorts again by their own depth, 1 to
	// 16. It corrects long segments that cross each other, and costs time. 1 keeps the order of the
	// segments. 0 means 8 for sorted hair that is opaque and thick, and 1 for other hair. Opaque is
	// an opacity of at least 0.9. Thick is a width of at least 0.3 mm, or 2 pixels with
	// Debug.WidthPixels. Other methods ignore it.
	Resort int

	// Core draws fragments of alpha above 0.95 first, as if it were 1, with depth. Fragments behind
	// them are skipped. Use it for thick opaque hairs, where the order of whole segments shows:
	// Model.CoreHelps. Exact refuses it.
	Core bool

	// ListNodes is the number of fragments that Lists8 and Lists16 store, 16 bytes each. 0 means 64
	// a pixel, up to 1 GiB.
	ListNodes int

	// FragmentBytes is the most memory in bytes that Exact takes for fragments, 32 bytes each. 0
	// means 32 fragments a pixel, up to 512 MiB; Renderer.Reserve then takes more if a view needs
	// more.
	FragmentBytes int
}

// ImageOptions are the samples of a pixel, and how light becomes the colours of a screen.
type ImageOptions struct {
	// Samples is the number of samples of a pixel, which smooth the edges of the head. 0 means 4,
	// or fewer if the driver has fewer. Methods other than Blend and Tiles take 1, and 0 means 1.
	// With Tiles Resize returns gpu.ErrTooLarge for an image with more samples than a storage block
	// of the driver holds. In 128 MiB fit 8 million pixels of four samples, or 33 million of one.
	Samples int

	// Exposure is a factor on the light, up to 1e6: 2 is one stop more. 0 means 1.
	Exposure float32

	// AutoExposure multiplies the factor with one that each frame finds on the GPU from the light
	// of hair and head: see Renderer.SetAutoExposure.
	AutoExposure bool

	// ToneMap is the tone curve. 0 is ACES.
	ToneMap ToneMap

	// Backdrop is what stands behind hair and head. 0 is StudioBackdrop.
	Backdrop Backdrop

	// NoBackdrop leaves the background black. Renderer.Linear returns alpha 0 there, and alpha 1
	// before a backdrop.
	NoBackdrop bool
}

// DebugOptions are for tests and for comparisons of methods.
type DebugOptions struct {
	// KeepAll turns the cull off, to measure its effect and its cost.
	KeepAll bool

	// WidthPixels is the width of all hairs in pixels of the image and in texels of the lights'
	// maps, up to 1,024. 0 means the hairs' own widths.
	WidthPixels float32
}

func (o Options) withDefaults(maxSamples int) (Options, error) {
	o.Transparency.KeyBits = cmp.Or(o.Transparency.KeyBits, 16)
	o.Image.Exposure = cmp.Or(o.Image.Exposure, 1)
	o.Light.ShadowSize = cmp.Or(o.Light.ShadowSize, 512)
	o.Light.ShadowShare = cmp.Or(o.Light.ShadowShare, 1)
	o.Shading.Fibre = cmp.Or(o.Shading.Fibre, scatter.Defaults())
	o.Strands.Detail = cmp.Or(o.Strands.Detail, 1)
	o.Strands.WidthScale = cmp.Or(o.Strands.WidthScale, 1)
	if o.Image.Samples == 0 {
		o.Image.Samples = 1
		if o.Transparency.Method.ordered() {
			o.Image.Samples = min(4, maxSamples)
		}
	}
	if o.Light.Lights == nil {
		o.Light.Lights = DefaultLights()
	}
	if o.Light.Environment == nil {
		e := DefaultEnvironment()
		o.Light.Environment = &e
	}
	return o, o.check(maxSamples)
}

// check tests all fields but the lights. maxSamples is the driver's limit.
func (o Options) check(maxSamples int) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("hair: NewRenderer: Options."+format+": %w", append(args, gpu.ErrArgument)...)
	}
	strands, light, transparency, samples := o.Strands, o.Light, o.Transparency, o.Image.Samples
	switch {
	case strands.Detail != AutoDetail && !(strands.Detail >= LeastDetail && strands.Detail <= 1):
		return bad("Strands.Detail is %v, want %v to 1, or AutoDetail, which is %v", strands.Detail, float32(LeastDetail), float32(AutoDetail))
	case !(strands.WidthScale >= 0.01 && strands.WidthScale <= 100):
		return bad("Strands.WidthScale is %v, want 0.01 to 100", strands.WidthScale)
	case !(strands.Opacity >= 0 && strands.Opacity <= 1):
		return bad("Strands.Opacity is %v, want 0 to 1", strands.Opacity)
	case light.Shadow < 0 || int(light.Shadow) >= len(shadows):
		return bad("Light.Shadow is %d, want 0 to %d", int(light.Shadow), len(shadows)-1)
	case light.ShadowSize < minShadowSize || light.ShadowSize > maxShadowSize:
		return bad("Light.ShadowSize is %d texels, want %d to %d", light.ShadowSize, minShadowSize, maxShadowSize)
	case !(light.ShadowShare >= leastShadowShare && light.ShadowShare <= 1):
		return bad("Light.ShadowShare is %v, want %v to 1", light.ShadowShare, leastShadowShare)
	case o.Shading.Fibre.Validate() != nil:
		return fmt.Errorf("hair: NewRenderer: Options.Shading.Fibre: %w", o.Shading.Fibre.Validate())
	case !validDye(o.Shading.Dye):
		return bad("Shading.Dye is %v, want 0 to %v for each channel", *o.Shading.Dye, float32(mostDye))
	case o.Shading.Model < 0 || int(o.Shading.Model) >= len(shadings):
		return bad("Shading.Model is %d, want 0 to %d", int(o.Shading.Model), len(shadings)-1)
	case transparency.Method < 0 || int(transparency.Method) >= len(transparencies):
		return bad("Transparency.Method is %d, want 0 to %d", int(transparency.Method), len(transparencies)-1)
	case transparency.Order < 0 || int(transparency.Order) >= len(orders):
		return bad("Transparency.Order is %d, want 0 to %d", int(transparency.Order), len(orders)-1)
	case transparency.KeyBits < 1 || transparency.KeyBits > 32:
		return bad("Transparency.KeyBits is %d, want 1 to 32", transparency.KeyBits)
	case transparency.Resort < 0 || transparency.Resort > mostResort:
		return bad("Transparency.Resort is %d fragments, want 1 to %d, or 0", transparency.Resort, mostResort)
	case transparency.Core && transparency.Method == Exact:
		return bad("Transparency.Core is true, want false with the reference method %q", transparency.Method)
	case transparency.ListNodes < 0:
		return bad("Transparency.ListNodes is %d nodes, want 0 or more", transparency.ListNodes)
	case transparency.FragmentBytes < 0:
		return bad("Transparency.FragmentBytes is %d bytes, want 0 or more", transparency.FragmentBytes)
	case samples < 1:
		return bad("Image.Samples is %d, want 1 or more", samples)
	case samples != 1 && !transparency.Method.ordered():
		return bad("Image.Samples is %d, want 1 with the method %q", samples, transparency.Method)
	case samples > maxSamples:
		return fmt.Errorf("hair: NewRenderer: Options.Image.Samples is %d, want up to %d with this driver: %w", samples, maxSamples, gpu.ErrUnsupported)
	case !(o.Image.Exposure > 0 && o.Image.Exposure <= mostExposure):
		return bad("Image.Exposure is %v, want above 0 and up to %v", o.Image.Exposure, float32(mostExposure))
	case o.Image.ToneMap < 0 || int(o.Image.ToneMap) >= len(toneMaps):
		return bad("Image.ToneMap is %d, want 0 to %d", int(o.Image.ToneMap), len(toneMaps)-1)
	case o.Image.Backdrop < 0 || o.Image.Backdrop > HorizonBackdrop:
		return bad("Image.Backdrop is %d, want 0 to %d", int(o.Image.Backdrop), int(HorizonBackdrop))
	case !(o.Debug.WidthPixels >= 0 && o.Debug.WidthPixels <= 1024):
		return bad("Debug.WidthPixels is %v, want 0 to 1024", o.Debug.WidthPixels)
	}
	return nil
}

// tracesHead reports whether kernels compute the head instead of drawing it. Only Tiles allow that.
// It is pure.
func (o Options) tracesHead() bool {
	return o.Transparency.Method == Tiles && !o.Transparency.Core && (o.Image.Samples == 1 || o.Image.Samples == 4)
}
