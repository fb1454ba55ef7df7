// SPDX-License-Identifier: MIT
// Combines four texels to one, by coordinates computed for each fragment.
#include "lib/operator.glsl#combine"
uniform sampler2D texels;
layout(location = 0) out vec4 texel;

void main()
{
    ivec2 at = 2 * ivec2(gl_FragCoord.xy);
    VALUE a = combine(VALUE(texelFetch(texels, at, 0)), VALUE(texelFetch(texels, at + ivec2(1, 0), 0)));
    VALUE b = combine(VALUE(texelFetch(texels, at + ivec2(0, 1), 0)), VALUE(texelFetch(texels, at + ivec2(1, 1), 0)));
    texel = vec4(combine(a, b));
}
