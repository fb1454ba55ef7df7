// SPDX-License-Identifier: MIT

package scene

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Images lie beside a canvas of one sample. They have its size and its depth, for OIT methods that
// blend into more than the canvas.
type Images struct {
	framebuffer uint32
	Textures    [2]uint32
}

// Make takes one image for each format. Errors: gpu.ErrUnsupported.
func (p *Images) Make(c *Canvas, formats ...uint32) error {
	p.Release()
	gl.GenTextures(int32(len(formats)), &p.Textures[0])
	gl.GenFramebuffers(1, &p.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.framebuffer)
	var drawn [len(p.Textures)]uint32
	for i, format := range formats {
		gl.BindTexture(gl.TEXTURE_2D, p.Textures[i])
		gl.TexStorage2D(gl.TEXTURE_2D, 1, format, int32(c.Width), int32(c.Height))
		drawn[i] = gl.COLOR_ATTACHMENT0 + uint32(i)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, drawn[i], gl.TEXTURE_2D, p.Textures[i], 0)
	}
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, c.Depth, 0)
	gl.DrawBuffers(int32(len(formats)), &drawn[0])
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		p.Release()
		return fmt.Errorf("hair: Resize: got framebuffer status 0x%[4]X for %[1]d images of %[2]dx%[3]d: %[5]w", len(formats), c.Width, c.Height, status, gpu.ErrUnsupported)
	}
	return nil
}

func (p *Images) Release() {
	gl.DeleteFramebuffers(1, &p.framebuffer)
	gl.DeleteTextures(int32(len(p.Textures)), &p.Textures[0])
	*p = Images{}
}

// The values that images begin with. They stand alone, because GL takes their addresses.
var (
	FillZero  = [4]float32{}
	FillOne   = [4]float32{1, 1, 1, 1}
	FillLarge = [4]float32{3e38, 3e38, 3e38, 3e38}
)

// Begin makes the images the target and fills each with its value.
func (p *Images) Begin(values ...*[4]float32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.framebuffer)
	for i, v := range values {
		gl.ClearBufferfv(gl.COLOR, int32(i), &v[0])
	}
}

// The texture units that OIT methods read images from. The light has those below.
const (
	UnitSums = 4 + iota
	UnitThrough
	UnitRanges
	UnitSlabs
)

// ImageUnits are the constants of shaders that read images.
func ImageUnits() shaders.Constants {
	return shaders.Constants{"UNIT_SUMS": UnitSums, "UNIT_THROUGH": UnitThrough, "UNIT_RANGES": UnitRanges, "UNIT_SLABS": UnitSlabs}
}

// Show lets shaders read an image at a unit; 0 is none.
func Show(unit, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.ActiveTexture(gl.TEXTURE0)
}

// BlendOver blends premultiplied colour over what is there.
func BlendOver() {
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
}

// LinkAll links several programs. Those that are linked when one fails are left to the caller's
// release.
func LinkAll(d *gpu.Device, files []Program, programs []uint32) (err error) {
	for i, f := range files {
		if programs[i], err = f.Link(d); err != nil {
			return err
		}
	}
	return nil
}

// Smooth makes the bound texture interpolate between texels and repeat its edges, and unbinds it.
func Smooth(target uint32) {
	gl.TexParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(target, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.BindTexture(target, 0)
}
