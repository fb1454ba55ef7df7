// SPDX-License-Identifier: MIT
// The mean colour of a pixel's fragments, over the scene, which is seen as far as all of them let it through.
layout(binding = UNIT_SUMS) uniform sampler2D sums;
layout(binding = UNIT_THROUGH) uniform sampler2D through;
layout(location = 0) out vec4 color;

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    float hidden = 1.0 - texelFetch(through, p, 0).r;
    if (hidden <= 0.0) discard;
    vec4 sum = min(texelFetch(sums, p, 0), 65504.0);  // not infinite, which would make a mean that is no number
    color = vec4(sum.rgb / max(sum.a, 1e-7), 1.0) * hidden;
}
