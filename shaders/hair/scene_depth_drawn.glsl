// SPDX-License-Identifier: MIT
// A SCENE_DEPTH: float sceneDepth(ivec2 pixel, int sample), of what was drawn.
layout(binding = 0) uniform DEPTH scene_depth;

float sceneDepth(ivec2 pixel, int k) { return texelFetch(scene_depth, pixel, k).r; }
