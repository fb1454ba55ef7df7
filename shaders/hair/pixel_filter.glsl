// SPDX-License-Identifier: MIT
// The filter of a pixel across a hair, with one sample a pixel. It is a parabola that is 0 at
// FILTER_REACH from the pixel's middle, and its area is 1. So a hair's coverage adds up to its
// width, on the mean over where it lies between pixels. A box of one pixel moves a thin hair from
// one row of pixels to the next in one step, which draws stairs: see
// docs/decisions/56-a-wider-pixel-filter.md.

const float FILTER_REACH = 0.7;  // pixels

// How far from its line a hair so many pixels wide has pixels.
float reachOf(float pixels) { return 0.5 * pixels + FILTER_REACH; }

// The part of the filter up to x pixels from the pixel's middle: the integral of the parabola.
float filterUpTo(float x) { return smoothstep(-FILTER_REACH, FILTER_REACH, x); }
