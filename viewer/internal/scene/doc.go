// SPDX-License-Identifier: MIT

// Package scene uploads strands, their motion and their renderer to the GPU, by the flags.
package scene
