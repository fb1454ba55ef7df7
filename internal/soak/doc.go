// SPDX-License-Identifier: MIT

// Package soak runs random operations of comb, many of them, and checks every result on the GPU.
//
// Each trial is drawn from a seed and its number alone: operation, options, size, offsets, inputs, scratch. Small
// kernels make the inputs and the junk around everything; others, which share no line with the library's, check the
// result by what makes it right, and that nothing else was written. What they find goes to a ring of slots, one a
// trial, read back some hundred trials later: nothing waits, and nothing is made or freed from trial to trial.
//
// The checks are complete. A scan: each result follows from the one before and one item. A compaction and a sort: each
// entry carries its index, is its source whole, belongs there, and comes after the one before; there are as many as an
// independent count says. A reduction: summed again, or beaten by no item and equal to one. See shaders.
package soak
