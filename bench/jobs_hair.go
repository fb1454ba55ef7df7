// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// A frame of hair: as many strands as have about n segments.
const (
	hairSegments               = 31 // of a strand
	fewestStrands, mostStrands = 1000, 1_000_000
)

// hairScene is the model, its renderer and where it draws.
type hairScene struct {
	renderer    *hair.Renderer
	framebuffer uint32
	camera      hair.Camera
	segments    int
	release     []func()
}

func (s *hairScene) Release() {
	for i := len(s.release) - 1; i >= 0; i-- {
		s.release[i]()
	}
}

func (m maker) hairScene(width, height int, head *groom.Head) (*hairScene, error) {
	s := &hairScene{}
	grown := groom.Defaults()
	grown.Seed = uint64(m.seed)
	grown.Strands = m.n / hairSegments
	if grown.Strands < fewestStrands || grown.Strands > mostStrands {
		return s, fmt.Errorf("hair of %d segments: a groom has from %d to %d: %w", m.n, fewestStrands*hairSegments, mostStrands*hairSegments, errNoRow)
	}
	set, err := groom.New(grown)
	if err != nil {
		return s, err
	}
	model, err := hair.NewModel(m.d, set)
	if err != nil {
		return s, err
	}
	s.release = append(s.release, model.Release)
	s.segments = model.Segments()
	// The model's upload and the head are the program's data: -startup counts the renderer alone.
	s.renderer, err = keep(m.pool, fmt.Sprint("hair ", m.n, head != nil), func() (*hair.Renderer, error) {
		return hair.NewRenderer(m.d, model, hair.Options{Head: head, Transparency: hair.Preferred(m.d.Caps())})
	})
	if err != nil {
		return s, err
	}
	if err := s.canvas(m.d, width, height); err != nil {
		return s, err
	}
	low, high := s.renderer.Bounds()
	s.camera = hair.Fit(low, high, float32(width)/float32(height))
	return s, nil
}

// canvas makes the framebuffer to draw into.
func (s *hairScene) canvas(d *gpu.Device, width, height int) error {
	if err := d.Enter(); err != nil {
		return err
	}
	defer d.Leave()
	var color uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(width), int32(height))
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	gl.GenFramebuffers(1, &s.framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	s.release = append(s.release, func() {
		gl.DeleteFramebuffers(1, &s.framebuffer)
		gl.DeleteRenderbuffers(1, &color)
	})
	return nil
}

// hairSize is the picture's: small where the CPU draws it.
func (m maker) hairSize() (width, height int) {
	if m.d.Caps().Software {
		return 320, 180
	}
	return 1280, 720
}

func (m maker) hairJob() (*job, error) { return m.hairAt(m.hairSize()) }

func (m maker) hairAt(width, height int) (*job, error) {
	j := m.newJob(0)
	j.row.Variant = wholeFrame
	if m.tune.Algorithm != gpu.AlgorithmAuto || m.tune.Lanes != gpu.LanesAuto {
		return j, errNoForm // it takes what the driver does best
	}
	s, err := m.hairScene(width, height, groom.NewHead())
	j.release = s.Release
	if err != nil {
		return j, err
	}
	j.row.N = s.segments
	j.row.Note = fmt.Sprintf("%dx%d", width, height)
	sized := false
	frame := func(timer *gpu.Timer) error {
		if !sized {
			if err := s.renderer.Resize(width, height); err != nil {
				return err
			}
			sized = true
		}
		return s.renderer.Frame(s.camera, hair.Target{Framebuffer: s.framebuffer}, timer)
	}
	j.run = func() error { return frame(nil) }
	j.mark, j.stages = frame, hair.Stages()
	j.check = s.check
	return j, nil
}

func (s *hairScene) check() error {
	drawn, err := s.renderer.Inspect()
	if err == nil && (drawn.Segments == 0 || drawn.Segments > s.segments || drawn.Inversions != 0) {
		err = fmt.Errorf("hair: of %d segments %d drawn, %d of them out of order, want some and none", s.segments, drawn.Segments, drawn.Inversions)
	}
	return err
}

// hairChainJob is what decides which segments are drawn and in which order, without the drawing: one frame goes before.
func (m maker) hairChainJob() (*job, error) {
	j := m.newJob(0)
	j.row.Variant = wholeChain
	if m.tune.Algorithm != gpu.AlgorithmAuto || m.tune.Lanes != gpu.LanesAuto {
		return j, errNoForm
	}
	width, height := m.hairSize()
	s, err := m.hairScene(width, height, nil)
	j.release = s.Release
	if err != nil {
		return j, err
	}
	if err := s.renderer.Resize(width, height); err != nil {
		return j, err
	}
	if err := s.renderer.Frame(s.camera, hair.Target{Framebuffer: s.framebuffer}, nil); err != nil {
		return j, err
	}
	j.row.Note = fmt.Sprintf("%dx%d, %d segments", width, height, s.segments)
	j.run = func() error { return s.renderer.Order(s.camera) }
	j.check = s.check
	return j, nil
}

const wholeChain = "cull+key+sort"

var hairChainVariants = []variant{{name: wholeChain, about: "as a frame of hair has it, all of the head in the picture"}}

// wholeFrame is the variant of the row of all stages together; theirs follow under their names.
const wholeFrame = "frame"

var hairVariants = []variant{{name: wholeFrame, about: "with what comb takes by itself in each stage; its stages have rows of their own"}}
