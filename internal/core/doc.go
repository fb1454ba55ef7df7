// SPDX-License-Identifier: MIT

// Package core is the part of a gpu.Device that comb's own packages share: the context and its
// state, buffers, programs, the cache, and the report. gpu.Device.Internal returns it.
//
// Package gpu is its public face: it describes the driver, and checks and converts what callers
// pass. Package kernel is built on both. Only those two import core. Views, counts and programs
// are here in the form that GL takes: names of buffers, offsets and sizes.
package core
