// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// pictures lie beside a canvas of one sample, of its size and with its depth, for ways that blend into others than it.
type pictures struct {
	framebuffer uint32
	textures    [2]uint32
}

// make takes one picture for each format. Errors: gpu.ErrUnsupported.
func (p *pictures) make(c *canvas, formats ...uint32) error {
	p.release()
	gl.GenTextures(int32(len(formats)), &p.textures[0])
	gl.GenFramebuffers(1, &p.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.framebuffer)
	var drawn [len(p.textures)]uint32
	for i, format := range formats {
		gl.BindTexture(gl.TEXTURE_2D, p.textures[i])
		gl.TexStorage2D(gl.TEXTURE_2D, 1, format, int32(c.width), int32(c.height))
		drawn[i] = gl.COLOR_ATTACHMENT0 + uint32(i)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, drawn[i], gl.TEXTURE_2D, p.textures[i], 0)
	}
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, c.depth, 0)
	gl.DrawBuffers(int32(len(formats)), &drawn[0])
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		p.release()
		return fmt.Errorf("hair: %d pictures of %dx%d beside the canvas (framebuffer status 0x%X): %w", len(formats), c.width, c.height, status, gpu.ErrUnsupported)
	}
	return nil
}

func (p *pictures) release() {
	gl.DeleteFramebuffers(1, &p.framebuffer)
	gl.DeleteTextures(int32(len(p.textures)), &p.textures[0])
	*p = pictures{}
}

// What pictures begin with. They stand alone, as GL is given their addresses.
var (
	fillZero  = [4]float32{}
	fillOne   = [4]float32{1, 1, 1, 1}
	fillLarge = [4]float32{3e38, 3e38, 3e38, 3e38}
)

// begin makes the pictures the target, each filled with its value.
func (p *pictures) begin(values ...*[4]float32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.framebuffer)
	for i, v := range values {
		gl.ClearBufferfv(gl.COLOR, int32(i), &v[0])
	}
}

// The texture units that ways read their pictures from. Those below are left to the light.
const (
	unitSums = 4 + iota
	unitThrough
	unitRanges
	unitSlabs
)

// readPictures are the constants of shaders that read pictures.
func readPictures() shaders.Constants {
	return shaders.Constants{"UNIT_SUMS": unitSums, "UNIT_THROUGH": unitThrough, "UNIT_RANGES": unitRanges, "UNIT_SLABS": unitSlabs}
}

// show lets shaders read a picture; 0 none.
func show(unit, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.ActiveTexture(gl.TEXTURE0)
}

// blendOver blends premultiplied colour over what is there.
func blendOver() {
	gl.Enable(gl.BLEND)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
}

// lay draws a resolve over the scene.
func (r *Renderer) lay(program uint32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.canvas.framebuffer)
	blendOver()
	r.fill(program)
	gl.Disable(gl.BLEND)
}

// linkAll links several programs. Those that are linked when one fails are left to the caller's release.
func (r *Renderer) linkAll(files []stageFiles, programs []uint32) (err error) {
	for i, f := range files {
		if programs[i], err = f.link(r.d); err != nil {
			return err
		}
	}
	return nil
}
