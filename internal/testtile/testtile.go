// SPDX-License-Identifier: MIT

// Package testtile holds the tile that tests give to kernels on software renderers. Such renderers
// take long to compile unrolled loops, so a smaller tile makes a test run shorter. Programs never
// set it.
package testtile

// Software is for devices that are attached after it was set. Zeros are the tiles that calls get.
var Software struct{ GroupSize, ItemsPerThread int }
