// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Image reduces textures: one result for each tile. It owns kernels and scratch. Its methods must
// be called on the thread of the Device's context.
//
// A texture is a GL_TEXTURE_2D of floats or normalised numbers. It is read as a shader reads it:
// sRGB as linear light, missing channels as 0 and alpha as 1, swizzled by the texture's own state.
// Its filters do not matter. A program that writes to it by image stores ends with
// glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT), as for any reader.
//
// Min and Max skip NaN, order -0 below +0, and are exact. For NaN alone they are +Inf and -Inf.
// Sums and means are added in float32. Their order depends on the sizes of the texture, the tiles
// and the workgroups, and on the number of workers. So the bits are the same on every run; on
// another machine the last bits may differ. One NaN makes a sum or mean NaN.
type Image struct {
	d       *gpu.Device
	o       ImageOptions
	shape   kernel.Shape
	plan    imagePlan
	zero    *kernel.Kernel
	tiles   kernel.Loaded[tilesUniforms]
	combine kernel.Loaded[combineUniforms]
	unit    *kernel.TextureUnit
	sampler kernel.Sampler
	scratch *kernel.Scratch
}

// imageUniforms are the uniforms of image_tile.glsl.
type imageUniforms struct {
	Width   kernel.Uniform `uniform:"source_width"`
	Height  kernel.Uniform `uniform:"source_height"`
	Columns kernel.Uniform `uniform:"tile_columns"`
	Strips  kernel.Uniform `uniform:"strips"`
}

// tilesUniforms are those of image_tiles.
type tilesUniforms struct {
	imageUniforms
	Workers     kernel.Uniform `uniform:"workers"`
	StripCount  kernel.Uniform `uniform:"strip_count"`
	StripTexels kernel.Uniform `uniform:"strip_texels"`
}

// combineUniforms are those of image_combine.
type combineUniforms struct {
	imageUniforms
	Tiles kernel.Uniform `uniform:"tiles"`
}

// The kernels' buffers, by index; the zero kernel has Dst alone.
const (
	imageBufDst       = 0
	imageBufPartials  = 1
	imageBufHistogram = 2
)

// imageSpecs are the kernels: tiles, combine, and zero when there is a histogram. It is pure.
func imageSpecs(s kernel.Shape, p imagePlan, o ImageOptions) []kernel.Spec {
	finish := func(more map[string]shaders.Snippet) map[string]shaders.Snippet {
		more["OPERATOR"], more["FINISH"] = p.glue.Snippet, shaders.Snippet{File: p.finish}
		if p.put != "" {
			more["PUT"] = shaders.Snippet{File: p.put}
		}
		return more
	}
	team, bins := "reduce/image_team.glsl#run", "reduce/image_bins.glsl#none"
	if p.team == s.GroupSize {
		team = "reduce/image_team.glsl#whole"
	}
	buffers := []string{"Dst", "Partials"}
	all := []kernel.Spec{{
		File: "reduce/image_combine.comp.glsl", Shape: s, Constants: p.glue.Merge(p.constants), Buffers: buffers,
		Slots: finish(map[string]shaders.Snippet{}),
	}}
	if o.Histogram.Bins > 0 {
		bins = "reduce/image_bins.glsl#shared"
		buffers = append(buffers, "Histogram")
		all = append(all, kernel.Spec{
			File: "scan/histogram_zero.comp.glsl", Shape: s, Buffers: []string{"Dst"},
			Constants: shaders.Constants{"DST_WORDS": uint32(o.Histogram.Bins)},
		})
	}
	return append([]kernel.Spec{{
		File: "reduce/image_tiles.comp.glsl", Shape: s, Constants: p.glue.Merge(p.constants), Buffers: buffers,
		Slots: finish(map[string]shaders.Snippet{"TEAM": {File: team}, "SOURCE": {File: p.source}, "BINS": {File: bins}}),
	}}, all...)
}

// NewImage returns an Image for the options. On a driver that comb has not tested yet it runs a
// self-test and waits for the GPU. Errors: gpu.ErrOutOfMemory, gpu.ErrSelfTest, gpu.ErrWrongThread,
// gpu.ErrReleased. gpu.ErrArgument: an operator, tiles, weights or bins that cannot work, a size
// that is not the std430 array stride, or Tuning.Workers outside 0 to 4,096. gpu.ErrShader, with
// the line: the caller's GLSL does not compile.
func NewImage(d *gpu.Device, o ImageOptions) (*Image, error) {
	if err := kernel.Attached(d, "reduce", "NewImage"); err != nil {
		return nil, err
	}
	if _, _, err := o.pick("NewImage", d.Caps()); err != nil {
		return nil, err
	}
	// Tiles do not depend on each other: no look-back is needed.
	im, err := kernel.SelectVariant(d, "reduce: image", o.Tuning, false, func(shape kernel.Shape) (*Image, error) {
		shape, p, err := o.fit(shape)
		if err != nil {
			return nil, err
		}
		im := &Image{d: d, o: o, shape: shape, plan: p, scratch: kernel.NewScratch(d, "Image")}
		if err := im.build(); err != nil {
			im.Release()
			return nil, err
		}
		return im, nil
	}, (*Image).selfTest)
	if o.Custom != nil {
		functions := map[string]string{"map": o.Custom.Item + " map(vec4 texel, ivec2 at)"}
		if o.Custom.Result != "" {
			functions["finish"] = fmt.Sprintf("%s finish(%s v, uint texels)", o.Custom.Result, o.Custom.Item)
		}
		err = kernel.Lacking(err, &o.Custom.Operator, functions)
	}
	return im, err
}

