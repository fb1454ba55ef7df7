// SPDX-License-Identifier: MIT

// Package shaders holds the GLSL of comb and assembles it into kernels.
//
// Kernels are files, in one folder for each package that owns them. A folder is a Go package that
// embeds its files and registers them ([Register]), so a program contains only the files of the
// packages that it imports. lib/ holds the shared files: the three lane tiers, the workgroup scan,
// the division of work. [Assemble] resolves
//
//	#include "lib/sync.glsl"             a file, inserted once
//	#include "lib/look_back.glsl#counts" a part of a file: the lines after "#part counts"
//	#include <KEEP>                      a slot, filled by a file or by a caller's snippet
//
// and writes the constants that Go injects after the #version line. Package slots lists the
// definitions that each slot requires, and Assemble checks them. A file has no default values for
// constants: Go alone defines them.
//
// Assemble marks each piece with #line. [Source.Explain] uses that to turn the line numbers in a
// driver's messages into "file:line". Messages name a caller's snippet as the caller did.
//
//	src, err := shaders.Assemble(shaders.Request{
//		File:      "reduce/reduce_chunk.comp.glsl",
//		Constants: shaders.Constants{"GROUP_SIZE": 256},
//	})
//
// A caller's macros end with the snippet, so that they do not change comb's text: see [Snippet].
//
// The package makes no GL calls and needs no context. Errors: [ErrMissing], [ErrCycle], [ErrSlot],
// [ErrConstant], [ErrSnippet]. It does not expand macros or evaluate #if: it follows every include.
package shaders
