// SPDX-License-Identifier: MIT

// Package groom grows a head of hair from a few numbers, so that nobody needs a file to see some. No GL.
//
//	o, err := groom.Style("curly")   // or wavy (Defaults), straight, bob, short
//	o.Strands = 50_000
//	set, err := groom.New(o)     // *strands.Set: 50,000 strands of 32 points, metres, y up, face towards +z
//	head := groom.NewHead()      // the bust under it, as a closed triangle mesh
//
// The head is a signed distance function of a few smoothly joined solids; the mesh and the hair's collisions both come
// from it, so hair lies on the head and not in it. Hair is grown in three levels: a few thousand guides are
// integrated over the scalp, combed away from the parting, and fall over the head, before the shoulders or behind; guides
// gather in locks with a wave, or a coil, and a way of their own; each strand follows its nearest guide, ever closer towards the tip, with frizz and some
// stray hairs.
//
// The same Options give bit-identical strands on every run of one build, however many cores there are: every random
// number comes from the seed and the strand's index. It does not simulate motion or model faces.
//
// Sources: Inigo Quilez's notes on distance functions (smooth minimum, ellipsoid bound); Gibson, "Constrained Elastic
// Surface Nets", 1998 (the mesh); Roberts' R2 sequence (even roots).
package groom
