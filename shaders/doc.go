// SPDX-License-Identifier: MIT

// Package shaders holds every line of GLSL in comb and puts it together.
//
// Kernels are files, one folder for each package that owns them. A folder is a Go package that
// embeds its files and registers them ([Register]), so that a program has the files of the packages
// that it imports. lib/ holds what they share: the three ways to do lane operations, the workgroup
// scan, the share of a worker. [Assemble] resolves
//
//	#include "lib/lanes.glsl"            a file, inserted once
//	#include "lib/publish.glsl#counts"   a part of a file: the lines behind "#part counts"
//	#include <KEEP>                      a slot, filled by one of our files or a user's snippet
//
// and writes the constants that Go injects after the #version line. Package slots lists what fills
// each slot must define; Assemble checks it. A file never carries a default for a constant: it
// lives once, in Go. Each piece is marked with #line, so that the driver's messages can be turned
// back into "file:line" by [Source.Explain]; a user's snippet is named in them as the user named
// it.
//
//	src, err := shaders.Assemble(shaders.Request{
//		File:      "reduce/reduce_chunk.comp.glsl",
//		Constants: shaders.Constants{"GROUP_SIZE": 256},
//	})
//
// The macros of a user's snippet end with it, so that they change nothing in comb's text behind it:
// [Snippet] has the rule.
//
// The package speaks no GL and needs no context. Errors: [ErrMissing], [ErrCycle], [ErrSlot],
// [ErrConstant], [ErrSnippet]. It does no macro expansion and does not look inside #if: every
// include in a file is followed.
package shaders
