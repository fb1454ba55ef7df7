// SPDX-License-Identifier: MIT
// What head_find.comp.glsl writes for each sample, pixel by pixel. A depth word has inverted bits,
// so that 0 is "no head". An owner word is the index of the visible triangle + 1.
uint sampleIndex(ivec2 pixel, int k) { return uint((pixel.y * int(viewport.x) + pixel.x) * SAMPLES + k); }

float depthOfWord(uint word) { return word == 0u ? 1.0 : uintBitsToFloat(~word); }