func (im *Image) build() (err error) {
	all := imageSpecs(im.shape, im.plan, im.o)
	if im.tiles, err = kernel.Load[tilesUniforms](im.d, all[0]); err != nil {
		return err
	}
	if im.combine, err = kernel.Load[combineUniforms](im.d, all[1]); err != nil {
		return err
	}
	if len(all) > 2 {
		if im.zero, err = kernel.New(im.d, all[2]); err != nil {
			return err
		}
	}
	if err := im.strides(); err != nil {
		return err
	}
	if im.unit, err = kernel.NewTextureUnit(im.d); err != nil {
		return err
	}
	im.sampler = im.tiles.Sampler("source_image", im.unit)
	return nil
}

// strides compares the sizes in the options with those of the GLSL.
func (im *Image) strides() error {
	if im.o.Custom != nil {
		return im.o.Custom.custom().checkStrides("NewImage", im.tiles.Kernel)
	}
	if got := im.tiles.ArrayStride("Partials"); got != im.plan.glue.Bytes {
		return fmt.Errorf("reduce: NewImage: a partial result takes %d bytes, want %d: %w", got, im.plan.glue.Bytes, gpu.ErrBinding)
	}
	return nil
}

// Size returns the number of results for a texture of that size: columns and rows of tiles; 0 and 0
// for a nil Image. It is pure.
func (im *Image) Size(width, height int) (columns, rows int) {
	if im == nil {
		return 0, 0
	}
	return im.o.Size(width, height)
}

// Size returns the number of results for a texture of that size: columns and rows of tiles; 0 and 0
// for one without texels. It is pure.
func (o ImageOptions) Size(width, height int) (columns, rows int) {
	if width <= 0 || height <= 0 {
		return 0, 0
	}
	w, h := o.tile(width, height)
	return (width-1)/w + 1, (height-1)/h + 1
}

// ResultBytes returns the size of a result in dst, in bytes; 0 for a nil Image.
func (im *Image) ResultBytes() int {
	if im == nil {
		return 0
	}
	return im.plan.dstBytes
}

// ImageScratchBytes returns the memory in bytes that an Image works in for a texture of that size:
// none if each tile is one workgroup's work or less. It is pure: c may come from another machine.
// Errors: those of NewImage that need no device; gpu.ErrArgument for a texture without texels, or
// of more than GL can name.
func ImageScratchBytes(c gpu.Caps, o ImageOptions, width, height int) (int, error) {
	shape, p, err := o.pick("ImageScratchBytes", c)
	if err != nil {
		return 0, err
	}
	if width < 1 || height < 1 || width > math.MaxInt32 || height > math.MaxInt32 {
		return 0, fmt.Errorf("reduce: ImageScratchBytes: the texture has %dx%d texels, want from 1x1 to 2^31 - 1 each way: %w", width, height, gpu.ErrArgument)
	}
	return o.layout(shape, p, width, height).scratch(p), nil
}

// Reduce writes the results of all tiles of a texture's level to dst, row by row from the texture's
// first row (where texelFetch has y = 0). dst holds columns*rows results of ResultBytes (see Size).
// The call takes one dispatch, or two if tiles are larger than one workgroup's work. It queries the
// texture's size from GL, and reads no results back. It needs ImageOptions without a Histogram.
//
// The call uses the last texture unit for GL_TEXTURE_2D with a sampler object, and leaves both
// bindings at 0; gpu.Options.PreserveState restores them.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrTooLarge, gpu.ErrOutOfMemory,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrTexture: the object is no
// GL_TEXTURE_2D, has no such level, or holds integers or depth. gpu.ErrArgument: a Histogram.
// gpu.ErrOverlap: dst lies in the scratch.
func (im *Image) Reduce(dst gpu.View, texture uint32, level int) error {
	return im.run("Reduce", dst, gpu.View{}, texture, level, false)
}

// ReduceHistogram is Reduce that also counts the texels by bin in the same pass, after one dispatch
// that zeroes. histogram holds Histogram.Bins uint32. dst and histogram must not overlap. Errors:
// as for Reduce; gpu.ErrArgument without a Histogram.
func (im *Image) ReduceHistogram(dst, histogram gpu.View, texture uint32, level int) error {
	return im.run("ReduceHistogram", dst, histogram, texture, level, true)
}

