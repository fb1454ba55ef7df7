// SPDX-License-Identifier: MIT

package scene

import (
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// DepthSpec adds to a kernel the slot, constants and buffers that it reads the scene's depth with.
func DepthSpec(s kernel.Spec, samples int, traced bool) kernel.Spec {
	file := "hair/scene_depth.glsl#drawn"
	if traced {
		file = "hair/scene_depth.glsl#traced"
		s.Buffers = append(s.Buffers[:len(s.Buffers):len(s.Buffers)], "Depths")
	} else {
		s.Constants["DEPTH"] = Sampler(samples)
	}
	if s.Slots == nil {
		s.Slots = map[string]shaders.Snippet{}
	}
	s.Slots["SCENE_DEPTH"] = shaders.Snippet{File: file}
	return s
}

// ShowDepth lets a kernel made with DepthSpec read the depth, until HideDepth. at is the number of
// buffers that its spec had before.
func (s *Scene) ShowDepth(k *kernel.Kernel, at int) {
	if s.Traces {
		k.SetBuffer(at, s.Traced.Depths)
		return
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0) // its depth is read
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(s.Canvas.Target, s.Canvas.Depth)
}

// HideDepth ends ShowDepth.
func (s *Scene) HideDepth() {
	if !s.Traces {
		gl.BindTexture(s.Canvas.Target, 0)
	}
}

// NewDepthMaps makes a texture with a depth map for each light. A lookup compares with four texels.
// Outside of the map nothing is near.
func NewDepthMaps(size, layers int) (texture uint32) {
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, texture)
	gl.TexStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.DEPTH_COMPONENT32F, int32(size), int32(size), int32(layers))
	for name, value := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.LINEAR, gl.TEXTURE_MAG_FILTER: gl.LINEAR, gl.TEXTURE_WRAP_S: gl.CLAMP_TO_BORDER, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_BORDER,
		gl.TEXTURE_COMPARE_MODE: gl.COMPARE_REF_TO_TEXTURE, gl.TEXTURE_COMPARE_FUNC: gl.LEQUAL,
	} {
		gl.TexParameteri(gl.TEXTURE_2D_ARRAY, name, value)
	}
	far := [4]float32{1, 1, 1, 1}
	gl.TexParameterfv(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_BORDER_COLOR, &far[0])
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, 0)
	return texture
}

// ShowHeadDepth lets shaders read the head's depth as the lights see it. Without a head no shader
// reads it, but drivers want a texture there that could be read.
func (s *Scene) ShowHeadDepth() {
	gl.ActiveTexture(gl.TEXTURE1)
	gl.BindTexture(gl.TEXTURE_2D_ARRAY, s.HeadDepth)
	gl.ActiveTexture(gl.TEXTURE0)
}
