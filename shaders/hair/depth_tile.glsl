// SPDX-License-Identifier: MIT
// Tiles of the picture of which the farthest depth of the head is known.
#include "hair/frame.glsl"

const int DEPTH_TILE = 8;  // pixels

ivec2 depthTiles() { return (ivec2(viewport.xy) + DEPTH_TILE - 1) / DEPTH_TILE; }
