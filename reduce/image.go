// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// Image holds a compiled reduction of pictures: a result for each tile of a texture.
//
// A texture is a GL_TEXTURE_2D of floats or normalised numbers, read as a shader reads it: sRGB as linear light, missing
// channels as 0 and alpha as 1, swizzled when the texture says so. Its filters do not matter. Who writes to it by image
// stores ends with glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT), as for any reader.
//
// Min and Max pass over NaN, put -0 below +0, and are exact; of nothing but NaN they give +Inf and -Inf. Sums and means
// are added in float32 in an order that follows from the picture's size, the tiles, the shape and the number of
// workers: the same bits on every run, on another machine perhaps others in the last ones. One NaN makes them NaN.
type Image struct {
	d                                     *gpu.Device
	o                                     ImageOptions
	shape                                 gpu.Shape
	plan                                  imagePlan
	zero, tiles, combine                  *gpu.Kernel
	onTiles, onCombine                    imageUniforms
	workers, stripCount, stripTexels, all gpu.Uniform
	unit                                  *gpu.TextureUnit
	sampler                               gpu.Sampler
	scratch                               *gpu.Scratch
}

// imageUniforms are those of image_tile.glsl.
type imageUniforms struct{ width, height, columns, strips gpu.Uniform }

// The kernels' buffers, by index; the zero kernel has Dst alone.
const (
	imageBufDst       = 0
	imageBufPartials  = 1
	imageBufHistogram = 2
)

// imageSpecs are the kernels: tiles, combine, and zero when there is a histogram. It is pure.
func imageSpecs(s gpu.Shape, p imagePlan, o ImageOptions) []gpu.Spec {
	finish := func(more map[string]shaders.Snippet) map[string]shaders.Snippet {
		more["OPERATOR"], more["FINISH"] = p.glue.Snippet, shaders.Snippet{File: p.finish}
		if p.put != "" {
			more["PUT"] = shaders.Snippet{File: p.put}
		}
		return more
	}
	team, bins := "reduce/image_team_part.glsl", "reduce/image_bins_none.glsl"
	if p.team == s.GroupSize {
		team = "reduce/image_team_whole.glsl"
	}
	buffers := []string{"Dst", "Partials"}
	all := []gpu.Spec{{
		File: "reduce/image_combine.comp.glsl", Shape: s, Constants: p.glue.Merge(p.constants), Buffers: buffers,
		Slots: finish(map[string]shaders.Snippet{}),
	}}
	if o.Histogram.Bins > 0 {
		bins = "reduce/image_bins.glsl"
		buffers = append(buffers, "Histogram")
		all = append(all, gpu.Spec{
			File: "scan/histogram_zero.comp.glsl", Shape: s, Buffers: []string{"Dst"},
			Constants: shaders.Constants{"DST_WORDS": uint32(o.Histogram.Bins)},
		})
	}
	return append([]gpu.Spec{{
		File: "reduce/image_tiles.comp.glsl", Shape: s, Constants: p.glue.Merge(p.constants), Buffers: buffers,
		Slots: finish(map[string]shaders.Snippet{"TEAM": {File: team}, "SOURCE": {File: p.source}, "BINS": {File: bins}}),
	}}, all...)
}

// NewImage compiles a reduction of pictures. Errors: gpu.ErrArgument for an operator, tiles, weights or bins that cannot
// be, and for a size that is not the size in GLSL; gpu.ErrTooLarge for too many workers; gpu.ErrShader with the line of the
// caller's GLSL.
func NewImage(d *gpu.Device, o ImageOptions) (*Image, error) {
	if _, _, err := o.pick(d.Caps()); err != nil {
		return nil, err
	}
	// Tiles of a picture need nothing of each other: there is nothing to chain.
	return gpu.Choose(d, "reduce: image", o.Tuning, false, func(shape gpu.Shape) (*Image, error) {
		shape, p, err := o.fit(shape)
		if err != nil {
			return nil, err
		}
		im := &Image{d: d, o: o, shape: shape, plan: p, scratch: d.NewScratch("reduce: image")}
		if err := im.build(); err != nil {
			im.Release()
			return nil, err
		}
		return im, nil
	}, (*Image).proof)
}

