// SPDX-License-Identifier: MIT

// Package scalp makes the surface that the hairs of a file grow from. Files of strands have no
// head, and without one a viewer looks through the hair into its inside. It does not use OpenGL.
//
//	set, err := strands.Open("wig.hair", strands.Options{})
//	head, err := scalp.New(set, scalp.Options{}) // a *groom.Head for hair.Options
//
// The surface is the zero set of a smooth field:
//
//   - A solid closes the surface where no hair grows. Roots on a bent surface that faces up may be
//     those of a head. The bust of package groom is then moved, turned and scaled until the roots
//     lie on it and above its hairline. If hair would lie in its shoulders, it ends at the neck.
//     Under all other roots the solid is an ellipsoid. It is fitted to the roots and to the normals
//     of the surface that they form.
//   - A sum of cubic B-splines, from coarse to fine, corrects its distance so that the field is
//     equal to Options.Inset at the roots. Points above and below the roots fix the direction
//     outwards. Splines no finer than the roots lie apart keep the surface smooth between them.
//   - Roots that are still below the surface press it in.
//   - Surface nets extract the mesh. Grid corners that would join two sheets at an edge or a corner
//     are filled first, so each edge has two triangles.
//
// The same set and options give the same bits on every run of one build.
//
// Points off the surface: Carr and others, "Reconstruction and Representation of 3D Objects with
// Radial Basis Functions", 2001, section 2. Normals: Hoppe and others, "Surface Reconstruction from
// Unorganized Points", 1992, section 3.2. Splines: Lee, Wolberg and Shin, "Scattered Data
// Interpolation with Multilevel B-Splines", 1997, section 3. Mesh: Gibson, "Constrained Elastic
// Surface Nets", 1998. Which corners to fill: Latecki, on well-composed sets of voxels, 1997.
package scalp
