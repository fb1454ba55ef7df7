// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scatter"
)

// Options for NewRenderer. The zero value is right.
type Options struct {
	Order    Order
	KeyBits  int         // bits of depth to sort by, 1 to 32; 0 means 16, which costs two passes of the sort
	Head     *groom.Head // drawn under the hair, and hides what is behind it; nil draws none
	Samples  int         // samples a pixel, for the edges of the head; 0 means 4, or what the driver has, and 1 for ways beside Blend and Tiles
	Exposure float32     // a factor on the light, so that 2 is one stop more; 0 means 1
	ToneMap  ToneMap
	Bare     bool // no backdrop: black, and in Light of alpha 0

	Lights      []Light      // up to MaxLights; nil means DefaultLights
	Environment *Environment // light from all around; nil means DefaultEnvironment
	Shadow      Shadow
	ShadowSize  int // texels on a side of a light's map, 16 to 8192; 0 means 512

	Shading Shading
	// FragmentLight finds the light anew for each fragment. Without it, light is found for the
	// points of the hair, and is straight between them: a hundredth of the work. This is for
	// comparing with.
	FragmentLight bool
	Fibre         scatter.Hair // how single hairs scatter light; all 0 means scatter.Defaults
	Dye           *scatter.RGB // absorption of all hairs on the mean, darker ones have more; nil: each that of its own colour

	Transparency Transparency
	Detail       float32 // the share of the strands that is drawn, the wider: 0.02 to 1; 0 means 1; AutoDetail: by their width on the screen
	WidthScale   float32 // draws all hairs so many times as wide, 0.01 to 100; 0 means 1
	KeepAll      bool    // culls nothing, to see what that changes, and costs
	WidthPixels  float32 // draws all hairs so wide, in texels of lights' maps too, to compare methods; 0 means their own widths
	Opacity      float32 // draws all hairs so opaque; 0 means their own
	ListNodes    int     // fragments that Lists8 and Lists16 hold, 16 bytes each; 0 means 64 a pixel, but at most 1 GiB

	// Resort is how many fragments of a pixel Tiles sorts again by their own depth, 1 to 16; 1
	// leaves them in the order of their segments' middles. It is for long segments that cross
	// each other, and takes longer. 0 means 8 where hairs are opaque and thick, by their own
	// widths 0.3 mm or by WidthPixels 2, and else 1. The other ways do not use it.
	Resort int

	// Core draws first, with depth, the fragments of hair whose alpha is above 0.95, as if it
	// were 1, and leaves out what is behind them: for thick opaque hairs, among which the order
	// of whole segments shows. Exact refuses it.
	Core bool

	// FragmentBytes is the memory that Exact may take for fragments, 32 bytes each. 0 means room
	// for 32 a pixel but at most 512 MiB, and as much more as Renderer.Reserve finds a view to
	// need.
	FragmentBytes int
}

func (o Options) withDefaults(maxSamples int) (Options, error) {
	if o.KeyBits == 0 {
		o.KeyBits = 16
	}
	if o.Exposure == 0 {
		o.Exposure = 1
	}
	if o.Samples == 0 {
		o.Samples = 1
		if o.Transparency.ordered() {
			o.Samples = min(4, maxSamples)
		}
	}
	if o.Lights == nil {
		o.Lights = DefaultLights()
	}
	if o.Environment == nil {
		e := DefaultEnvironment()
		o.Environment = &e
	}
	if o.Fibre == (scatter.Hair{}) {
		o.Fibre = scatter.Defaults()
	}
	if o.ShadowSize == 0 {
		o.ShadowSize = 512
	}
	if o.Detail == 0 {
		o.Detail = 1
	}
	if o.WidthScale == 0 {
		o.WidthScale = 1
	}
	bad := func(format string, args ...any) (Options, error) {
		return o, fmt.Errorf("hair: NewRenderer: "+format+": %w", append(args, gpu.ErrArgument)...)
	}
	switch {
	case o.Detail != AutoDetail && !(o.Detail >= LeastDetail && o.Detail <= 1):
		return bad("Detail is %v, want %v to 1, or AutoDetail, which is %v", o.Detail, float32(LeastDetail), float32(AutoDetail))
	case !(o.WidthScale >= 0.01 && o.WidthScale <= 100):
		return bad("WidthScale is %v, want 0.01 to 100", o.WidthScale)
	case o.KeyBits < 1 || o.KeyBits > 32:
		return bad("KeyBits is %d, want 1 to 32", o.KeyBits)
	case o.Transparency < 0 || int(o.Transparency) >= len(transparencies):
		return bad("transparency %d does not exist", int(o.Transparency))
	case o.Shading < 0 || int(o.Shading) >= len(shadings):
		return bad("shading %d does not exist", int(o.Shading))
	case o.ToneMap < 0 || int(o.ToneMap) >= len(toneMaps):
		return bad("tone map %d does not exist", int(o.ToneMap))
	case o.Shadow < 0 || int(o.Shadow) >= len(shadows):
		return bad("shadow %d does not exist", int(o.Shadow))
	case o.ShadowSize < minShadowSize || o.ShadowSize > maxShadowSize:
		return bad("ShadowSize is %d texels, want %d to %d", o.ShadowSize, minShadowSize, maxShadowSize)
	case !(o.WidthPixels >= 0 && o.WidthPixels <= 1024):
		return bad("WidthPixels is %v, want 0 to 1024", o.WidthPixels)
	case !(o.Opacity >= 0 && o.Opacity <= 1):
		return bad("Opacity is %v, want 0 to 1", o.Opacity)
	case o.Order < 0 || int(o.Order) >= len(orders):
		return bad("order %d does not exist", int(o.Order))
	case o.Samples < 1:
		return bad("Samples is %d, want 1 or more", o.Samples)
	case !o.Transparency.ordered() && o.Samples != 1:
		return bad("%d samples a pixel, transparency %q takes 1", o.Samples, o.Transparency)
	case o.Samples > maxSamples:
		return o, fmt.Errorf("hair: NewRenderer: Samples is %d, this driver has up to %d: %w", o.Samples, maxSamples, gpu.ErrUnsupported)
	case o.Transparency == Exact && o.Core:
		return bad("transparency %q draws no opaque core, as the other methods are measured by it", o.Transparency)
	case o.Resort < 0 || o.Resort > mostResort:
		return bad("Resort is %d fragments, want 1 to %d, or 0", o.Resort, mostResort)
	case o.FragmentBytes < 0:
		return bad("FragmentBytes is %d bytes, want 0 or more", o.FragmentBytes)
	case o.ListNodes < 0:
		return bad("ListNodes is %d nodes, want 0 or more", o.ListNodes)
	}
	return o, nil
}

// tracesHead says whether kernels find the head: for Tiles, which need nothing drawn. It is pure.
func (o Options) tracesHead() bool {
	return o.Transparency == Tiles && !o.Core && (o.Samples == 1 || o.Samples == 4)
}
