// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// ImageOptions are the options of NewImage. The zero value adds up each channel of the whole
// texture.
type ImageOptions struct {
	// Op is Sum, Mean, Min or Max. A result is four float32, one a channel; with Weighted one
	// float32, of the weighted channel.
	Op       Op
	Weighted bool

	// Statistics replaces Op and Weighted, which stay zero. A result is four float32: the mean, the
	// least and the largest of the weighted channel, and the tile's number of texels.
	Statistics bool

	// Custom replaces Op, Weighted and Statistics, which stay zero, by an operator of the caller.
	Custom *ImageCustom

	// TileWidth and TileHeight are the texels of a tile. 0 means the texture's size. Tiles at the
	// right and the last edge are smaller.
	TileWidth, TileHeight int

	// Weights make the weighted channel of Weighted, Statistics and Histogram from red, green, blue
	// and alpha. All 0 means Rec709. A channel of weight 0 does not count, even if it is infinite
	// or NaN. Without those three there must be no Weights.
	Weights [4]float32

	// Histogram is for ReduceHistogram, which counts in the same pass.
	Histogram ImageHistogram

	gpu.Tuning
}

// Rec709 are the weights of the luminance of linear light with the primaries of Rec. 709 (and
// sRGB).
var Rec709 = [4]float32{0.2126, 0.7152, 0.0722, 0}

// ImageHistogram counts the texels of the whole texture by their weighted channel. Bins 0 means
// none.
type ImageHistogram struct {
	Bins int // to 1,024

	// Lower and Upper are the range of bins of equal width, both rounded to float32. The bin of x
	// is floor((x-Lower) * scale) in float32, with scale = Bins/(Upper-Lower). The first bin also
	// counts what is below, the last what is above; NaN is in none.
	Lower, Upper float64

	// Log2 makes x the binary logarithm of the channel. Channels of 0 and below count in the first
	// bin. Drivers round logarithms differently: a texel on the edge of two bins may be in either.
	Log2 bool
}

// ImageCustom is an operator over texels and the functions before and after it, all in
// Operator.GLSL. This one finds the place of the brightest texel of each tile:
//
//	reduce.ImageCustom{
//		Operator: gpu.Operator{
//			GLSL: `vec3 map(vec4 texel, ivec2 at) { return vec3(texel.g, at); }
//			       vec3 combine(vec3 a, vec3 b) { return a.x >= b.x ? a : b; }
//			       vec2 finish(vec3 v, uint texels) { return v.yz; }`,
//			Item: "vec3", Bytes: 16, Identity: "vec3(-1.0)",
//		},
//		Result: "vec2", ResultBytes: 8,
//	}
//
// `Item map(vec4 texel, ivec2 at)` gets each texel and its place in the texture. `Item
// combine(Item, Item)` should be commutative: the order of a tile's items is the same on every run,
// but follows from the number of workers, not from the rows of the texture.
type ImageCustom struct {
	gpu.Operator
	Result      string // what dst holds, for `Result finish(Item, uint texels)`; "" means the item, and no finish
	ResultBytes int    // its std430 array stride
}

// custom is the same operator over items of a buffer.
func (c ImageCustom) custom() Custom {
	return Custom{Operator: c.Operator, Result: c.Result, ResultBytes: c.ResultBytes}
}

const (
	maxImageBins = 1024
	stripTexels  = 4096 // what a workgroup reads of a large tile
	teamTexels   = 8    // what an invocation reads of a small one
	// The most texels that an invocation reads, some two turns of a loop each: llvmpipe ends loops
	// after 65,535.
	maxTexels = 8192
	setTexels = 24 // the turns that joining a team's items takes, in texels
)

// imagePlan is the snippets, constants and sizes that follow from the options.
type imagePlan struct {
	plan
	team      int // invocations for a strip, a power of two
	constants shaders.Constants
}

