// SPDX-License-Identifier: MIT

// Package ladder is the ladder of reductions that the classic texts climb, each rung a real
// implementation: drawing points into one texel, mipmaps, pyramids of fragment passes, one
// invocation, two dispatches, trees in shared memory, subgroups, and comb's own. bench measures
// them beside each other; they are not for use.
//
//	r, err := ladder.New(dev, "shared-sequential", ladder.Mean, ladder.Vec4, n)
//	err = r.Run(src)                   // n positions
//	mean := r.Result()                 // four float32 on the GPU
//
// [Rungs] lists them with a line on each. A rung that cannot do an operator, an element or so many
// items says so in [New]'s error: mipmaps only average, atomics of floats only compare, one channel
// holds no vec4, a single invocation takes 2^20 items, and 2^15 on drivers that cut loops short.
// [Tiles] is the second ladder: the mean luminance of each tile of an image.
//
// Run only enqueues: it takes no memory and waits for nothing. Textures and buffers in between are
// made by New, for its n. The texts' pyramids begin with a texture; here the first pass reads the
// buffer, as a copy into a texture would cost as much again.
//
// All rungs work on float32. Min and Max are exact; what they make of NaN is each rung's own. Sums
// of whole numbers are exact in all rungs while no partial sum passes 2^24, on drivers whose
// mipmaps add four texels; other sums depend on the order, within [Reducer.Bound]. Of 30,000 random
// numbers of one sign, blending and the serial loop were off by 54 roundings, two dispatches and
// the single workgroup by 6, all others by less than 2 (llvmpipe).
//
// Rungs that draw use the last texture unit, and put back all of the GL state that they change;
// what every operation of comb changes (gpu.Device) is changed by these as well. They count on no
// conditional rendering and no transform feedback being under way.
package ladder
