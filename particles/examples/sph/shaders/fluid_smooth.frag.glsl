// SPDX-License-Identifier: MIT
// Smooths fronts along an axis of the image, but not over edges: fronts far behind or in front, as
// of spray before the water, are left out. Source: Truong and Yuksel, "A Narrow-Range Filter for
// Screen-Space Fluid Rendering", 2018; there, fronts far in front count as slightly in front, which
// bends the water around spray.
uniform sampler2D fronts;
uniform ivec2 along;
uniform float pixels;   // reach of the filter at distance 1
uniform float range;
layout(location = 0) out float front;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float own = texelFetch(fronts, texel, 0).r;
    front = own;
    if (own > 1e5) return;
    float reach = clamp(pixels / own, 1.0, 40.0);
    ivec2 last = textureSize(fronts, 0) - 1;
    float sum = own;
    float weight = 1.0;
    for (int i = 1; i <= int(reach); i++) {
        float w = exp(-2.5 * float(i * i) / (reach * reach));
        float a = texelFetch(fronts, clamp(texel + along * i, ivec2(0), last), 0).r;
        float b = texelFetch(fronts, clamp(texel - along * i, ivec2(0), last), 0).r;
        // Both or neither: one side alone would tilt the surface.
        if (max(abs(a - own), abs(b - own)) > range) continue;
        sum += w * (a + b);
        weight += 2.0 * w;
    }
    front = sum / weight;
}
