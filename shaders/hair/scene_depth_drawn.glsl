// SPDX-License-Identifier: MIT
// SCENE_DEPTH: float sceneDepth(ivec2 pixel, int sample), from the depth buffer.
layout(binding = 0) uniform DEPTH scene_depth;

float sceneDepth(ivec2 pixel, int k) { return texelFetch(scene_depth, pixel, k).r; }
