// SPDX-License-Identifier: MIT

// Package hair draws strands in the right order: every segment of every hair, far to near, blended.
//
//	set, err := strands.Open("wig.hair", strands.Options{}) // or groom.New(groom.Defaults())
//	model, err := hair.NewModel(dev, set)
//	r, err := hair.NewRenderer(dev, model, hair.Options{})
//	err = r.Resize(1280, 720)
//	err = r.Frame(camera, hair.Target{}, nil)          // in the render loop
//
// A frame is a list of stages (pipeline.go): keep a share of the strands by compaction, expand them into segments, find what
// light gets to each point through the hair, draw the head, cull by compaction, key each kept segment by the view depth of its midpoint, sort by radix, draw ribbons by
// one indirect call, map the tones. How many segments are drawn is known to the GPU alone; nothing is read back, waited
// for or allocated in a frame, but by ExactShadow.
//
// Lengths are metres, y is up. A hair's width is its real one: where it is less than a pixel, it covers that part of
// the pixel, so that all hair together covers its area on the screen at any distance (Renderer.Coverage). Options.Detail
// draws a share of the strands, wider by as much as the others took: which ones is a random rank of each, so that the same
// ones stay, and those at the end of the share fade. Culled is what lies out of the picture or wholly behind the head, which
// changes no pixel, and by chance what covers less than a thousandth of one. Shadows see all of the share's hair. Colours are blended premultiplied in RGBA16F.
//
// Light is linear in RGBA16F until the tone map, ACES or AgX, and sRGB's curve; Renderer.Linear reads it before. What hair
// does with it, Options.Shading, is Marschner's lobes with dual scattering, those of single fibres, or Kajiya and Kay's
// light; its colour is absorption, that of Options.Dye or what a model's colours stand for. See package scatter.
//
// Options.Transparency has other ways to put together hairs that cover each other. Tiles make the same picture as blending by
// kernels, tile by tile: much the faster on some GPUs, and in need of room that Reserve counts. The others are to
// compare with: weighted blending, per-pixel lists, occupancy maps. They sort nothing, and have one sample a pixel.
//
// Frame changes GL state: framebuffer, viewport, program, vertex array, depth test and mask, blending, uniform binding
// 0 and 2, storage bindings 0 to 9, atomic counter binding 0, texture units 0, 1 and 4 to 9. It sets what it needs, and leaves
// depth test and blending off. Tiles use image unit 0 too.
//
// Exact (Options.Transparency) is what the others are measured by: every fragment sorted by pixel and depth. It needs room
// for the fragments: Reserve finds out how much, and waits for that. Renderer.Layers counts fragments for any way.
//
// Sub-packages: strands (files), groom (a procedural groom and head), compare (how far pictures are apart), scatter
// (how hair scatters light), all without GL; motion moves the points of a Model on the GPU, through Model.Moving.
// Sources: those of package scatter (light in hair); Hill's ACES in BakingLab, Wrensch's AgX (tone); Billeter, Olsson and Assarsson 2009 (compaction);
// Kerbl and others 2023 (tiles); McGuire and Bavoil 2013, Yang and others 2010, Sintorn and Assarsson 2009 (the other ways); Sintorn and Assarsson
// 2008 and 2009, Yuksel and Keyser 2008 (shadows); Ramamoorthi and Hanrahan 2001 (environment).
package hair
