// SPDX-License-Identifier: MIT

// Package strands holds hair as polylines, reads it from files and writes it. No GL.
//
//	set, err := strands.Open("straight.hair", strands.Options{})
//	set.Strands()                    // 10000
//	p := set.Points[set.First[7]]    // the root of strand 7, in units of set.Unit metres, y up, face towards +z
//	fmt.Println(set.Origin)          // .hair in 0.1in (as the format has it), z up (as the format has it)
//	err = strands.Save("straight.ply", set, strands.WriteOptions{})
//
// What is kept (r: only read; -: not, what is read gets a usual value; guessed: where nothing says):
//
//	format           strands of   width      opacity    colour     unit             up
//	.hair            any length   float32    float32    float32    0.1 in, guessed  z, guessed
//	.tfx 3, 4    r   one length   a strand   -          float32    guessed          y
//	.data            any length   -          -          -          guessed          y
//	.bin         r   any length   -          -          -          guessed          guessed
//	.npy             one length   -          -          -          guessed          guessed
//	.ply             any length   float32    8 bits     8 bits     said, guessed    said, guessed
//	.obj l lines r   any length   -          -          float32    guessed          guessed
//
// A format is known by how its files begin, then by the name. .hair and .ply files that comb wrote say their unit and
// axis. Else a unit is guessed: metre, centimetre or millimetre, whichever makes the largest side nearest to 0.4 m (.hair:
// only where 0.1 in makes it less than 5 cm or more than 5 m). Up is y, unless tips hang 15 cm (.bin: 5 cm) and 4 times as
// far along another axis as along the rest. Options override both. What has no width gets 70 um times 100,000 hairs a
// strand, at most 4 mm. Not kept: normals, labels, texture coordinates, masses. Strands of fewer than two points, and in
// .data and .bin those that are not finite, are left out and counted.
//
// Readers stream: of a file, memory stays within twice its size and a MiB. A header alone cannot make them allocate; a
// binary file cut short at any byte gives ErrTruncated. Alembic, for which there is no kept Go library, and USD are refused by name.
//
// Sources: cemyuksel.com/research/hairmodels; the TressFX 3.1 and 4.1 headers; the loaders of CT2Hair and hairutil; numpy's format.
package strands
