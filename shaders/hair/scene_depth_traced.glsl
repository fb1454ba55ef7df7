// SPDX-License-Identifier: MIT
// SCENE_DEPTH: float sceneDepth(ivec2 pixel, int sample), from the result of
// hair/head_find.comp.glsl.
#include "hair/head_samples.glsl"
layout(std430, binding = BIND_DEPTHS) readonly buffer Depths { uint depths[]; };

float sceneDepth(ivec2 pixel, int k) { return depthOfWord(depths[sampleIndex(pixel, k)]); }
