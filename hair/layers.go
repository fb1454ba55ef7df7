// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Layers is the number of fragments of hair over each pixel: the cost of a frame, and a mask of the
// hair.
type Layers struct {
	Width, Height int
	Counts        []uint32 // row by row from the top
}

// Fragments is the number of all fragments.
func (l Layers) Fragments() int {
	n := 0
	for _, c := range l.Counts {
		n += int(c)
	}
	return n
}

// Pixels is the number of pixels that have hair over them.
func (l Layers) Pixels() int {
	n := 0
	for _, c := range l.Counts {
		if c > 0 {
			n++
		}
	}
	return n
}

// Mean is the number of fragments over a pixel that has any.
func (l Layers) Mean() float64 { return float64(l.Fragments()) / float64(max(l.Pixels(), 1)) }

// Max is the most fragments over any pixel.
func (l Layers) Max() int {
	most := uint32(0)
	for _, c := range l.Counts {
		most = max(most, c)
	}
	return int(most)
}

// Mask is true where there is hair, for package imagediff.
func (l Layers) Mask() []bool {
	mask := make([]bool, len(l.Counts))
	for i, c := range l.Counts {
		mask[i] = c > 0
	}
	return mask
}

// Layers draws the segments of the latest frame, or Reserve, again. It counts their fragments and
// waits for the result. What the head hides does not count; what an opaque core hides does. For
// statistics and tests; the image in the target stays.
// Errors: gpu.ErrArgument before Frame; gpu.ErrShader, gpu.ErrOutOfMemory, gpu.ErrContextLost,
// gpu.ErrWrongThread.
func (r *Renderer) Layers() (Layers, error) {
	if err := r.enter("Layers"); err != nil {
		return Layers{}, err
	}
	defer r.d.Internal().Leave()
	if err := r.needFrame("Layers"); err != nil {
		return Layers{}, err
	}
	return r.countLayers()
}

// countLayers draws what the cull kept over the scene.
func (r *Renderer) countLayers() (_ Layers, err error) {
	l := Layers{Width: r.scene.Canvas.Width, Height: r.scene.Canvas.Height}
	if err = oit.CountProgram(r.light.Lighting).LinkOnce(r.d, &r.countProgram); err != nil {
		return l, err
	}
	rows, err := r.perPixel(r.countProgram) // GL's: the bottom first
	if err != nil {
		return l, err
	}
	for y := l.Height - 1; y >= 0; y-- {
		l.Counts = append(l.Counts, rows[y*l.Width:][:l.Width]...)
	}
	return l, nil
}

// coverSteps is a pixel's cover in whole steps: a sum of 65,536 opaque hairs still fits a word.
const coverSteps = 65535

func sumProgram(l light.Lighting, samples int) scene.Program {
	return l.Ribbons("hair/ribbon_draw.frag.glsl#sum", shaders.Constants{"SAMPLES": samples, "COVER_STEPS": float32(coverSteps)})
}

// Coverage draws the segments of the latest frame again and sums what each fragment hides of its
// pixel, in pixels. With opaque hair this is the area of all hair on the screen that the head does
// not hide, whether other hair hides it or not. Distance does not change it. A level of detail
// leaves out hair that other hair hides. For statistics and tests; it waits for the result. Errors:
// as for Layers.
func (r *Renderer) Coverage() (float64, error) {
	if err := r.enter("Coverage"); err != nil {
		return 0, err
	}
	defer r.d.Internal().Leave()
	if err := r.needFrame("Coverage"); err != nil {
		return 0, err
	}
	if err := sumProgram(r.light.Lighting, r.o.Image.Samples).LinkOnce(r.d, &r.sumProgram); err != nil {
		return 0, err
	}
	counts, err := r.perPixel(r.sumProgram)
	sum := 0.0
	for _, c := range counts {
		sum += float64(c)
	}
	return sum / coverSteps, err
}

// perPixel draws what the cull kept over the scene, with a program that adds to a word a pixel.
func (r *Renderer) perPixel(program uint32) ([]uint32, error) {
	counts, err := gpu.NewBuffer[uint32](r.d, r.scene.Canvas.Width*r.scene.Canvas.Height)
	if err != nil {
		return nil, fmt.Errorf("hair: fragments a pixel: %w", err)
	}
	defer counts.Release()
	r.scene.Bind()
	if err := r.drawHead(); err != nil {
		return nil, err
	}
	scene.BindStorage(3, counts.View())
	gl.ColorMask(false, false, false, false)
	r.light.DrawSegments(program, r.scene.Kept.Segments.View(), false)
	gl.ColorMask(true, true, true, true)
	r.scene.AfterDraw()
	return counts.Download()
}

// Reserve takes the memory that a frame from this camera needs. It does something for Exact and
// Tiles alone: it counts the view's fragments or segments, waits for the number, and takes memory
// if there is too little, and an eighth more for views beside it. A frame never does. Without
// Reserve a view may need more than there is. Then Exact makes a magenta image, and Tiles leave out
// hair, the farthest first. gpu.Device.Check returns gpu.ErrCount for such a frame, and Inspect
// gpu.ErrOverflow. Errors: gpu.ErrArgument before Resize, and for a camera that sees nothing;
// gpu.ErrTooLarge when TransparencyOptions.FragmentBytes or the driver allow no more; ErrStopped,
// gpu.ErrOutOfMemory, gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) Reserve(c Camera) error {
	if err := r.enter("Reserve"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if err := r.needView("Reserve", c); err != nil {
		return err
	}
	exact, byFragments := r.oit.(*oit.Exact)
	tiles, bySegments := r.oit.(*oit.Tiles)
	if !byFragments && !bySegments {
		return nil
	}
	r.choose(r.drafts)
	if err := r.begin(c, r.scene.Canvas.Width, r.scene.Canvas.Height); err != nil {
		return fmt.Errorf("hair: Reserve: %w", err)
	}
	stages := []func() error{r.expand, r.makeHead, r.cullHair}
	if bySegments {
		stages = append(stages, r.keySegments, r.sortSegments, tiles.Prepare)
	}
	for _, run := range stages {
		if err := r.scene.GoOn(); err != nil {
			return fmt.Errorf("hair: Reserve: %w", err)
		}
		if err := run(); err != nil {
			return err
		}
	}
	if bySegments {
		return nil
	}
	l, err := r.countLayers()
	if err != nil {
		return err
	}
	return exact.Reserve(l.Fragments())
}
