// SPDX-License-Identifier: MIT

// Package core is the part of a gpu.Device that only comb's own packages use. gpu.Device.Internal
// returns it.
package core
