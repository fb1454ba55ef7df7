// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"sync"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// A groom of hair: as many strands as have about n segments.
const hairSegments = 31 // of a strand

// hairScene is the model, its renderer and where it draws. Rows of one kind of hair share it.
type hairScene struct {
	model         *hair.Model
	renderer      *hair.Renderer
	color         uint32 // the texture that frames go to
	framebuffer   uint32 // of that
	width, height int
	camera        hair.Camera
	segments      int
}

// hairKind is what scenes differ in.
type hairKind struct {
	segments int // about
	heads    int
	bust     bool // the head under the hair
	shadow   int  // texels on a side of a light map; 0: the usual
}

// Release frees what the pool does not: the renderer is the pool's.
func (s *hairScene) Release() {
	s.model.Release()
	gl.DeleteFramebuffers(1, &s.framebuffer)
	gl.DeleteTextures(1, &s.color)
}

// hairScene makes a scene, or gives the one that the row before had.
func (m maker) hairScene(k hairKind) (*hairScene, error) {
	key := fmt.Sprintf("%s%+v %d", hairKey, k, m.seed)
	if o, ok := m.pool.made[key]; ok {
		return o.(*hairScene), nil
	}
	m.pool.drop(hairKey) // another scene's memory
	grown := groom.Defaults()
	grown.Seed = uint64(m.seed)
	grown.Strands = k.segments / k.heads / hairSegments
	if grown.Strands < groom.MinStrands || grown.Strands > groom.MaxStrands {
		return nil, fmt.Errorf("%d segments of hair on %d heads, want %d to %d: %w", k.segments, k.heads,
			k.heads*groom.MinStrands*hairSegments, k.heads*groom.MaxStrands*hairSegments, errNoRow)
	}
	if err := m.fits(frameMemory(k.segments, m.height, k.heads)); err != nil {
		return nil, err
	}
	if grown != groomed.Options {
		set, err := groom.New(grown)
		if err != nil {
			return nil, err
		}
		groomed.Options, groomed.Set = grown, set
	}
	set := groomed.Set
	options := hair.Options{
		Strands:      hair.StrandOptions{Detail: 1},
		Light:        hair.LightOptions{ShadowSize: k.shadow},
		Transparency: hair.TransparencyOptions{Method: hair.Tiles},
	}
	if k.bust {
		options.Head = head()
	}
	if k.heads > 1 {
		set, options.Head = sideBySide(set, options.Head, k.heads)
		options.Strands.Detail = hair.AutoDetail
	}
	for _, l := range hair.DefaultLights() {
		options.Light.Lights = append(options.Light.Lights, l.InWorld(hair.Camera{})) // as seen from the front
	}
	model, err := hair.NewModel(m.d, set)
	if err != nil {
		return nil, err
	}
	// The model's upload and the head are the program's data: -startup counts the renderer alone.
	renderer, err := keep(m.pool, key+" renderer", func() (*hair.Renderer, error) { return hair.NewRenderer(m.d, model, options) })
	if err != nil {
		model.Release()
		return nil, err
	}
	s := &hairScene{model: model, renderer: renderer, segments: model.Segments()}
	m.pool.made[key] = s
	return s, nil
}

// The latest groom, and the bust: each takes a second to make.
var (
	groomed struct {
		groom.Options
		*strands.Set
	}
	head = sync.OnceValue(groom.NewHead)
)

// hairKey begins the keys of what the pool keeps of scenes.
const hairKey = "hair "

// resize makes image and framebuffer that large, and places the camera.
func (s *hairScene) resize(d *gpu.Device, width, height int) error {
	if s.width == width && s.height == height {
		return nil
	}
	if err := s.canvas(d, width, height); err != nil {
		return err
	}
	if err := s.renderer.Resize(width, height); err != nil {
		return err
	}
	low, high := s.renderer.Bounds()
	s.camera = hair.Fit(low, high, float32(width)/float32(height))
	s.width, s.height = width, height
	return nil
}

// canvas makes the framebuffer to draw into.
func (s *hairScene) canvas(d *gpu.Device, width, height int) error {
	if err := d.Internal().Enter(); err != nil {
		return err
	}
	defer d.Internal().Leave()
	if s.framebuffer == 0 {
		gl.GenFramebuffers(1, &s.framebuffer)
	}
	gl.DeleteTextures(1, &s.color)
	gl.GenTextures(1, &s.color)
	gl.BindTexture(gl.TEXTURE_2D, s.color)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, int32(width), int32(height))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, s.color, 0)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	return nil
}

// hairSize is the chain's image: small where the CPU draws it.
func (m maker) hairSize() (width, height int) {
	if m.d.Caps().Software {
		return 320, 180
	}
	return 1280, 720
}

// hairChainJob is what decides which segments are drawn and in which order, without the drawing:
// one frame goes before.
func (m maker) hairChainJob() *job {
	width, height := m.hairSize()
	j, s := m.newHairJob(wholeChain, hairKind{segments: m.n, heads: 1, shadow: shadowSize(height)})
	if j.err == nil {
		j.err = s.resize(m.d, width, height)
	}
	if j.err == nil {
		j.err = s.renderer.Reserve(s.camera) // the check is of a whole frame too
	}
	if j.err == nil {
		j.err = s.renderer.Frame(s.camera, hair.Target{Framebuffer: s.framebuffer}, nil)
	}
	if j.err != nil {
		return j
	}
	j.row.Note = fmt.Sprintf("%dx%d, %d segments", width, height, s.segments)
	j.run = func() error { return s.renderer.Order(s.camera) }
	j.check = s.inOrder
	return j
}

// newHairJob is the job of a variant that takes what the driver does best, and its scene.
func (m maker) newHairJob(variant string, k hairKind) (*job, *hairScene) {
	j := m.newJob(0)
	j.row.Variant = variant
	if !m.automatic() {
		return j.fail(errNoForm), nil
	}
	s, err := m.hairScene(k)
	return j.fail(err), s
}

const wholeChain = "cull+key+sort"