// pick returns the shape and the plan for a device. call names the function in errors.
func (o ImageOptions) pick(call string, c gpu.Caps) (kernel.Shape, imagePlan, error) {
	s, err := kernel.Pick(c, o.Tuning)
	if err != nil {
		return s, imagePlan{}, err
	}
	var p imagePlan
	if err = o.ignored(); err == nil {
		s, p, err = o.fit(s)
	}
	if err != nil {
		err = fmt.Errorf("reduce: %s: %w", call, err)
	}
	return s, p, err
}

// ignored returns an error for options that would have no effect.
func (o ImageOptions) ignored() error {
	switch {
	case o.Custom != nil && (o.Op != 0 || o.Weighted || o.Statistics):
		return kernel.ArgumentError("Op is %v, Weighted %v and Statistics %v with a Custom, want none of them", o.Op, o.Weighted, o.Statistics)
	case o.Statistics && (o.Op != 0 || o.Weighted):
		return kernel.ArgumentError("Op is %v and Weighted %v with Statistics, want neither", o.Op, o.Weighted)
	case o.Weights != [4]float32{} && !o.Weighted && !o.Statistics && o.Histogram == ImageHistogram{}:
		return kernel.ArgumentError("Weights are %v without Weighted, Statistics and Histogram, want one of these or no Weights", o.Weights)
	}
	return nil
}

// fit returns the shape and the plan for a lane tier.
func (o ImageOptions) fit(s kernel.Shape) (_ kernel.Shape, p imagePlan, err error) {
	if p.plan, err = o.operator(); err != nil {
		return s, p, err
	}
	if o.TileWidth < 0 || o.TileHeight < 0 {
		return s, p, fmt.Errorf("tiles are %dx%d texels, want 0 or more: %w", o.TileWidth, o.TileHeight, gpu.ErrArgument)
	}
	s = s.ForItems(p.glue.Bytes)
	w, h := o.tile(math.MaxInt32, math.MaxInt32)
	each := (w*h + teamTexels - 1) / teamTexels
	p.team = min(s.GroupSize, 1<<bits.Len(uint(each-1)))
	if s.GroupSize%p.team != 0 { // a workgroup whose size is no power of two
		p.team = s.GroupSize
	}
	p.constants = shaders.Constants{"TILE_WIDTH": uint32(w), "TILE_HEIGHT": uint32(h), "TEAM_SIZE": uint32(p.team)}
	if err := o.weights(p.constants); err != nil {
		return s, p, err
	}
	return s, p, o.Histogram.check(p.constants)
}

// operator is the plan of a reduction of the same items from a buffer, with texels as items.
func (o ImageOptions) operator() (p plan, err error) {
	source := "reduce/image_source.glsl#channels"
	switch {
	case o.Custom != nil:
		source = "reduce/image_source.glsl#user"
		p, err = o.Custom.custom().plan("")
	case o.Statistics:
		source = "reduce/image_source.glsl#weighted"
		p = plan{
			glue: kernel.Glue{
				Constants: shaders.Constants{
					"VALUE": "uvec3", "VALUE_IDENTITY": "uvec3(0u, KEY_INFINITY, KEY_NEGATIVE_INFINITY)",
					"VALUE_SHUFFLES": 1, "VALUE_ADDS": 0, "FROM_WORDS": "statistics",
				},
				Snippet: shaders.Snippet{File: "reduce/operator.glsl#statistics"},
				Bytes:   16, // uvec3 in an array
			},
			finish: "reduce/finish.glsl#statistics", dstBytes: 16,
		}
	case o.Op < Sum || o.Op > Mean:
		return p, kernel.ArgumentError("Op is %v, want Sum, Mean, Min or Max", o.Op)
	case o.Weighted:
		source = "reduce/image_source.glsl#weighted"
		p, err = Options{Op: o.Op, Type: gpu.Float32}.plan()
	default:
		p, err = Options{Op: o.Op, Type: gpu.Vec4}.plan()
	}
	p.source = source
	return p, err
}

