// SPDX-License-Identifier: MIT
// Combines four texels of one channel to one, by a single gather at their common corner.
#include "lib/operator.glsl#combine"
uniform sampler2D texels;
layout(location = 0) out vec4 texel;

void main()
{
    vec2 corner = 2.0 * floor(gl_FragCoord.xy) + 1.0;
    vec4 four = textureGather(texels, corner / vec2(textureSize(texels, 0)));
    texel = vec4(COMBINE(COMBINE(four.x, four.y), COMBINE(four.z, four.w)));
}
