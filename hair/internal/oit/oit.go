// SPDX-License-Identifier: MIT

// Package oit blends hairs that cover each other: order-independent transparency, and the two
// methods that need an order.
//
// It reads scene.Kept, scene.Sorted, the depth of the head and the light of package light. It
// writes scene.Canvas, or an image of its own that the tone map lays over the head (Layer).
//
// A new method is a type that implements Method, in a file of its own. The table in
// hair/transparency.go gives the method its name. weighted.go is the shortest example.
// TestShadersOIT in oit_test.go validates its shaders; the tests in hair/oit_test.go compare it
// with the exact one.
package oit

import (
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Method draws the hair over the head, which is in the canvas with its depth.
type Method interface {
	Stages() []scene.Stage          // what is enqueued between the head and the tone map
	Resize(width, height int) error // called before the first frame, and when the image changes
	Release()
}

// Layer is a Method whose hair lies in an image of its own, premultiplied, until the tone map.
type Layer interface {
	Image() uint32
	Lay() error // draws it over the canvas
}

// Findings is what Inspector reads back.
type Findings struct {
	Leftover  int // fragments or segments without a place
	Fragments int // that were put in order
}

// Inspector is a Method that can fail in a frame. Inspect waits.
type Inspector interface{ Inspect() (Findings, error) }

// Options of the methods.
type Options struct {
	Resort        int // fragments of a pixel that Tiles sorts again
	ListNodes     int // fragments that lists store; 0 means 64 a pixel, up to 1 GiB
	FragmentBytes int // bytes for the fragments of Exact; 0 means 32 fragments a pixel, up to 512 MiB
}

// Maker makes a method.
type Maker func(*scene.Scene, *light.Light, Options) (Method, error)

// CoreAlpha is the alpha above which a fragment belongs to the opaque core.
const CoreAlpha = float32(0.95)

// CoreProgram draws, with depth, the fragments that let next to nothing through. Later fragments
// behind them are left out. Among them the depth test finds the nearest, in any order.
func CoreProgram(l light.Lighting) scene.Program {
	return l.Ribbons("hair/ribbon_draw.frag.glsl#core", shaders.Constants{"CORE_ALPHA": CoreAlpha})
}

// blend is what graphics hardware does.
type blend struct {
	light   *light.Light
	program uint32
}

func blendProgram(l light.Lighting) scene.Program {
	return l.Ribbons("hair/ribbon_draw.frag.glsl#blend", nil)
}

// NewBlend draws each segment over the canvas, in the order of scene.Sorted.
func NewBlend(s *scene.Scene, l *light.Light, _ Options) (Method, error) {
	program, err := blendProgram(l.Lighting).Link(s.Device)
	return &blend{l, program}, err
}

func (b *blend) Stages() []scene.Stage { return []scene.Stage{{Name: "ribbons", Run: b.draw}} }

func (b *blend) draw() error {
	scene.BlendOver()
	b.light.Draw(b.program)
	gl.Disable(gl.BLEND)
	return nil
}

func (b *blend) Resize(int, int) error { return nil }

func (b *blend) Release() { gl.DeleteProgram(b.program) }
