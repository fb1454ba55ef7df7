// SPDX-License-Identifier: MIT

// Package hair draws strands in depth order: every segment of every hair, far to near, blended.
//
//	set, err := strands.Open("wig.hair", strands.Options{}) // or groom.New(groom.Defaults())
//	model, err := hair.NewModel(dev, set)
//	r, err := hair.NewRenderer(dev, model, hair.Options{})
//	err = r.Resize(1280, 720)
//	low, high := r.Bounds()
//	camera := hair.Fit(low, high, 1280.0/720)
//	img, err := r.Image(camera)                        // an image for a file
//	err = r.Reserve(camera)                            // or for a window: memory for such a view
//	err = r.Frame(camera, hair.Target{}, nil)          // in the render loop
//
// # A frame
//
// A frame is a list of stages (plan in pipeline.go). With a level of detail below 1 a compaction
// selects strands. They are expanded into segments. A shadow method computes the light that reaches
// each point. The head is drawn. A compaction culls segments and writes the view depth of their
// midpoints as keys. A radix sort orders them. An OIT method blends them, and the tone map shows
// the result.
//
// The number of segments stays on the GPU. A frame reads nothing back, waits for nothing and
// allocates nothing, except with ExactShadow.
//
// # Repeats
//
// A frame depends on the points of the model, the options, the settings, the size and the camera.
// On one driver it has the same bits each time, whatever frames came before. There are two
// exceptions. An automatic exposure that follows only a part of the way depends on the frames
// before (SetExposureFollow). Lists8 and Lists16 blend what they do not sort in the order in which
// the GPU stored it. Drivers round floats differently, so images of two drivers differ in low bits.
//
// # Units and coverage
//
// Lengths are metres, y is up. A hair has its real width. If that is less than a pixel, the hair
// covers that part of the pixel. So all hair covers its area on the screen at any distance
// (Renderer.Coverage).
//
// StrandOptions.Detail leaves out hair that other hair hides and widens what is left of it. Each
// strand has a fixed random rank: the same ones stay, and those at the end of a share fade.
//
// The cull drops segments out of the image or wholly behind the head, which changes no pixel. It
// drops by chance what covers less than a thousandth of a pixel. Shadows may use a share of the
// strands (LightOptions.ShadowShare).
//
// A draft (Renderer.SetDraft) is a frame for the preview of a small image: a tenth of the strands
// at most, every fourth point of them and both ends, and a head of fewer triangles.
//
// # Light
//
// Light is linear in RGBA16F until the tone map: ACES or AgX, then the sRGB curve. Renderer.Linear
// reads it before that. ShadingOptions.Model is the scattering model: Marschner's lobes with dual
// scattering, the lobes of single fibres, or the model of Kajiya and Kay. A hair's colour is
// absorption: that of ShadingOptions.Dye, or that of the model's colours. See package scatter.
//
// # OIT methods
//
// TransparencyOptions.Method selects how hairs that cover each other are blended. Blend draws, and
// Tiles makes the same image by kernels, tile by tile. Tiles is much faster on some GPUs, and needs
// memory that Reserve takes. With too little of it Tiles leave out hair, and gpu.Device.Check
// returns an error. The others are for comparison: weighted blending, per-pixel lists, occupancy
// maps. They sort nothing and have one sample a pixel.
//
// Exact is the reference: every fragment sorted by pixel and depth. It needs memory for the
// fragments, which Reserve counts and takes. Renderer.Layers counts the fragments of any method.
//
// # OpenGL state
//
// Frame changes these: framebuffer, viewport, program, vertex array, depth test and mask, blending,
// uniform bindings 0 and 2, storage bindings 0 to 9, atomic counter binding 0, texture units 0, 1
// and 4 to 9. It sets what it needs, and leaves depth test and blending off. Tiles use image unit 0
// too.
//
// # Other packages
//
// strands reads files, groom grows a procedural head of hair, scalp makes a head under the hair of
// a file, scatter has the scattering tables: all without GL. motion moves the points of a Model on
// the GPU, through Model.Moving.
//
// NewModel draws a set as it is. The viewer does more for files: it adds hairs around guides
// (strands.Set.Grow), bends strands to curves (Set.Smooth), makes tips thinner (Set.WithWidths),
// and puts a head of package scalp under the hair.
//
// # Sources
//
// Light in hair: see package scatter. Tone: Hill's ACES in BakingLab, Wrensch's AgX. Compaction:
// Billeter, Olsson and Assarsson 2009. Tiles: Kerbl and others 2023. The other OIT methods: McGuire
// and Bavoil 2013, Yang and others 2010, Sintorn and Assarsson 2009. Shadows: Sintorn and Assarsson
// 2008 and 2009, Yuksel and Keyser 2008. Environment: Ramamoorthi and Hanrahan 2001.
package hair
