// SPDX-License-Identifier: MIT

// Package soak runs many random operations of comb and checks every result on the GPU.
//
// A trial follows from a seed and its number alone: operation, options, size, offsets, inputs,
// scratch. Small kernels make the inputs and the junk around everything. Other kernels, which share
// no line with the library's, check the properties of the result, and that nothing else was
// written. Their findings go to a ring of slots, one a trial, which is read back some hundred
// trials later. So nothing waits, and nothing is made or freed from trial to trial.
//
// The checks are complete. A scan: each result follows from the one before and one item. A
// compaction and a sort: each entry carries its index, equals its source, belongs there, and comes
// after the one before; their number is that of an independent count. A reduction: the sum is made
// again; a least or largest item is beaten by none and equal to one.
package soak
