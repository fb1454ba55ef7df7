// SPDX-License-Identifier: MIT
// Combines four texels to one, by interpolated coordinates.
#include "lib/operator.glsl#combine"
uniform sampler2D texels;
layout(location = 0) in vec4 low;
layout(location = 1) in vec4 high;
layout(location = 0) out vec4 texel;

void main()
{
    VALUE a = combine(VALUE(texture(texels, low.xy)), VALUE(texture(texels, low.zw)));
    VALUE b = combine(VALUE(texture(texels, high.xy)), VALUE(texture(texels, high.zw)));
    texel = vec4(combine(a, b));
}
