// SPDX-License-Identifier: MIT

// Package comb is the root of the module: it holds no code but the test of the arrows between its packages.
//
// See the packages compact, scan, reduce and radix for the operations, gpu for the device that they run on, hair for
// the renderer, and the README for a start.
package comb
