// SPDX-License-Identifier: MIT

// Package strands holds hair as polylines, reads it from files and writes it. It does not use
// OpenGL.
//
//	set, err := strands.Open("straight.hair", strands.Options{})
//	set.Strands()                 // 10000
//	p := set.Points[set.First[7]] // root of strand 7, in units of set.Unit metres
//	fmt.Println(set.Origin)       // .hair in 0.1in (as the format has it), z up (...)
//	err = strands.Save("straight.ply", set, strands.WriteOptions{})
//
// In a set y is up and the face looks towards +z. Readers rotate the points of files with other
// axes.
//
// # Formats
//
// The table shows what each format keeps. r: read only. -: not kept, a reader sets a default.
// guessed: guessed by the reader, if the file does not say it.
//
//	format           strands of   width      opacity    colour     unit             up
//	.hair            any length   float32    float32    float32    0.1 in, guessed  z, guessed
//	.tfx 3, 4    r   one length   per strand -          float32    guessed          y
//	.data            any length   -          -          -          guessed          y
//	.bin         r   any length   -          -          -          guessed          guessed
//	.npy             one length   -          -          -          guessed          guessed
//	.ply             any length   float32    8 bits     8 bits     file, guessed    file, guessed
//	.obj l lines r   any length   -          -          float32    guessed          guessed
//
// OpenMesh reads the faces of .obj files, such as a head for the hair.
//
// Readers recognise a format by the first bytes of a file, then by its name. Alembic and USD are
// refused by name. Normals, labels, texture coordinates and masses are not kept. Strands of fewer
// than two points are dropped and counted, in .data and .bin also those that are not finite.
//
// # Guesses
//
// Files of .hair and .ply that comb wrote contain their unit and axis. For others a reader guesses,
// and Options override the guess:
//
//   - The unit is metre, centimetre or millimetre: the one that brings the largest side closest to
//     0.4 m. In .hair files it is 0.1 in, unless that gives a side below 5 cm or above 5 m.
//   - Up is y, unless tips hang 15 cm along another axis (.bin: 5 cm) and 4 times as far as along
//     the other two.
//   - Strands without widths get 70 um times 100,000 / strands, at most 4 mm.
//
// # Limits
//
// Readers stream. Reading a file takes at most twice its size and 1 MiB of memory, because numbers
// in a header alone allocate nothing. A binary file that was cut at any byte gives ErrTruncated.
// Options.Limits bound strands, points and bytes; a set has at most 2^31 - 1 points.
//
// Sources: cemyuksel.com/research/hairmodels; the TressFX 3.1 and 4.1 headers; the loaders of
// CT2Hair and hairutil; the numpy format specification.
package strands
