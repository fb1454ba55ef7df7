// SPDX-License-Identifier: MIT
// The depth of the scene behind the hair (slot SCENE_DEPTH), at sample k of a pixel.

#part drawn
// From the depth buffer.
layout(binding = 0) uniform DEPTH scene_depth;

float sceneDepth(ivec2 pixel, int k) { return texelFetch(scene_depth, pixel, k).r; }

#part words traced
// What head_find.comp.glsl writes for each sample, pixel by pixel. A depth word has inverted bits,
// so that 0 is "no head". An owner is the index of the visible triangle + 1. Its word may have
// OWNER_EXACT set.
const uint OWNER_EXACT = 0x80000000u;

uint sampleIndex(ivec2 pixel, int k) { return uint((pixel.y * int(viewport.x) + pixel.x) * SAMPLES + k); }

float depthOfWord(uint word) { return word == 0u ? 1.0 : uintBitsToFloat(~word); }

#part traced
// From the result of head_find.comp.glsl.
readsWords(Depths, depths, BIND_DEPTHS, UNIT_DEPTHS)

float sceneDepth(ivec2 pixel, int k) { return depthOfWord(wordAt(depths, sampleIndex(pixel, k))); }