func (im *Image) run(method string, dst, histogram gpu.View, texture uint32, level int, counts bool) error {
	return im.call(method, func() error {
		if counts != (im.o.Histogram.Bins > 0) {
			return kernel.ArgumentError("Histogram.Bins is %d, want 0 for Reduce and more for ReduceHistogram", im.o.Histogram.Bins)
		}
		bound, err := im.unit.Bind("texture", texture, level)
		if err != nil {
			return err
		}
		defer im.unit.Unbind()
		l := im.o.layout(im.shape, im.plan, bound.Width, bound.Height)
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
			im.d.StorageBarrier()
			im.tiles.SetBuffer(imageBufHistogram, histogram)
		}
		if err := im.set(im.tiles.Kernel, im.tiles.U.imageUniforms, dst, partials, bound, l); err != nil {
			return err
		}
		im.sampler.Set(bound)
		im.tiles.Set(im.tiles.U.Workers, uint32(l.workers))
		im.tiles.Set(im.tiles.U.StripCount, uint32(l.tiles*l.strips))
		im.tiles.Set(im.tiles.U.StripTexels, uint32(l.stripTexels))
		im.tiles.Dispatch(l.workers)
		if l.strips > 1 {
			im.d.StorageBarrier()
			if err := im.set(im.combine.Kernel, im.combine.U.imageUniforms, dst, partials, bound, l); err != nil {
				return err
			}
			im.combine.Set(im.combine.U.Tiles, uint32(l.tiles))
			im.combine.Dispatch(l.tiles)
		}
		im.d.MemoryBarrier()
		return nil
	})
}

// set binds what both kernels have.
func (im *Image) set(k *kernel.Kernel, u imageUniforms, dst, partials gpu.View, p kernel.TextureLevel, l imageLayout) error {
	k.Set(u.Width, uint32(p.Width))
	k.Set(u.Height, uint32(p.Height))
	k.Set(u.Columns, uint32(l.columns))
	k.Set(u.Strips, uint32(l.strips))
	k.SetBuffer(imageBufPartials, partials)
	return k.SetItems(imageBufDst, dst, im.plan.dstBytes, im.plan.dstRecord)
}

func (im *Image) check(dst, histogram gpu.View, l imageLayout, counts bool) error {
	if err := im.needDst(dst, gpu.N(l.tiles)); err != nil {
		return err
	}
	// The view may not be bindable as an array of records: report it before anything is enqueued.
	if err := im.tiles.SetItems(imageBufDst, dst, im.plan.dstBytes, im.plan.dstRecord); err != nil {
		return fmt.Errorf("dst: %w", err)
	}
	if counts {
		if err := kernel.Need(im.d, "histogram", histogram, gpu.N(im.o.Histogram.Bins), 4); err != nil {
			return err
		}
		if err := kernel.NeedType(im.d, "histogram", histogram, gpu.Uint32); err != nil {
			return err
		}
		if err := kernel.NeedApart("dst and histogram", dst, histogram); err != nil {
			return err
		}
	}
	if err := im.scratch.Reserve(l.scratch(im.plan)); err != nil {
		return err
	}
	return im.scratch.Apart(dst, histogram)
}

// needDst checks the output of a call.
func (im *Image) needDst(dst gpu.View, results gpu.Count) error {
	if im.o.Custom != nil {
		return kernel.NeedRecords(im.d, "dst", dst, results, im.plan.dstBytes)
	}
	if err := kernel.Need(im.d, "dst", dst, results, im.plan.dstBytes); err != nil {
		return err
	}
	return kernel.NeedItems(im.d, "dst", dst, gpu.Float32, true)
}

// UseScratch makes the Image work in the caller's memory instead of its own: at least
// ImageScratchBytes. The zero View ends that. Between calls the memory is the caller's; the Image
// keeps nothing in it.
func (im *Image) UseScratch(scratch gpu.View) {
	if !im.released() {
		im.scratch.UseScratch(scratch)
	}
}

// released reports whether there is nothing to reduce with.
func (im *Image) released() bool { return im == nil || im.tiles.Kernel == nil }

// call runs the body of a method, and puts the method's name before its error.
func (im *Image) call(method string, body func() error) error {
	if err := im.enter(); err != nil {
		return err
	}
	defer im.d.Internal().Leave()
	return kernel.Named("reduce", method, body())
}

// enter begins a call.
func (im *Image) enter() error {
	if im.released() {
		return fmt.Errorf("reduce: the Image is nil, not made by NewImage or released: %w", gpu.ErrReleased)
	}
	return im.d.Internal().Enter()
}

// Programs returns the GL programs with the caller's GLSL, for a caller that sets plain uniforms of
// it: set them in all programs. It is nil for a nil or released Image.
func (im *Image) Programs() []uint32 {
	if im == nil {
		return nil
	}
	return kernel.ProgramsOf(im.tiles.Kernel, im.combine.Kernel)
}

// Variant returns the algorithm and the lane tier, such as `chunked-khr`; "" for a nil Image.
func (im *Image) Variant() string {
	if im == nil {
		return ""
	}
	return im.shape.Variant()
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
	im.zero, im.tiles.Kernel, im.combine.Kernel = nil, nil, nil
}
