// SPDX-License-Identifier: MIT

// Package strands holds hair as polylines and reads it from files. No GL.
//
//	set, err := strands.Open("straight.hair")
//	set.Strands()                    // 10000
//	p := set.Points[set.First[7]]    // the root of strand 7, in units of set.Unit metres, y up
//
// Two formats: .hair of Cem Yuksel (cyHair, signatures "HAIR" and "hair"; any optional array may be missing) and .tfx
// of TressFX 4.x. Readers take a stream, hold no more than what has truly arrived, and refuse what goes past [Limits]:
// a header alone cannot make them allocate. A file cut short at any byte gives [ErrTruncated], never half a set.
//
// World: right-handed, y up, root first. .hair files are z up and face +y:
// (x, y, z) becomes (-x, z, y), so that the face looks towards +z. Widths are diameters in
// the same unit as the points; opacity is 1 - transparency; colours are as in the file, display values 0 to 1.
//
// Strands of fewer than two points cannot be drawn; a file that holds one is refused. It does not write .tfx, and
// does not simulate: the masses in .tfx files are not kept.
//
// Sources: the format notes at cemyuksel.com/research/hairmodels and TressFXAsset in the TressFX 4.1 source.
package strands
