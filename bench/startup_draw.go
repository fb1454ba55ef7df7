// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/reduce"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// pictureWidth is the image's, of 100,000 texels.
const pictureWidth = 400

// imageJob finds the largest value of each channel of a picture.
func (m maker) imageJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "image", Kept: -1, KeyBits: -1}}
	if m.tune.Algorithm == gpu.Chained {
		return j, errNoForm
	}
	tune := m.tune
	tune.Algorithm = gpu.Chunked
	shape, err := gpu.Pick(m.d.Caps(), tune)
	if err != nil {
		return j, err
	}
	j.row.Variant = shape.Variant()
	im, err := keep(m.pool, "image", func() (*reduce.Image, error) {
		return reduce.NewImage(m.d, reduce.ImageOptions{Op: reduce.Max, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	texels := make([]float32, 4*m.n)
	want := make([]uint32, 4)
	for i := range texels {
		texels[i] = float32(mixed(uint32(i)) >> 8)
		want[i%4] = max(want[i%4], math.Float32bits(texels[i])) // of floats above 0 the bits have the same order
	}
	if err := m.d.Enter(); err != nil {
		return j, err
	}
	var texture uint32
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, pictureWidth, int32(m.n/pictureWidth), 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	m.d.Leave()
	m.pool.release = append(m.pool.release, func() { gl.DeleteTextures(1, &texture) })
	dst, err := m.target(areaDst, 4)
	j.run = func() error { return im.Reduce(dst, texture, 0) }
	j.check = func() error { return m.expect("image", dst, want) }
	return j, err
}

// hairJob draws a first frame. The model's upload is not in its time: that is the program's data.
func (m maker) hairJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "hair", Variant: "auto", Kept: -1, KeyBits: -1}}
	if m.tune.Algorithm != gpu.AlgorithmAuto || m.tune.Lanes != gpu.LanesAuto {
		return j, errNoForm // it takes what the driver does best
	}
	grown := groom.Defaults()
	grown.Seed = uint64(m.seed)
	grown.Strands = m.n / 31 // segments of each
	set, err := groom.New(grown)
	if err != nil {
		return j, err
	}
	model, err := hair.NewModel(m.d, set)
	if err != nil {
		return j, err
	}
	m.pool.release = append(m.pool.release, model.Release)
	head := groom.NewHead()
	r, err := keep(m.pool, "hair", func() (*hair.Renderer, error) {
		return hair.NewRenderer(m.d, model, hair.Options{Head: head})
	})
	if err != nil {
		return j, err
	}
	const width, height = 320, 180
	var framebuffer, color uint32
	if err := m.d.Enter(); err != nil {
		return j, err
	}
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height)
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	m.d.Leave()
	m.pool.release = append(m.pool.release, func() {
		gl.DeleteFramebuffers(1, &framebuffer)
		gl.DeleteRenderbuffers(1, &color)
	})
	low, high := r.Bounds()
	camera := hair.Fit(low, high, float32(width)/height)
	j.run = func() error {
		if err := r.Resize(width, height); err != nil {
			return err
		}
		return r.Frame(camera, hair.Target{Framebuffer: framebuffer}, nil)
	}
	j.check = func() error {
		drawn, err := r.Inspect()
		if err == nil && (drawn.Segments == 0 || drawn.Inversions != 0) {
			err = fmt.Errorf("hair: %d segments drawn, %d out of order, want some and none", drawn.Segments, drawn.Inversions)
		}
		return err
	}
	return j, nil
}
