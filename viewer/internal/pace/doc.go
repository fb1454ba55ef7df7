// SPDX-License-Identifier: MIT

// Package pace chooses how much of each frame the window draws, so that a frame time is kept while
// something moves. It is pure: callers give all times.
package pace
