// SPDX-License-Identifier: MIT

// Package particles is a particle system on the GPU.
package particles
