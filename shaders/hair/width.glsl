// SPDX-License-Identifier: MIT
// The width at which a hair is drawn. The lowest 12 bits of a point's width, a thousandth of it or
// less, are its strand's rank: a random number by which a level of detail keeps or drops strands.
// Strands near the limit fade. The others are wider, to make up for those that are dropped.
#include "hair/frame.glsl"

const uint RANK_MASK = 0xFFFu;

// 0 to below 1. CPU twin: Ranked in hair/internal/cull/detail.go.
float rankOf(vec4 point) { return float(floatBitsToUint(point.w) & RANK_MASK) / float(RANK_MASK + 1u); }

// The middle of the rank's step.
float middleRankOf(vec4 point) { return rankOf(point) + 0.5 / float(RANK_MASK + 1u); }

// The factor of a strand's own width: 1 for all strands at full detail.
float detailOf(vec4 point) { return clamp((detail.x - rankOf(point)) * detail.y, 0.0, 1.0) * detail.z; }

// The width in pixels or texels of a strand at full detail. metre: pixels or texels a metre.
float fullWidthOf(vec4 point, float metre)
{
    float own = uintBitsToFloat(floatBitsToUint(point.w) & ~RANK_MASK) * ribbons.z;
    return ribbons.x > 0.0 ? ribbons.x : own * metre;
}

float widthOf(vec4 point, float metre) { return fullWidthOf(point, metre) * detailOf(point); }

// Widths below this are culled at random: see hair/segment_cull.glsl.
float leastWidth() { return viewport.w; }
