// SPDX-License-Identifier: MIT
// What a kernel found of the head in each sample of the picture, pixel by pixel: bits of its depth, turned around so that 0 is
// no head, and the triangle after the one that is seen.
uint sampleIndex(ivec2 pixel, int k) { return uint((pixel.y * int(viewport.x) + pixel.x) * SAMPLES + k); }

float depthOfWord(uint word) { return word == 0u ? 1.0 : uintBitsToFloat(~word); }