func (im *Image) build() (err error) {
	kernels := []**gpu.Kernel{&im.tiles, &im.combine, &im.zero}
	for i, s := range imageSpecs(im.shape, im.plan, im.o) {
		if *kernels[i], err = im.d.NewKernel(s); err != nil {
			return err
		}
	}
	for _, u := range []struct {
		k    *gpu.Kernel
		to   *gpu.Uniform
		name string
	}{
		{im.tiles, &im.onTiles.width, "picture_width"}, {im.tiles, &im.onTiles.height, "picture_height"},
		{im.tiles, &im.onTiles.columns, "tile_columns"}, {im.tiles, &im.onTiles.strips, "strips"},
		{im.tiles, &im.workers, "workers"}, {im.tiles, &im.stripCount, "strip_count"}, {im.tiles, &im.stripTexels, "strip_texels"},
		{im.combine, &im.onCombine.strips, "strips"}, {im.combine, &im.all, "tiles"},
	} {
		if *u.to, err = u.k.Uniform(u.name); err != nil {
			return err
		}
	}
	// Not every finish asks for the number of texels; GL takes no notice of the place -1.
	for name, to := range map[string]*gpu.Uniform{
		"picture_width": &im.onCombine.width, "picture_height": &im.onCombine.height, "tile_columns": &im.onCombine.columns,
	} {
		if *to, err = im.combine.Uniform(name); err != nil {
			*to = -1
		}
	}
	if err := im.strides(); err != nil {
		return err
	}
	if im.unit, err = im.d.NewTextureUnit(); err != nil {
		return err
	}
	im.sampler = im.tiles.Sampler("picture", im.unit)
	return nil
}

// strides compares the sizes that the caller told with those of their GLSL.
func (im *Image) strides() error {
	for _, b := range []struct {
		block string
		want  int
	}{{"Partials", im.plan.glue.Bytes}, {"Dst", im.plan.dstBytes}} {
		if b.block == "Dst" && im.o.Custom == nil {
			continue // words
		}
		if got := im.tiles.ArrayStride(b.block); got != b.want {
			return fmt.Errorf("reduce: NewImage: an item of %s has %d bytes in ImageOptions, want %d, which it takes in an array (std430): %w", b.block, b.want, got, gpu.ErrArgument)
		}
	}
	return nil
}

// Size is the number of results for a picture: columns and rows of tiles. It is pure.
func (im *Image) Size(width, height int) (columns, rows int) { return im.o.Size(width, height) }

// Size is the number of results for a picture: columns and rows of tiles. It is pure. A picture without texels has none.
func (o ImageOptions) Size(width, height int) (columns, rows int) {
	if width <= 0 || height <= 0 {
		return 0, 0
	}
	w, h := o.tile(width, height)
	return (width-1)/w + 1, (height-1)/h + 1
}

// ResultBytes is the size of a result in dst.
func (im *Image) ResultBytes() int { return im.plan.dstBytes }

// ImageScratchBytes is how much memory an Image works in for a picture: none where each tile is one workgroup's work or
// less. It is pure: c may come from another machine. Errors: those of NewImage that need no device; gpu.ErrArgument
// for a picture without texels.
func ImageScratchBytes(c gpu.Caps, o ImageOptions, width, height int) (int, error) {
	shape, p, err := o.pick(c)
	if err != nil {
		return 0, err
	}
	if width < 1 || height < 1 {
		return 0, fmt.Errorf("reduce: ImageScratchBytes: the picture has %dx%d texels, want 1x1 at least: %w", width, height, gpu.ErrArgument)
	}
	return o.layout(shape, p, width, height).scratch(p), nil
}

// Reduce enqueues the results of all tiles of a texture's level, row by row from the texture's first row (where
// texelFetch has y = 0): by one launch, or two where tiles are larger than one workgroup's work. The texture's size is
// asked of GL; nothing is read back. dst holds columns*rows results (see Size).
//
// The operation uses the last texture unit for GL_TEXTURE_2D with a sampler object, and leaves both bindings at 0; with
// gpu.Options.PreserveState they come back.
// Errors, before anything is enqueued: gpu.ErrTexture for what is no GL_TEXTURE_2D or has no such level;
// gpu.ErrArgument for a texture of integers or depth, and when the options have a Histogram; gpu.ErrView,
// gpu.ErrOverlap for dst in lent scratch, gpu.ErrWrongThread, gpu.ErrReleased, gpu.ErrOutOfMemory.
func (im *Image) Reduce(dst gpu.View, texture uint32, level int) error {
	return im.run(dst, gpu.View{}, texture, level, false)
}

// ReduceHistogram is Reduce that also counts the picture's texels by bin, in the same pass, and one launch before it
// that zeroes: Histogram.Bins uint32. dst and histogram share nothing.
// Errors: as for Reduce, gpu.ErrArgument when the options have no Histogram.
func (im *Image) ReduceHistogram(dst, histogram gpu.View, texture uint32, level int) error {
	return im.run(dst, histogram, texture, level, true)
}

