// SPDX-License-Identifier: MIT
// The colour of a sprite or ribbon. The names begin with draw, because the curves of a system are
// functions in the same scope.

// Whether no number is a NaN or an infinity, by bits: compilers may assume that there are none.
bool drawFinite(vec4 v) { return all(notEqual(floatBitsToUint(v) & 0x7F800000u, uvec4(0x7F800000u))); }

// Premultiplied colour, and the alpha that covers what is behind it. glow 0 covers, 1 adds.
vec4 drawTint(vec4 color, float glow)
{
    float alpha = clamp(color.a, 0.0, 1.0);
    return vec4(color.rgb * alpha, alpha * (1.0 - clamp(glow, 0.0, 1.0)));
}
