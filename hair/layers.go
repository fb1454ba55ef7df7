// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// layers are pictures beside the canvas, of its size and with its depth, for the ways that blend into more than one.
type layers struct {
	framebuffer uint32
	textures    [2]uint32
}

// make takes one picture for each format, one sample a pixel. Errors: gpu.ErrUnsupported.
func (l *layers) make(c *canvas, formats ...uint32) error {
	l.release()
	gl.GenTextures(int32(len(formats)), &l.textures[0])
	gl.GenFramebuffers(1, &l.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.framebuffer)
	var drawn [len(l.textures)]uint32
	for i, format := range formats {
		gl.BindTexture(gl.TEXTURE_2D_MULTISAMPLE, l.textures[i])
		gl.TexImage2DMultisample(gl.TEXTURE_2D_MULTISAMPLE, 1, format, int32(c.width), int32(c.height), true)
		drawn[i] = gl.COLOR_ATTACHMENT0 + uint32(i)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, drawn[i], gl.TEXTURE_2D_MULTISAMPLE, l.textures[i], 0)
	}
	gl.BindTexture(gl.TEXTURE_2D_MULTISAMPLE, 0)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D_MULTISAMPLE, c.depth, 0)
	gl.DrawBuffers(int32(len(formats)), &drawn[0])
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		l.release()
		return fmt.Errorf("%w: %d pictures of %dx%d beside the canvas (framebuffer status 0x%X)", gpu.ErrUnsupported, len(formats), c.width, c.height, status)
	}
	return nil
}

func (l *layers) release() {
	gl.DeleteFramebuffers(1, &l.framebuffer)
	gl.DeleteTextures(int32(len(l.textures)), &l.textures[0])
	*l = layers{}
}

// What pictures begin with. They stand alone, as GL is given their addresses.
var (
	none = [4]float32{}
	all  = [4]float32{1, 1, 1, 1}
	far  = [4]float32{3e38, 3e38, 3e38, 3e38}
)

// begin makes the pictures the target, each filled with its value.
func (l *layers) begin(values ...*[4]float32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.framebuffer)
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
	gl.BindTexture(gl.TEXTURE_2D_MULTISAMPLE, texture)
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
