// SPDX-License-Identifier: MIT
// One channel made of four, by weights whose bits are injected. A channel of weight 0 does not
// count, be it infinite or NaN. precise: the same float on every driver.
float weighted(vec4 texel)
{
    vec4 weights = uintBitsToFloat(uvec4(WEIGHT_BITS));
    vec4 v = mix(texel, vec4(0.0), equal(weights, vec4(0.0)));
    precise float red_green = v.r * weights.r + v.g * weights.g;
    precise float colour = red_green + v.b * weights.b;
    precise float all = colour + v.a * weights.a;
    return all;
}
