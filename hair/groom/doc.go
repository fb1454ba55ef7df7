// SPDX-License-Identifier: MIT

// Package groom grows a procedural head of hair, so that no file is needed. It does not use OpenGL.
//
//	o, err := groom.Style("curly") // one of Styles; the first is that of Defaults
//	o.Strands = 50_000             // in place of the style's 45,000
//	set, err := groom.New(o)       // strands of 64 points, metres, y up, face towards +z
//	head := groom.NewHead()        // the bust under it, as a closed triangle mesh
//
// The head is a milliner's head: calm planes without eyes, lips and ears, on a bust with cut
// shoulders. It is a signed distance function of a few smoothly joined solids. The mesh and the
// collisions of the hair both use it, so hair lies on the head and not inside it. Hair grows in
// three levels:
//
//   - A few thousand guides are integrated over the scalp. They are combed away from the parting
//     and fall over the head, before the shoulders or behind them.
//   - Guides gather in locks, each with a wave or a coil and a random deviation. Waves nearly keep
//     step with those beside them. Coils do not.
//   - Each strand follows its nearest guide, closer towards the tip, with frizz and some stray
//     hairs. Strands differ in pigment, width and length. One in forty flies away from the rest.
//     Over some millimetres of the hairline, roots get denser and hairs longer.
//
// The same Options give the same bits on every run of one build, with any number of cores. Every
// random number is a function of the seed and the strand's index. The package does not simulate
// motion or model faces.
//
// Sources. Smooth minimum and ellipsoid bound: Inigo Quilez's notes on distance functions. The
// mesh: Gibson, "Constrained Elastic Surface Nets", 1998. Colour and pigment: Chiang and others, "A
// Practical and Controllable Hair and Fur Model", 2016, equation 9. Evenly spread roots: Martin
// Roberts' R2 sequence.
package groom
