// SPDX-License-Identifier: MIT
// The result is mean, least, largest and the number of texels, four floats.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n)
{
    uint to = dst_at + 4u * at;
    dst[to] = floatBitsToUint(uintBitsToFloat(v.x) / float(n));
    dst[to + 1u] = floatBitsOfKey(v.y);
    dst[to + 2u] = floatBitsOfKey(v.z);
    dst[to + 3u] = floatBitsToUint(float(n));
}
