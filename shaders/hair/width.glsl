// SPDX-License-Identifier: MIT
// How wide a hair is drawn. The lowest bits of a point's width, a thousandth of it and less, are its strand's rank: a random
// number that decides which strands a level of detail keeps. Those near its end fade, and all are wider by what is left out.
#include "hair/frame.glsl"

const uint RANK_MASK = 0xFFFu;

// 0 to below 1. CPU twin: ranked in hair/detail.go.
float rankOf(vec4 point) { return float(floatBitsToUint(point.w) & RANK_MASK) / float(RANK_MASK + 1u); }

// The middle of the rank's step.
float middleRankOf(vec4 point) { return rankOf(point) + 0.5 / float(RANK_MASK + 1u); }

// The part of its own width that a strand is drawn with: 1 for all of them at full detail.
float detailOf(vec4 point) { return clamp((detail.x - rankOf(point)) * detail.y, 0.0, 1.0) * detail.z; }

// In pixels or texels, of which one metre covers so many: of a strand that is drawn with its own width.
float fullWidthOf(vec4 point, float metre)
{
    float own = uintBitsToFloat(floatBitsToUint(point.w) & ~RANK_MASK) * ribbons.z;
    return ribbons.x > 0.0 ? ribbons.x : own * metre;
}

float widthOf(vec4 point, float metre) { return fullWidthOf(point, metre) * detailOf(point); }

// Widths of which so little is seen that they are drawn by chance: see hair/segment_verdict.glsl.
float leastWidth() { return viewport.w; }
