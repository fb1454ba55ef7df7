// SPDX-License-Identifier: MIT

package shadow

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// headTexels is the side of the head's depth map. The hair's maps may be smaller, because light
// changes slowly inside of hair, but the edge of a nose's shadow is sharp.
const headTexels = 1024

func (l *Pass) buildHead() (err error) {
	if l.headProgram, err = headLightProgram().Link(l.s.Device); err != nil {
		return err
	}
	l.headLight = scene.Uniform(l.headProgram, "light")
	gl.DeleteTextures(1, &l.s.HeadDepth)
	l.s.HeadDepth = scene.NewDepthMaps(headTexels, l.s.Lights)
	gl.GenFramebuffers(1, &l.headFramebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.headFramebuffer)
	gl.FramebufferTextureLayer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, l.s.HeadDepth, 0, 0)
	gl.DrawBuffer(gl.NONE)
	status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	if status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("got framebuffer status 0x%X for a depth map of %d: %w", status, headTexels, gpu.ErrUnsupported)
	}
	return nil
}

// headPlaces has the vertices of the head: see shaders/hair/places.glsl.
func (l *Pass) headPlaces() gpu.View {
	if l.s.Head == nil {
		return l.noHead.View()
	}
	return l.s.Head.Corners.View()
}

// drawHead draws the head's depth as a light sees it, unless it is there already.
func (l *Pass) drawHead(light int) {
	now := headInputs{l.s.Head, l.s.Frame.LightClip[light], l.s.Frame.LightDepth[light]}
	if l.s.Head == nil || now == l.headFound[light] {
		return
	}
	l.headFound[light] = now
	l.state(l.headFramebuffer)
	gl.Viewport(0, 0, headTexels, headTexels)
	gl.FramebufferTextureLayer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, l.s.HeadDepth, 0, int32(light))
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LESS)
	gl.DepthMask(true)
	gl.ClearDepth(1)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	l.s.Device.Internal().UseProgram(l.headProgram)
	gl.ProgramUniform1ui(l.headProgram, l.headLight, uint32(light))
	l.s.Head.Draw()
	gl.Disable(gl.DEPTH_TEST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}
