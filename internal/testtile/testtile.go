// SPDX-License-Identifier: MIT

// Package testtile holds what tests change on software renderers, which take long to compile
// kernels. A smaller tile has shorter loops to unroll, and self-tests compile all kernels that a
// call may use. Programs never set any of it.
package testtile

// Software is for devices that are attached after it was set. Zeros are the tiles that calls get.
var Software struct{ GroupSize, ItemsPerThread int }

// NoSelfTest disables the self-tests of devices that are attached after it was set, except of those
// with a cache folder of their own.
var NoSelfTest bool
