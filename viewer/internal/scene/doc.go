// SPDX-License-Identifier: MIT

// Package scene puts strands, their motion and their renderer on the GPU, as the flags ask for.
package scene
