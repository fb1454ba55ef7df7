// SPDX-License-Identifier: MIT
// A weighted sum of the four channels; the weights' bits are injected. A channel of weight 0 has no
// effect, even if it is infinite or NaN. precise gives the same float on every driver.
float weighted(vec4 texel)
{
    vec4 weights = uintBitsToFloat(uvec4(WEIGHT_BITS));
    vec4 v = mix(texel, vec4(0.0), equal(weights, vec4(0.0)));
    precise float red_green = v.r * weights.r + v.g * weights.g;
    precise float colour = red_green + v.b * weights.b;
    precise float all = colour + v.a * weights.a;
    return all;
}
