// SPDX-License-Identifier: MIT
// Screen tiles for the occlusion test: each keeps the farthest depth of the head in it.
#include "hair/frame.glsl"

const int DEPTH_TILE = 8;  // pixels

ivec2 depthTiles() { return (ivec2(viewport.xy) + DEPTH_TILE - 1) / DEPTH_TILE; }
