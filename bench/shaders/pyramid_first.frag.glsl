// SPDX-License-Identifier: MIT
// The first pass of a pyramid: combines four texels of a square, read from a buffer row by row.
// After the last item it uses the operator's identity.
#include "lib/operator.glsl#combine"
layout(std430, binding = BIND_SRC) readonly buffer Src { ITEM src[]; };
uniform uint src_at;
uniform uint item_count;
uniform uint side;
#include <TEXELS>
layout(location = 0) out vec4 texel;

void main()
{
    uvec2 corner = 2u * uvec2(gl_FragCoord.xy);
    uint i = corner.y * side + corner.x;
    VALUE low = combine(texelOf(i), texelOf(i + 1u));
    VALUE high = combine(texelOf(i + side), texelOf(i + side + 1u));
    texel = vec4(combine(low, high));
}
