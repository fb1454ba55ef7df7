// SPDX-License-Identifier: MIT

// Package comb is the root of the module. It holds only tests: of the imports between packages, of
// the program and the figures in the README, and of each operation once (TestSmoke).
//
// The operations are in packages compact, scan, reduce and radix. Package gpu is the device that
// they run on, package host has one call for each operation over Go slices, and package hair is the
// renderer. The README has a first program.
package comb
