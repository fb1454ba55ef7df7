// SPDX-License-Identifier: MIT
// Computes the sort key of each place along a light: its slice.
// Grid: one invocation a place. Reads: Points, HeadPlaces, Count. Writes: Keys. CPU twin: sliceOf
// in shadow_slices_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light.glsl"
#include "hair/shadow_slices.glsl#slice"
#include "hair/places.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    keys[i] = sliceAt(hairDepth(dot(light_depth[light], vec4(placeAt(i), 1.0))));
}
