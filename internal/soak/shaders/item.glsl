// SPDX-License-Identifier: MIT
// The common code of all kernels of the soak test: one invocation an item. It includes nothing of
// shaders/lib, so that a mistake there cannot hide itself.
layout(local_size_x = GROUP_SIZE) in;

uint itemIndex()
{
    return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * GROUP_SIZE + gl_LocalInvocationIndex;
}

// Chris Wellons' "lowbias32": every bit of x affects every bit of the result.
uint mix32(uint x)
{
    x ^= x >> 16;
    x *= 0x21F0AAADu;
    x ^= x >> 15;
    x *= 0xD35A2D97u;
    return x ^ (x >> 15);
}
