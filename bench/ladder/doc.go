// SPDX-License-Identifier: MIT

// Package ladder is the ladder of reductions that the classic texts climb, each rung a real implementation: drawing
// points into one texel, mipmaps, pyramids of fragment passes, one invocation, two dispatches, trees in shared memory,
// subgroups, and comb's own. bench measures them beside each other; they are not for use.
//
//	r, err := ladder.New(dev, "shared-sequential", ladder.Mean, ladder.Vec4, n)
//	err = r.Run(src)                   // n positions
//	mean := r.Result()                 // four float32 on the GPU
//
// [Rungs] lists them with a line on each. A rung that cannot do an operator, an element or so many items says so in
// [New]'s error. [Tiles] is the second ladder: the mean luminance of each tile of a picture.
//
// Run only enqueues: it takes no memory and waits for nothing. All rungs work on float32, and NaN is in no result that
// means anything (ours passes over it in Min and Max). Min and Max are exact. Sums depend on the order, and so each
// rung has a [Reducer.Bound].
//
// Rungs that draw use the last texture unit, and put back all of the GL state that they change; what every operation of
// comb changes (gpu.Device) is changed by these as well.
package ladder
