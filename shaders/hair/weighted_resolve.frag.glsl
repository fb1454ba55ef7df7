// SPDX-License-Identifier: MIT
// Blends the weighted mean of a pixel's fragments over the scene. The transmittance of all
// fragments decides how much of the scene shows.
layout(binding = UNIT_SUMS) uniform sampler2D sums;
layout(binding = UNIT_THROUGH) uniform sampler2D through;
layout(location = 0) out vec4 color;

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    float hidden = 1.0 - texelFetch(through, p, 0).r;
    if (hidden <= 0.0) discard;
    vec4 sum = min(texelFetch(sums, p, 0), 65504.0);  // infinity would make the mean NaN
    color = vec4(sum.rgb / max(sum.a, 1e-7), 1.0) * hidden;
}
