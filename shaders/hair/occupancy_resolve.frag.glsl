// SPDX-License-Identifier: MIT
// Blends the weighted mean of a pixel's fragments over the scene. The transmittance of all
// fragments decides how much of the scene shows. Weights are only shares, so an error in their sum
// does not matter.
layout(binding = UNIT_THROUGH) uniform sampler2D opticals;
layout(binding = UNIT_SUMS) uniform sampler2D sums;
layout(location = 0) out vec4 color;

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    float hidden = 1.0 - exp(-texelFetch(opticals, p, 0).r);
    vec4 sum = texelFetch(sums, p, 0);
    if (sum.a <= 0.0) discard;
    color = vec4(sum.rgb / sum.a, 1.0) * hidden;
}