func (o ImageOptions) weights(c shaders.Constants) error {
	for _, w := range o.Weights {
		// Written so that a NaN fails.
		if !(math.Abs(float64(w)) <= math.MaxFloat32) {
			return kernel.ArgumentError("Weights are %v, want finite numbers", o.Weights)
		}
	}
	// As bits: not every compiler reads decimals to the last one.
	w := o.weighting()
	c["WEIGHT_BITS"] = fmt.Sprintf("%du, %du, %du, %du", math.Float32bits(w[0]), math.Float32bits(w[1]), math.Float32bits(w[2]), math.Float32bits(w[3]))
	return nil
}

func (o ImageOptions) weighting() [4]float32 {
	if o.Weights == [4]float32{} {
		return Rec709
	}
	return o.Weights
}

// The scales for which float32 serves: where a smaller one, or a difference that matters under a
// larger one, is denormal, drivers may take it for 0.
const (
	minBinScale = 0x1p-126
	maxBinScale = 0x1p+100
)

func (h ImageHistogram) check(c shaders.Constants) error {
	if h == (ImageHistogram{}) {
		return nil
	}
	lower, upper, scale := h.rounded()
	// Written so that a NaN fails.
	finite := math.Abs(h.Lower) <= math.MaxFloat32 && math.Abs(h.Upper) <= math.MaxFloat32
	if h.Bins < 1 || h.Bins > maxImageBins || !finite || lower >= upper || scale < minBinScale || scale > maxBinScale {
		return kernel.ArgumentError("Histogram has %d Bins from %v to %v, want 1 to %d over finite numbers, Lower first, of a width that float32 can hold", h.Bins, h.Lower, h.Upper, maxImageBins)
	}
	c["BINS"], c["BIN_LOG2"] = uint32(h.Bins), h.Log2
	c["LOWER_BITS"], c["UPPER_BITS"], c["SCALE_BITS"] = math.Float32bits(lower), math.Float32bits(upper), math.Float32bits(scale)
	return nil
}

// rounded is what the kernel sees of Lower and Upper, and the bins to a unit.
func (h ImageHistogram) rounded() (lower, upper, scale float32) {
	lower, upper = float32(h.Lower), float32(h.Upper)
	return lower, upper, float32(h.Bins) / (upper - lower)
}

// tile is the size of a tile.
func (o ImageOptions) tile(width, height int) (w, h int) {
	w, h = width, height
	if o.TileWidth > 0 {
		w = min(w, o.TileWidth)
	}
	if o.TileHeight > 0 {
		h = min(h, o.TileHeight)
	}
	return w, h
}

// imageLayout is the work of each worker.
type imageLayout struct {
	columns, rows, tiles int
	strips, stripTexels  int // of each tile
	workers              int
}

// layout cuts tiles into strips until there is one for each of the shape's workers, of no fewer
// texels than make a workgroup worth while. It is pure.
func (o ImageOptions) layout(s kernel.Shape, p imagePlan, width, height int) (l imageLayout) {
	up := func(a, b int) int { return (a + b - 1) / b }
	w, h := o.tile(width, height)
	l.columns, l.rows = up(width, w), up(height, h)
	l.tiles, l.strips = l.columns*l.rows, 1
	if p.team == s.GroupSize {
		l.strips = max(min(up(w*h, stripTexels), up(s.Workers, l.tiles)), up(w*h, maxTexels*s.GroupSize))
	}
	l.stripTexels = up(w*h, l.strips)
	l.strips = up(w*h, l.stripTexels)
	sets := up(l.tiles*l.strips, s.GroupSize/p.team)
	l.workers = sets
	if o.Histogram.Bins > 0 { // each worker adds its counts once: few workers
		each := max(1, maxTexels/(up(l.stripTexels, p.team)+setTexels))
		l.workers = max(min(sets, s.Workers), up(sets, each))
	}
	return l
}

func (l imageLayout) scratch(p imagePlan) int {
	if l.strips == 1 {
		return 0
	}
	return kernel.ScratchBytes(l.tiles * l.strips * p.glue.Bytes)
}
