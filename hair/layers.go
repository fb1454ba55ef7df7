// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Layers is how many fragments of hair lie over each pixel: what a frame costs, and where there is hair at all.
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

// Layers draws the segments of the latest frame, or Reserve, again, counts their fragments and waits for the result. What the head hides
// does not count; what an opaque core hides does. For statistics and tests; the picture in the target stays.
// Errors: gpu.ErrView before a frame; gpu.ErrShader, gpu.ErrOutOfMemory, gpu.ErrContextLost, gpu.ErrWrongThread.
func (r *Renderer) Layers() (Layers, error) {
	if err := r.d.Enter(); err != nil {
		return Layers{}, err
	}
	defer r.d.Leave()
	if !r.framed || r.canvas.framebuffer == 0 {
		return Layers{}, fmt.Errorf("hair: Layers before a frame: %w", gpu.ErrView)
	}
	return r.countLayers()
}

// countLayers draws what the cull kept over the scene.
func (r *Renderer) countLayers() (_ Layers, err error) {
	l := Layers{Width: r.canvas.width, Height: r.canvas.height}
	if r.countProgram == 0 {
		if r.countProgram, err = countFiles(r.look()).link(r.d); err != nil {
			return l, err
		}
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

// perPixel draws what the cull kept over the scene with a program that adds to a word for each pixel.
func (r *Renderer) perPixel(program uint32) ([]uint32, error) {
	counts, err := gpu.NewBuffer[uint32](r.d, r.canvas.width*r.canvas.height)
	if err != nil {
		return nil, fmt.Errorf("hair: counting fragments: %w", err)
	}
	defer counts.Release()
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, r.block)
	if err := r.drawScene(Target{}); err != nil {
		return nil, err
	}
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 3, counts.View().ID())
	gl.ColorMask(false, false, false, false)
	r.drawSegments(program, r.kept.View(), false)
	gl.ColorMask(true, true, true, true)
	r.wrote()
	return counts.Download()
}

// Reserve makes sure that a frame from this camera finds the memory that it needs. It does something for Exact and Tiles
// alone: it counts the view's fragments or segments, waits for the number, and takes memory if there is too little. A frame never does, so
// without Reserve a view may pass what there is room for: its picture is magenta, Inspect and gpu.Device.Check say so.
// Errors: gpu.ErrView before Resize; gpu.ErrTooLarge when Options.FragmentBytes or the driver allow no more;
// gpu.ErrOutOfMemory, gpu.ErrContextLost, gpu.ErrWrongThread.
func (r *Renderer) Reserve(c Camera) error {
	way, byFragments := r.hair.(interface{ reserve(fragments int) error })
	listing, bySegments := r.hair.(interface{ prepare() error })
	if !byFragments && !bySegments {
		return nil
	}
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	if r.canvas.framebuffer == 0 {
		return fmt.Errorf("hair: Reserve before Resize: %w", gpu.ErrView)
	}
	r.begin(c, r.canvas.width, r.canvas.height)
	if err := r.expandSegments(Target{}); err != nil {
		return err
	}
	if err := r.makeScene(Target{}); err != nil {
		return err
	}
	if err := r.cullSegments(Target{}); err != nil {
		return err
	}
	if bySegments {
		return listing.prepare()
	}
	l, err := r.countLayers()
	if err != nil {
		return err
	}
	return way.reserve(l.Fragments())
}
