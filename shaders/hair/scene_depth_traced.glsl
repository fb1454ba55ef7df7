// SPDX-License-Identifier: MIT
// A SCENE_DEPTH: float sceneDepth(ivec2 pixel, int sample), of what hair/head_find.comp.glsl found.
#include "hair/head_samples.glsl"
layout(std430, binding = BIND_DEPTHS) readonly buffer Depths { uint depths[]; };

float sceneDepth(ivec2 pixel, int k) { return depthOfWord(depths[sampleIndex(pixel, k)]); }
