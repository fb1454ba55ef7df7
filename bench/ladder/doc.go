// SPDX-License-Identifier: MIT

// Package ladder has the reductions of the classic texts, in the order of the texts. Each is a
// rung: drawing points into one texel, mipmaps, pyramids of fragment passes, one invocation, two
// dispatches, trees in shared memory, subgroups, and comb's own. bench compares them; they are not
// for use.
//
//	r, err := ladder.New(dev, "shared-sequential", ladder.Mean, ladder.Vec4, n)
//	err = r.Run(src)                   // n positions
//	mean := r.Result()                 // four float32 on the GPU
//
// [Rungs] lists them with a line on each. [New] returns an error for an operator, an element or a
// number of items that a rung cannot do. Mipmaps only average. Atomics of floats only compare. One
// channel holds no vec4. A single invocation takes 2^20 items, and 2^15 on drivers that cut loops
// short. [Tiles] is the second ladder: the mean luminance of each tile of an image.
//
// Run only enqueues: it allocates nothing and waits for nothing. New makes the textures and buffers
// in between, for its n. The pyramids of the texts begin with a texture. Here the first pass reads
// the buffer, because a copy into a texture would cost as much again.
//
// All rungs work on float32. Min and Max are exact; the result of a NaN depends on the rung. Sums
// of whole numbers are exact in all rungs while no partial sum exceeds 2^24, on drivers whose
// mipmaps add four texels. Other sums depend on the order, within [Reducer.Bound]. A sum of 30,000
// random numbers of one sign was off by 54 roundings with blending and the serial loop. It was off
// by 6 with two dispatches and the single workgroup, and by less than 2 with the others (llvmpipe).
//
// Rungs that draw use the last texture unit and restore the GL state that they change, except for
// the state that every operation of comb changes (gpu.Device). Conditional rendering and transform
// feedback must be off.
package ladder