func (im *Image) run(dst, histogram gpu.View, texture uint32, level int, counts bool) error {
	if err := im.enter(); err != nil {
		return err
	}
	defer im.d.Leave()
	if counts != (im.o.Histogram.Bins > 0) {
		return fmt.Errorf("reduce: image: ReduceHistogram is for ImageOptions with a Histogram, Reduce for those without: %w", gpu.ErrArgument)
	}
	picture, err := im.unit.Bind("reduce: image", texture, level)
	if err != nil {
		return err
	}
	defer im.unit.Unbind()
	l := im.o.layout(im.shape, im.plan, picture.Width, picture.Height)
	if err := im.check(dst, histogram, l, counts); err != nil {
		return err
	}
	cut := im.scratch.Cut()
	var partials gpu.View
	if l.strips > 1 {
		partials = cut.Take(l.tiles * l.strips * im.plan.glue.Bytes)
	}
	if counts {
		im.zero.SetBuffer(0, histogram)
		im.zero.Dispatch((im.o.Histogram.Bins + im.shape.GroupSize - 1) / im.shape.GroupSize)
		im.d.Barrier()
		im.tiles.SetBuffer(imageBufHistogram, histogram)
	}
	if err := im.set(im.tiles, im.onTiles, dst, partials, picture, l); err != nil {
		return err
	}
	im.sampler.Set(picture)
	im.tiles.Set(im.workers, uint32(l.workers))
	im.tiles.Set(im.stripCount, uint32(l.tiles*l.strips))
	im.tiles.Set(im.stripTexels, uint32(l.stripTexels))
	im.tiles.Dispatch(l.workers)
	if l.strips > 1 {
		im.d.Barrier()
		if err := im.set(im.combine, im.onCombine, dst, partials, picture, l); err != nil {
			return err
		}
		im.combine.Set(im.all, uint32(l.tiles))
		im.combine.Dispatch(l.tiles)
	}
	im.d.Publish()
	return nil
}

// set gives a kernel what both have.
func (im *Image) set(k *gpu.Kernel, u imageUniforms, dst, partials gpu.View, p gpu.Picture, l imageLayout) error {
	k.Set(u.width, uint32(p.Width))
	k.Set(u.height, uint32(p.Height))
	k.Set(u.columns, uint32(l.columns))
	k.Set(u.strips, uint32(l.strips))
	k.SetBuffer(imageBufPartials, partials)
	return k.SetItems(imageBufDst, dst, im.plan.dstBytes, im.plan.dstRecord)
}

func (im *Image) check(dst, histogram gpu.View, l imageLayout, counts bool) error {
	if err := im.d.Need("reduce: image: dst", dst, gpu.N(l.tiles), im.plan.dstBytes); err != nil {
		return err
	}
	// The caller's records may not be there to be bound: said before anything is enqueued.
	if err := im.tiles.SetItems(imageBufDst, dst, im.plan.dstBytes, im.plan.dstRecord); err != nil {
		return fmt.Errorf("reduce: image: dst: %w", err)
	}
	if counts {
		if err := im.d.Need("reduce: image: histogram", histogram, gpu.N(im.o.Histogram.Bins), 4); err != nil {
			return err
		}
		if err := gpu.NeedApart("reduce: image: dst and histogram", dst, histogram); err != nil {
			return err
		}
	}
	if err := im.scratch.Reserve(l.scratch(im.plan)); err != nil {
		return err
	}
	return im.scratch.Apart(dst, histogram)
}

// UseScratch makes the Image work in memory of the caller's, at least ImageScratchBytes, instead of its own; the zero View
// ends that. Between calls it is the caller's; nothing in it is kept.
func (im *Image) UseScratch(scratch gpu.View) {
	if !im.released() {
		im.scratch.Lend(scratch)
	}
}

// released says whether there is nothing to reduce with: a nil Image, one that NewImage did not make, and one released.
func (im *Image) released() bool { return im == nil || im.tiles == nil }

// enter begins a call.
func (im *Image) enter() error {
	if im.released() {
		return fmt.Errorf("reduce: the Image is nil, not made by NewImage or released: %w", gpu.ErrReleased)
	}
	return im.d.Enter()
}

// Programs are the GL programs with the caller's GLSL, for setting plain uniforms of it: set all.
func (im *Image) Programs() []uint32 {
	if im == nil {
		return nil
	}
	return []uint32{im.tiles.Program(), im.combine.Program()}
}

// Release frees the programs, the sampler and the scratch.
func (im *Image) Release() {
	if im == nil {
		return
	}
	im.zero.Release()
	im.tiles.Release()
	im.combine.Release()
	im.unit.Release()
	im.scratch.Release()
	im.zero, im.tiles, im.combine = nil, nil, nil
}
